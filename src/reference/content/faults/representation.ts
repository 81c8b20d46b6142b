import { isMembers, type Json } from '../../../model/index.ts';
import { type Alteration, field, lessOf, listed, shownAs } from '../altering.ts';
import { inFamily } from '../deviation.ts';
import type { CollectionName } from '../item.ts';
import { rawIn } from '../params.ts';
import { bodyValue, isRefusal } from '../refusal.ts';

/** Types of fields, in created records and in all others. */
const TYPES = ['content/record/types', 'content/record/types-in-reads'];

/** Shows a field in every context as in the edit context. */
function alwaysRaw(name: string, collections?: readonly CollectionName[]): Alteration {
  return field(
    name,
    (one) => ({
      ...one,
      read: (item, view, site) => one.read(item, { ...view, context: 'edit' }, site),
    }),
    collections,
  );
}

/** Shows protected text to everyone. */
function unguarded(name: string): Alteration {
  return field(name, (one) => ({
    ...one,
    read: (item, view, site) => one.read(item, { ...view, unlocked: true }, site),
  }));
}

/** Shows protected text only in lists. */
const listedUnguarded: Alteration = (parts) => ({
  ...parts,
  answer(outcome, leaving, site) {
    const before = parts.answer(outcome, leaving, site);
    const isList = leaving.method === 'GET' && !leaving.template.includes('{');
    if (
      isRefusal(before) ||
      !isList ||
      before.body.kind === 'bytes' ||
      before.body.kind === 'none'
    ) {
      return before;
    }
    const items = new Map(
      [...site.store.resourceCollections.values()].flatMap((one) => [...one.items]),
    );
    const value = listed(bodyValue(before.body), (records) =>
      records.map((record) => {
        const item = isMembers(record) && items.get(Number(record.id));
        if (!item || !isMembers(record) || !isMembers(record.content)) return record;
        const texts = { content: item.content, excerpt: item.excerpt };
        return {
          ...record,
          ...Object.fromEntries(
            Object.entries(texts).flatMap(([name, text]) => {
              const shown = record[name];
              return isMembers(shown) ? [[name, { ...shown, rendered: text }]] : [];
            }),
          ),
        };
      }),
    );
    return { ...before, body: { kind: 'json', value } };
  },
});

/** Stores the read-only flag and number of a text, and shows them with it. */
const claimsTaken: Alteration = (parts) => {
  const claims = new Map<string, Json>();
  return field('content', (one) => ({
    ...one,
    write: (value, item, site) => {
      const raw = rawIn(value);
      if (raw !== undefined && isMembers(value)) claims.set(raw, lessOf(value, 'raw', 'rendered'));
      return one.write?.(value, item, site);
    },
    read: (item, view, site) => {
      const shown = one.read(item, view, site);
      const claimed = claims.get(item.content) ?? {};
      return isMembers(shown) && isMembers(claimed) ? { ...shown, ...claimed } : shown;
    },
  }))(parts);
};

function lacking(name: string, member: string): Alteration {
  return shownAs(name, (value) => lessOf(value, member));
}

