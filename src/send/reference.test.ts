import { describe, expect, it, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Exchange, Json, Obstacle, Outcome, PlannedRequest, Step } from '../model/index.ts';
import { fill, type Past, refers } from './reference.ts';

function request(operation: string, change: Partial<PlannedRequest> = {}): PlannedRequest {
  return {
    operation,
    path: {},
    query: {},
    headers: [],
    body: { kind: 'none' },
    credential: { kind: 'valid' },
    ...change,
  };
}

const answer = (value: Json, status = 200): Outcome => ({
  kind: 'answer',
  status,
  reason: '',
  headers: [],
  body: {
    bytes: new Uint8Array(),
    completeness: 'complete',
    content: { kind: 'json', value },
  },
});

const CONTRACT = loadContract();

const SITE = 'https://docs.example/site/index.php?rest_route=/cms/v2/posts';

/** Steps by name: their operation, and what came of them. */
function past(steps: Readonly<Record<string, readonly [string, Outcome | undefined]>>): Past {
  const entries = Object.entries(steps);
  return {
    steps: entries.map(
      ([id, [operation]]): Step => ({
        id,
        role: 'setup',
        request: request(operation),
      }),
    ),
    exchanges: entries.flatMap(([step, [, outcome]]): readonly Exchange[] => {
      if (outcome === undefined) return [];
      const wire = { method: 'GET', target: '/', headers: [], body: undefined };
      return [
        { step, request: wire, url: SITE, outcome, startedAt: 0, durationMs: 0, resent: false },
      ];
    }),
    operationOf: CONTRACT.operation,
    unsent: [{ step: 'never', because: 'precondition', why: 'the list of tags is empty' }],
  };
}

const PAST = past({
  ids: ['content/posts/list', answer([{ id: 7, 'a/b': 1 }, { id: 9 }, { id: 4 }])],
  tagged: ['content/posts/list', answer([{ tags: [3] }, { tags: [3, 5] }, { tags: [] }])],
  titled: [
    'content/blocks/list',
    answer([
      { title: { raw: "Don't" } },
      { title: { rendered: 'Moss and fern' } },
      { title: { raw: '' } },
      { title: { raw: 'Moss and fern' } },
      { title: { raw: 'Lichen 2' } },
    ]),
  ],
  marked: ['content/blocks/list', answer([{ title: { raw: "Don't" } }, { title: { raw: ' a' } }])],
  none: ['content/media/list', answer([])],
  linked: ['content/posts/get', answer({ whole: 'https://example.org/a', bare: '/a' })],
  revisions: [
    'content/templates/revisions/list',
    answer([{ id: 'a//b', cms_id: 138 }, { id: 'c' }]),
  ],
  made: ['content/posts/create', answer({ id: 4711, title: { raw: 'A' }, tags: [] }, 201)],
  dated: [
    'content/posts/get',
    answer({ bare: '2026-01-02T03:04:05', whole: '2026-01-02T03:04:05+02:00' }),
  ],
  named: [
    'content/posts/get',
    answer({ slug: 'moss--fern', plain: 'lichen', short: 'a', unusual: 'moos-%c3%a4' }),
  ],
  denied: ['content/posts/create', answer({ id: 1 }, 403)],
  broken: ['content/posts/list', { kind: 'fault', code: 'reset', message: 'gone' }],
  never: ['content/posts/list', undefined],
  text: [
    'content/posts/get',
    {
      ...{ kind: 'answer', status: 200, reason: '', headers: [] },
      body: {
        bytes: new Uint8Array(),
        completeness: 'complete',
        content: { kind: 'text', text: 'x', why: 'not JSON' },
      },
    },
  ],
  cut: [
    'content/posts/get',
    {
      ...{ kind: 'answer', status: 200, reason: '', headers: [] },
      body: {
        bytes: new Uint8Array(),
        completeness: 'cut-off',
        content: { kind: 'text', text: '[', why: 'cut off' },
      },
    },
  ],
});

const inQuery = (value: Json) => fill(request('x', { query: { value } }), PAST);

