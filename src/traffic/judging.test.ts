import { describe, expect, it } from 'vitest';
import { contentOf } from '../content.ts';
import { loadContract } from '../contract/contract.ts';
import type { Answer, Completeness, Endpoint, WireRequest } from '../model.ts';
import { judgeTraffic, placer } from './judging.ts';

const contract = loadContract();
const ORIGIN = 'http://a.example';

function endpointAt(baseUrl: string, routing: Endpoint['style']['routing']): Endpoint {
  const credentialFrom = { scheme: 'Bearer', variable: 'TOKEN' } as const;
  return {
    baseUrl,
    secrets: [],
    credentialFrom,
    known: {},
    style: { arrays: 'brackets', routing },
  };
}

const place = placer(contract, {
  endpoints: {
    integration: endpointAt(`${ORIGIN}/platform`, { kind: 'path' }),
    content: endpointAt(`${ORIGIN}/platform/docs`, {
      kind: 'query',
      path: '/index.php',
      parameter: 'rest_route',
    }),
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
