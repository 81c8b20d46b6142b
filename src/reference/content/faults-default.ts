import type { Json } from '../../model.ts';
import { type Alter, answering, fault, hearing, isMembers } from './altering.ts';
import type { Fault } from './deviation.ts';
import { type CollectionName, type Item, NO_LINK } from './item.ts';
import { isRefusal } from './refusal.ts';

const TEMPLATES: readonly CollectionName[] = ['templates', 'template-parts'];

const lost = (name: string, what: string, alter: Alter): Fault =>
  fault('defaults', name, what, alter);

/** Puts something else in the place of a field that a creation leaves out. */
function leftOut(
  field: string,
  collections: readonly CollectionName[],
  change: (item: Item) => Partial<Item>,
): Alter {
  return (parts) => ({
    ...parts,
    settle(item, former, call) {
      const settled = parts.settle(item, former, call);
      const concerned = !former && collections.includes(item.collection) && !call.given.has(field);
      return isRefusal(settled) || !concerned ? settled : { ...settled, ...change(settled) };
    },
  });
}

/** The same for a member of what belongs to templates alone. */
function describedAs(description: string): (item: Item) => Partial<Item> {
  return ({ layout }) => (layout ? { layout: { ...layout, description } } : {});
}

function linked(change: Partial<typeof NO_LINK>): (item: Item) => Partial<Item> {
  return ({ link = NO_LINK }) => ({ link: { ...link, ...change } });
}

/** Hears a parameter of a read as given, where it is not. */
function unasked(is: string, name: string, value: Json): Alter {
  return hearing({ is, method: 'GET' }, ({ params, given }) => ({
    params: given.has(name) ? params : { ...params, [name]: value },
    given,
  }));
}

/** Shows an index otherwise where a parameter is not given. */
function otherUnasked(is: string, name: string): Alter {
  return (parts) => {
    let given = false;
    const heard = hearing({ is, method: 'GET' }, (checked) => {
      given = checked.given.has(name);
      return checked;
    })(parts);
    return answering({ is, method: 'GET' }, (value) =>
      given || !isMembers(value) ? value : { ...value, other: true },
    )(heard);
  };
}

/** Faults in what holds where nothing is said. */
export const defaultFaults: readonly Fault[] = [
  // ---- fields that a creation leaves out (2.2, 2.3) ---------------------------------------------------
  lost(
    'menu-item-status-default-draft',
    'makes drafts of menu items that name no status',
    leftOut('status', ['menu-items'], () => ({ status: 'draft' })),
  ),
  lost(
    'menu-item-type-default-taxonomy',
    'takes menu items that name no type for terms',
    leftOut('type', ['menu-items'], linked({ type: 'taxonomy' })),
  ),
  lost(
    'menu-item-parent-default-lost',
    'puts menu items that name no parent below the first',
    leftOut('parent', ['menu-items'], () => ({ parent: 1 })),
  ),
  lost(
    'menu-item-order-default-zero',
    'gives menu items that name no place the place 0',
    leftOut('menu_order', ['menu-items'], () => ({ menuOrder: 0 })),
  ),
  lost(
    'menu-item-object-default-one',
    'gives menu items that name no object the object 1',
    leftOut('object_id', ['menu-items'], linked({ objectId: 1 })),
  ),
  lost(
    'template-content-default-filled',
    'gives templates that name no content some',
    leftOut('content', TEMPLATES, () => ({ content: '<p>To be written.</p>' })),
  ),
  lost(
    'template-title-default-filled',
    'gives templates that name no title one',
    leftOut('title', TEMPLATES, () => ({ title: 'Untitled' })),
  ),
  lost(
    'template-description-default-filled',
    'gives templates that name no description one',
    leftOut('description', TEMPLATES, describedAs('A template')),
  ),
  lost(
    'template-status-default-draft',
    'makes drafts of templates that name no status',
    leftOut('status', TEMPLATES, () => ({ status: 'draft' })),
  ),
  lost(
    'footnotes-default-filled',
    'gives posts, pages and blocks that name no meta some footnotes',
    leftOut('meta', ['posts', 'pages', 'blocks'], () => ({ meta: { footnotes: '[]' } })),
  ),
  lost(
    'sync-status-default-unsynced',
    'makes unsynced patterns of blocks that name no meta',
    leftOut('meta', ['blocks'], () => ({ meta: { cms_pattern_sync_status: 'unsynced' } })),
  ),

  // ---- parameters that a read leaves out (4.2) --------------------------------------------------------
  lost(
    'embed-format-default-xml',
    'shows embed data in XML unasked',
    unasked('/oembed/1.0/embed', 'format', 'xml'),
  ),
  lost(
    'embed-width-default-narrow',
    'shows embed data for a width of 300 unasked',
    unasked('/oembed/1.0/embed', 'maxwidth', 300),
  ),
  lost(
    'proxy-format-default-xml',
    'shows the embed data of a provider in XML unasked',
    unasked('/oembed/1.0/proxy', 'format', 'xml'),
  ),
  lost(
    'proxy-width-default-narrow',
    'shows the embed data of a provider for a width of 300 unasked',
    unasked('/oembed/1.0/proxy', 'maxwidth', 300),
  ),
  lost('proxy-discovery-default-off', 'discovers no provider unasked', (parts) => {
    let given = false;
    const scope = { is: '/oembed/1.0/proxy', method: 'GET' };
    const heard = hearing(scope, (checked) => {
      given = checked.given.has('discover');
      return checked;
    })(parts);
    return answering(scope, (value) => (given ? value : {}))(heard);
  }),
  lost(
    'index-other-unasked',
    'shows another index where no context is given',
    otherUnasked('/', 'context'),
  ),
  lost(
    'embed-index-context-other-unasked',
    'shows another index of embeds where no context is given',
    otherUnasked('/oembed/1.0', 'context'),
  ),
  lost(
    'embed-index-namespace-other-unasked',
    'shows another index of embeds where no namespace is given',
    otherUnasked('/oembed/1.0', 'namespace'),
  ),
];
