import type { Json } from '../../../model/index.ts';
import {
  answered,
  bodyOf,
  eachRecord,
  edited,
  idIn,
  idOf,
  isGood,
  isObject,
  LISTS,
  listIn,
  type Members,
  membersOf,
  memoryless,
  readingOf,
  recordAt,
  refusal,
  to,
  wholeList,
  withPairs,
} from '../../fronts.ts';
import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { type ContentVariation, standingInFront } from '../deviation.ts';
import { shownFromWrite } from '../faults/slugs.ts';

const AUTOSAVES = /^(\/cms\/v2\/(?:posts|pages|blocks)\/\d+)\/autosaves$/;

const DATES = ['after', 'before', 'modified_after', 'modified_before'];

function textOf(value: Json | undefined): Json | undefined {
  return isObject(value) ? (value.raw ?? value.rendered) : value;
}

function isSame(body: Members, record: Members): boolean {
  const names = ['title', 'content', 'excerpt'].filter((name) => name in body);
  return names.length > 0 && names.every((name) => textOf(body[name]) === textOf(record[name]));
}

/** The parameters that an index lists for a route and method; empty if it lists none. */
function listedIn(index: Members, { route, method }: RoutedRequest): readonly string[] {
  return Object.entries(membersOf(index.routes)).flatMap(([pattern, one]) =>
    new RegExp(`^${pattern.replaceAll('(?P<', '(?<')}$`).test(route.replace(/(?<=.)\/$/, ''))
      ? listIn(membersOf(one).endpoints)
          .map(membersOf)
          .filter(({ methods }) => listIn(methods).includes(method))
          .flatMap(({ args }) => Object.keys(membersOf(args)))
      : [],
  );
}

/** Adds a zone to dates that are the same in GMT. */
function zoned(record: Members): Members {
  const names = ['date', 'modified'].filter((name) => {
    const { [name]: local, [`${name}_gmt`]: gmt } = record;
    return typeof local === 'string' && local === gmt && /T[\d:]+$/.test(local);
  });
  const dates = names.flatMap((name) => [
    [name, `${record[name]}Z`],
    [`${name}_gmt`, `${record[name]}Z`],
  ]);
  return { ...record, ...Object.fromEntries(dates) };
}

