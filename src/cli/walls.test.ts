import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  REFERENCE_PASSWORD,
  REFERENCE_TOKEN,
  REFERENCE_USER,
  serveReference,
} from '../reference/index.ts';
import { gateTo, type Listening, listening } from './gate.fixture.ts';
import type { Io } from './io.ts';
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

interface Given {
  /** What follows the address of the server. */
  readonly address?: string;
  readonly env?: Io['env'];
}

/** A command on a server, what it printed, and the number of requests. */
async function on(listener: RequestListener, ...args: readonly string[]) {
  return asking({}, listener, ...args);
}

async function asking(
  { address = '--content URL/content', env = LOGIN }: Given,
  listener: RequestListener,
  ...args: readonly string[]
) {
  let requests = 0;
  const { url, close } = await listening(
    createServer((asked, answer) => {
      requests += 1;
      listener(asked, answer);
    }),
  );
  open.push({ url, close });
  const [command = '', ...others] = args;
  const given = [command, ...address.replace('URL', url).split(' '), ...others];
  const { code, out, err } = await runCli(given, { env, cwd });
  return { code, printed: `${out}\n${err}`, requests, url };
}

const always =
  (status: number, headers: Record<string, string>, body: string): RequestListener =>
  (_, answer) => {
    answer.writeHead(status, headers).end(body);
  };

const HTML = { 'content-type': 'text/html' };
const JSON_TYPE = { 'content-type': 'application/json' };
const NOT_LOGGED_IN = JSON.stringify({ code: 'a', message: 'No.', data: { status: 401 } });
const UNAUTHORISED = JSON.stringify({
  data: null,
  message: 'No.',
  response_status: 401,
  status: false,
  status_code: 401,
});

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

it('the address of an index is taken, and `init` and `check` say what to write', async () => {
  const site = gateTo(reference.contentUrl, () => ({}));
  const given = { address: '--content URL/content/index.php?rest_route=/' };
  const says = ({ url, printed }: { readonly url: string; readonly printed: string }) =>
    printed.includes(
      `${url}/content/index.php?rest_route=/ is the index of the content API, and requests add the route themselves: write ${url}/content\n`,
    );
  const init = await asking(given, site, 'init');
  expect([init.code, says(init)]).toEqual([0, true]);
  expect(readFileSync(join(cwd, 'touchstone.yaml'), 'utf8')).toContain(
    `  url: ${init.url}/content\n  routing: query\n`,
  );
  const check = await asking(given, always(403, {}, ''), 'check');
  expect([check.code, says(check)]).toEqual([2, true]);
});

describe('an index elsewhere, which the Link header of each page names', () => {
  const place = '/hidden/api';
  const site: RequestListener = (asked, answer) => {
    const { url = '' } = asked;
    if (url.startsWith(place)) {
      asked.url = url.replace(place, '/content');
      gateTo(reference.contentUrl, () => ({}))(asked, answer);
      return;
    }
    const link = `<${place}/>; rel="https://api.example/"`;
    answer.writeHead(200, { ...HTML, link }).end(`<title>${url}</title>`);
  };

  it('is found by `init`, which writes it', async () => {
    const { code, printed, url } = await on(site, 'init');
    expect(code).toBe(0);
    expect(printed).toContain(`content API at ${url}${place}, routing path`);
    expect(readFileSync(join(cwd, 'touchstone.yaml'), 'utf8')).toContain(
      `  url: ${url}${place}\n  routing: path\n`,
    );
  });

  it('ends a check at once, which says what to write', async () => {
    const { code, printed, requests, url } = await on(site, 'check');
    expect([code, requests < 15]).toEqual([2, true]);
    expect(printed).toContain(
      `whose Link header names an index at ${url}${place}/; write \`url: ${url}${place}\` and \`routing: path\` in the profile`,
    );
  });
});

it.each([['check'], ['fuzz', '--runs', '50']])(
  'a plug-in that wants a login for all routes ends an anonymous run at once: %s',
  async (...command) => {
    const site = always(401, JSON_TYPE, NOT_LOGGED_IN);
    const { code, printed, requests } = await asking({ env: {} }, site, ...command);
    expect([code, requests < 20]).toEqual([2, true]);
    expect(printed).toContain(
      'the content API wants a login for all routes: it answers each with the same HTTP 401; set TOUCHSTONE_CONTENT_USER and TOUCHSTONE_CONTENT_PASSWORD',
    );
  },
);

it('one valid call in 20 that is answered with HTTP 401 warns, and fails nothing under `--strict`', async () => {
  const given = {
    address: '--integration URL',
    env: { TOUCHSTONE_INTEGRATION_TOKEN: REFERENCE_TOKEN },
  };
  const steady = gateTo(reference.integrationUrl, () => ({}));
  let calls = 0;
  const unsteady: RequestListener = (asked, answer) => {
    const isValid = asked.headers.authorization === `Bearer ${REFERENCE_TOKEN}`;
    if (isValid) calls += 1;
    if (isValid && calls % 20 === 7) always(401, JSON_TYPE, UNAUTHORISED)(asked, answer);
    else steady(asked, answer);
  };
  const { code, printed } = await asking(given, unsteady, 'check', '--strict', '--seed', '1');
  expect(code).toBe(0);
  expect(printed).toMatch(
    /Answers come and go: HTTP 401 to [\d,]+ of [\d,]+ requests for [\d,]+ reads?/,
  );
  expect(printed).toMatch(/^WARN .*robust\/steady/m);
  expect(printed).not.toMatch(/^FAIL/m);
});
