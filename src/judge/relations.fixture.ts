/** For tests: answers of lists to the cases of `suites/content/relations.yaml`. */

import type { Json } from '../model/index.ts';

/** Records of a list; a number is a record with only that ID. */
export type Records = readonly (number | { readonly [member: string]: Json })[];

/** Lists by step; `again` repeats the first query unless given. */
export type ListsByStep = { readonly [step: string]: Records };

/** Lists that satisfy a relation, and lists that violate it. */
export interface RelationExample {
  readonly case: string;
  readonly holds: ListsByStep;
  /** Replaces some of the lists. */
  readonly wrong: ListsByStep;
  /** Place of the first violation: a step, and a pointer into its answer. */
  readonly at: readonly [step: string, pointer: string];
  readonly actual?: string;
  readonly expected?: string;
}

const FILED_AND_TAGGED: Records = [
  { id: 1, categories: [4], tags: [] },
  { id: 2, categories: [5], tags: [7] },
  { id: 3, categories: [4], tags: [7] },
  { id: 4, categories: [5], tags: [] },
];

function author(id: number, author: number) {
  return { id, author };
}

function dated(id: number, date: string | null) {
  return { id, date };
}

function titled(id: number, rendered: string) {
  return { id, title: { rendered } };
}

function slug(id: number) {
  return { id, slug: `slug-${id}` };
}

function tagged(id: number, ...tags: readonly number[]) {
  return { id, tags };
}

function filed(id: number, ...categories: readonly number[]) {
  return { id, categories };
}

function sticky(id: number, sticky: boolean) {
  return { id, sticky };
}

function mime(id: number, mime_type: string) {
  return { id, mime_type };
}

function status(id: number, status: string) {
  return { id, status };
}

function area(id: string, area: string) {
  return { id, area };
}

function numbered(id: string, cms_id: number) {
  return { id, cms_id };
}

function days(...numbers: readonly number[]): Records {
  return numbers.map((id) => dated(id, `2026-01-0${id}T00:00:00`));
}

/** Lists of three days: a minute before and after the first, and more. */
function parted(more: Records = [], onSides: Records = []): ListsByStep {
  return {
    times: days(1),
    all: [...days(1, 2, 3), ...more],
    'before-next': [...days(1), ...onSides],
    'after-next': [...days(2, 3), ...onSides],
    'before-last': onSides,
    'after-last': [...days(1, 2, 3), ...onSides],
  };
}

function modified(...numbers: readonly number[]): Records {
  return numbers.map((id) => ({ id, modified: `2026-01-0${id}T00:00:00` }));
}

/** All records, and those that a filter leaves. */
function some(all: Records, left: Records): ListsByStep {
  return { ids: all, all, some: left };
}

function eleven(): ListsByStep {
  const steps = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
  return Object.fromEntries([...steps, 'eleven'].map((step) => [step, [1, 2]]));
}

/** Records half an hour apart, by number of half hours after midnight. */
function close(...numbers: readonly number[]): Records {
  return numbers.map((id) => {
    const [hour, minute] = [String(Math.floor(id / 2)).padStart(2, '0'), id % 2 ? '30' : '00'];
    return dated(id, `2026-01-05T${hour}:${minute}:00`);
  });
}

function inMenu(id: number, menus: number) {
  return { id, menus };
}

function attached(id: number, post: number | null) {
  return { id, post };
}

/** Answers of a correct server. */
export interface Legal {
  readonly title: string;
  readonly case: string;
  readonly lists: ListsByStep;
  readonly verdict: 'holds' | 'precondition';
}

const MENUS: Records = [inMenu(1, 0), inMenu(2, 40), inMenu(3, 41), inMenu(4, 40), inMenu(5, 42)];
const FILES: Records = [mime(1, ''), mime(2, 'image/png'), mime(3, 'text/csv'), mime(4, 'a/b')];
const ATTACHED: Records = [attached(1, null), attached(2, 5), attached(3, 6), attached(4, 7)];

