import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Target } from '../model/index.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { transportTo } from '../send/index.ts';
import { frontOf } from './front.ts';

const contract = loadContract();
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** What is said of a server, and what it was asked; without a login if `isNobody`. */
async function front(
  document: 'content' | 'integration',
  listener: RequestListener,
  isNobody = false,
) {
  const agents = new Set<string | undefined>();
  let requests = 0;
  const server = createServer((request, answer) => {
    requests += 1;
    agents.add(request.headers['user-agent']);
    listener(request, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const known = referenceTarget(contract, { [document]: `http://127.0.0.1:${port}` }, 'site');
  const target = isNobody ? withoutLogin(known) : known;
  const transport = transportTo(target, 2);
  closing.push(
    () => server.close(),
    () => void transport.close(),
  );
  const { signal } = new AbortController();
  const found = await frontOf(contract, target, [document], transport, signal);
  return { ...found, requests, agents };
}

function withoutLogin(target: Target): Target {
  const endpoints = Object.entries(target.endpoints).map(([name, endpoint]) => {
    const { authorization: _, ...open } = endpoint;
    return [name, open] as const;
  });
  return { ...target, endpoints: Object.fromEntries(endpoints) };
}

const page =
  (status: number, html: string, headers: Record<string, string> = {}): RequestListener =>
  (_, answer) => {
    answer.writeHead(status, { 'content-type': 'text/html', ...headers });
    answer.end(html);
  };

const LOG_IN = '<html><title>Log in</title><form></form></html>';

const json =
  (status: number, value: unknown): RequestListener =>
  (_, answer) => {
    answer.writeHead(status, { 'content-type': 'application/json' });
    answer.end(JSON.stringify(value));
  };

describe('a wall is named', () => {
  it.each<readonly [string, RequestListener, string]>([
    ['a sign-in page with status 200', page(200, LOG_IN), 'HTTP 200 and a sign-in page ("Log in")'],
    [
      'a redirect to a sign-in page',
      page(302, '', { location: '/wp-login.php?redirect_to=%2F' }),
      'HTTP 302, which leads to a sign-in page (http://127.0.0.1:PORT/wp-login.php)',
    ],
    [
      'a redirect to another origin',
      page(301, '', { location: 'https://www.docs.example/' }),
      'HTTP 301, which leads to another origin (https://www.docs.example); give that address',
    ],
    [
      'Basic at a gate',
      page(401, '<h1>401</h1>', { 'www-authenticate': 'Basic realm="Staging"' }),
      'HTTP 401 by a gate that asks for a login of its own (Basic realm="Staging")',
    ],
    [
      'a page of a firewall',
      page(403, '<title>Request blocked</title>'),
      'HTTP 403 and a page of a firewall ("Request blocked")',
    ],
    [
      'a page that names an index elsewhere',
      page(404, '<title>Docs</title>', { link: '</blog/json/>; rel="https://api.example/"' }),
      'HTTP 404 and a page ("Docs") whose Link header names an index at http://127.0.0.1:PORT/blog/json/; write `url: http',
    ],
    [
      'a page that names the index that was asked for',
      page(200, '<title>Soon</title>', {
        link: '</index.php?rest_route=/>; rel="https://api.example/"',
      }),
      'a page in HTML ("Soon")',
    ],
    ['a page for everything', page(200, '<title>Soon</title>'), 'a page in HTML ("Soon")'],
    ['403 without a body for everything', page(403, ''), 'HTTP 403 and no body'],
  ])('%s', async (_, listener, words) => {
    const { walls, requests } = await front('content', listener);
    expect(walls).toHaveLength(1);
    expect(walls[0]?.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:PORT')).toContain(words);
    expect(walls[0]).toMatch(/^something stands in front of the content API: GET \/ was answered/);
    expect(requests).toBe(5);
  });

  it.each([
    ['a page that says it', LOG_IN],
    ['any page', '<html><form action=/login>'],
  ])('in front of an API of two operations as well: %s', async (_, html) => {
    const { walls } = await front('integration', page(200, html));
    expect(walls[0]).toContain('in front of the integration API');
  });
});

describe('no wall is', () => {
  it.each<readonly [string, RequestListener, number]>([
    ['an answer of the form that is documented', json(200, {}), 0],
    [
      'the documented 401, although it answers everything',
      json(401, { code: 'not_logged_in', message: 'No.', data: { status: 401 } }),
      1,
    ],
  ])('%s', async (_, listener, signs) => {
    const found = await front('content', listener);
    expect([found.walls, found.signs.length, found.requests]).toEqual([[], signs, 1]);
  });

  it('what both operations of an API answer, and routes that do not exist do not', async () => {
    const wrong = page(200, 'welcome');
    const found = await front('integration', (request, answer) =>
      (request.url?.includes('no-such-route') ? page(404, 'no') : wrong)(request, answer),
    );
    expect([found.walls, found.signs.length]).toEqual([[], 1]);
  });

  it('what only some operations answer', async () => {
    let count = 0;
    const found = await front('content', (request, answer) => {
      count += 1;
      (count < 4 ? page(404, '<title>Not found</title>') : json(200, []))(request, answer);
    });
    expect([found.walls, found.signs.length]).toEqual([[], 1]);
  });
});

describe('without a login', () => {
  const refusal = (status: number) =>
    json(status, { code: 'no', message: 'No.', data: { status } });

  it.each([401, 403])('HTTP %i for all routes is a wall', async (status) => {
    const { walls, requests } = await front('content', refusal(status), true);
    expect(walls).toEqual([
      `the content API wants a login for all routes: it answers each with the same HTTP ${status}; set TOUCHSTONE_CONTENT_USER and TOUCHSTONE_CONTENT_PASSWORD`,
    ]);
    expect(requests).toBeLessThan(20);
  });

  it.each<readonly [string, RequestListener]>([
    ['for all routes but one', json(200, [])],
    ['with another refusal for one', json(401, { code: 'other', message: 'Not you.', data: {} })],
  ])('the documented 401 is no wall %s', async (_, listener) => {
    const found = await front(
      'content',
      (request, answer) =>
        (/%2Fpages|\/pages/.test(request.url ?? '') ? listener : refusal(401))(request, answer),
      true,
    );
    expect([found.walls, found.signs.length]).toEqual([[], 1]);
  });

  it('an API whose document shows that refusal is asked all the same', async () => {
    expect((await front('integration', refusal(401), true)).walls).toEqual([]);
  });
});

it('requests say who asks', async () => {
  const { agents } = await front('content', json(200, {}));
  expect([...agents]).toEqual([expect.stringMatching(/^touchstone\/\d+\.\d+\.\d+$/)]);
});
