import type { Json } from '../../../model.ts';
import type { ContentVariation } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { jsonIn, type RoutedRequest } from '../../in-front.ts';
import {
  answers,
  edited,
  isGood,
  isIn,
  isObject,
  LISTS,
  memoryless,
  records,
  refusal,
  refuses,
  type StandsBefore,
  to,
  withHeaders,
} from '../altering.ts';
import { listIn, type Members, membersOf } from '../tools.ts';

const ITEMS = `${LISTS}(?:/\\d+)?`;
const ANY = 'GET|POST|PUT|PATCH|DELETE';
const MOMENTS = ['date', 'date_gmt', 'modified', 'modified_gmt'];

export function variation(name: string, leaves: string, inFront: StandsBefore): ContentVariation {
  return { kind: 'variation', document: 'content', name, leaves, choose: {}, inFront };
}

function replies(edit: (reply: Reply, request: RoutedRequest) => Reply): StandsBefore {
  return memoryless(async (request, ask) => edit(await ask(request), request));
}

function page(status: number, title: string): Reply {
  return {
    status,
    headers: [['Content-Type', 'text/html; charset=UTF-8']],
    body: `<!doctype html><title>${title}</title>`,
  };
}

function curly(text: string): string {
  return text
    .replaceAll("'", '&#8217;')
    .replaceAll(/(?<=>|^|\s)"(?=[^<>"]*")/g, '&#8220;')
    .replaceAll(' - ', ' &#8211; ');
}

const ofStatuses = [
  variation(
    'fresh-g-create-is-200',
    '7: status codes are not shown: a creation is answered with 200',
    replies((reply, request) =>
      reply.status === 201 && request.route !== '/batch/v1' ? { ...reply, status: 200 } : reply,
    ),
  ),
  variation(
    'fresh-g-delete-is-204',
    '4.2: response bodies are not shown: a deletion has none',
    replies((reply, request) =>
      request.method === 'DELETE' && isGood(reply) ? { status: 204, headers: [], body: '' } : reply,
    ),
  ),
  variation(
    'fresh-g-problem-details',
    '7: error bodies and status codes are not shown',
    replies((reply) => {
      if (reply.status !== 400) return reply;
      const { message } = membersOf(jsonIn(reply));
      return {
        status: 422,
        headers: [['Content-Type', 'application/problem+json']],
        body: JSON.stringify({ type: 'about:blank', title: 'Invalid', detail: message ?? '' }),
      };
    }),
  ),
  variation(
    'fresh-g-page-past-end-refused',
    '7: what is refused beside the parameter schema is not shown: a page past the end is',
    replies((reply, request) => {
      const past = Number(request.query.get('page') ?? 1) > 1;
      return past &&
        to('GET', LISTS)(request) &&
        isGood(reply) &&
        listIn(jsonIn(reply)).length === 0
        ? refusal(400, 'invalid_page', 'There is no such page.')
        : reply;
    }),
  ),
  variation(
    'fresh-g-batch-is-207',
    '7: status codes are not shown: a batch is multi-status',
    replies((reply, request) =>
      request.route === '/batch/v1' && isGood(reply) ? { ...reply, status: 207 } : reply,
    ),
  ),
  variation(
    'fresh-g-provider-unknown',
    '4.2, proxy: which providers there are is not shown',
    replies((reply, request) => {
      const { host = '' } = request.headers;
      const asked = request.query.get('url') ?? '';
      const elsewhere = URL.canParse(asked) && new URL(asked).host !== host;
      return to('GET', '/oembed/1.0/proxy')(request) && isGood(reply) && elsewhere
        ? page(404, 'No provider')
        : reply;
    }),
  ),
  variation(
    'fresh-g-login-redirects',
    '5.3: the semantics of login are not shown',
    refuses(to('GET', '/host_sign_on_plugin/v1/login'), {
      ...page(302, 'Moved'),
      headers: [
        ['Content-Type', 'text/html; charset=UTF-8'],
        ['Location', '/cms-login.php'],
      ],
    }),
  ),
  variation(
    'fresh-g-cache-plugin-forbidden',
    '5.4: permissions per route or per role are not shown',
    refuses(
      to('GET|POST', '/host/cache-plugin/v1(?:/[a-z_]+)?'),
      refusal(403, 'forbidden', 'Sorry, you are not allowed to do that.'),
    ),
  ),
  variation(
    'fresh-g-media-needs-file',
    '7: what is refused beside the parameter schema is not shown: media without a file',
    refuses(
      (request) =>
        to('POST', '/cms/v2/media')(request) &&
        /json/.test(request.headers['content-type'] ?? 'json'),
      refusal(400, 'upload_no_data', 'No data supplied.'),
    ),
  ),
];