export const LEGAL: readonly Legal[] = [
  {
    title: 'menu items in no menu',
    case: 'menu-items/list/relation/filter/menus-several',
    lists: some(MENUS, [inMenu(2, 40), inMenu(3, 41), inMenu(4, 40)]),
    verdict: 'holds',
  },
  {
    title: 'menu items in no menu, where menus are left out',
    case: 'menu-items/list/relation/leaves-out/menus-several',
    lists: { ids: MENUS, all: MENUS, rest: [inMenu(1, 0), inMenu(5, 42)] },
    verdict: 'holds',
  },
  {
    title: 'menu items in no menu, where both menus are asked for',
    case: 'menu-items/list/relation/terms/all-menus',
    lists: {
      ids: [inMenu(1, 0)],
      last: [inMenu(5, 42)],
      all: MENUS,
      both: [inMenu(5, 42)],
    },
    verdict: 'precondition',
  },
  {
    title: 'media without a file',
    case: 'media/list/relation/filter/mime-type-several',
    lists: some(FILES, [mime(2, 'image/png'), mime(3, 'text/csv')]),
    verdict: 'holds',
  },
  {
    title: 'media of no post',
    case: 'media/list/relation/filter/parent-several',
    lists: some(ATTACHED, [attached(2, 5), attached(3, 6)]),
    verdict: 'holds',
  },
  {
    title: 'a record without slug',
    case: 'posts/list/relation/filter/many-slugs',
    lists: {
      ids: [{ id: 9, slug: '' }, slug(1), slug(2), slug(3), slug(4)],
      list: [slug(1), slug(2), slug(3), slug(4)],
    },
    verdict: 'holds',
  },
  {
    title: 'bounds without offset that are read as GMT, two hours off the site',
    case: 'posts/list/relation/window/after-within',
    lists: { times: close(1, 2, 3, 4, 5), list: close(7), there: close(3) },
    verdict: 'precondition',
  },
  {
    title: 'a bound without offset that is read as GMT, two hours off the site',
    case: 'posts/list/relation/window/after-late',
    lists: { times: close(9, 8, 7, 6, 5), list: close(2, 3, 4, 5, 6, 7, 8, 9) },
    verdict: 'precondition',
  },
  {
    title: 'what is near both ends of a window, though not in it by another zone',
    case: 'posts/list/relation/window/after-amid',
    lists: { times: close(1, 2, 3, 4, 5), list: close(7), there: close(3) },
    verdict: 'precondition',
  },
  {
    title: 'a record that is removed after the moments are read',
    case: 'posts/list/relation/window/after-amid',
    lists: { times: days(1, 2, 3, 4, 5), list: days(4), there: [] },
    verdict: 'precondition',
  },
  {
    title: 'a record without date in a window',
    case: 'posts/list/relation/window/after-within',
    lists: {
      times: [1, 2, 3, 4, 5].map((day) => dated(day, `2026-01-0${day}T00:00:00Z`)),
      list: [dated(9, null), dated(3, '2026-01-03T00:00:00Z')],
    },
    verdict: 'holds',
  },
  {
    title: 'a record without date on both sides of a moment',
    case: 'posts/list/relation/window/after-parts',
    lists: parted([dated(9, null)], [dated(9, null)]),
    verdict: 'holds',
  },
  {
    title: 'a record without date on neither side of a moment',
    case: 'posts/list/relation/window/after-parts',
    lists: parted([dated(9, null)], []),
    verdict: 'holds',
  },
  {
    title: 'another record that is of the very minute on both sides of it',
    case: 'posts/list/relation/window/after-parts',
    lists: parted([dated(9, '2026-01-01T00:01:00')], [dated(9, '2026-01-01T00:01:00')]),
    verdict: 'holds',
  },
  {
    title: 'another record that is of the very minute on neither side of it',
    case: 'posts/list/relation/window/after-parts',
    lists: parted([dated(9, '2026-01-01T00:01:00')], []),
    verdict: 'holds',
  },
  {
    title: 'a record without moment anywhere in the order of moments',
    case: 'posts/list/relation/orderby/date/asc',
    lists: {
      list: [dated(1, '2026-01-01T00:00:00Z'), dated(9, null), dated(2, '2026-01-02T00:00:00Z')],
    },
    verdict: 'holds',
  },
];

