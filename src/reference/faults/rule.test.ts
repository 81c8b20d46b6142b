import { describe, expect, test } from 'vitest';
import type { Reply } from '../http.ts';
import type { RoutedRequest } from '../in-front.ts';
import type { Rule } from './entry.ts';
import { inFrontBy, requestPattern } from './rule.ts';

const LIST = JSON.stringify([
  { id: 1, title: { raw: 'One' }, tags: [3, 4] },
  { id: 2, title: { raw: 'Two' }, tags: [] },
]);

function request(line: string, body = '', headers: RoutedRequest['headers'] = {}): RoutedRequest {
  const [method = '', target = ''] = line.split(' ');
  const [route = '', query = ''] = target.split('?');
  return {
    ...{ method, route, headers },
    query: new URLSearchParams(query),
    body: new TextEncoder().encode(body),
  };
}

/** What a server behind the rules is asked, and what it is shown to answer. */
async function through(rules: readonly Rule[], asked: RoutedRequest, body = LIST, status = 200) {
  const seen: RoutedRequest[] = [];
  const reply: Reply = { status, headers: [['Content-Type', 'application/json']], body };
  const answer = await inFrontBy(rules)()(asked, async (one) => {
    seen.push(one);
    return reply;
  });
  const text = Buffer.from(answer.body).toString();
  return {
    answer,
    text,
    seen: seen.map((one) => `${one.method} ${one.route}?${one.query}`),
    sent: seen[0],
  };
}

test.each([
  ['GET /cms/v2/(posts|pages)/{id}', 'GET /cms/v2/posts/7', true],
  ['GET /cms/v2/(posts|pages)/{id}', 'GET /cms/v2/posts/7/', true],
  ['GET /cms/v2/(posts|pages)/{id}', 'GET /cms/v2/posts/x', false],
  ['WRITE /cms/v2/{collection}', 'PATCH /cms/v2/media', true],
  ['WRITE /cms/v2/{collection}', 'DELETE /cms/v2/media', false],
  ['(?!GET)ANY /a', 'GET /a', false],
  ['(?!GET)ANY /a', 'PUT /a', true],
])('the pattern %s and the request %s: %s', (pattern, line, expected) => {
  expect(requestPattern(pattern)(request(line))).toBe(expected);
});

describe('a query', () => {
  test.each<readonly [string, NonNullable<Rule['query']>, string, string]>([
    [
      'drops a parameter, its elements and members',
      { tags: 'drop' },
      'tags[]=1&tags[terms][]=2&a=1',
      'a=1',
    ],
    ['sets a value', { order: 'asc' }, 'order=desc', 'order=asc'],
    [
      'takes a default where none is given',
      { per_page: { default: 10 } },
      'page=2',
      'page=2&per_page=10',
    ],
    ['leaves what is given', { per_page: { default: 10 } }, 'per_page=5', 'per_page=5'],
    ['maps values', { force: { map: { false: 'true' } } }, 'force=false', 'force=true'],
    ['keeps the first of several', { slug: { first: 1 } }, 'slug[]=a&slug[]=b', 'slug=a'],
    ['leaves one as it is written', { slug: { first: 1 } }, 'slug[]=a', 'slug[]=a'],
    ['renames', { before: { 'rename-to': 'after' } }, 'before=x', 'after=x'],
    [
      'drops members that are not known',
      { menus: { members: ['terms'] } },
      'menus[terms]=1&menus[x]=2&menus[]=3',
      'menus[terms]=1&menus[]=3',
    ],
    [
      'asks by offset',
      { page: { 'to-offset': { shift: -1 } } },
      'page=3&per_page=5',
      'per_page=5&offset=9',
    ],
  ])('%s', async (_, query, before, after) => {
    const { seen } = await through([{ query }], request(`GET /l?${before}`));
    expect(decodeURIComponent(seen[0] ?? '')).toBe(`GET /l?${after}`);
  });
});

