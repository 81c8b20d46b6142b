import { describe, expect, it } from 'vitest';
import type { Handler, Reply, ServedRequest } from './http.ts';
import { jsonIn, type Middleware, withInFront, withJson } from './in-front.ts';

const PREFIX = '/content';

/** Answers with the method, target and text that reach the server. */
const echo: Handler = ({ method, target, body }) => ({
  status: 200,
  headers: [['content-length', '0']],
  body: JSON.stringify({ method, target, text: new TextDecoder().decode(body) }),
});

function asked(target: string, middleware: Middleware, body = ''): Promise<Reply> | Reply {
  const request: ServedRequest = {
    method: 'GET',
    target,
    headers: { 'content-length': String(body.length) },
    rawHeaders: [],
    body: new TextEncoder().encode(body),
  };
  return withInFront(echo, [{ inFront: () => middleware }], PREFIX)(request);
}

describe('what stands in front of a server', () => {
  it.each([
    ['/content/cms/v2/posts?page=2', '/content/cms/v2/posts?page=2'],
    ['/content/cms/v2/t/a//b%20c?q=%2B+', '/content/cms/v2/t/a//b%20c?q=%2B+'],
    ['//', '//'],
    ['//other.example/x', '//other.example/x'],
    [
      '/content/index.php?rest_route=/cms/v2/posts&a[]=1',
      '/content/index.php?rest_route=/cms/v2/posts&a[]=1',
    ],
  ])('leaves the target of a request as it came: %s', async (target, reached) => {
    const reply = await asked(target, (request, ask) => ask(request));
    expect(jsonIn(reply)).toMatchObject({ target: reached });
  });

  it.each([
    ['/content/cms/v2/posts?page=2', '/content/cms/v2/pages?page=3'],
    [
      '/content/index.php?rest_route=%2Fcms%2Fv2%2Fposts&page=2',
      '/content/index.php?rest_route=%2Fcms%2Fv2%2Fpages&page=3',
    ],
  ])('sees the same route and query in %s, and changes both', async (target, reached) => {
    const reply = await asked(target, (request, ask) => {
      expect([request.route, request.query.toString()]).toEqual(['/cms/v2/posts', 'page=2']);
      return ask({ ...request, route: '/cms/v2/pages', query: new URLSearchParams('page=3') });
    });
    expect(jsonIn(reply)).toMatchObject({ target: reached });
  });

  it('takes over what is changed of the query in place', async () => {
    const reply = await asked('/content/cms/v2/posts?page=2', (request, ask) => {
      request.query.set('page', '3');
      return ask(request);
    });
    expect(jsonIn(reply)).toMatchObject({ target: '/content/cms/v2/posts?page=3' });
  });

  it('changes bodies and the lengths that announce them', async () => {
    const reply = await asked(
      '/content/x',
      async (request, ask) => {
        const changed = withJson(request, { a: 'é' });
        expect(changed.headers).toEqual({ 'content-length': '10' });
        return withJson(await ask(changed), { b: jsonIn(changed) ?? null });
      },
      '{"a":1}',
    );
    expect(reply.headers).toEqual([['content-length', '16']]);
    expect(jsonIn(reply)).toEqual({ b: { a: 'é' } });
  });

  it('may ask several times, and remembers for one server alone', async () => {
    const counting = {
      inFront: () => {
        let count = 0;
        const middleware: Middleware = async (request, ask) => {
          await ask(request);
          count += 1;
          return withJson(await ask(request), count);
        };
        return middleware;
      },
    };
    const request = {
      method: 'GET',
      target: '/content/',
      headers: {},
      rawHeaders: [],
      body: new Uint8Array(),
    };
    const [one, other] = [1, 2].map(() => withInFront(echo, [counting], PREFIX));
    await one?.(request);
    expect(one && jsonIn(await one(request))).toBe(2);
    expect(other && jsonIn(await other(request))).toBe(1);
  });
});
