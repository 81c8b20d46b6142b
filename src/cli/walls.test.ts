import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REFERENCE_PASSWORD, REFERENCE_USER, serveReference } from '../reference/index.ts';
import { gateTo, type Listening, listening } from './gate.fixture.ts';
import { runCli } from './run-cli.fixture.ts';

let reference: Awaited<ReturnType<typeof serveReference>>;
let cwd = '';
const open: Listening[] = [];
beforeAll(async () => {
  reference = await serveReference({ faults: [], variations: [] });
});
afterAll(() => reference.close());
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'touchstone-walls-'));
  return () => rmSync(cwd, { recursive: true });
});
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const LOGIN = {
  TOUCHSTONE_CONTENT_USER: REFERENCE_USER,
  TOUCHSTONE_CONTENT_PASSWORD: REFERENCE_PASSWORD,
};

/** A command on a server, what it printed, and the number of requests. */
async function on(listener: RequestListener, ...args: readonly string[]) {
  let requests = 0;
  const server = await listening(
    createServer((asked, answer) => {
      requests += 1;
      listener(asked, answer);
    }),
  );
  open.push(server);
  const [command = '', ...others] = args;
  const given = [command, '--content', `${server.url}/content`, ...others];
  const { code, out, err } = await runCli(given, { env: LOGIN, cwd });
  return { code, printed: `${out}\n${err}`, requests };
}

const always =
  (status: number, headers: Record<string, string>, body: string): RequestListener =>
  (_, answer) => {
    answer.writeHead(status, headers).end(body);
  };

const HTML = { 'content-type': 'text/html' };
const JSON_TYPE = { 'content-type': 'application/json' };
const NOT_LOGGED_IN = JSON.stringify({ code: 'a', message: 'No.', data: { status: 401 } });

describe.each<readonly [string, RequestListener, string]>([
  ['403 for everything', always(403, {}, ''), 'HTTP 403 and no body'],
  [
    '301 for everything',
    always(301, { location: 'https://docs.example/' }, ''),
    'HTTP 301, which leads to another origin (https://docs.example)',
  ],
  [
    'a sign-in page for everything',
    always(200, HTML, '<title>Log in</title>'),
    'HTTP 200 and a sign-in page ("Log in")',
  ],
])('%s', (_, listener, words) => {
  it('ends a check at once, and `init`, with its name', async () => {
    const check = await on(listener, 'check');
    expect([check.code, check.requests < 15]).toEqual([2, true]);
    expect(check.printed).toContain(words);
    const init = await on(listener, 'init');
    expect(init.code).toBe(2);
    expect(init.printed).toContain(words);
  });
});

it.each<readonly [string, RequestListener, string]>([
  [
    'a plug-in that wants a login',
    always(401, JSON_TYPE, NOT_LOGGED_IN),
    'HTTP 401: it wants a login for everything',
  ],
  [
    'Basic at the gate',
    always(401, { ...HTML, 'www-authenticate': 'Basic realm="Staging"' }, '<h1>401</h1>'),
    'by a gate that asks for a login of its own (Basic realm="Staging")',
  ],
  [
    'a page of a firewall',
    always(403, HTML, '<title>Request blocked</title>'),
    'HTTP 403 and a page of a firewall ("Request blocked")',
  ],
])('`init` names %s', async (_, listener, words) => {
  const { code, printed } = await on(listener, 'init');
  expect(code).toBe(2);
  expect(printed).toContain(words);
});

it('`init` gives the User-Agent that a firewall wants, in plain text', async () => {
  const upstream = gateTo(reference.contentUrl, ({ headers }) =>
    headers['user-agent'] === 'company-check' ? {} : 403,
  );
  const set = 'content.headers.User-Agent=company-check';
  const { code } = await on(upstream, 'init', '--set', set);
  expect(code).toBe(0);
  expect(readFileSync(join(cwd, 'touchstone.yaml'), 'utf8')).toMatch(/User-Agent.*company-check/);
});