/** One example of each form of relation. */
export const EXAMPLES: readonly RelationExample[] = [
  // ---- pages -------------------------------------------------------------------------------------
  {
    case: 'posts/list/relation/page-bound/2',
    holds: { page: [1, 2] },
    wrong: { page: [1, 2, 3] },
    at: ['page', ''],
    actual: 'a list of 3',
    expected: 'a list of at most 2',
  },
  {
    case: 'posts/list/relation/page-bound/default',
    holds: { page: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
    wrong: { page: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
    at: ['page', ''],
  },
  {
    case: 'menu-items/list/relation/page-bound/default',
    holds: { page: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
    wrong: { page: Array.from({ length: 101 }, (_, at) => at + 1) },
    at: ['page', ''],
  },
  {
    case: 'posts/list/relation/page-size/3',
    holds: { whole: [1, 2, 3, 4, 5], first: [1, 2, 3], second: [4, 5] },
    wrong: { second: [3, 4] },
    at: ['second', '/0'],
    actual: 'a list with record 3 at place 4',
    expected: 'record 4 at place 4',
  },
  {
    case: 'posts/list/relation/page-start/2',
    holds: { whole: [1, 2, 3], start: [1, 2] },
    wrong: { start: [1] },
    at: ['start', ''],
    actual: 'a list of 1',
    expected: 'record 2 at place 2',
  },
  {
    case: 'posts/list/relation/pages-disjoint/1',
    holds: { first: [1], second: [2] },
    wrong: { second: [1] },
    at: ['first', '/0'],
    actual: 'record 1, which is on both sides',
  },
  {
    case: 'posts/list/relation/pages-complete',
    holds: { whole: [1, 2, 3, 4, 5, 6], first: [1, 2], second: [3, 4], third: [5, 6] },
    wrong: { second: [4], third: [5, 6] },
    at: ['third', ''],
    actual: 'a list of 5 without record 3',
  },
  {
    case: 'posts/list/relation/offset-page/1',
    holds: { page: [2], offset: [2] },
    wrong: { offset: [1] },
    at: ['offset', '/0'],
  },
  {
    case: 'posts/list/relation/offset-skips/2',
    holds: { whole: [1, 2, 3, 4, 5, 6], rest: [3, 4, 5, 6] },
    wrong: { rest: [2, 3, 4, 5] },
    at: ['rest', '/0'],
  },
  {
    case: 'posts/list/relation/offset-disjoint',
    holds: { start: [1, 2], rest: [3, 4] },
    wrong: { rest: [2, 3] },
    at: ['start', '/1'],
  },

  {
    case: 'posts/list/relation/page-filled',
    holds: { rest: [2, 3, 4], page: [1, 2, 3, 4] },
    wrong: { rest: [2, 3], page: [1, 2] },
    at: ['page', ''],
    actual: 'a list of 2 without record 3',
  },
  // ---- order -------------------------------------------------------------------------------------
  {
    case: 'posts/list/relation/order-reversed',
    holds: { ids: [1, 2, 3], up: [1, 2, 3], down: [3, 2, 1] },
    wrong: { down: [1, 2, 3] },
    at: ['down', '/0'],
  },
  {
    case: 'posts/list/relation/orderby/author/asc',
    holds: { list: [author(7, 1), author(5, 1), author(6, 2)] },
    wrong: { list: [author(7, 1), author(6, 2), author(5, 1)] },
    at: ['list', '/2/author'],
    actual: '1',
    expected: 'a value that does not sort before its predecessor 2',
  },
  {
    case: 'posts/list/relation/orderby/author/next-page',
    holds: { first: [author(7, 1), author(5, 1), author(6, 2)], second: [author(8, 2)] },
    wrong: { second: [author(8, 1)] },
    at: ['second', '/0/author'],
  },
  {
    case: 'posts/list/relation/orderby/date/desc',
    holds: { list: [dated(1, '2026-03-01T00:00:00'), dated(2, '2026-02-01T00:00:00')] },
    wrong: { list: [dated(1, '2026-02-01T00:00:00'), dated(2, '2026-03-01T00:00:00')] },
    at: ['list', '/1/date'],
  },
  {
    case: 'posts/list/relation/orderby/title/asc',
    // Collation is open: here by dictionary, not by code.
    holds: { list: [titled(1, 'apple'), titled(2, 'Birch'), titled(3, 'cedar')] },
    wrong: { list: [titled(1, 'apple'), titled(3, 'cedar'), titled(2, 'Birch')] },
    at: ['list', '/2/title/rendered'],
  },
  {
    case: 'media/list/relation/orderby/parent/asc',
    holds: {
      list: [
        { id: 2, post: null },
        { id: 1, post: 5 },
        { id: 3, post: 9 },
      ],
    },
    wrong: {
      list: [
        { id: 1, post: 5 },
        { id: 2, post: null },
        { id: 3, post: 9 },
      ],
    },
    at: ['list', '/1/post'],
  },
  {
    case: 'posts/list/relation/orderby-same/author',
    holds: { ids: [1, 2, 3], 'by-id': [1, 2, 3], other: [3, 1, 2] },
    wrong: { other: [3, 1] },
    at: ['other', ''],
    actual: 'a list of 2 without record 2',
  },
  {
    case: 'posts/list/relation/orderby/include',
    holds: { ids: [1, 2, 3], list: [3, 1, 2] },
    wrong: { list: [1, 2, 3] },
    at: ['list', '/0'],
  },
  {
    case: 'posts/list/relation/orderby/include-slugs',
    holds: { ids: [slug(1), slug(2), slug(3)], list: [slug(3), slug(1), slug(2)] },
    wrong: { list: [slug(3), slug(2), slug(1)] },
    at: ['list', '/1'],
    actual: 'a list with "slug-2" at place 2',
  },

  // ---- defaults ----------------------------------------------------------------------------------
  {
    case: 'posts/list/relation/default/page',
    holds: { without: [1, 2, 3], with: [1, 2, 3] },
    wrong: { with: [4, 5, 6] },
    at: ['with', '/0'],
  },
  {
    case: 'posts/list/relation/default/order/id',
    holds: { without: [3, 2, 1], with: [3, 2, 1] },
    wrong: { without: [1, 2, 3] },
    at: ['with', '/0'],
  },
  {
    case: 'posts/list/relation/default/per-page',
    holds: { without: [1, 2, 3], with: [1, 2, 3] },
    wrong: { without: [1, 2] },
    at: ['with', '/2'],
    actual: 'a list with record 3 at place 3',
    expected: 'a list of 2',
  },
  {
    case: 'posts/list/relation/default/order-alone/date',
    // Another clause judges the order.
    holds: { without: [dated(2, 'a'), dated(1, 'b')], with: [dated(2, 'a'), dated(1, 'b')] },
    wrong: { without: [dated(1, 'b'), dated(2, 'a')] },
    at: ['with', '/0'],
  },
  {
    case: 'posts/list/relation/default/orderby/date',
    // Records of the same time may stand in any order.
    holds: {
      without: [dated(2, 'a'), dated(1, 'a'), dated(3, 'b')],
      with: [dated(1, 'a'), dated(2, 'a'), dated(3, 'b')],
    },
    wrong: { with: [dated(3, 'b'), dated(1, 'a'), dated(2, 'a')] },
    at: ['with', '/0'],
  },
  {
    case: 'posts/list/relation/default/context',
    holds: { without: [slug(1), slug(2)], with: [slug(1), slug(2)] },
    wrong: { with: [slug(1), 2] },
    at: ['with', '/1'],
  },
  {
    case: 'posts/list/relation/default/operator/tags/first',
    holds: { ids: [tagged(1, 7, 8)], without: [1, 2], with: [1, 2] },
    wrong: { without: [1] },
    at: ['with', '/1'],
  },
  {
    case: 'posts/list/relation/default/children/categories',
    holds: { ids: [filed(1, 4)], with: [1], without: [1], listed: [1] },
    wrong: { without: [1, 2] },
    at: ['without', '/1'],
  },
  {
    case: 'posts/list/relation/default/children/categories',
    holds: { ids: [filed(1, 4)], with: [1], without: [1], listed: [1] },
    wrong: { listed: [1, 2] },
    at: ['listed', '/1'],
  },
  {
    case: 'menu-items/list/relation/orderby-same/include/descending',
    holds: { ids: [1, 2], 'by-id': [2, 1], other: [1, 2] },
    wrong: { other: [2] },
    at: ['other', ''],
    actual: 'a list of 1 without record 1',
  },
  {
    case: 'posts/list/relation/orderby-same/relevance',
    holds: { 'by-id': [1, 2], up: [2, 1], down: [1, 2] },
    wrong: { down: [1] },
    at: ['down', ''],
    actual: 'a list of 1 without record 2',
  },

  // ---- which records -----------------------------------------------------------------------------
  {
    case: 'posts/list/relation/include/two',
    holds: { ids: [1, 2, 3], list: [1, 3] },
    wrong: { list: [1, 2, 3] },
    at: ['list', '/1'],
    actual: 'record 2, which does not belong to it',
  },
  {
    case: 'posts/list/relation/include/one',
    holds: { ids: [1, 2, 3], list: [2] },
    wrong: { list: [] },
    at: ['list', ''],
    actual: 'a list of 0 without record 2',
  },
  {
    case: 'posts/list/relation/exclude/one',
    holds: { ids: [1, 2, 3], all: [1, 2, 3, 4], rest: [1, 3, 4] },
    wrong: { rest: [1, 2, 3, 4] },
    at: ['rest', '/1'],
  },
  {
    case: 'posts/list/relation/exclude/two',
    holds: { ids: [1, 2, 3], all: [1, 2, 3, 4], rest: [2, 4] },
    wrong: { rest: [4] },
    at: ['rest', ''],
    actual: 'a list of 1 without record 2',
  },
  {
    case: 'posts/list/relation/include-exclude',
    holds: { ids: [1, 2, 3], rest: [1, 3] },
    wrong: { rest: [1, 2, 3] },
    at: ['rest', '/1'],
  },
  {
    case: 'posts/list/relation/filter/author',
    holds: some([author(1, 4), author(2, 5), author(3, 4)], [author(1, 4), author(3, 4)]),
    wrong: { some: [author(1, 4), author(2, 5), author(3, 4)] },
    at: ['some', '/1'],
  },
  {
    case: 'posts/list/relation/filter/tags',
    holds: some([tagged(1, 7, 8), tagged(2, 8), tagged(3, 9, 7)], [1, 3]),
    wrong: { some: [1] },
    at: ['some', ''],
    actual: 'a list of 1 without record 3',
  },
  {
    case: 'media/list/relation/filter/parent',
    holds: some(
      [
        { id: 1, post: 5 },
        { id: 2, parent: 6 },
      ],
      [1],
    ),
    wrong: { some: [1, 2] },
    at: ['some', '/1'],
  },
  {
    case: 'posts/list/relation/filter/sticky-not',
    holds: { all: [sticky(1, true), sticky(2, false)], some: [2] },
    wrong: { some: [1, 2] },
    at: ['some', '/0'],
  },
  {
    case: 'posts/list/relation/filter/two-slugs',
    holds: { ids: [slug(1), slug(2), slug(3)], list: [slug(1), slug(3)] },
    wrong: { list: [slug(1)] },
    at: ['list', ''],
    actual: 'a list of 1 without "slug-3"',
  },
  {
    case: 'media/list/relation/filter/media-type/image',
    holds: { all: [mime(1, 'image/png'), mime(2, 'text/plain')], some: [1] },
    wrong: { some: [1, 2] },
    at: ['some', '/1'],
  },
  {
    case: 'posts/list/relation/filter/status/draft',
    holds: { all: [status(1, 'publish'), status(2, 'draft')], some: [2] },
    wrong: { some: [1, 2] },
    at: ['some', '/0'],
  },
  {
    case: 'posts/list/relation/status-disjoint/trash',
    holds: { main: [1, 2], other: [3] },
    wrong: { other: [2, 3] },
    at: ['other', '/0'],
  },
  {
    case: 'posts/list/relation/status-complete/private',
    holds: { both: [1, 2, 3], main: [1, 3], other: [2] },
    wrong: { both: [1, 2, 3, 4] },
    at: ['other', ''],
  },
  {
    case: 'posts/list/relation/status-any',
    holds: { any: [1, 2, 3], shown: [1, 3] },
    wrong: { any: [1, 2, 4] },
    at: ['shown', '/1'],
  },
  {
    case: 'template-parts/list/relation/filter/area',
    holds: some([area('a', 'header'), area('b', 'footer')], [area('a', 'header')]),
    wrong: { some: [area('a', 'header'), area('b', 'footer')] },
    at: ['some', '/1'],
    actual: '"b", which does not belong to it',
  },
  {
    case: 'template-parts/list/relation/filter/post-type-among',
    holds: some([area('a', 'x'), area('b', 'x')], [area('b', 'x')]),
    wrong: { some: [area('c', 'x')] },
    at: ['some', '/0'],
  },
  {
    case: 'templates/list/relation/filter/cms-id',
    holds: some([numbered('a', 1), numbered('b', 2)], [numbered('b', 2)]),
    wrong: { some: [numbered('a', 1)] },
    at: ['some', '/0'],
  },

  // ---- which records not -------------------------------------------------------------------------
  {
    case: 'posts/list/relation/leaves-out/categories',
    holds: { ids: [filed(1, 4)], all: [filed(1, 4), filed(2, 5)], rest: [2] },
    wrong: { rest: [1, 2] },
    at: ['rest', '/0'],
  },
  {
    case: 'posts/list/relation/with-or-without/author',
    holds: { ids: [author(1, 4)], all: [1, 2, 3], with: [1], without: [2, 3] },
    wrong: { without: [3] },
    at: ['without', ''],
    actual: 'a list of 2 without record 2',
  },
  {
    case: 'posts/list/relation/with-not-without/author',
    holds: { ids: [author(1, 4)], with: [1], without: [2, 3] },
    wrong: { without: [1, 2, 3] },
    at: ['with', '/0'],
  },

  // ---- windows of time ---------------------------------------------------------------------------
  {
    case: 'posts/list/relation/window/after-within',
    // The bounds of a window are open: here both belong to it.
    holds: { times: days(1, 2, 3, 4, 5), list: days(2, 3, 4) },
    wrong: { list: days(2, 3, 5) },
    at: ['list', '/2/date'],
    actual: '"2026-01-05T00:00:00"',
    expected: 'a moment of those that were asked for',
  },
  {
    case: 'pages/list/relation/window/modified_after-within',
    holds: { times: modified(1, 2, 3, 4, 5), list: modified(3) },
    wrong: { list: modified(1, 3) },
    at: ['list', '/0/modified'],
  },
  {
    case: 'posts/list/relation/window/after-amid',
    holds: { times: days(1, 2, 3, 4, 5), list: days(3), there: days(3) },
    wrong: { list: days(4) },
    at: ['list', ''],
    actual: 'a list of 1 without record 3',
  },
  {
    case: 'posts/list/relation/filter/author-several',
    holds: some(
      [author(1, 5), author(2, 5), author(3, 6), author(4, 7)],
      [author(1, 5), author(2, 5), author(3, 6)],
    ),
    wrong: { some: [author(1, 5), author(2, 5)] },
    at: ['some', ''],
    actual: 'a list of 2 without record 3',
  },
  {
    case: 'posts/list/relation/leaves-out/tags-several',
    holds: {
      ids: [tagged(1, 4), tagged(2, 4), tagged(3, 5), tagged(4)],
      all: [tagged(1, 4), tagged(2, 4), tagged(3, 5), tagged(4)],
      rest: [tagged(4)],
    },
    wrong: { rest: [tagged(3, 5), tagged(4)] },
    at: ['rest', '/0'],
  },
  {
    case: 'media/list/relation/filter/media-type-several',
    holds: {
      all: [mime(1, 'image/png'), mime(2, 'text/csv'), mime(3, 'audio/ogg')],
      some: [mime(1, 'image/png'), mime(2, 'text/csv')],
    },
    wrong: { some: [mime(1, 'image/png')] },
    at: ['some', ''],
  },
  {
    case: 'posts/list/relation/search/columns-several',
    holds: { both: [1, 2, 3], title: [1, 2], content: [2, 3] },
    wrong: { both: [1, 3], title: [1] },
    at: ['content', '/0'],
  },
  {
    case: 'posts/list/relation/window/after-nested',
    holds: { times: days(1, 2, 3, 4, 5), early: [3, 4, 5], late: [5] },
    wrong: { late: [2, 5] },
    at: ['late', '/0'],
  },
  {
    case: 'posts/list/relation/window/after-parts',
    holds: parted(),
    wrong: { 'before-next': [] },
    at: ['after-next', ''],
    actual: 'a list of 2 without record 1',
  },
  {
    case: 'posts/list/relation/window/after-parts',
    holds: parted(),
    wrong: { 'after-next': days(1, 2, 3) },
    at: ['before-next', '/0'],
    actual: 'record 1, which is on both sides',
  },
  {
    case: 'posts/list/relation/window/after-parts',
    holds: parted(),
    wrong: { 'before-last': days(1) },
    at: ['before-last', '/0'],
  },
  {
    case: 'posts/list/relation/window/after-parts',
    holds: parted(),
    wrong: { 'after-last': days(2, 3) },
    at: ['after-last', ''],
  },
  {
    case: 'posts/list/relation/window/before-none',
    holds: { all: [1, 2], none: [] },
    wrong: { none: [1, 2] },
    at: ['none', '/0'],
  },

  // ---- search ------------------------------------------------------------------------------------
  {
    case: 'posts/list/relation/search/narrows',
    holds: { all: [1, 2], none: [] },
    wrong: { none: [1, 2] },
    at: ['none', ''],
    expected: 'a list with less',
  },
  {
    case: 'posts/list/relation/search/finds-title',
    holds: { ids: [titled(1, 'The tall ship'), 2, 3], list: [1, 9] },
    wrong: { list: [9] },
    at: ['list', ''],
    actual: 'a list of 1 without record 1',
  },
  {
    case: 'posts/list/relation/search/columns-narrow/post_title',
    holds: { anywhere: [1, 2, 3], column: [2] },
    wrong: { column: [2, 2.5] },
    at: ['column', '/1'],
  },
  {
    case: 'posts/list/relation/search/column-title',
    holds: { list: [titled(1, 'Th&#233; ship'), titled(2, 'ano<b>the</b>r')] },
    wrong: { list: [titled(1, 'The ship'), titled(2, 'A ship')] },
    at: ['list', '/1/title/rendered'],
    actual: '"A ship"',
    expected: 'a text with "the" in it',
  },
  {
    case: 'posts/list/relation/search/exact-narrows',
    holds: { ids: [titled(1, 'The ship'), 2, 3], freely: [1, 4, 5], exactly: [1] },
    wrong: { exactly: [1, 2] },
    at: ['exactly', '/1'],
  },
  {
    case: 'posts/list/relation/search/exact-title',
    holds: { list: [titled(1, 'There are')] },
    wrong: { list: [titled(1, 'Are there')] },
    at: ['list', '/0/title/rendered'],
  },

  // ---- terms -------------------------------------------------------------------------------------
  {
    case: 'posts/list/relation/terms/forms/categories',
    holds: { ids: [filed(1, 4)], listed: [1, 2], spelt: [1, 2] },
    wrong: { spelt: [] },
    at: ['spelt', ''],
  },
  {
    case: 'posts/list/relation/terms/operator/tags/first',
    holds: { ids: [tagged(1, 7, 8)], either: [1, 2, 3], both: [1] },
    wrong: { both: [1, 2, 2.5] },
    at: ['both', '/2'],
  },
  {
    case: 'posts/list/relation/terms/all/tags/first',
    holds: {
      ids: [tagged(1, 7), tagged(2, 8)],
      all: [tagged(1, 7), tagged(2, 8), tagged(3, 8, 7)],
      both: [3],
    },
    wrong: { both: [1, 2, 3] },
    at: ['both', '/0'],
  },
  {
    case: 'posts/list/relation/terms/any/tags/first',
    holds: {
      ids: [tagged(1, 7), tagged(2, 8)],
      all: [tagged(1, 7), tagged(2, 8), tagged(3, 9)],
      either: [1, 2],
    },
    wrong: { either: [1] },
    at: ['either', ''],
    actual: 'a list of 1 without record 2',
  },
  {
    case: 'menu-items/list/relation/terms/all-menus',
    holds: {
      ids: [{ id: 1, menus: 3 }],
      last: [{ id: 2, menus: 3 }],
      all: [
        { id: 1, menus: 3 },
        { id: 2, menus: 3 },
        { id: 9, menus: 4 },
      ],
      both: [1, 2],
    },
    wrong: { both: [1, 2, 9] },
    at: ['both', '/2'],
  },
  {
    case: 'posts/list/relation/terms/children/categories',
    holds: { ids: [filed(1, 4)], alone: [1], family: [1, 2] },
    wrong: { alone: [1, 2], family: [2, 3] },
    at: ['alone', '/0'],
  },
  {
    case: 'posts/list/relation/terms/children/excluded',
    holds: { ids: [filed(1, 4)], alone: [2, 3], family: [3] },
    wrong: { family: [1, 3] },
    at: ['family', '/0'],
  },
  {
    case: 'posts/list/relation/terms/relation/and',
    holds: { ids: FILED_AND_TAGGED, all: FILED_AND_TAGGED, both: [3] },
    wrong: { both: [1, 3] },
    at: ['both', '/0'],
  },
  {
    case: 'posts/list/relation/terms/relation/or',
    holds: { ids: FILED_AND_TAGGED, all: FILED_AND_TAGGED, either: [1, 2, 3] },
    wrong: { either: [1, 3] },
    at: ['either', ''],
  },
  {
    case: 'posts/list/relation/terms/relation/narrows',
    holds: { ids: FILED_AND_TAGGED, either: [1, 2, 3], both: [3] },
    wrong: { either: [1, 2, 4] },
    at: ['both', '/0'],
  },

  {
    case: 'posts/list/relation/status-any/pending',
    holds: { any: [1, 2, 3], of: [2] },
    wrong: { any: [1, 3] },
    at: ['of', '/0'],
  },

  // ---- stickies, contexts, and the same again ----------------------------------------------------
  {
    case: 'posts/list/relation/sticky-first',
    holds: { list: [sticky(5, true), sticky(1, false), sticky(9, false)] },
    wrong: { list: [sticky(1, false), sticky(5, true), sticky(9, false)] },
    at: ['list', '/1/sticky'],
  },
  {
    case: 'posts/list/relation/context/same/embed',
    holds: { view: [1, 2], other: [1, 2] },
    wrong: { other: [1] },
    at: ['other', ''],
  },
  {
    // A login without all rights sees fewer records, and some from after the first page of `view`.
    case: 'posts/list/relation/context/same/edit',
    holds: { view: [1, 2, 4], other: [1, 4, 9] },
    wrong: { other: [1, 3] },
    at: ['other', '/1'],
  },
  {
    case: 'templates/list/relation/context/bare-same/embed',
    holds: { view: [area('a', 'x')], other: [area('a', 'x')] },
    wrong: { other: [area('b', 'x')] },
    at: ['other', '/0'],
  },
  {
    case: 'posts/list/relation/context/edit-raw',
    holds: { list: [{ id: 1, title: { raw: '' } }] },
    wrong: { list: [{ id: 1, title: { raw: '' } }, titled(2, 'A ship')] },
    at: ['list', '/1/title/raw'],
    actual: 'missing',
    expected: 'a string',
  },
  {
    case: 'posts/list/relation/steady',
    holds: eleven(),
    wrong: { six: [1] },
    at: ['six', ''],
    actual: 'a list of 1 that differs from those before and after it',
  },
];
