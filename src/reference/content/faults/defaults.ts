import { isMembers } from '../../../model/index.ts';
import { type Alteration, answering, hearing, unasked } from '../altering.ts';
import { inFamily } from '../deviation.ts';
import { type CollectionName, type Item, NO_LINK } from '../item.ts';
import { isRefusal } from '../refusal.ts';

const TEMPLATES: readonly CollectionName[] = ['templates', 'template-parts'];

/** Replaces the default of a field in creations. */
function leftOut(
  field: string,
  collections: readonly CollectionName[],
  change: (item: Item) => Partial<Item>,
): Alteration {
  return (parts) => ({
    ...parts,
    settle(item, former, call) {
      const settled = parts.settle(item, former, call);
      const concerned = !former && collections.includes(item.collection) && !call.given.has(field);
      return isRefusal(settled) || !concerned ? settled : { ...settled, ...change(settled) };
    },
  });
}

/** Replaces the default of a member that only templates have. */
function describedAs(description: string): (item: Item) => Partial<Item> {
  return ({ layout }) => (layout ? { layout: { ...layout, description } } : {});
}

function linked(change: Partial<typeof NO_LINK>): (item: Item) => Partial<Item> {
  return ({ link = NO_LINK }) => ({ link: { ...link, ...change } });
}

/** Changes the index if a parameter is absent. */
function otherUnasked(is: string, name: string): Alteration {
  return (parts) => {
    let given = false;
    const interpreted = hearing({ is, method: 'GET' }, (checked) => {
      given = checked.given.has(name);
      return checked;
    })(parts);
    return answering({ is, method: 'GET' }, (value) =>
      given || !isMembers(value) ? value : { ...value, other: true },
    )(interpreted);
  };
}