describe('an answer', () => {
  const edited = async (rule: Rule, body = LIST) => {
    const { text } = await through([rule], request('GET /l'), body);
    return JSON.parse(text) as unknown;
  };

  test('is changed at a place, and in each record', async () => {
    expect(await edited({ records: { at: '/title/raw', to: 'upper case' } })).toMatchObject([
      { title: { raw: 'ONE' } },
      { title: { raw: 'TWO' } },
    ]);
    expect(await edited({ answer: { at: '/[-1]', drop: 'tags' } })).toMatchObject([
      { tags: [3, 4] },
      { id: 2 },
    ]);
    expect(
      await edited({ answer: { at: '/*/tags', if: { count: 2 }, to: 'numbered' } }),
    ).toMatchObject([{ tags: { 0: 3, 1: 4 } }, { tags: [] }]);
  });

  test('is filtered, sorted and made of what it shows', async () => {
    expect(await edited({ answer: { omit: { '/id': 1 } } })).toMatchObject([{ id: 2 }]);
    expect(await edited({ answer: { sort: { by: '/id', descending: true } } })).toMatchObject([
      { id: 2 },
      { id: 1 },
    ]);
    expect(
      await edited({
        answer: {
          value: { members: { n: { from: '', to: 'count' }, t: { text: '{/[0]/title/raw}!' } } },
        },
      }),
    ).toEqual({ n: 2, t: 'One!' });
  });

  test('is left alone where it is no success, unless a status is named', async () => {
    const rule: Rule = { answer: { value: null } };
    expect((await through([rule], request('GET /l'), LIST, 404)).text).toBe(LIST);
    expect(
      (await through([{ ...rule, if: { status: 404 } }], request('GET /l'), LIST, 404)).text,
    ).toBe('null');
  });

  test('has another status, other headers and another text', async () => {
    const { answer, text } = await through(
      [
        {
          status: 201,
          headers: { drop: '^content-type$', add: [['X-A', '1']] },
          write: { before: ' ' },
        },
      ],
      request('GET /l'),
    );
    expect([answer.status, answer.headers, text]).toEqual([201, [['X-A', '1']], ` ${LIST}`]);
  });
});

describe('a request', () => {
  test('is written otherwise where its body fits', async () => {
    const rule: Rule = {
      if: { body: { '/a': { above: 1 } } },
      body: { set: { a: { from: '/b' } }, drop: 'b' },
    };
    const { sent } = await through([rule], request('POST /l', '{"a":2,"b":"x"}'));
    expect(Buffer.from(sent?.body ?? []).toString()).toBe('{"a":"x"}');
    const other = await through([rule], request('POST /l', '{"a":1}'));
    expect(Buffer.from(other.sent?.body ?? []).toString()).toBe('{"a":1}');
  });

  test('is refused, and the server is not asked', async () => {
    const { answer, seen } = await through([{ refuse: 'No.' }], request('GET /l'));
    expect([answer.status, answer.body, seen]).toEqual([
      400,
      '{"code":"refused","message":"No.","data":{"status":400}}',
      [],
    ]);
  });

  test('counts: every second one, and only when it comes again', async () => {
    const rules = (when: Rule['if']) => inFrontBy([{ ...(when && { if: when }), status: 299 }])();
    const ask = async (): Promise<Reply> => ({ status: 200, headers: [], body: '' });
    for (const when of [{ every: 2 }, { repeated: true }]) {
      const front = rules(when);
      const statuses = [];
      for (const line of ['GET /a', 'GET /a'])
        statuses.push((await front(request(line), ask)).status);
      expect(statuses).toEqual([200, 299]);
    }
  });

  test('passes several rules, the first outermost', async () => {
    const { seen } = await through(
      [{ query: { a: { map: { 1: '2' } } } }, { query: { a: { map: { 2: '3' } } } }],
      request('GET /l?a=1'),
    );
    expect(seen).toEqual(['GET /l?a=3']);
  });
});
