import { isMembers } from '../../../json.ts';
import type { Json } from '../../../model.ts';
import { inFamily as contentFamily } from '../../content/deviation.ts';
import { type Ask, jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import {
  answering,
  isOk,
  jsonReply,
  mapMembers,
  onRoute,
  refusing,
  withRecords,
} from './answer-tools.ts';
import {
  FAMILY,
  type Front,
  isWrite,
  JSON_TYPE,
  jsonMembers,
  reading,
  rewritten,
  without,
  writing,
  written,
} from './tools.ts';

/** The requests of a batch. */
function batchOf(request: RoutedRequest): readonly Members[] {
  return request.route === '/batch/v1' ? listIn(jsonMembers(request)?.requests).map(membersOf) : [];
}

/** Changes the endpoints of the routes that the index lists. */
function indexed(suits: (route: string) => boolean, change: (endpoint: Members) => Json): Front {
  return answering(onRoute('/'), (value) => {
    const routes = Object.entries(membersOf(value.routes)).map(([route, entry]) => {
      const of = membersOf(entry);
      const endpoints = listIn(of.endpoints).map((one) => change(membersOf(one)));
      return [route, suits(route) ? { ...of, endpoints } : entry] as const;
    });
    return { ...value, routes: Object.fromEntries(routes) };
  });
}

function withNumbers(value: Json): Json {
  if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(withNumbers);
  return isMembers(value) ? mapMembers(value, withNumbers) : value;
}

/** A call of a batch made by itself, as the batch would show its answer. */
async function calledAlone(member: Members, batch: RoutedRequest, ask: Ask): Promise<Json> {
  const path = String(member.path);
  const { headers } = batch;
  const alone = {
    method: String(member.method ?? 'POST'),
    route: path.replace(/\?.*/s, ''),
    query: new URLSearchParams(path.replace(/^[^?]*\??/, '')),
    headers: { ...headers, 'content-type': JSON_TYPE },
    body: new Uint8Array(),
  };
  const answer = await ask(withJson(alone, member.body ?? {}));
  return { status: answer.status, headers: {}, body: jsonIn(answer) ?? null };
}

export const faultsOfBatchToRateLimit = contentFamily(FAMILY, [
  {
    name: 'fresh-a-batch-of-25-refused',
    what: 'refuses a batch of 25 requests',
    breaks: ['content/batch/accepts-25'],
    mayBreak: { clauses: ['exit code 2'], because: 'what it takes away, other clauses build on' },
    // section 8, row "Batch size": "at most 25 items"
    inFront: refusing('requests', (request) => batchOf(request).length === 25),
  },
  {
    name: 'fresh-a-batch-header-list-refused',
    what: 'refuses a batch of which a request has a list as the value of a header',
    breaks: ['content/batch/accepted'],
    // section 4.2, `POST /batch/v1`: "`headers` (object; each value a string or an array of strings)"
    inFront: refusing('requests', (request) =>
      batchOf(request).some(({ headers }) => Object.values(membersOf(headers)).some(Array.isArray)),
    ),
  },
  {
    name: 'fresh-a-batch-writes-global-styles',
    what: 'writes global styles in a batch',
    breaks: ['content/global-styles/not-in-batches'],
    // section 4.2, `/cms/v2/global-styles/{id}`: "Not batchable"; section 2.1: "where `v1` is false it may not"
    inFront: () => async (request, ask) => {
      const requests = batchOf(request);
      const isStyles = ({ path }: Members) => /^\/cms\/v2\/global-styles\/\d+/.test(String(path));
      const answer = await ask(request);
      const value = jsonMembers(answer);
      if (!requests.some(isStyles) || !isOk(answer) || !value || 'failed' in value) return answer;
      const responses: Json[] = [];
      for (const [at, response] of listIn(value.responses).entries()) {
        const member = requests[at] ?? {};
        responses.push(isStyles(member) ? await calledAlone(member, request, ask) : response);
      }
      return withJson(answer, { ...value, responses });
    },
  },
  {
    name: 'fresh-a-crop-without-height',
    what: 'takes a crop without a height, and crops down to the end',
    breaks: ['content/media/edit/body/modifiers/items/one-of'],
    // section 2.4, row `crop`: "Required numbers `left`, `top`, `width`, `height`"
    inFront: writing(/^\/cms\/v2\/media\/\d+\/edit$/, (request) =>
      rewritten(request, 'modifiers', (modifiers) =>
        listIn(modifiers).map((modifier) => {
          const args = membersOf(membersOf(modifier).args);
          if (membersOf(modifier).type !== 'crop' || 'height' in args) return modifier;
          return { ...membersOf(modifier), args: { ...args, height: 100 - Number(args.top) } };
        }),
      ),
    ),
  },
  {
    name: 'fresh-a-menu-order-zero-accepted',
    what: 'takes 0 as the order of a menu item',
    breaks: [
      'content/menu-items/create/body/menu-order/minimum',
      'content/menu-items/update/post/body/menu-order/minimum',
      'content/menu-items/update/put/body/menu-order/minimum',
      'content/menu-items/update/patch/body/menu-order/minimum',
    ],
    // section 2.3, row menu items: "`menu_order` (integer, default 1, min 1)"
    inFront: writing(/^\/cms\/v2\/menu-items(\/\d+)?$/, (request) =>
      rewritten(request, 'menu_order', (value) => (`${value}` === '0' ? 1 : value)),
    ),
  },
  {
    name: 'fresh-a-menu-classes-in-one',
    what: 'gives the classes of a menu item as one, with spaces between',
    breaks: [
      'content/state/post-updates',
      'content/state/put-updates',
      'content/state/patch-updates',
      'content/written/classes',
    ],
    // section 2.3, row menu items: "`classes` (array of string)"
    inFront: () => async (request, ask) => {
      const answer = await ask(request);
      if (!/^\/cms\/v2\/menu-items(\/\d+)?$/.test(request.route)) return answer;
      return withRecords(answer, (record) => {
        const classes = listIn(record.classes);
        return classes.length > 1 ? { ...record, classes: [classes.join(' ')] } : record;
      });
    },
  },
  {
    name: 'fresh-a-part-slug-percent-refused',
    what: 'refuses the slug of a template part that has a percent sign',
    breaks: ['content/template-parts/writes-accepted'],
    // section 2.3, row templates and template parts: `slug` has "only letters, digits, underscore, percent, hyphen"
    inFront: refusing(
      'slug',
      (request) =>
        isWrite(request) &&
        request.route.startsWith('/cms/v2/template-parts') &&
        String(written(request, 'slug')).includes('%'),
    ),
  },
  {
    name: 'fresh-a-part-area-kept',
    what: 'ignores the area where a template part is updated',
    breaks: [
      'content/state/post-updates',
      'content/state/put-updates',
      'content/state/patch-updates',
      'content/template-parts/update/post/body/area/type',
      'content/template-parts/update/put/body/area/type',
      'content/template-parts/update/patch/body/area/type',
    ],
    // section 4.2, `/cms/v2/template-parts...`: "with the `area` field accepted on writes"
    inFront: writing(/^\/cms\/v2\/template-parts\/(?!.*\/autosaves)/, (request) =>
      without(request, 'area'),
    ),
  },
  {
    name: 'fresh-a-styles-numeric-text-as-number',
    what: 'stores text within global styles that looks like a number as a number',
    breaks: ['content/global-styles/update-stored'],
    // section 2.3, row global styles: "`styles` (object)": it is the object that was written
    inFront: writing(/^\/cms\/v2\/global-styles\/\d+$/, (request) =>
      rewritten(request, 'styles', withNumbers),
    ),
  },
  {
    name: 'fresh-a-proxy-maxheight-unchecked',
    what: 'ignores a maxheight of the embed proxy that is no integer',
    breaks: ['content/oembed/proxy/query/maxheight/type'],
    // section 4.2, `GET /oembed/1.0/proxy`: "`maxheight` (integer)"
    inFront: reading('/oembed/1.0/proxy', (query) => {
      if (!/^-?\d+$/.test(query.get('maxheight') ?? '')) query.delete('maxheight');
    }),
  },
  {
    name: 'fresh-a-index-menu-item-not-batchable',
    what: 'does not say in the index that one menu item may be written through the batch route',
    breaks: ['content/index/batchable'],
    // section 4.2, `/cms/v2/menu-items/{id}`: "Batchable", which the index says by `allow_batch` (2.1)
    inFront: indexed(
      (route) => /^\/cms\/v2\/menu-items\/\(\?P<id>[^/]*$/.test(route),
      ({ allow_batch: _, ...endpoint }) => endpoint,
    ),
  },
  {
    name: 'fresh-a-authorization-address-without-folder',
    what: 'gives the address of authorization at the host, without the folder that the site is in',
    breaks: ['content/index/authorization-endpoint'],
    // section 5, 1: "at `{site_base_url}/cms-admin/authorize-application.php`"
    inFront: () => async (request, ask) => {
      const answer = await ask(request);
      const value = jsonMembers(answer);
      if (request.route !== '/' || !value || !isOk(answer)) return answer;
      const { origin } = new URL(String(value.url));
      const authorization = `${origin}/cms-admin/authorize-application.php`;
      return withJson(answer, {
        ...value,
        authentication: { 'application-passwords': { endpoints: { authorization } } },
      });
    },
  },
  {
    name: 'fresh-a-rate-limit-status-by-get',
    what: 'serves the rate limit status by GET, and not by POST',
    breaks: ['content/helper-routes-served'],
    // section 4.2, `POST /host/cache-plugin/v1/rate_limit_status`
    inFront: () => async (request, ask) => {
      if (request.route !== '/host/cache-plugin/v1/rate_limit_status') return ask(request);
      if (request.method === 'GET') return ask({ ...request, method: 'POST' });
      const message = 'There is no such route.';
      return jsonReply(404, { code: 'no_route', message, data: { status: 404 } });
    },
  },
]);
