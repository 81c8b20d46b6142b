import { isList, type Json } from '../../../model/index.ts';
import { jsonIn, type Middleware, withJson } from '../../in-front.ts';
import { type ContentFault, inFamily } from '../deviation.ts';

const RECORD = /^\/cms\/v2\/(posts|pages|blocks|menu-items)\/(\d+)$/;
const REVISIONS = /^\/cms\/v2\/[^/]+\/.+\/revisions$/;

export const identityFaults: readonly ContentFault[] = inFamily('identity', [
  {
    name: 'ids-of-other-collections-found',
    what: 'reads a post or a page where an ID of the other collection is asked for',
    breaks: ['content/state/other-ids-not-found'],
    inFront: () => async (request, ask) => {
      const reply = await ask(request);
      const [, collection, id] = RECORD.exec(request.route) ?? [];
      if (request.method !== 'GET' || id === undefined || reply.status < 400) return reply;
      const other = collection === 'posts' ? 'pages' : 'posts';
      const found = await ask({ ...request, route: `/cms/v2/${other}/${id}` });
      return found.status < 300 ? found : reply;
    },
  },
  {
    name: 'ids-cut-to-32-bits',
    what: 'reads the lowest 32 bits of an ID',
    breaks: ['content/state/other-ids-not-found'],
    inFront: () => async (request, ask) => {
      const [, collection, id] = RECORD.exec(request.route) ?? [];
      if (id === undefined || Number(id) < 2 ** 32) return ask(request);
      return ask({ ...request, route: `/cms/v2/${collection}/${Number(id) % 2 ** 32}` });
    },
  },
  {
    name: 'revisions-show-newest-text',
    what: 'shows the newest text in every revision of a list',
    breaks: ['content/state/revisions-keep-texts', 'content/state/revision-is-a-state'],
    inFront: () => newestInAll,
  },
  {
    name: 'slugs-taken-for-ever',
    what: 'counts the slug of a post, page or block that was deleted permanently as taken',
    breaks: ['content/state/slug-free-again'],
    inFront: () => slugsKept(new Set()),
  },
  {
    name: 'former-slugs-unfiltered',
    what: 'does not filter by a slug that a post had before an update',
    breaks: ['content/lists/not-found-by-former'],
    inFront: () => formerSlugsUnfiltered(new Map(), new Set()),
  },
  {
    name: 'autosaves-among-pages',
    what: 'lists the last autosave in a page of 100 pages that no order is asked for',
    breaks: ['content/kept/not-among-objects'],
    inFront: () => {
      let kept: Json | undefined;
      return async (request, ask) => {
        const reply = await ask(request);
        const answer = jsonIn(reply);
        if (request.method === 'POST' && AUTOSAVES.test(request.route)) kept = answer;
        const { query, method, route } = request;
        const isPlain = query.get('per_page') === '100' && !query.has('orderby');
        if (method !== 'GET' || route !== '/cms/v2/pages' || !isPlain) return reply;
        const [first, id] = isList(answer) ? [answer[0], Object(kept).id] : [];
        if (!isList(answer) || first === undefined || id === undefined) return reply;
        return withJson(reply, [...answer, { ...Object(first), id }]);
      };
    },
  },
]);

const AUTOSAVES = /^\/cms\/v2\/pages\/\d+\/autosaves$/;
const SLUGGED = /^\/cms\/v2\/(posts|pages|blocks)(?:\/\d+)?$/;

function slugsKept(taken: Set<string>): Middleware {
  return async (request, ask) => {
    const [, collection] = SLUGGED.exec(request.route) ?? [];
    if (collection === undefined || request.method === 'GET') return ask(request);
    const body = jsonIn(request);
    const asked = `${collection}/${Object(body).slug}`;
    const isTaken = request.method !== 'DELETE' && taken.has(asked);
    const reply = await ask(
      isTaken ? withJson(request, { ...Object(body), slug: `${Object(body).slug}-2` }) : request,
    );
    const { deleted, previous } = Object(jsonIn(reply));
    if (deleted === true) taken.add(`${collection}/${Object(previous).slug}`);
    return reply;
  };
}

const newestInAll: Middleware = async (request, ask) => {
  const reply = await ask(request);
  if (!REVISIONS.test(request.route)) return reply;
  const query = new URLSearchParams(request.query);
  for (const name of ['order', 'page', 'offset', 'include', 'exclude']) query.delete(name);
  const [all, list] = [jsonIn(await ask({ ...request, query })), jsonIn(reply)];
  const newest = isList(all) ? all[0] : undefined;
  if (!isList(list) || newest === undefined) return reply;
  const { title, content, excerpt } = Object(newest);
  return withJson(
    reply,
    list.map((one) => ({ ...Object(one), title, content, excerpt })),
  );
};

function formerSlugsUnfiltered(slugs: Map<unknown, unknown>, former: Set<unknown>): Middleware {
  return async (request, ask) => {
    const kept = [...request.query].filter(([, value]) => !former.has(value));
    const reply = await ask({ ...request, query: new URLSearchParams(kept) });
    const { id, slug } = Object(
      /^\/cms\/v2\/posts(?:\/\d+)?$/.test(request.route) && jsonIn(reply),
    );
    const before = slugs.get(id);
    if (typeof slug === 'string' && before !== undefined && before !== slug) former.add(before);
    if (typeof slug === 'string') slugs.set(id, slug);
    return reply;
  };
}