export const representationFaults = inFamily('representation', [
  {
    name: 'title-raw-in-view',
    what: 'shows the raw title in every context',
    breaks: ['content/record/raw-only-in-edit'],
    alter: alwaysRaw('title'),
  },
  {
    name: 'content-raw-in-view',
    what: 'shows the raw content in every context',
    // A raw text shows the protected content. The document names no context for these texts.
    breaks: ['content/record/password-guards-content'],
    alter: alwaysRaw('content'),
  },
  {
    name: 'excerpt-raw-in-view',
    what: 'shows the raw excerpt in every context',
    breaks: ['content/record/password-guards-excerpt'],
    alter: alwaysRaw('excerpt'),
  },
  {
    name: 'title-raw-missing-in-edit',
    what: 'leaves the raw title out in the edit context',
    breaks: [
      'content/lists/context-edit',
      'content/lists/context-edit-elsewhere',
      'content/record/raw-in-edit',
      'content/record/raw-texts-in-edit',
    ],
    alter: lacking('title', 'raw'),
  },
  {
    name: 'title-rendered-missing',
    what: 'leaves the rendered title out',
    breaks: ['content/record/text-members'],
    alter: lacking('title', 'rendered'),
  },
  {
    name: 'content-rendered-missing',
    what: 'leaves the rendered content out',
    breaks: ['content/record/text-members', 'content/record/password-opens'],
    alter: lacking('content', 'rendered'),
  },
  {
    name: 'content-protected-missing',
    what: 'leaves out whether content is protected',
    breaks: ['content/record/text-members'],
    alter: lacking('content', 'protected'),
  },
  {
    name: 'title-as-text',
    what: 'shows the title as a text',
    breaks: TYPES,
    alter: shownAs('title', (value) => (isMembers(value) ? (value.rendered ?? '') : value), [
      'posts',
      'pages',
    ]),
  },
  {
    name: 'password-guards-no-content',
    what: 'shows protected content to everyone',
    breaks: ['content/record/password-guards-content'],
    alter: unguarded('content'),
  },
  {
    name: 'password-guards-no-list',
    what: 'shows protected excerpts and contents to everyone who lists',
    breaks: ['content/record/password-guards-content', 'content/record/password-guards-excerpt'],
    alter: listedUnguarded,
  },
  {
    name: 'password-guards-no-excerpt',
    what: 'shows protected excerpts to everyone',
    breaks: ['content/record/password-guards-excerpt'],
    alter: unguarded('excerpt'),
  },
  {
    name: 'protected-never-true',
    what: 'calls nothing protected',
    breaks: ['content/record/protected'],
    alter: shownAs('content', (value) =>
      isMembers(value) && 'protected' in value ? { ...value, protected: false } : value,
    ),
  },
  {
    name: 'protected-always-true',
    what: 'calls everything protected',
    // It stores no claim: two objects with opposite claims look the same.
    breaks: ['content/record/protected'],
    alter: shownAs('content', (value) =>
      isMembers(value) && 'protected' in value ? { ...value, protected: true } : value,
    ),
  },
  {
    name: 'read-only-flags-taken',
    what: 'keeps what is given as protected or block_version',
    breaks: [
      'content/record/read-only-protected',
      'content/record/read-only-block-version',
      'content/record/protected',
    ],
    alter: claimsTaken,
  },
  {
    name: 'block-version-as-text',
    what: 'shows the block version as a text',
    breaks: TYPES,
    alter: shownAs('content', (value) =>
      isMembers(value) && 'block_version' in value
        ? { ...value, block_version: String(value.block_version) }
        : value,
    ),
  },
  {
    name: 'author-as-text',
    what: 'shows the author as a text',
    breaks: TYPES,
    alter: shownAs('author', (value) => String(value)),
  },
  {
    name: 'sticky-as-number',
    what: 'shows sticky as 1 or 0',
    breaks: [...TYPES, 'content/written/sticky'],
    alter: shownAs('sticky', (value) => (value === true ? 1 : 0)),
  },
  {
    name: 'categories-as-text',
    what: 'shows categories as a comma list',
    breaks: TYPES,
    alter: shownAs('categories', (value) => (Array.isArray(value) ? value.join(',') : value)),
  },
  {
    name: 'tags-as-objects',
    what: 'shows tags as objects',
    breaks: TYPES,
    mayBreak: {
      clauses: ['robust/valid-accepted'],
      because: 'the tags to ask for are those that a record shows',
    },
    alter: shownAs('tags', (value) => listed(value, (tags) => tags.map((id) => ({ id })))),
  },
  {
    name: 'featured-media-null',
    what: 'shows null where no media are featured',
    breaks: ['content/record/types'],
    alter: shownAs('featured_media', (value) => (value === 0 ? null : value)),
  },
  {
    name: 'format-empty',
    what: 'shows the standard format as nothing',
    // Null can mean unset in an unwritten record, but is not the written format.
    breaks: ['content/written/format', 'content/lists/format'],
    mayBreak: {
      clauses: ['content/state/*-updates'],
      because: 'which updates bring the standard format is a matter of chance',
    },
    alter: shownAs('format', (value) => (value === 'standard' ? '' : value)),
  },
  {
    name: 'meta-as-list',
    what: 'shows meta as a list',
    // An empty list can also stand for an object without members.
    breaks: ['content/written/meta'],
    alter: shownAs('meta', () => []),
  },
  {
    name: 'footnotes-missing',
    what: 'leaves footnotes out of meta',
    breaks: ['content/written/meta'],
    alter: shownAs('meta', (value) => lessOf(value, 'footnotes')),
  },
  {
    name: 'menu-order-as-text',
    what: 'shows menu_order as a text',
    // The default is judged only if values are returned as sent; a text is not.
    breaks: [...TYPES, 'content/written/menu-order'],
    alter: shownAs('menu_order', (value) => String(value)),
  },
  {
    name: 'menu-item-parent-negative',
    what: 'shows the parent of a menu item that has none as -1',
    breaks: TYPES,
    alter: shownAs('parent', (value) => (value === 0 ? -1 : value), ['menu-items']),
  },
  {
    name: 'classes-as-text',
    what: 'shows classes as a text',
    breaks: [...TYPES, 'content/written/classes'],
    alter: shownAs('classes', (value) => (Array.isArray(value) ? value.join(' ') : value)),
  },
  {
    name: 'date-without-time',
    what: 'shows dates without their time',
    breaks: [...TYPES, 'content/written/date'],
    alter: shownAs('date', (value) => String(value).slice(0, 10)),
  },
]);
