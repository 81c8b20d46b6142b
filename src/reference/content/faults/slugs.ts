import type { Json } from '../../../model/index.ts';
import {
  type Applies,
  bodyOf,
  eachRecord,
  edited,
  idOf,
  isGood,
  type Members,
  membersOf,
  type StandsBefore,
  to,
} from '../../fronts.ts';
import type { RoutedRequest } from '../../in-front.ts';
import { inFamily } from '../deviation.ts';

const WRITES = 'POST|PUT|PATCH';

interface Remembering {
  readonly routes: string;
  /** The value to show from this write on; undefined to show what the record has. */
  readonly valueIn: (request: RoutedRequest, record: Members) => Json | undefined;
  /** The writes that set or reset the value. */
  readonly concerns?: (request: RoutedRequest, record: Members) => boolean;
  readonly shown: (record: Members, value: Json) => Members;
}

/** Shows a value in records from the write on that set it. */
export function shownFromWrite({
  routes,
  valueIn,
  concerns = () => true,
  shown,
}: Remembering): StandsBefore {
  return () => {
    const values = new Map<string, Json>();
    const isWrite = to(WRITES, routes);
    const applies = to(`GET|DELETE|${WRITES}`, routes);
    return async (request, ask) => {
      const reply = await ask(request);
      if (!applies(request) || !isGood(reply)) return reply;
      const record = bodyOf(reply);
      if (isWrite(request) && concerns(request, record)) {
        const value = valueIn(request, record);
        if (value === undefined) values.delete(idOf(record));
        else values.set(idOf(record), value);
      }
      return edited(reply, (value) =>
        eachRecord(value, (one) => {
          const known = values.get(idOf(one));
          return known === undefined ? one : shown(one, known);
        }),
      );
    };
  };
}

/** Shows a record under the requested slug, though another has it. */
function sharedSlugs(
  collection: string,
  takes: Applies,
  isOf: (record: Members) => boolean = () => true,
): StandsBefore {
  return shownFromWrite({
    routes: `/cms/v2/${collection}(?:/\\d+)?`,
    concerns: (request) => typeof bodyOf(request).slug === 'string',
    valueIn: (request, record) => {
      const slug = String(bodyOf(request).slug);
      const isNumbered = record.slug !== slug && String(record.slug).replace(/-\d+$/, '') === slug;
      return takes(request) && isNumbered && isOf(record) ? slug : undefined;
    },
    shown: (record, slug) => ('slug' in record ? { ...record, slug } : record),
  });
}

/** Two creations that are under way at once get the slug that both ask for. */
function sharedAtOnce(collection: string): StandsBefore {
  const isCreation = to('POST', `/cms/v2/${collection}`);
  const underWay = new Map<string, number>();
  const second = new WeakSet<RoutedRequest>();
  const shared = sharedSlugs(collection, (request) => second.has(request));
  return () => {
    const handle = shared();
    return async (request, ask) => {
      const { slug } = bodyOf(request);
      if (!isCreation(request) || typeof slug !== 'string') return handle(request, ask);
      const before = underWay.get(slug) ?? 0;
      if (before > 0) second.add(request);
      underWay.set(slug, before + 1);
      // Long enough for another one to arrive.
      await new Promise((resolve) => setTimeout(resolve, 5));
      try {
        return await handle(request, ask);
      } finally {
        underWay.set(slug, (underWay.get(slug) ?? 1) - 1);
      }
    };
  };
}

const UNIQUE = ['content/state/slug-unique'];

/** Slugs that two objects share, although each is unique within its type (2.2). */
export const slugFaults = inFamily('slugs', [
  {
    name: 'slug-twice-after-update',
    what: 'lets an update give a post the slug that another post has',
    breaks: UNIQUE,
    inFront: sharedSlugs('posts', to(WRITES, '/cms/v2/posts/\\d+')),
  },
  {
    name: 'slug-kept-by-second',
    what: 'shows a new post under the slug that it asked for, though another has it',
    breaks: UNIQUE,
    inFront: sharedSlugs('posts', ({ method }) => method === 'POST'),
  },
  {
    name: 'patched-slug-collides',
    what: 'shows a patched post under the slug that it asked for, though another has it',
    breaks: UNIQUE,
    inFront: sharedSlugs('posts', ({ method }) => method === 'PATCH'),
  },
  {
    name: 'pages-share-slugs',
    what: 'lets a page take the slug of another one',
    breaks: UNIQUE,
    inFront: sharedSlugs('pages', () => true),
  },
  {
    name: 'slug-duplicate-after-update',
    what: 'shows a page under the slug that an update asked for, though another page has it',
    breaks: UNIQUE,
    inFront: sharedSlugs('pages', to(WRITES, '/cms/v2/pages/\\d+')),
  },
  {
    name: 'pages-slug-taken-twice',
    what: 'shows a new page under the slug that it asked for, though another page has it',
    breaks: UNIQUE,
    inFront: sharedSlugs('pages', to('POST', '/cms/v2/pages')),
  },
  {
    name: 'slug-shared-at-once',
    what: 'gives two posts one slug that are created at once',
    breaks: ['content/state/slug-unique-at-once'],
    inFront: sharedAtOnce('posts'),
  },
  {
    name: 'slug-of-pages-shared-at-once',
    what: 'gives two pages one slug that are created at once',
    breaks: ['content/state/slug-unique-at-once'],
    inFront: sharedAtOnce('pages'),
  },
  {
    name: 'drafts-share-slugs',
    what: 'shows a new draft under the slug that it asked for, though another post has it',
    breaks: [],
    at: ['content/posts/*'],
    undetected: 'servers of this kind give a draft a slug of its own when it is published',
    inFront: sharedSlugs('posts', to('POST', '/cms/v2/posts'), ({ status }) => status === 'draft'),
  },
  {
    name: 'slug-unique-per-parent',
    what: 'lets a new page below a parent have the slug of a page elsewhere',
    breaks: [],
    at: ['content/pages/create', 'content/pages/update/*'],
    undetected:
      'the document does not say what a type is; servers of this kind let pages below different parents share a slug',
    inFront: sharedSlugs(
      'pages',
      (request) => request.method === 'POST' && Number(bodyOf(request).parent) > 0,
    ),
  },
  // section 2.2, row `title`: "`rendered` (string, read-only)"
  {
    name: 'rendered-title-of-posts-written',
    what: 'keeps the rendered title that a write of a post carries next to the raw one',
    breaks: ['content/record/read-only-rendered'],
    inFront: shownFromWrite({
      routes: '/cms/v2/posts(?:/\\d+)?',
      concerns: (request) => bodyOf(request).title !== undefined,
      valueIn: (request) => {
        const { rendered } = membersOf(bodyOf(request).title);
        return typeof rendered === 'string' ? rendered : undefined;
      },
      shown: (record, rendered) => ({
        ...record,
        title: { ...membersOf(record.title), rendered },
      }),
    }),
  },
]);
