import { describe, expect, it, test } from 'vitest';
import type { Reply } from '../http.ts';
import type { RoutedRequest } from '../in-front.ts';
import type { Rule } from './entry.ts';
import { inFrontBy } from './rule.ts';

interface Asked {
  readonly body?: unknown;
  readonly headers?: RoutedRequest['headers'];
}

function request(line: string, { body, headers = {} }: Asked = {}): RoutedRequest {
  const [method = '', target = ''] = line.split(' ');
  const [route = '', query = ''] = target.split('?');
  const bytes = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body));
  return { method, route, headers, query: new URLSearchParams(query), body: bytes };
}

function replyOf(status: number, json: unknown): Reply {
  return { status, headers: [['X-Total', '4']], body: JSON.stringify(json) };
}

/** A server behind rules, which notes what it is asked. */
function behind(rules: readonly Rule[], answer: (asked: string) => Reply) {
  const seen: string[] = [];
  const handle = inFrontBy(rules)();
  return {
    seen,
    send: async (line: string, asked?: Asked) => {
      const reply = await handle(request(line, asked), async (one) => {
        const target = one.query.size > 0 ? `${one.route}?${one.query}` : one.route;
        const body = new TextDecoder().decode(one.body);
        seen.push(`${one.method} ${decodeURIComponent(target)} ${body}`.trim());
        return answer(`${one.method} ${target}`);
      });
      return { ...reply, text: Buffer.from(reply.body).toString() };
    },
  };
}

describe('a read before the request', () => {
  const rule: Rule = {
    request: 'PATCH /posts/{id}',
    ask: { query: { context: 'edit' } },
    if: { body: { '/tags': { type: 'list' } }, asked: { '/status': 'draft' } },
    body: { at: '/tags', prepend: { from: '$asked/tags' }, to: 'unique' },
  };

  it('is by the same client, and its answer can be used', async () => {
    const server = behind([rule], () => replyOf(200, { status: 'draft', tags: [1, 2] }));
    await server.send('PATCH /posts/7?x=1', { body: { tags: [2, 3] } });
    expect(server.seen).toEqual([
      'GET /posts/7?context=edit',
      'PATCH /posts/7?x=1 {"tags":[1,2,3]}',
    ]);
  });

  it('changes nothing where its answer does not fit, and is not sent where the request does not', async () => {
    const server = behind([rule], () => replyOf(200, { status: 'publish', tags: [1] }));
    await server.send('PATCH /posts/7', { body: { tags: [2] } });
    await server.send('PATCH /posts/7', { body: { title: 'x' } });
    expect(server.seen).toEqual([
      'GET /posts/7?context=edit',
      'PATCH /posts/7 {"tags":[2]}',
      'PATCH /posts/7 {"title":"x"}',
    ]);
  });
});

describe('a request that is sent once more', () => {
  it('is changed, where the answer fits', async () => {
    const rule: Rule = { if: { status: 410 }, again: { query: { force: 'true' } } };
    const server = behind([rule], (asked) => replyOf(asked.includes('force') ? 200 : 410, 'ok'));
    expect((await server.send('DELETE /pages/1')).status).toBe(200);
    expect(server.seen).toEqual(['DELETE /pages/1', 'DELETE /pages/1?force=true']);
  });

  it('is not sent where the answer does not', async () => {
    const rule: Rule = { if: { status: 410 }, again: {} };
    const server = behind([rule], () => replyOf(404, {}));
    expect((await server.send('DELETE /pages/1')).status).toBe(404);
    expect(server.seen).toHaveLength(1);
  });
});

describe('answers that are kept', () => {
  const keep = {
    by: ['{$headers/authorization}', '{$url}'],
    'cleared-by': 'WRITE /(?:cms/v2/pages.*|batch)',
  };

  it('are shown again to the same client, until a request clears them', async () => {
    let count = 0;
    const server = behind([{ request: 'GET /cms/v2/pages.*', keep }], () => {
      count += 1;
      return replyOf(200, count);
    });
    const texts: string[] = [];
    for (const [line, authorization] of [
      ['GET /cms/v2/pages?page=1', 'a'],
      ['GET /cms/v2/pages?page=1', 'a'],
      ['GET /cms/v2/pages?page=1', 'b'],
      ['GET /cms/v2/pages?page=2', 'a'],
      ['DELETE /cms/v2/pages/1', 'a'],
      ['GET /cms/v2/pages?page=1', 'a'],
      ['PUT /cms/v2/pages/1', 'a'],
      ['GET /cms/v2/pages?page=1', 'a'],
    ] as const) {
      texts.push((await server.send(line, { headers: { authorization } })).text);
    }
    expect(texts).toEqual(['1', '1', '2', '3', '4', '1', '5', '6']);
  });

  it('are cleared of the route of a request, or all of them by another collection', async () => {
    let count = 0;
    const server = behind([{ request: 'GET /cms/v2/pages/.*', keep }], () => {
      count += 1;
      return replyOf(200, count);
    });
    const texts: string[] = [];
    for (const line of [
      'GET /cms/v2/pages/1',
      'GET /cms/v2/pages/12',
      'PUT /cms/v2/pages/1',
      'GET /cms/v2/pages/1',
      'GET /cms/v2/pages/12',
      'POST /batch',
      'GET /cms/v2/pages/12',
    ]) {
      texts.push((await server.send(line)).text);
    }
    expect(texts).toEqual(['1', '2', '3', '4', '2', '5', '6']);
  });

  it('are only shown in place of some statuses, where the rule says so', async () => {
    let status = 200;
    const rule: Rule = { keep: { by: ['{$route}'], 'in-place-of': 404 } };
    const server = behind([rule], () => replyOf(status, status));
    const statuses: number[] = [];
    for (status of [200, 500, 404]) statuses.push((await server.send('GET /a')).status);
    expect(statuses).toEqual([200, 500, 200]);
  });
});

