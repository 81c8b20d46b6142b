import { createHash } from 'node:crypto';
import type { Json } from '../../../model.ts';
import type { ContentVariation } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { listIn, membersOf } from '../tools.ts';
import {
  answering,
  codeOf,
  empty,
  isOk,
  jsonReply,
  onRoute,
  replying,
  withField,
  withoutFields,
  withRecords,
} from './answer-tools.ts';
import { isRead, jsonMembers, reading } from './tools.ts';

/** JSON as some languages write it: with slashes and all that is not ASCII escaped. */
function escapedJson(value: Json): string {
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function isMissing(answer: Reply): boolean {
  return answer.status === 404 && codeOf(answer) === 'not_found';
}

export const variationsOfEmbedsToIndex: readonly ContentVariation[] = [
  {
    kind: 'variation',
    name: 'fresh-a-embeds-with-thumbnail',
    document: 'content',
    leaves: '4.2: "Response bodies of every route: not shown", of embeds too',
    choose: {},
    inFront: answering(
      onRoute(/^\/oembed\/1\.0\/(embed|proxy)$/),
      ({ provider_url: provider, ...value }) => ({
        ...value,
        cache_age: 3600,
        provider_url: provider ?? '',
        thumbnail_url: `${provider}/thumbnail.png`,
        thumbnail_width: 150,
        thumbnail_height: 150,
      }),
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-nothing-to-embed-is-502',
    document: 'content',
    leaves: '7: status codes, where an address of others has nothing to embed too',
    choose: {},
    inFront: replying(
      (request, answer) => request.route.endsWith('/proxy') && codeOf(answer) === 'no_embed',
      () => jsonReply(502, { code: 'provider_failed', message: 'No provider.', data: null }),
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-login-redirects',
    document: 'content',
    leaves: '5, 3: the semantics of `login`',
    choose: {},
    inFront: replying(
      ({ route }, answer) => route === '/host_sign_on_plugin/v1/login' && isOk(answer),
      (answer) => {
        const address = String(jsonMembers(answer)?.login_url ?? '/');
        return empty(withField(answer, 'Location', address), 302);
      },
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-logged-in-is-bare',
    document: 'content',
    leaves: '5, 3: the semantics of `is_user_logged_in`, and 4.2: response bodies',
    choose: {},
    inFront: answering(
      onRoute('/host_sign_on_plugin/v1/is_user_logged_in'),
      (value) => value.logged_in ?? false,
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-caches-cleared-silently',
    document: 'content',
    leaves: '4.2: "Response bodies of every route: not shown", of the cache routes too',
    choose: {},
    inFront: replying(
      ({ route }, answer) => route.endsWith('/clear_all_caches') && isOk(answer),
      (answer) => empty(answer, 204),
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-entity-tags',
    document: 'content',
    leaves: '1: what HTTP allows beyond the routes: entity tags, and 304 to who sends one',
    choose: {},
    inFront: replying(
      (request, answer) => isRead(request) && answer.status === 200,
      (answer, request) => {
        const tag = `"${createHash('sha1').update(answer.body).digest('hex')}"`;
        const tagged = withField(answer, 'ETag', tag);
        const known = request.headers['if-none-match']?.split(/\s*,\s*/) ?? [];
        return known.includes(tag) ? empty(tagged, 304) : tagged;
      },
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-json-escaped',
    document: 'content',
    leaves: '4.2: how the JSON of an answer is written: here with escapes, in several pieces',
    choose: {},
    inFront: () => async (request, ask) => {
      const answer = await ask(request);
      const value = jsonIn(answer);
      if (value === undefined) return answer;
      const chunked = withField(
        withoutFields(answer, ['content-length']),
        'Transfer-Encoding',
        'chunked',
      );
      return { ...chunked, body: escapedJson(value) };
    },
  },
  {
    kind: 'variation',
    name: 'fresh-a-more-members-no-links',
    document: 'content',
    leaves: '2: "Fields of returned records … beyond the fields above: not shown"',
    choose: {},
    inFront: () => async (request, ask) => {
      const answer = await ask(request);
      if (!/^\/cms\/v2\/(posts|pages|media|blocks)(\/\d+)?$/.test(request.route)) return answer;
      return withRecords(answer, ({ _links: _, ...record }) =>
        record.id === undefined
          ? record
          : { guid: { rendered: `urn:record:${record.id}` }, ...record, class_list: ['entry'] },
      );
    },
  },
  {
    kind: 'variation',
    name: 'fresh-a-missing-is-forbidden',
    document: 'content',
    leaves: '7: status codes, of what is not there too; 5, 4: permissions',
    choose: {},
    inFront: replying(
      (_, answer) => isMissing(answer),
      () => jsonReply(403, { code: 'no_access', message: 'You may not.', data: { status: 403 } }),
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-templates-other-way-round',
    document: 'content',
    leaves: '4.2, `GET /cms/v2/templates`: the order of the list, and of template parts',
    choose: {},
    inFront: () => async (request, ask) => {
      const answer = await ask(request);
      const value = jsonIn(answer);
      const applies = /^\/cms\/v2\/template(s|-parts)$/.test(request.route);
      return applies && Array.isArray(value) ? withJson(answer, value.toReversed()) : answer;
    },
  },
  {
    kind: 'variation',
    name: 'fresh-a-two-revisions-a-page',
    document: 'content',
    leaves: '4.4: `per_page` has "no default shown"',
    choose: {},
    inFront: reading(/\/revisions$/, (query) => {
      if (!query.has('per_page')) query.set('per_page', '2');
    }),
  },
  {
    kind: 'variation',
    name: 'fresh-a-embed-context-short',
    document: 'content',
    leaves: '4.1, row context: what is shown in the embed context',
    choose: {},
    inFront: () => async (request, ask) => {
      const answer = await ask(request);
      const applies = /^\/cms\/v2\/(posts|pages)(\/\d+)?$/.test(request.route);
      if (!applies || request.query.get('context') !== 'embed') return answer;
      return withRecords(answer, ({ id = 0, title = {}, link = '', slug = '' }) => ({
        id,
        slug,
        link,
        title,
      }));
    },
  },
  {
    kind: 'variation',
    name: 'fresh-a-index-of-a-richer-site',
    document: 'content',
    leaves:
      '2.1: names and texts of the site, further namespaces with their routes, further members',
    choose: {},
    inFront: answering(onRoute('/'), (value) => {
      const self = [{ href: `${value.url}/index.php?rest_route=/shop/v3` }];
      const endpoints = [{ methods: ['GET'], args: {} }];
      const shop = { namespace: 'shop/v3', methods: ['GET'], endpoints, _links: { self } };
      return {
        ...value,
        name: 'Wiese & Söhne «Docs»',
        description: '',
        timezone_string: '',
        site_icon: 0,
        namespaces: [...listIn(value.namespaces), 'shop/v3'],
        routes: { '/shop/v3': shop, ...membersOf(value.routes) },
      };
    }),
  },
];