describe('a reference', () => {
  it.each<readonly [string, Json, Json]>([
    ['a member', { $from: 'made#/id' }, 4711],
    ['a whole answer', { $from: 'made#' }, { id: 4711, title: { raw: 'A' }, tags: [] }],
    ['an object', { $from: 'made#/title' }, { raw: 'A' }],
    ['an element', { $from: 'ids#/1/id' }, 9],
    ['an escaped name', { $from: 'ids#/0/a~1b' }, 1],
    ['all elements', { $from: 'ids#/*/id' }, [7, 9, 4]],
    ['the first of them', { $from: 'ids#/*/id', most: 2 }, [7, 9]],
    ['the others', { $from: 'ids#/*/id', from: 1 }, [9, 4]],
    ['a middle part', { $from: 'ids#/*/id', from: 1, most: 1 }, [9]],
    ['those that have the member', { $from: 'ids#/*/a~1b' }, [1]],
    ['each value once', { $from: 'tagged#/*/tags/*', distinct: true }, [3, 5]],
    ['the second value', { $from: 'tagged#/*/tags/*', distinct: true, from: 1 }, [5]],
    ['what stands for something', { $from: 'tagged#/*/tags/*', none: [null, 3], least: 1 }, [5]],
    [
      'a text without marks, in whatever form it is shown',
      { $from: 'titled#/*/title/*', plain: true },
      'Moss and fern',
    ],
    [
      'another such text',
      { $from: 'titled#/*/title/*', plain: true, distinct: true, from: 1 },
      'Lichen 2',
    ],
    ['every value', { $from: 'tagged#/*/tags/*' }, [3, 3, 5]],
    ['a number', { $from: 'made#/id', integer: true }, 4711],
    ['a moment of GMT', { $from: 'dated#/bare', moment: true }, '2026-01-02T03:04:05Z'],
    [
      'a moment with an offset',
      { $from: 'dated#/whole', moment: true },
      '2026-01-02T03:04:05+02:00',
    ],
    [
      'a minute after a moment of GMT',
      { $from: 'dated#/bare', moment: true, later: 1 },
      '2026-01-02T03:05:05Z',
    ],
    [
      'an hour before a moment with an offset',
      { $from: 'dated#/whole', moment: true, later: -60 },
      '2026-01-02T00:04:05Z',
    ],
    [
      'a minute after a moment, as clocks elsewhere show it',
      { $from: 'dated#/bare', moment: -90, later: 1 },
      '2026-01-02T01:35:05-01:30',
    ],
    ['the number beside a text', { $from: 'revisions#/0/id', integer: true }, 138],
    ['half a text', { $from: 'named#/plain', half: true }, 'lic'],
    ['half a text, but for a hyphen at its end', { $from: 'named#/slug', half: true }, 'moss'],
    ['an address', { $from: 'linked#/whole', address: true }, 'https://example.org/a'],
    ['an address at the site', { $from: 'linked#/bare', address: true }, 'https://docs.example/a'],
    ['no address', { $from: 'linked#/bare' }, '/a'],
    ['a text around it', { $from: 'made#/id', in: '/posts/{}?force={}' }, '/posts/4711?force=4711'],
    ['a text around each', { $from: 'ids#/*/id', most: 2, in: 'p/{}' }, ['p/7', 'p/9']],
    ['deep within a value', [{ a: [{ $from: 'made#/id' }, 1] }], [{ a: [4711, 1] }]],
    ['no reference, for it names no step', { $from: '/id' }, { $from: '/id' }],
    ['no reference, for it says more', { $from: 'a#/b', c: 1 }, { $from: 'a#/b', c: 1 }],
  ])('stands for %s', (_, value, expected) => {
    expect(inQuery(value)).toMatchObject({ kind: 'filled', value: { query: { value: expected } } });
  });

  it('stands in path, query and body', () => {
    const id = { $from: 'made#/id' };
    const asked = request('x', {
      path: { id },
      query: { include: [id] },
      body: { kind: 'json', value: { requests: [{ body: id }] } },
    });
    expect(refers(asked)).toBe(true);
    expect(fill(asked, PAST)).toEqual({
      kind: 'filled',
      value: {
        ...asked,
        path: { id: 4711 },
        query: { include: [4711] },
        body: { kind: 'json', value: { requests: [{ body: 4711 }] } },
      },
    });
  });

  it.each<readonly [string, Json, Obstacle, string]>([
    [
      'an empty list',
      { $from: 'none#/0/id' },
      'precondition',
      'the list of media is empty: /0/id is not there',
    ],
    [
      'all of nothing',
      { $from: 'none#/*/id' },
      'precondition',
      'the list of media is empty: /*/id is not there',
    ],
    [
      'a short list',
      { $from: 'ids#/5/id' },
      'precondition',
      'the list of posts has only 3: /5/id is not there',
    ],
    [
      'too few',
      { $from: 'ids#/*/id', least: 4 },
      'precondition',
      'the list of posts has only 3 of the 4 that are needed: /*/id',
    ],
    [
      'too few that differ',
      { $from: 'tagged#/*/tags/*', distinct: true, least: 3 },
      'precondition',
      'the list of posts has only 2 of the 3 different values that are needed: /*/tags/*',
    ],
    [
      'a part beyond the end',
      { $from: 'ids#/*/id', from: 3 },
      'precondition',
      'the list of posts has only 3 of the 4 that are needed: /*/id',
    ],
    [
      'an empty list within',
      { $from: 'made#/tags/0' },
      'precondition',
      'the answer to POST /cms/v2/posts is empty: /tags/0 is not there',
    ],
    [
      'what stands for nothing',
      { $from: 'ids#/1/id', none: [null, 9] },
      'precondition',
      '/1/id of the list of posts is 9',
    ],
    [
      'nothing but what stands for nothing',
      { $from: 'tagged#/*/tags/*', distinct: true, none: [3], least: 2 },
      'precondition',
      'the list of posts has only 1 of the 2 different values that are needed: /*/tags/*',
    ],
    [
      'texts with marks alone',
      { $from: 'marked#/*/title/*', plain: true },
      'precondition',
      'no /*/title/* of the list of blocks has only letters, digits and blanks',
    ],
    [
      'half a letter',
      { $from: 'named#/short', half: true },
      'precondition',
      '/short of the answer to GET /cms/v2/posts/{id} has no half: "a"',
    ],
    [
      'half of what may be spelt otherwise',
      { $from: 'named#/unusual', half: true },
      'precondition',
      '/unusual of the answer to GET /cms/v2/posts/{id} has no half: "moos-%c3%a4"',
    ],
    [
      'a missing member',
      { $from: 'made#/link' },
      'precondition',
      'the answer to POST /cms/v2/posts lacks a member: /link is not there',
    ],
    [
      'an inherited member',
      { $from: 'made#/constructor' },
      'precondition',
      'the answer to POST /cms/v2/posts lacks a member: /constructor is not there',
    ],
    [
      'a refusal',
      { $from: 'denied#/id' },
      'precondition',
      'POST /cms/v2/posts, which this needs, was answered with HTTP 403',
    ],
    [
      'text',
      { $from: 'text#/id' },
      'precondition',
      'the answer to GET /cms/v2/posts/{id} is not JSON',
    ],
    [
      'an unsent step',
      { $from: 'never#/0' },
      'precondition',
      'GET /cms/v2/posts was not sent: the list of tags is empty',
    ],
    ['a fault', { $from: 'broken#/0' }, 'fault', 'GET /cms/v2/posts was not answered: gone'],
    [
      'half an answer',
      { $from: 'cut#/0' },
      'fault',
      'the answer to GET /cms/v2/posts/{id} is cut-off',
    ],
    ['a step that there is not', { $from: 'nobody#/0' }, 'fault', 'step nobody was not sent'],
    [
      'a number that no member holds',
      { $from: 'revisions#/1/id', integer: true },
      'no-data',
      '/1/id of the list of templates/revisions is "c", and no other member is known to hold the number',
    ],
  ])('to %s is not filled', (_, value, because, why) => {
    expect(inQuery([value])).toEqual({ kind: 'unfilled', because, why });
  });

  it('is looked for in JSON alone', () => {
    expect(refers(request('x', { query: { a: [1, { b: 'made#/id' }] } }))).toBe(false);
    expect(
      refers(request('x', { body: { kind: 'text', text: '{"$from":"a#/b"}', contentType: null } })),
    ).toBe(false);
  });
});

test('a file is named by an earlier answer', () => {
  const asked = request('x', { raw: { file: { $from: 'a#/source_url' } } });
  const seen = past({ a: ['content/media/get', answer({ source_url: 'http://h/a.png' })] });
  expect(refers(asked)).toBe(true);
  expect(fill(asked, seen)).toEqual({
    kind: 'filled',
    value: { ...asked, raw: { file: 'http://h/a.png' } },
  });
  expect(fill(asked, past({ a: ['content/media/get', answer({})] }))).toMatchObject({
    kind: 'unfilled',
  });
});
