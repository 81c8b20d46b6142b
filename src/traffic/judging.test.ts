import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import {
  type Answer,
  type Completeness,
  contentOf,
  type Endpoint,
  type WireRequest,
} from '../model/index.ts';
import { judgeTraffic, placer } from './judging.ts';
import { inWords } from './watch.ts';

const contract = loadContract();
const ORIGIN = 'http://a.example';

function endpointAt(
  baseUrl: string,
  routing: Endpoint['style']['routing'],
  withoutEffect: readonly string[] = [],
): Endpoint {
  const credentialFrom = { scheme: 'Bearer', variable: 'TOKEN' } as const;
  return {
    baseUrl,
    secrets: [],
    credentialFrom,
    known: {},
    style: { arrays: 'brackets', routing },
    withoutEffect,
  };
}

const place = placer(contract, {
  endpoints: {
    integration: endpointAt(`${ORIGIN}/platform`, { kind: 'path' }),
    content: endpointAt(
      `${ORIGIN}/platform/docs`,
      { kind: 'query', path: '/index.php', parameter: 'rest_route' },
      ['_locale', '_'],
    ),
  },
});
const ZONES = '/platform/api/get/all/timezones';
const POSTS = '/platform/docs/index.php?rest_route=/cms/v2/posts';

function request(target: string, more: Partial<WireRequest> = {}): WireRequest {
  return { method: 'GET', target, headers: [], body: undefined, ...more };
}

function answer(
  status: number,
  text = '',
  headers: Answer['headers'] = [],
  ended: Completeness = 'complete',
): Answer {
  const bytes = new TextEncoder().encode(text);
  const content = contentOf(bytes, headers, ended, 10_000);
  return {
    kind: 'answer',
    status,
    reason: '',
    headers,
    body: { bytes, completeness: ended, content },
  };
}

/** The kind of the verdict, or its outcome where a judgement was made. */
function verdictOn(asked: WireRequest, reported: Answer): string {
  const verdict = judgeTraffic(contract, place(ORIGIN, asked), reported, false);
  return verdict.kind === 'judged' ? verdict.judgement.outcome : verdict.kind;
}

describe('traffic', () => {
  it.each<readonly [string, string, string | undefined, string]>([
    ['http://a.example', ZONES, 'integration/timezones', '/api/get/all/timezones'],
    ['http://a.example', POSTS, 'content/posts/list', '/index.php?rest_route=/cms/v2/posts'],
    [
      'http://a.example',
      '/platform/docs/cms/v2/posts?page=2',
      'content/posts/list',
      '/cms/v2/posts?page=2',
    ],
    ['http://a.example', '/platform/docs/', undefined, '/'],
    ['http://a.example', '/platform/docs/x.css', undefined, '/x.css'],
    ['http://a.example', '/platformer', undefined, '/platformer'],
    ['http://b.example', ZONES, undefined, ZONES],
  ])('at %s%s has its place', (origin, target, id, relative) => {
    const placed = place(origin, request(target));
    expect(placed.operation?.id).toBe(id);
    expect(placed.request.target).toBe(relative);
  });

  it.each<readonly [string, WireRequest, Answer, string]>([
    ['a broken success', request(ZONES), answer(200, '{}'), 'violates'],
    ['a part that nobody asked for', request(ZONES), answer(206, '{}'), 'violates'],
    [
      'a part',
      request(ZONES, { headers: [['Range', 'bytes=0-1']] }),
      answer(206, '{'),
      'not-judged',
    ],
    ['a copy', request(ZONES, { headers: [['If-None-Match', '"1"']] }), answer(304), 'not-judged'],
    ['a cut answer', request(ZONES), answer(200, '{', [], 'cut-off'), 'unanswered'],
    [
      'an unknown coding',
      request(ZONES),
      answer(200, 'x', [['Content-Encoding', 'zstd']]),
      'unanswered',
    ],
    ['a refusal', request(`${POSTS}&per_page=0`), answer(400, '{}'), 'unfit-request'],
    ['a list with commas', request(`${POSTS}&include=1,2`), answer(200, '[]'), 'not-judged'],
    [
      'a list with brackets',
      request(`${POSTS}&include[]=1&include[]=2`),
      answer(200, '[]'),
      'not-judged',
    ],
    [
      'a file',
      request(POSTS.replace('posts', 'media'), {
        method: 'POST',
        headers: [['Content-Type', 'image/png']],
        body: Uint8Array.of(1, 2, 3),
      }),
      answer(201, '{"id":1}'),
      'not-judged',
    ],
    [
      'a path with a wrong parameter',
      request('/platform/docs/cms/v2/posts?per_page=0'),
      answer(400, '{}'),
      'unfit-request',
    ],
    ['another page', request('/platform/docs/x.css'), answer(200), 'outside'],
  ])('with %s is judged as that', (_, asked, reported, wanted) => {
    expect(verdictOn(asked, reported)).toBe(wanted);
  });
});