export const recordVariations: readonly ContentVariation[] = standingInFront([
  {
    name: 'dates-with-z',
    leaves: '2.2: a date is a date-time; the zone of the site is UTC, and Z says so',
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return to('GET|POST|PUT|PATCH', `${LISTS}(?:/\\d+)?`)(request)
        ? edited(reply, (value) => eachRecord(value, zoned))
        : reply;
    }),
  },
  {
    name: 'draft-without-date-gmt',
    leaves: '2.2, row date_gmt: "string or null": what a draft shows that was never given a date',
    inFront: shownFromWrite({
      routes: '/cms/v2/posts(?:/\\d+)?',
      concerns: (request) => {
        const body = bodyOf(request);
        const isDated = 'date' in body || 'date_gmt' in body;
        return isDated || request.route === '/cms/v2/posts' || 'status' in body;
      },
      valueIn: (request) => {
        const body = bodyOf(request);
        const isNew = request.route === '/cms/v2/posts';
        return isNew && !('date' in body || 'date_gmt' in body) ? 'draft' : undefined;
      },
      shown: (record, status) =>
        record.status === status && 'date_gmt' in record ? { ...record, date_gmt: null } : record,
    }),
  },
  {
    name: 'menu-order-moves-on',
    leaves:
      '2.3: that two menu items may have the same menu_order is not said: the second gets the next',
    inFront: memoryless(async (request, ask) => {
      const body = bodyOf(request);
      const applies = to('POST|PUT|PATCH', '/cms/v2/menu-items(?:/\\d+)?')(request);
      if (!applies || !Number.isInteger(body.menu_order)) return ask(request);
      const query = { context: 'edit', status: 'publish,draft' };
      const all = await wholeList(readingOf(request, '/cms/v2/menu-items', query), ask);
      const others = all
        .filter((one) => idOf(one) !== idIn(request))
        .map((one) => membersOf(one).menu_order);
      let order = Number(body.menu_order);
      while (others.includes(order)) order += 1;
      return ask(withJson(request, { ...body, menu_order: order }));
    }),
  },
  {
    name: 'autosave-without-news',
    leaves:
      '7: status codes and what is refused in addition to the parameter schema are not shown: an autosave that changes nothing is',
    inFront: memoryless(async (request, ask) => {
      const [, item] = AUTOSAVES.exec(request.route) ?? [];
      if (request.method !== 'POST' || item === undefined) return ask(request);
      return isSame(bodyOf(request), await recordAt(request, ask, item))
        ? refusal(400, 'no_changes', 'There is nothing to save.')
        : ask(request);
    }),
  },
  {
    name: 'autosave-of-draft-updates-it',
    leaves: '3: transitions: not shown; an autosave of a draft is written to the draft as well',
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const [, item] = AUTOSAVES.exec(request.route) ?? [];
      if (request.method !== 'POST' || item === undefined || !isGood(reply)) return reply;
      const { status } = await recordAt(request, ask, item);
      if (status === 'draft' && isObject(jsonIn(request))) await ask({ ...request, route: item });
      return reply;
    }),
  },
  {
    name: 'unknown-parameters-refused',
    leaves: '7: what is done with parameters that no table names is not shown: they are refused',
    inFront: () => {
      // Reading it is slow, and it does not change.
      let index: Members | undefined;
      return async (request, ask) => {
        if (request.method !== 'GET' || request.query.size === 0) return ask(request);
        index ??= bodyOf(await ask(readingOf(request, '/', {})));
        const names = listedIn(index, request);
        const given = [...request.query.keys()].map((name) => name.replace(/\[.*$/, ''));
        return names.length > 0 && given.some((name) => !names.includes(name))
          ? refusal(400, 'unknown_parameter', 'There is no such parameter.')
          : ask(request);
      };
    },
  },
  {
    name: 'small-letters-of-dates-refused',
    leaves:
      '4.1: a date is of ISO 8601, which writes capital letters: one with small letters is refused',
    inFront: memoryless(async (request, ask) =>
      DATES.some((name) => /[tz]/.test(request.query.get(name) ?? ''))
        ? refusal(400, 'invalid_date', 'There is no such date.')
        : ask(request),
    ),
  },
  {
    name: 'otherwise-past-the-end',
    leaves: '7 and 8: `page` is 1 or more; what there is past the last page is not said',
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const isPast = /^0*(?!1$)[1-9]\d*$/.test(request.query.get('page') ?? '1');
      if (!to('GET', LISTS)(request) || !isPast) return reply;
      const others = [...request.query].filter(([name]) => name !== 'page');
      const first = await ask(withPairs(request, others));
      if (!isGood(first) || listIn(jsonIn(first)).length === 0) return reply;
      if (reply.status === 400) return edited(first, () => []);
      const isEmpty = isGood(reply) && listIn(jsonIn(reply)).length === 0;
      return isEmpty ? refusal(400, 'refused', 'There is no such page.') : reply;
    }),
  },
  {
    name: 'id-of-body-counts',
    leaves: '4.2: `id` and the fields: that an `id` in a body is passed over is not said',
    inFront: memoryless((request, ask) => {
      const { id } = bodyOf(request);
      const applies = to('POST|PUT|PATCH', `${LISTS}/\\d+`)(request) && Number.isInteger(id);
      return ask(
        applies ? { ...request, route: request.route.replace(/\d+(?=\/?$)/, String(id)) } : request,
      );
    }),
  },
  {
    name: 'texts-saved-together',
    leaves: '4.2: what becomes of two updates at once is not said: the texts of the later one last',
    inFront: memoryless(async (request, ask) => {
      const applies = to('POST|PUT|PATCH', '/cms/v2/(?:posts|pages|blocks)/\\d+')(request);
      if (!applies || !isObject(jsonIn(request))) return ask(request);
      const record = await recordAt(request, ask, request.route);
      await new Promise((resolve) => setTimeout(resolve, 1));
      const texts = ['title', 'content']
        .filter((name) => typeof membersOf(record[name]).raw === 'string')
        .map((name) => [name, { raw: membersOf(record[name]).raw ?? '' }]);
      return ask(withJson(request, { ...Object.fromEntries(texts), ...bodyOf(request) }));
    }),
  },
  {
    name: 'provider-unknown',
    leaves: '4.2, proxy: which providers there are is not shown',
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const address = request.query.get('url') ?? '';
      const isElsewhere =
        URL.canParse(address) && new URL(address).host !== (request.headers.host ?? '');
      return to('GET', '/oembed/1.0/proxy')(request) && isGood(reply) && isElsewhere
        ? answered(404, { code: 'no_provider' })
        : reply;
    }),
  },
]);
