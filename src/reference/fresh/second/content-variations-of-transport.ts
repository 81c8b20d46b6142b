import type { ContentVariation } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { jsonIn } from '../../in-front.ts';
import { listIn, membersOf } from '../tools.ts';
import { BATCH } from './routes.ts';
import {
  always,
  contentVariation,
  later,
  plain,
  statusInstead,
  withHeader,
  without,
  withoutHeader,
} from './tools.ts';

const EMBEDS = /^\/oembed\/1\.0\/(embed|proxy)$/;

function textOf(answer: Reply): string {
  return typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body);
}

export const ofTransport: readonly ContentVariation[] = [
  contentVariation(
    'slashes-and-letters-escaped',
    '1: JSON, of which it is not said how its strings are escaped',
    always((answer) => {
      if (jsonIn(answer) === undefined) return answer;
      const text = textOf(answer);
      const escaped = text
        .replace(/\//g, '\\/')
        .replace(
          /[\u0080-\uffff]/g,
          (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
      return { ...withoutHeader(answer, /^content-length$/i), body: escaped };
    }),
  ),
  contentVariation(
    'answers-with-a-tag',
    '1: HTTP beyond what is named, such as answers to conditional requests',
    always((answer, request) => {
      if (request.method !== 'GET' || answer.status !== 200) return answer;
      const text = textOf(answer);
      let sum = 7;
      for (const one of text) sum = (sum * 31 + (one.codePointAt(0) ?? 0)) % 0xffffffff;
      const tag = `"${sum.toString(36)}"`;
      const tagged = withHeader(answer, ['ETag', tag], ['Cache-Control', 'private, no-cache']);
      return request.headers['if-none-match'] === tag
        ? { ...tagged, status: 304, reason: 'Not Modified', body: '' }
        : tagged;
    }),
  ),
  contentVariation(
    'batch-is-ok',
    '4.2: the status of a batch is not named',
    statusInstead(207, 200, ({ route }) => route === BATCH),
  ),
  contentVariation(
    'batch-answers-a-list',
    '4.2, last sentence: response bodies, also that of a batch',
    later(/^\/batch\/v1$/, (value) => membersOf(value).responses ?? value),
  ),
  contentVariation(
    'sign-on-redirects',
    '5, item 3: semantics of the sign-on routes',
    plain(async (request, ask) => {
      const answer = await ask(request);
      const address = membersOf(jsonIn(answer)).login_url;
      if (request.route !== '/host_sign_on_plugin/v1/login' || typeof address !== 'string') {
        return answer;
      }
      return { status: 302, headers: [['Location', address]], body: '' };
    }),
  ),
  contentVariation(
    'embeds-as-links',
    '4.2, last sentence: response bodies, also those of the embed routes',
    later(EMBEDS, (value) => ({
      ...without(membersOf(value), 'html', 'width', 'height'),
      type: 'link',
      cache_age: '3600',
    })),
  ),
  contentVariation(
    'index-of-a-larger-site',
    '4.2, end: further collections are not shown; 1: namespaces without routes',
    later(/^\/(cms\/v2)?$/, (value, { route }) => {
      const index = membersOf(value);
      const namespaces = [...listIn(index.namespaces), 'acme/forms/v3'];
      const routes = {
        ...membersOf(index.routes),
        '/cms/v2/comments': {
          namespace: 'cms/v2',
          methods: ['GET'],
          endpoints: [{ methods: ['GET'], args: {} }],
          _links: { self: [{ href: `${index.url}/index.php?rest_route=/cms/v2/comments` }] },
        },
      };
      return route === '/' ? { ...index, namespaces, routes } : { ...index, routes };
    }),
  ),
  contentVariation(
    'site-without-timezone-name',
    '2.1, row timezone_string: may be empty',
    later(/^\/$/, (value) => ({ ...membersOf(value), timezone_string: '' })),
  ),
];