/** What is said of an exchange, and by which clauses and rules. */
function saidOf(asked: WireRequest, reported: Answer): readonly string[] {
  return inWords(judgeTraffic(contract, place(ORIGIN, asked), reported, false));
}

const JSON_TYPE: Answer['headers'] = [['Content-Type', 'application/json']];
const ZONE = '{"label":"Coordinated Universal Time (UTC)","value":"UTC"}';
const ZONES_ANSWER = `{"additional_data":{},"data":{"timezones":[${ZONE}]},"error_code":"","message":"ok","status":200,"success":true}`;

describe('parameters that no document describes', () => {
  const index = '/platform/docs/index.php?rest_route=/';
  it.each([
    ['a part of the answer', `${index}&_fields=name,home`, '{"name":"Docs"}', '_fields'],
    ['an envelope', `${POSTS}&_envelope=1`, '{"body":[],"status":200,"headers":{}}', '_envelope'],
    ['a script', `${POSTS}&_jsonp=show`, '/**/show([])', '_jsonp'],
    ['what is embedded', `${POSTS}&_embed[]=author&page=1`, '[{}]', '_embed'],
    ['parameters in paths', '/platform/docs/cms/v2/posts?lang=de&x=1', '[{}]', 'lang, x'],
    ['on the other API', `${ZONES}?pretty=1`, '{}', 'pretty'],
  ])('leave open what comes back: %s', (_, target, text, names) => {
    expect(saidOf(request(target), answer(200, text))).toEqual([
      `not judged: the request has parameters outside the document: ${names}`,
    ]);
  });

  it('do not excuse a server that breaks down or lies about the body', () => {
    const asked = request(`${POSTS}&_fields=id`);
    expect(saidOf(asked, answer(500, '{}', JSON_TYPE))).toEqual([
      expect.stringContaining('FAIL robust/no-server-error'),
    ]);
    expect(saidOf(asked, answer(200, '{', JSON_TYPE))).toEqual([
      expect.stringContaining('FAIL robust/body-as-typed'),
    ]);
    expect(verdictOn(asked, answer(500, '{}'))).toBe('violates');
    // A gateway may be away for a moment.
    expect(verdictOn(asked, answer(502, '{}'))).toBe('not-judged');
  });

  it('count as absent where the profile says that they have no effect', () => {
    const asked = request(`${index}&_locale=user&_=1700000000`);
    expect(saidOf(asked, answer(200, '{}', JSON_TYPE)).join()).toContain('FAIL content/index');
  });
});

describe('a request that names another method', () => {
  const post = (method: string, target = '/platform/docs/cms/v2/posts/7') =>
    request(target, { method: 'POST', headers: [['X-HTTP-Method-Override', method]] });
  it.each([
    ['DELETE', 'content/posts/delete'],
    ['PUT', 'content/posts/update/put'],
    ['PURGE', undefined],
  ])('is a %s', (method, id) => {
    expect(place(ORIGIN, post(method)).operation?.id).toBe(id);
  });

  it('is judged where the document describes the same for both', () => {
    const target = '/platform/docs/cms/v2/posts/7';
    for (const one of [post('PUT'), request(`${target}?_method=PUT`, { method: 'POST' })]) {
      expect(saidOf(one, answer(200, '{}', JSON_TYPE)).join()).not.toContain('outside');
    }
  });

  it('is not judged where a server without overrides does something else', () => {
    expect(saidOf(post('DELETE'), answer(200, '{}'))).toEqual([
      'not judged: the request is POST and asks for DELETE, outside the document',
    ]);
  });
});

describe('JSON', () => {
  it('after a byte order mark breaks a rule', () => {
    const marked = answer(200, `\ufeff${ZONES_ANSWER}`, JSON_TYPE);
    expect(saidOf(request(ZONES), marked)).toEqual([
      expect.stringMatching(/^FAIL robust\/body-as-typed: .*a byte order mark before the JSON/),
    ]);
    expect(saidOf(request(ZONES), answer(200, ZONES_ANSWER, JSON_TYPE))).toEqual(['conforms']);
  });

  it('with a name that stands twice is observed', () => {
    const twice = ZONES_ANSWER.replace('"status":200', '"status":500,"status":200');
    expect(saidOf(request(ZONES), answer(200, twice, JSON_TYPE))).toEqual([
      'conforms; observed robust/unique-names: a name stands more than once in one object: /status',
    ]);
    expect(verdictOn(request(ZONES), answer(200, twice, JSON_TYPE))).toBe('conforms');
  });
});