export const defaultFaults = inFamily('defaults', [
  // ---- fields that a creation leaves out (2.2, 2.3) ---------------------------------------------------
  {
    name: 'menu-item-status-default-draft',
    what: 'makes drafts of menu items that name no status',
    breaks: ['content/default/menu-items/status'],
    alter: leftOut('status', ['menu-items'], () => ({ status: 'draft' })),
  },
  {
    name: 'menu-item-type-default-taxonomy',
    what: 'takes menu items that name no type for terms',
    breaks: ['content/default/menu-items/type'],
    alter: leftOut('type', ['menu-items'], linked({ type: 'taxonomy' })),
  },
  {
    name: 'menu-item-parent-default-lost',
    what: 'puts menu items that name no parent below the first',
    breaks: ['content/default/menu-items/parent'],
    alter: leftOut('parent', ['menu-items'], () => ({ parent: 1 })),
  },
  {
    name: 'menu-item-order-default-zero',
    what: 'gives menu items that name no place the place 0',
    breaks: ['content/default/menu-items/menu-order'],
    alter: leftOut('menu_order', ['menu-items'], () => ({ menuOrder: 0 })),
  },
  {
    name: 'menu-item-object-default-one',
    what: 'gives menu items that name no object the object 1',
    breaks: ['content/default/menu-items/object-id'],
    alter: leftOut('object_id', ['menu-items'], linked({ objectId: 1 })),
  },
  {
    name: 'template-content-default-filled',
    what: 'gives templates that name no content some',
    breaks: ofTemplates('content'),
    alter: leftOut('content', TEMPLATES, () => ({ content: '<p>To be written.</p>' })),
  },
  {
    name: 'template-title-default-filled',
    what: 'gives templates that name no title one',
    breaks: ofTemplates('title'),
    alter: leftOut('title', TEMPLATES, () => ({ title: 'Untitled' })),
  },
  {
    name: 'template-description-default-filled',
    what: 'gives templates that name no description one',
    breaks: ofTemplates('description'),
    alter: leftOut('description', TEMPLATES, describedAs('A template')),
  },
  {
    name: 'template-status-default-draft',
    what: 'makes drafts of templates that name no status',
    breaks: ofTemplates('status'),
    alter: leftOut('status', TEMPLATES, () => ({ status: 'draft' })),
  },
  {
    name: 'footnotes-default-filled',
    what: 'gives posts, pages and blocks that name no meta some footnotes',
    breaks: ['posts', 'pages', 'blocks'].map((name) => `content/default/${name}/meta-footnotes`),
    alter: leftOut('meta', ['posts', 'pages', 'blocks'], () => ({ meta: { footnotes: '[]' } })),
  },
  {
    name: 'sync-status-default-unsynced',
    what: 'makes unsynced patterns of blocks that name no meta',
    breaks: ['content/default/blocks/meta-cms-pattern-sync-status'],
    alter: leftOut('meta', ['blocks'], () => ({ meta: { cms_pattern_sync_status: 'unsynced' } })),
  },

  // ---- parameters that a read leaves out (4.2) --------------------------------------------------------
  {
    name: 'empty-filters-leave-nothing',
    what: 'lists nothing where no IDs are included, or those of no authors',
    breaks: ['content/lists/default-none'],
    alter: hearing({ method: 'GET', avoids: ['/{id}', '/lookup'] }, ({ params, given }) => ({
      params: Object.fromEntries(
        Object.entries(params).map(([name, value]) => {
          const empty = given.has(name) && Array.isArray(value) && value.length === 0;
          return [name, empty && /^(include|author)$/.test(name) ? [-1] : value];
        }),
      ),
      given,
    })),
  },
  {
    name: 'embed-format-default-xml',
    what: 'shows embed data in XML unasked',
    breaks: ['content/oembed/embed/format-default'],
    alter: unasked({ is: '/oembed/1.0/embed', method: 'GET' }, 'format', 'xml'),
  },
  {
    name: 'embed-width-default-narrow',
    what: 'shows embed data for a width of 300 unasked',
    breaks: ['content/oembed/embed/maxwidth-default'],
    alter: unasked({ is: '/oembed/1.0/embed', method: 'GET' }, 'maxwidth', 300),
  },
  {
    name: 'proxy-format-default-xml',
    what: 'shows the embed data of a provider in XML unasked',
    breaks: ['content/oembed/proxy/format-default'],
    alter: unasked({ is: '/oembed/1.0/proxy', method: 'GET' }, 'format', 'xml'),
  },
  {
    name: 'proxy-width-default-narrow',
    what: 'shows the embed data of a provider for a width of 300 unasked',
    breaks: ['content/oembed/proxy/maxwidth-default'],
    alter: unasked({ is: '/oembed/1.0/proxy', method: 'GET' }, 'maxwidth', 300),
  },
  {
    name: 'proxy-discovery-default-off',
    what: 'discovers no provider unasked',
    breaks: ['content/oembed/proxy/discover-default'],
    alter: (parts) => {
      let given = false;
      const scope = { is: '/oembed/1.0/proxy', method: 'GET' };
      const interpreted = hearing(scope, (checked) => {
        given = checked.given.has('discover');
        return checked;
      })(parts);
      return answering(scope, (value) => (given ? value : {}))(interpreted);
    },
  },
  {
    name: 'index-other-unasked',
    what: 'shows another index where no context is given',
    breaks: ['content/index/context-default'],
    alter: otherUnasked('/', 'context'),
  },
  {
    name: 'embed-index-context-other-unasked',
    what: 'shows another index of embeds where no context is given',
    breaks: ['content/oembed/index/context-default'],
    alter: otherUnasked('/oembed/1.0', 'context'),
  },
  {
    name: 'embed-index-namespace-other-unasked',
    what: 'shows another index of embeds where no namespace is given',
    breaks: ['content/oembed/index/namespace-default'],
    alter: otherUnasked('/oembed/1.0', 'namespace'),
  },
]);

function ofTemplates(field: string): readonly string[] {
  return ['templates', 'template-parts'].map((name) => `content/default/${name}/${field}`);
}
