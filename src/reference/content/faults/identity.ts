import { isList } from '../../../model/index.ts';
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
]);

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