test('a change of a whole list is shown by pages', async () => {
  const rule: Rule = { whole: { sort: { by: '/id', as: 'number', descending: 'as asked' } } };
  const server = behind([rule], () => replyOf(200, [{ id: 2 }, { id: 10 }, { id: 1 }]));
  const shown = async (line: string) => (await server.send(line)).text;
  expect(await shown('GET /posts?per_page=2')).toBe('[{"id":10},{"id":2}]');
  expect(await shown('GET /posts?per_page=2&page=2&order=asc')).toBe('[{"id":10}]');
  expect(await shown('GET /posts?offset=1&order=asc')).toBe('[{"id":2},{"id":10}]');
});

describe('conditions', () => {
  it('count the requests that fit', async () => {
    const rule: Rule = { request: 'GET /a', if: { count: { above: 1 } }, status: 418 };
    const server = behind([rule], () => replyOf(200, {}));
    const statuses: number[] = [];
    for (const line of ['GET /a', 'GET /b', 'GET /a?x=1', 'GET /a']) {
      statuses.push((await server.send(line)).status);
    }
    expect(statuses).toEqual([200, 200, 418, 418]);
  });

  it('look at the names of parameters', async () => {
    const rule: Rule = { if: { parameters: { some: { not: ['page', 'tags'] } } }, refuse: 'no' };
    const server = behind([rule], () => replyOf(200, {}));
    expect((await server.send('GET /a?page=1&tags[]=2')).status).toBe(200);
    expect((await server.send('GET /a?tags[]=2&pages=1')).status).toBe(400);
  });

  it('look at the days from now', async () => {
    const rule: Rule = {
      if: { body: { '/date': { 'days-from-now': { above: 1 } } } },
      refuse: 'no',
    };
    const server = behind([rule], () => replyOf(200, {}));
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
    for (const [date, status] of [
      [days(2), 400],
      [days(0.5), 200],
      [days(-2), 200],
      ['soon', 200],
    ] as const) {
      expect((await server.send('POST /a', { body: { date } })).status).toBe(status);
    }
  });
});

describe('the query', () => {
  test.each<readonly [NonNullable<Rule['query']>, string, string]>([
    [{ offset: { times: 'per_page' } }, 'offset=2&per_page=5', 'offset=10&per_page=5'],
    [{ offset: { times: 'per_page' } }, 'offset=2', 'offset=20'],
    [{ offset: { 'down-to': 'per_page' } }, 'offset=7&per_page=5', 'offset=5&per_page=5'],
    [
      { tags: { 'as-object': { include_children: 'true' } } },
      'tags[]=1&tags[]=2&page=1',
      'page=1&tags[terms][]=1&tags[terms][]=2&tags[include_children]=true',
    ],
    [{ search: { replace: ['\\b\\w\\b', '', 'g'] } }, 'search=a+long+b', 'search=+long+'],
  ])('%j makes of %s: %s', async (query, asked, expected) => {
    const server = behind([{ query }], () => replyOf(200, {}));
    await server.send(`GET /a?${asked}`);
    expect(server.seen).toEqual([`GET /a?${expected}`]);
  });
});

test('an answer in place of that of the server may refer to it', async () => {
  const rule: Rule = {
    if: { status: { above: 399 } },
    reply: {
      json: { members: { title: { text: 'No: {/message}' }, count: { from: '$count' } } },
      headers: { Location: '{/to}' },
    },
  };
  const server = behind([rule], () => replyOf(403, { message: 'not yours', to: '/login' }));
  const reply = await server.send('GET /a');
  expect([reply.status, reply.text]).toEqual([403, '{"title":"No: not yours","count":1}']);
  expect(reply.headers).toContainEqual(['Location', '/login']);
});

test('numbers are added to, and texts become numbers at any depth', async () => {
  const rule: Rule = {
    answer: [
      { at: '/place', plus: -100, to: 'absolute' },
      { at: '/styles', to: 'numbers throughout' },
    ],
  };
  const styles = { a: '1.5', b: ['2', 'x'], c: null };
  const server = behind([rule], () => replyOf(200, { place: 30, styles }));
  expect(JSON.parse((await server.send('GET /a')).text)).toEqual({
    place: 70,
    styles: { a: 1.5, b: [2, 'x'], c: null },
  });
});
