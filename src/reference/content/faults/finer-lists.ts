import { isList, isMembers, type Json } from '../../../model/index.ts';
import type { Reply } from '../../http.ts';
import { type InFront, jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { type Alteration, answering, field, hearing, listed } from '../altering.ts';
import { inFamily } from '../deviation.ts';

/** Rounds a date and time to the beginning or the end of its day. */
const DAYS = {
  midnight: (moment: string) => moment.replace(/T[\d:.]+/, 'T00:00:00'),
  'its end': (moment: string) => moment.replace(/T[\d:.]+/, 'T23:59:59'),
} as const;

/** Uses only the day of some parameters of one list. */
function byDay(
  collection: string,
  bound: keyof typeof DAYS,
  ...parameters: readonly string[]
): Alteration {
  const list = { is: `/cms/v2/${collection}`, method: 'GET' };
  return hearing(list, ({ params, given }) => ({
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        parameters.includes(name) && typeof value === 'string' ? DAYS[bound](value) : value,
      ]),
    ),
    given,
  }));
}

/** For each list with several dates, one parameter rounded to midnight or to the end of its day. */
const BY_DAY = [
  ['posts', 'before', 'midnight', 'date-window'],
  ['posts', 'modified_after', 'its end', 'modified-window'],
  ['pages', 'after', 'its end', 'date-window'],
  ['pages', 'modified_before', 'midnight', 'modified-window'],
  ['media', 'before', 'its end', 'date-window'],
  ['media', 'modified_after', 'midnight', 'modified-window'],
  ['blocks', 'before', 'midnight', 'date-window'],
  ['blocks', 'modified_before', 'its end', 'modified-window'],
  ['navigation', 'after', 'midnight', 'date-window'],
  ['navigation', 'modified_before', 'midnight', 'modified-window'],
] as const;

/** Refuses, or crashes at, a list whose order comes with a related parameter. */
function stumbling(
  route: RegExp,
  order: string,
  company: string,
  status: number,
): InFront['inFront'] {
  return () => async (request, ask) => {
    const names = [...request.query.keys()].map((name) => name.replace(/\[.*$/, ''));
    const isOrdered = request.query.get('orderby') === order && names.includes(company);
    return request.method === 'GET' && route.test(request.route) && isOrdered
      ? { status, headers: [['Content-Type', 'application/json']], body: '{"code":"db_error"}' }
      : ask(request);
  };
}

/** Shows a text in the list of pages to editors as the edit context shows it. */
function openInLists(text: string): InFront['inFront'] {
  return () => async (request, ask) => {
    const reply = await ask(request);
    const list = jsonIn(reply);
    if (request.method !== 'GET' || request.route !== '/cms/v2/pages' || !isList(list))
      return reply;
    const whole = textsIn(await ask(inEditContext(request)), text);
    const opened = list.map((record) => {
      if (!isMembers(record)) return record;
      const [shown, all] = [record[text], whole.get(record.id)];
      if (!isMembers(shown) || !isMembers(all)) return record;
      return { ...record, [text]: { ...shown, rendered: all.raw ?? '' } };
    });
    return withJson(reply, opened);
  };
}

function inEditContext(request: RoutedRequest): RoutedRequest {
  const query = new URLSearchParams(request.query);
  query.set('context', 'edit');
  return { ...request, query };
}

function textsIn(reply: Reply, text: string): ReadonlyMap<Json | undefined, Json | undefined> {
  const list = jsonIn(reply);
  const records = isList(list) ? list.filter(isMembers) : [];
  return new Map(records.map((record) => [record.id, record[text]]));
}

/** Faults in lists that show only in special cases. */
export const finerListFaults = inFamily('list parameters', [
  ...BY_DAY.map(([collection, parameter, bound, clause]) => ({
    name: `${parameter.replace('_', '-')}-of-${collection}-by-day-from-${bound.replace(/its /, '')}`,
    what: `uses only the day of ${parameter} in the list of ${collection}, and ${bound} of that`,
    breaks: [`content/lists/${clause}`],
    alter: byDay(collection, bound, parameter),
  })),
  {
    name: 'moments-of-blocks-by-day',
    what: 'uses only the day of every date in requests for the list of blocks, and midnight of that',
    breaks: ['content/lists/date-window', 'content/lists/modified-window'],
    alter: byDay('blocks', 'midnight', 'after', 'before', 'modified_after', 'modified_before'),
  },
  {
    name: 'relevance-of-pages-crashes',
    what: 'breaks down at pages in the order of their relevance to a search',
    breaks: ['robust/no-server-error'],
    at: ['content/pages/list'],
    inFront: stumbling(/^\/cms\/v2\/pages$/, 'relevance', 'search', 500),
  },
  {
    name: 'relevance-of-revisions-crashes',
    what: 'breaks down at revisions in the order of their relevance to a search',
    breaks: ['robust/no-server-error'],
    at: ['content/*/revisions/list'],
    inFront: stumbling(/\/revisions$/, 'relevance', 'search', 500),
  },
  {
    name: 'order-of-slugs-of-navigation-crashes',
    what: 'breaks down at navigation in the order of its slugs',
    breaks: ['robust/no-server-error'],
    at: ['content/navigation/list'],
    inFront: stumbling(/^\/cms\/v2\/navigation$/, 'include_slugs', 'slug', 500),
  },
  {
    name: 'lists-of-categories-with-children',
    what: 'counts descendants of a category where a list of categories is given, and not where an object is',
    breaks: ['content/lists/default-children'],
    alter: hearing({ is: '/cms/v2/posts', method: 'GET' }, ({ params, given }) => ({
      params: isList(params.categories)
        ? { ...params, categories: { terms: params.categories, include_children: true } }
        : params,
      given,
    })),
  },
  {
    name: 'excerpts-of-pages-open-in-lists',
    what: 'keeps a protected excerpt of a page from its editor in a read, and not in a list',
    breaks: [],
    at: ['content/pages/list'],
    undetected: 'what a login without the password is shown is not said',
    inFront: openInLists('excerpt'),
  },
  {
    name: 'protected-never-true-in-lists',
    what: 'calls the content of no page protected where pages are listed',
    breaks: ['content/record/protected'],
    alter: answering({ method: 'GET', is: '/cms/v2/pages' }, (value) =>
      listed(value, (records) =>
        records.map((record) =>
          isMembers(record) && isMembers(record.content)
            ? { ...record, content: { ...record.content, protected: false } }
            : record,
        ),
      ),
    ),
  },
  {
    name: 'embedded-excerpts-unguarded',
    what: 'shows protected excerpts to everyone who embeds them',
    breaks: ['content/record/password-guards-excerpt'],
    alter: field('excerpt', (one) => ({
      ...one,
      read: (item, view, site) =>
        one.read(item, view.context === 'embed' ? { ...view, unlocked: true } : view, site),
    })),
  },
]);
