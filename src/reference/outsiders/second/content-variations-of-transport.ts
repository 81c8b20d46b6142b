import type { ContentVariation } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { jsonIn } from '../../in-front.ts';
import { listIn, membersOf } from '../tools.ts';
import { always, contentVariation, later, plain, withHeader } from './tools.ts';

function textOf(answer: Reply): string {
  return typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body);
}

export const ofTransport: readonly ContentVariation[] = [
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
];
