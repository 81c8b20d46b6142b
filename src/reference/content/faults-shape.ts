import type { Json } from '../../model.ts';
import { type Alter, fault, field, isMembers, listed, shownAs, without } from './altering.ts';
import type { Fault } from './deviation.ts';
import type { CollectionName } from './item.ts';
import { rawIn } from './params.ts';

const shape = (name: string, what: string, alter: Alter): Fault =>
  fault('representation', name, what, alter);

function lessOf(value: Json, ...names: readonly string[]): Json {
  return isMembers(value) ? without(value, ...names) : value;
}

/** Shows a field as the edit context does, in every context. */
function alwaysRaw(name: string, collections?: readonly CollectionName[]): Alter {
  return field(
    name,
    (one) => ({
      ...one,
      read: (item, view, site) => one.read(item, { ...view, context: 'edit' }, site),
    }),
    collections,
  );
}

/** Shows what a password guards to everybody. */
function unguarded(name: string): Alter {
  return field(name, (one) => ({
    ...one,
    read: (item, view, site) => one.read(item, { ...view, unlocked: true }, site),
  }));
}

/** Keeps what is given for the flag and the number that are read-only, and shows them with the text. */
const claimsTaken: Alter = (parts) => {
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

/** Drops a member of a text object wherever it is shown. */
function lacking(name: string, member: string): Alter {
  return shownAs(name, (value) => lessOf(value, member));
}

/** Faults in the shape of records. */
export const shapeFaults: readonly Fault[] = [
  shape('title-raw-in-view', 'shows the raw title in every context', alwaysRaw('title')),
  shape('content-raw-in-view', 'shows the raw content in every context', alwaysRaw('content')),
  shape('excerpt-raw-in-view', 'shows the raw excerpt in every context', alwaysRaw('excerpt')),
  shape(
    'title-raw-missing-in-edit',
    'leaves the raw title out in the edit context',
    lacking('title', 'raw'),
  ),
  shape('title-rendered-missing', 'leaves the rendered title out', lacking('title', 'rendered')),
  shape(
    'content-rendered-missing',
    'leaves the rendered content out',
    lacking('content', 'rendered'),
  ),
  shape(
    'content-protected-missing',
    'leaves out whether content is protected',
    lacking('content', 'protected'),
  ),
  shape(
    'title-as-text',
    'shows the title as a text',
    shownAs('title', (value) => (isMembers(value) ? (value.rendered ?? '') : value), [
      'posts',
      'pages',
    ]),
  ),
  shape('password-guards-no-content', 'shows protected content to everybody', unguarded('content')),
  shape(
    'password-guards-no-excerpt',
    'shows protected excerpts to everybody',
    unguarded('excerpt'),
  ),
  shape(
    'protected-never-true',
    'calls nothing protected',
    shownAs('content', (value) =>
      isMembers(value) && 'protected' in value ? { ...value, protected: false } : value,
    ),
  ),
  shape(
    'protected-always-true',
    'calls everything protected',
    shownAs('content', (value) =>
      isMembers(value) && 'protected' in value ? { ...value, protected: true } : value,
    ),
  ),
  shape('read-only-flags-taken', 'keeps what is given as protected or block_version', claimsTaken),
  shape(
    'block-version-as-text',
    'shows the block version as a text',
    shownAs('content', (value) =>
      isMembers(value) && 'block_version' in value
        ? { ...value, block_version: String(value.block_version) }
        : value,
    ),
  ),
  shape(
    'author-as-text',
    'shows the author as a text',
    shownAs('author', (value) => String(value)),
  ),
  shape(
    'sticky-as-number',
    'shows sticky as 1 or 0',
    shownAs('sticky', (value) => (value === true ? 1 : 0)),
  ),
  shape(
    'categories-as-text',
    'shows categories as a comma list',
    shownAs('categories', (value) => (Array.isArray(value) ? value.join(',') : value)),
  ),
  shape(
    'tags-as-objects',
    'shows tags as objects',
    shownAs('tags', (value) => listed(value, (tags) => tags.map((id) => ({ id })))),
  ),
  shape(
    'featured-media-null',
    'shows null where no media are featured',
    shownAs('featured_media', (value) => (value === 0 ? null : value)),
  ),
  shape(
    'format-empty',
    'shows the standard format as nothing',
    shownAs('format', (value) => (value === 'standard' ? '' : value)),
  ),
  shape(
    'meta-as-list',
    'shows meta as a list',
    shownAs('meta', () => []),
  ),
  shape(
    'footnotes-missing',
    'leaves footnotes out of meta',
    shownAs('meta', (value) => lessOf(value, 'footnotes')),
  ),
  shape(
    'menu-order-as-text',
    'shows menu_order as a text',
    shownAs('menu_order', (value) => String(value)),
  ),
  shape(
    'classes-as-text',
    'shows classes as a text',
    shownAs('classes', (value) => (Array.isArray(value) ? value.join(' ') : value)),
  ),
  shape(
    'date-without-time',
    'shows dates without their time',
    shownAs('date', (value) => String(value).slice(0, 10)),
  ),
];
