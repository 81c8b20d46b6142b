import { createHash } from 'node:crypto';
import type { Json } from '../../../model/index.ts';
import type { ContentVariation } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import { listIn, membersOf } from '../tools.ts';
import {
  answering,
  empty,
  isOk,
  onRoute,
  replying,
  withField,
  withoutFields,
  withRecords,
} from './answer-tools.ts';
import { isRead, jsonMembers } from './tools.ts';

/** JSON as some languages write it: with slashes and all that is not ASCII escaped. */
function escapedJson(value: Json): string {
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export const variationsOfEmbedsToIndex: readonly ContentVariation[] = [
  {
    kind: 'variation',
    name: 'embeds-with-thumbnail',
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
    name: 'login-redirects-with-headers',
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
    name: 'logged-in-is-bare',
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
    name: 'entity-tags-by-sha-1',
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
    name: 'content-json-escaped',
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
    name: 'more-members-no-links',
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
    name: 'index-of-a-richer-site',
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
