import { fileURLToPath } from 'node:url';
import { readSource, type SourceFile } from '../../contract/index.ts';
import { isObject, TouchstoneError } from '../../model/index.ts';
import { choose } from './choices.ts';
import { FIELDS } from './collections.ts';
import { drawPng } from './drawing.ts';
import {
  blankItem,
  COLLECTIONS,
  type CollectionName,
  type Item,
  type JsonObject,
  NO_UPLOAD,
  type Taxonomy,
} from './item.ts';
import { GMT, readTime } from './moment.ts';
import { numberOf, type Params, textOf } from './params.ts';
import { plainParts } from './parts.ts';
import { isRefusal } from './refusal.ts';
import type { ContentSite } from './site.ts';
import { emptyStore, keep, putItem, type Store } from './store.ts';
import type { Theme, ThemeVariation } from './styles.ts';
import { ACTIVE_THEME } from './target.ts';
import { slugFrom } from './text.ts';

/** The initial content of a site, from a file, in the words of section 2. */
export interface Seed {
  readonly users: readonly Params[];
  readonly terms: readonly Params[];
  readonly themes: readonly Theme[];
  readonly items: Readonly<Record<CollectionName, readonly Params[]>>;
}

const SEED_FILE = fileURLToPath(
  new URL('../../../fixtures/reference/content/seed.yaml', import.meta.url),
);

/** First ID of objects that are created while the site runs, regardless of the seed's size. */
const FIRST_NEW_ID = 1000;

/**
 * Reads a seed file; without a path, the one in the package.
 *
 * @throws TouchstoneError 'usage' if it is unreadable or no seed
 */
export function readSeed(path: string = SEED_FILE): Seed {
  const source = sourceAt(path);
  const file = source.value;
  if (!isObject(file)) throw broken(source, [], 'is no seed: its top is no mapping');
  const items = COLLECTIONS.map((name) => [name, entries(source, name)] as const);
  return {
    users: entries(source, 'users'),
    terms: entries(source, 'terms'),
    themes: entries(source, 'themes').map(themeFrom),
    items: byCollection(items),
  };
}

/** A seed can be a user's file, so an error in it is not a damaged package. */
function sourceAt(path: string): SourceFile {
  try {
    return readSource(path, path);
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    throw new TouchstoneError('usage', error.message, SEED_HINT, { cause: error });
  }
}

const SEED_HINT = 'see fixtures/reference/content/seed.yaml for what a seed looks like';

function byCollection(
  items: readonly (readonly [CollectionName, readonly Params[]])[],
): Readonly<Record<CollectionName, readonly Params[]>> {
  const of = (name: CollectionName): readonly Params[] =>
    items.find(([known]) => known === name)?.[1] ?? [];
  return {
    posts: of('posts'),
    pages: of('pages'),
    media: of('media'),
    'menu-items': of('menu-items'),
    blocks: of('blocks'),
    templates: of('templates'),
    'template-parts': of('template-parts'),
    'global-styles': of('global-styles'),
    navigation: of('navigation'),
  };
}

function entries(source: SourceFile, name: string): readonly Params[] {
  const list = isObject(source.value) ? (source.value[name] ?? []) : [];
  if (!Array.isArray(list) || !list.every(isObject)) {
    throw broken(source, [name], `"${name}" is no list of mappings`);
  }
  return list;
}

function broken(source: SourceFile, path: readonly string[], reason: string): TouchstoneError {
  return new TouchstoneError(
    'usage',
    `${source.file}:${source.lineOf(path)}: ${reason}`,
    SEED_HINT,
  );
}

function isMapping(value: unknown): value is JsonObject {
  return isObject(value);
}

function mapping(value: unknown): JsonObject {
  return isMapping(value) ? value : {};
}

function themeFrom(entry: Params): Theme {
  const variations = Array.isArray(entry.variations) ? entry.variations.filter(isObject) : [];
  return {
    stylesheet: textOf(entry, 'stylesheet') ?? ACTIVE_THEME,
    styles: mapping(entry.styles),
    settings: mapping(entry.settings),
    variations: variations.map(
      (one): ThemeVariation => ({
        title: textOf(one, 'title') ?? '',
        styles: mapping(one.styles),
        settings: mapping(one.settings),
      }),
    ),
  };
}

/**
 * The state described by a seed. Its items are written by the same fields as in requests.
 *
 * @throws TouchstoneError 'usage' for an invalid item
 */