const ofForms = [
  variation(
    'fresh-g-index-of-more',
    '2.1: that there are no further members, namespaces and routes is not said',
    answers(to('GET', '/'), (value) => {
      const index = membersOf(value);
      return {
        ...index,
        site_logo: 0,
        site_icon_url: '',
        namespaces: [...listIn(index.namespaces), 'shop/v3', 'seo/v1'],
        routes: {
          ...membersOf(index.routes),
          '/shop/v3/orders/(?P<order_id>[\\d]+)': {
            namespace: 'shop/v3',
            methods: ['GET', 'PATCH'],
            endpoints: [{ methods: ['GET', 'PATCH'], args: [] }],
          },
        },
      };
    }),
  ),
  variation(
    'fresh-g-other-patterns',
    '2.1: a route pattern; how decimal digits are written in it is not shown',
    answers(to('GET', '/'), (value) => ({
      ...membersOf(value),
      routes: Object.fromEntries(
        Object.entries(membersOf(membersOf(value).routes)).map(([pattern, route]) => [
          pattern.replaceAll('[\\d]+', '[0-9]+').replaceAll('\\d+', '[0-9]+'),
          route,
        ]),
      ),
    })),
  ),
  variation(
    'fresh-g-navigation-in-envelope',
    '4.2: response bodies of every route are not shown: navigation is listed within an object',
    answers(to('GET', '/cms/v2/navigation'), (value) => ({ items: value, next: null })),
  ),
  variation(
    'fresh-g-no-totals',
    'whole document: headers of lists are not shown',
    replies((reply) =>
      withHeaders(reply, (headers) =>
        headers.filter(([name]) => !/^(?:x-.*total.*|link)$/i.test(name)),
      ),
    ),
  ),
  variation(
    'fresh-g-curly-quotes',
    '2.2: how a rendered form comes from the raw one is not shown',
    records(to(ANY, ITEMS), (record) =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]): [string, Json] => {
          const rendered = membersOf(value).rendered;
          return typeof rendered === 'string' && isObject(value)
            ? [name, { ...value, rendered: curly(rendered) }]
            : [name, value];
        }),
      ),
    ),
  ),
  variation(
    'fresh-g-moments-with-fraction',
    '2.2: how a date-time is written beyond its format is not shown',
    records(to('GET|POST|PUT|PATCH', ITEMS), (record) =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => [
          name,
          MOMENTS.includes(name) && typeof value === 'string'
            ? value.replace(/(T\d\d:\d\d:\d\d)(?!\.)/, '$1.000')
            : value,
        ]),
      ),
    ),
  ),
  variation(
    'fresh-g-trashed-slugs-marked',
    '3: what becomes of the fields of a trashed object is not shown: its slug is marked',
    replies((reply, request) =>
      to(ANY, ITEMS)(request)
        ? edited(reply, (value) => (Array.isArray(value) ? value.map(marked) : marked(value)))
        : reply,
    ),
  ),
];

function marked(value: Json): Json {
  if (!isObject(value)) return value;
  if (isObject(value.previous)) return { ...value, previous: marked(value.previous) };
  const record: Members = value;
  return record.status === 'trash' && isIn(record, 'slug')
    ? { ...record, slug: `${record.slug}__trashed` }
    : record;
}

export const variationsOfAnswers: readonly ContentVariation[] = [...ofStatuses, ...ofForms];
