import type { Json } from '../../../model/index.ts';
import type { ContentVariation } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { jsonIn, type RoutedRequest } from '../../in-front.ts';
import {
  answers,
  isGood,
  isObject,
  LISTS,
  memoryless,
  records,
  type StandsBefore,
  to,
} from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';

const ITEMS = `${LISTS}(?:/\\d+)?`;
const ANY = 'GET|POST|PUT|PATCH|DELETE';

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
    'problem-details',
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
    'provider-unknown',
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
];

const ofForms = [
  variation(
    'index-of-more',
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
    'curly-quotes',
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
];

export const variationsOfAnswers: readonly ContentVariation[] = [...ofStatuses, ...ofForms];
