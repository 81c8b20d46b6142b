import type { ContentVariation } from '../../content/deviation.ts';
import { type Ask, jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import {
  bodies,
  isGood,
  isIn,
  isObject,
  LISTS,
  memoryless,
  refusal,
  to,
  wholeList,
} from '../altering.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { variation } from './content-variations.ts';
import { idOf } from './paging.ts';

const UPDATE = 'POST|PUT|PATCH';
const AUTOSAVES = /^(\/cms\/v2\/(?:posts|pages)\/\d+)\/autosaves$/;

/** A read of another route with the credential of a request. */
function reading(request: RoutedRequest, route: string, query: { [name: string]: string }) {
  const asked = new URLSearchParams(query);
  return { ...request, method: 'GET', route, query: asked, body: new Uint8Array() };
}

function sluggish(slug: string): string {
  return slug
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}

/** The slug that a write gets: in ASCII, and with a suffix where another object has it. */
async function slugFor(request: RoutedRequest, asked: string, ask: Ask): Promise<string> {
  const slug = sluggish(asked);
  const [collection = ''] = /^\/cms\/v2\/[a-z-]+/.exec(request.route) ?? [];
  const id = request.route.split('/')[4];
  const named = { slug, status: 'publish,future,draft,pending,private' };
  const others = await wholeList(reading(request, collection, named), ask);
  return others.some((one) => idOf(one) !== id) ? `${slug}-copy-2` : slug;
}

/** The parameters that an index lists for a route and a method, or none where it does not list it. */
function listed(index: Members, request: RoutedRequest): readonly string[] | undefined {
  const route = request.route.replace(/(?<=.)\/$/, '');
  const names = Object.entries(membersOf(index.routes)).flatMap(([pattern, one]) =>
    new RegExp(`^${pattern.replaceAll('(?P<', '(?<')}$`).test(route)
      ? listIn(membersOf(one).endpoints)
          .map(membersOf)
          .filter(({ methods }) => listIn(methods).includes(request.method))
          .flatMap(({ args }) => Object.keys(membersOf(args)))
      : [],
  );
  return names.length > 0 ? names : undefined;
}

const ofWrites = [
  variation(
    'slugs-transliterated',
    '2.2: an "alphanumeric identifier": how a slug that is asked for becomes one, and becomes unique, is not shown',
    memoryless(async (request, ask) => {
      const body = jsonIn(request);
      const applies = to(UPDATE, '/cms/v2/(?:posts|pages|blocks)(?:/\\d+)?')(request);
      if (!applies || !isObject(body) || typeof body.slug !== 'string' || body.slug === '') {
        return ask(request);
      }
      return ask(withJson(request, { ...body, slug: await slugFor(request, body.slug, ask) }));
    }),
  ),
  variation(
    'draft-autosaved-in-place',
    '4.2, autosaves: what is kept of a draft, and where, is not shown: the draft itself is changed',
    memoryless(async (request, ask) => {
      const [, item] = AUTOSAVES.exec(request.route) ?? [];
      // A `parent` of another type is for the autosave to refuse.
      const { parent = 0 } = membersOf(jsonIn(request));
      if (request.method !== 'POST' || item === undefined || !Number.isInteger(parent)) {
        return ask(request);
      }
      const { status } = membersOf(jsonIn(await ask(reading(request, item, { context: 'edit' }))));
      return ask(status === 'draft' ? { ...request, method: 'PATCH', route: item } : request);
    }),
  ),
  variation(
    'boolean-words-in-bodies',
    '7: how strictly a type is read is not shown: 1, 0 and the words count as booleans in bodies',
    bodies(to(UPDATE, '/cms/v2/posts(?:/\\d+)?'), (body) => {
      if (!isIn(body, 'sticky')) return body;
      const word = String(body.sticky);
      const sticky =
        /^(?:1|true)$/.test(word) || (/^(?:0|false)$/.test(word) ? false : body.sticky);
      return { ...body, sticky: sticky ?? null };
    }),
  ),
  variation(
    'menu-order-moves-on',
    '2.3: that two menu items may have the same menu_order is not said: the second gets the next',
    memoryless(async (request, ask) => {
      const body = jsonIn(request);
      const applies = to(UPDATE, '/cms/v2/menu-items(?:/\\d+)?')(request);
      if (!applies || !isObject(body) || !Number.isInteger(body.menu_order)) return ask(request);
      const query = { context: 'edit', status: 'publish,draft' };
      const all = await wholeList(reading(request, '/cms/v2/menu-items', query), ask);
      const id = request.route.split('/')[4];
      const others = all.filter((one) => idOf(one) !== id).map((one) => membersOf(one).menu_order);
      let order = Number(body.menu_order);
      while (others.includes(order)) order += 1;
      return ask(withJson(request, { ...body, menu_order: order }));
    }),
  ),
  variation(
    'future-when-dated-ahead',
    '3: transitions between statuses are not shown: what is published with a date to come is future',
    bodies(to(UPDATE, '/cms/v2/(?:posts|pages)(?:/\\d+)?'), (body) => {
      const moment = Date.parse(String(body.date_gmt ?? body.date ?? ''));
      return body.status === 'publish' && moment > Date.now() + 86_400_000
        ? { ...body, status: 'future' }
        : body;
    }),
  ),
];

const ofReads = [
  variation(
    'trashed-unreadable',
    '3: what the trash is to a reader is not shown: a trashed object is not found but in the edit context',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      const applies = to('GET', `${LISTS}/\\d+`)(request) && isGood(reply);
      if (!applies || request.query.get('context') === 'edit') return reply;
      const edit = await ask(reading(request, request.route, { context: 'edit' }));
      return membersOf(jsonIn(edit)).status === 'trash'
        ? refusal(404, 'in_trash', 'It is in the trash.')
        : reply;
    }),
  ),
  variation(
    'unknown-parameters-refused',
    '7: what is done with parameters that no table names is not shown: they are refused',
    () => {
      // As it takes long to read, and stays as it is.
      let index: Members | undefined;
      return async (request, ask) => {
        if (request.method !== 'GET' || request.query.size === 0) return ask(request);
        index ??= membersOf(jsonIn(await ask(reading(request, '/', {}))));
        const names = listed(index, request);
        const given = [...request.query.keys()].map((name) => name.replace(/\[.*$/, ''));
        return names && given.some((name) => !names.includes(name))
          ? refusal(400, 'unknown_parameter', 'There is no such parameter.')
          : ask(request);
      };
    },
  ),
];

export const variationsOfState: readonly ContentVariation[] = [...ofWrites, ...ofReads];