export function seedStore(seed: Seed): Store {
  const store = emptyStore();
  for (const user of seed.users) {
    const id = idOf(user, 'user');
    store.users.set(id, {
      id,
      login: textOf(user, 'login') ?? `user-${id}`,
      name: textOf(user, 'name') ?? '',
    });
  }
  for (const term of seed.terms) {
    const id = idOf(term, 'term');
    const name = textOf(term, 'name') ?? '';
    store.terms.set(id, {
      id,
      name,
      taxonomy: taxonomyOf(term),
      slug: textOf(term, 'slug') ?? slugFrom(name),
      parent: numberOf(term, 'parent') ?? 0,
    });
  }
  const site = bareSite(store);
  // Media first: posts refer to them.
  for (const collection of ['media', ...COLLECTIONS] as const) {
    if (collection === 'media' && site.store.resourceCollections.get('media')?.items.size) continue;
    for (const entry of seed.items[collection]) plantItem(entry, collection, site);
  }
  store.counter.next = Math.max(store.counter.next, FIRST_NEW_ID);
  return store;
}

/** Fields read choices and zone of the site; a seed uses the defaults. */
function bareSite(store: Store): ContentSite {
  return {
    store,
    themes: [],
    choices: choose(),
    parts: plainParts,
    baseUrl: 'http://localhost',
    zone: GMT,
    now: () => 0,
    texts: new WeakMap(),
  };
}

function taxonomyOf(term: Params): Taxonomy {
  const name = textOf(term, 'taxonomy');
  switch (name) {
    case 'categories':
    case 'tags':
    case 'menus':
    case 'cms_pattern_category':
      return name;
    default:
      throw wrong(`term ${String(term.id)}: there is no taxonomy "${name}"`);
  }
}

function idOf(entry: Params, what: string): number {
  const id = numberOf(entry, 'id');
  if (id === undefined) throw wrong(`a ${what} of the seed has no id`);
  return id;
}

function wrong(reason: string): TouchstoneError {
  return new TouchstoneError('usage', reason, 'mend the seed file');
}

function plantItem(entry: Params, collection: CollectionName, site: ContentSite): void {
  const id = idOf(entry, `record of ${collection}`);
  const time = timeOf(entry, 'date_gmt') ?? 0;
  const blank = { ...blankItem(collection, id, 1, time), floating: false };
  const filled = fill(blank, entry, site);
  const file = isObject(entry.file) ? withFile(filled, entry.file, site) : filled;
  const item: Item = {
    ...file,
    modified: timeOf(entry, 'modified_gmt') ?? time,
    slug: filled.slug || slugFrom(filled.title) || String(id),
  };
  putItem(site.store, withLayout(item, entry));
  const revisions = Array.isArray(entry.revisions) ? entry.revisions.filter(isObject) : [];
  for (const revision of revisions) plantRevision(item, revision, site);
}

function fill(item: Item, entry: Params, site: ContentSite): Item {
  let filled = item;
  for (const field of FIELDS[item.collection]) {
    if (!field.write || !Object.hasOwn(entry, field.name)) continue;
    const change = field.write(entry[field.name], filled, site);
    if (isRefusal(change)) {
      throw wrong(`${item.collection} ${item.id}: ${JSON.stringify(change.params)}`);
    }
    if (change) filled = { ...filled, ...change };
  }
  return filled;
}

/** Templates of a seed belong to its theme by default. */
function withLayout(item: Item, entry: Params): Item {
  if (item.looks) return { ...item, looks: { ...item.looks, theme: ACTIVE_THEME } };
  if (!item.layout) return item;
  const source = entry.source === 'custom' ? 'custom' : 'theme';
  return { ...item, layout: { ...item.layout, theme: item.layout.theme || ACTIVE_THEME, source } };
}

function withFile(item: Item, file: Params, site: ContentSite): Item {
  const name = textOf(file, 'name') ?? `file-${item.id}.png`;
  const width = numberOf(file, 'width') ?? 0;
  const height = numberOf(file, 'height') ?? 0;
  const text = textOf(file, 'text');
  const bytes = text === undefined ? drawPng(width, height) : new TextEncoder().encode(text);
  site.store.files.set(name, bytes);
  const mimeType = textOf(file, 'type') ?? 'image/png';
  const upload = { ...(item.upload ?? NO_UPLOAD), file: name, mimeType, width, height };
  return { ...item, upload: { ...upload, bytes: bytes.length } };
}

function timeOf(entry: Params, name: string): number | undefined {
  return readTime(textOf(entry, name) ?? '', GMT);
}

function plantRevision(item: Item, entry: Params, site: ContentSite): void {
  const time = timeOf(entry, 'date_gmt') ?? item.modified;
  const filled = fill(item, { ...entry, date_gmt: undefined }, site);
  keep(site.store, {
    ...filled,
    id: idOf(entry, 'revision'),
    role: 'revision',
    parent: item.id,
    date: time,
    modified: time,
    status: 'inherit',
    slug: `${item.id}-revision-v1`,
  });
}
