import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  REFERENCE_PASSWORD,
  REFERENCE_TOKEN,
  REFERENCE_USER,
  serveReference,
} from '../reference/index.ts';
import type { Io } from './io.ts';
import { runCli } from './run-cli.fixture.ts';

let server: Awaited<ReturnType<typeof serveReference>>;
let cwd = '';
beforeAll(async () => {
  server = await serveReference({ faults: [], variations: [] });
});
afterAll(async () => {
  await server.close();
});
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'touchstone-init-'));
  return () => rmSync(cwd, { recursive: true });
});

const LOGINS = {
  TOUCHSTONE_INTEGRATION_TOKEN: REFERENCE_TOKEN,
  TOUCHSTONE_CONTENT_USER: REFERENCE_USER,
  TOUCHSTONE_CONTENT_PASSWORD: REFERENCE_PASSWORD,
};

async function touchstone(args: readonly string[], world: Partial<Io> = {}) {
  return runCli(args, { env: LOGINS, cwd, ...world });
}

const written = (name = 'touchstone.yaml') => readFileSync(join(cwd, name), 'utf8');

describe('init', () => {
  it('writes a profile that check works with at once', async () => {
    const { integrationUrl, contentUrl } = server;
    const urls = ['--integration', integrationUrl, '--content', contentUrl];
    const { code, out } = await touchstone(['init', ...urls, '--systems', '42', 'shop system']);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining('npx touchstone check'),
    });
    const checked = await touchstone([
      'check',
      '--only',
      'integration/',
      'content/index',
      '--runs',
      '2',
    ]);
    expect(checked.err).toContain('target profile: touchstone.yaml');
    expect(checked.code).toBe(0);
  });

  it('names the variables, and what the reference target publishes where none is set', async () => {
    const urls = ['--integration', server.integrationUrl, '--content', server.contentUrl];
    expect((await touchstone(['init', ...urls], { env: {} })).code).toBe(0);
    const token = `\${TOUCHSTONE_INTEGRATION_TOKEN:-${REFERENCE_TOKEN}}`;
    const password = `\${TOUCHSTONE_CONTENT_PASSWORD:-${REFERENCE_PASSWORD}}`;
    expect(parse(written())).toMatchObject({ integration: { token }, content: { password } });
    expect(written()).not.toContain('Requests are anonymous');
    const only = ['--only', 'integration/unauthorised', '--runs', '1'];
    const { code, err } = await touchstone(['check', ...only], { env: {} });
    expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining('no credential') });
    // What is set takes precedence: a wrong token is not green.
    const wrong = { TOUCHSTONE_INTEGRATION_TOKEN: 'wrong' };
    expect((await touchstone(['check', ...only], { env: wrong })).code).toBe(2);
  });

  it('says which systems the platform has no entry for, in one line', async () => {
    const init = (...systems: readonly string[]) =>
      touchstone([
        'init',
        '--force',
        '--integration',
        server.integrationUrl,
        '--systems',
        ...systems,
      ]);
    const { code, out } = await init('42', 'nowhere', 'shop system', 'elsewhere');
    const line =
      'It has no entry for "nowhere", "elsewhere" (POST /api/get/system/dependencies). The profile leaves them out of `systems`.';
    expect({ code, lines: out.split('\n').filter((one) => one.includes(line)) }).toEqual({
      code: 0,
      lines: [`  ${line}`],
    });
    expect(written()).toContain(`# ${line}`);
    expect(written()).toMatch(/^ {2}systems: \[ "42", shop system \]$/m);
    expect((await init('42', 'shop system')).out).not.toContain('no entry');
  });

  it('puts no secret into the file, but the names of variables', async () => {
    await touchstone(['init', '--content', server.contentUrl, '--out', 'own.yaml']);
    const text = written('own.yaml');
    expect(text).toContain(`user: \${TOUCHSTONE_CONTENT_USER}`);
    expect(text).toContain(`password: \${TOUCHSTONE_CONTENT_PASSWORD}`);
    expect(text).not.toContain(REFERENCE_PASSWORD);
    expect(text).not.toContain('integration:');
  });

  it('asks as nobody where no login is set, and the profile still can be read', async () => {
    const url = `${server.contentUrl}/`;
    // With settings of its own it is not taken for the reference target, whose login is published.
    const { out } = await touchstone(['init', '--content', url, '--set', 'rate=200'], { env: {} });
    expect(written()).toContain(`# user: \${TOUCHSTONE_CONTENT_USER}`);
    expect(out).toContain('wrote touchstone.yaml');
    const { err } = await touchstone(['plan', '--only', 'content/index'], { env: {} });
    expect(err).not.toContain('error');
  });

  it('says that a target refuses to be looked at by nobody', async () => {
    const gate = createServer((_, answer) => answer.writeHead(403).end());
    await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
    const { port } = gate.address() as AddressInfo;
    const args = ['init', '--integration', `http://127.0.0.1:${port}`];
    const { out } = await touchstone(args, { env: {} }).finally(() => gate.close());
    const refused = 'GET /api/get/all/timezones answered with HTTP 403.';
    expect(out).toContain(refused);
    expect(written()).toContain(`# ${refused}`);
  });

  it('writes nothing where a login is not accepted, and says so', async () => {
    const env = { ...LOGINS, TOUCHSTONE_CONTENT_PASSWORD: 'wrong' };
    const { code, err } = await touchstone(['init', '--content', server.contentUrl], { env });
    expect(err).toMatch(
      /content API is not accepted: .*TOUCHSTONE_CONTENT_USER.*Nothing was written$/m,
    );
    expect({ code, exists: existsSync(join(cwd, 'touchstone.yaml')) }).toEqual({
      code: 2,
      exists: false,
    });
  });

  it('makes comments of what a target calls itself, and nothing else', async () => {
    const theme = 'moor\nintegration: { url: "http://127.0.0.1:1" }';
    const hostile = createServer(({ url = '' }, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(url.includes('templates') ? [{ theme }] : { routes: {} }));
    });
    await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = hostile.address() as AddressInfo;
      await touchstone(['init', '--content', `http://127.0.0.1:${port}`], { env: {} });
    } finally {
      hostile.close();
    }
    expect(written()).toContain('moor');
    expect(written()).not.toMatch(/^integration:/m);
    expect(written()).toContain('It lists no route of the document');
    expect(written()).toContain('# off: []');
  });

  it('offers the failures of a missing plug-in as lines to accept', async () => {
    const site = await withoutNamespace('/host/cache-plugin/v1');
    try {
      const { out } = await touchstone(['init', '--content', site.url, '--set', 'rate=1000']);
      expect(out).toContain('It does not list content/cache-plugin. A check fails for that');
      const lines = written().replace(/^# (?=knownFailures| {2}- )/gm, '');
      expect(parse(lines).knownFailures).toEqual([
        {
          clause: 'content/index/namespaces-listed',
          reason: 'the target does not list 3 operations',
        },
        { clause: 'content/index/routes-listed', reason: 'the target does not list 3 operations' },
      ]);
    } finally {
      await site.close();
    }
  });

  it('offers all that fails because parts are absent, so that the next run is quiet', async () => {
    const site = await withoutNamespace('/host/cache-plugin/v1', 'cms/block-editor');
    try {
      await touchstone(['init', '--content', site.url, '--set', 'rate=1000']);
      const accepted = written().replace(/^# (?=knownFailures| {2}- )/gm, '');
      expect(accepted).toContain('clause: content/index/other-namespaces-listed');
      writeFileSync(join(cwd, 'touchstone.yaml'), accepted);
      const { code, out } = await touchstone(['check', '--read-only', '--only', 'content/index']);
      expect(code, out).toBe(0);
    } finally {
      await site.close();
    }
  });

  it('replaces no file without --force', async () => {
    const args = ['init', '--content', server.contentUrl];
    await touchstone([...args, '--name', 'first']);
    const { code, err } = await touchstone([...args, '--name', 'second']);
    expect(err).toMatch(/touchstone\.yaml is there already[\s\S]*--force/);
    expect(code).toBe(2);
    expect(written()).toContain('name: first');
    expect(await touchstone([...args, '--name', 'second', '--force'])).toMatchObject({ code: 0 });
    expect(written()).toContain('name: second');
  });

  it('asks on a terminal', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    stdin.end(`${server.integrationUrl}\n42, shop system\n\n\n`);
    const { code } = await touchstone(['init'], { stdin });
    expect(code).toBe(0);
    expect(written()).toContain('systems: [ "42", shop system ]');
  });

  it.each<readonly [string, readonly string[], RegExp]>([
    [
      'without a URL, off a terminal',
      [],
      /usage: nothing says where the target is\n.*--content URL/,
    ],
    ['for a URL that is none', ['--content', 'docs'], /"docs", which is not an http or https URL/],
    [
      'where nothing listens',
      ['--content', 'http://127.0.0.1:1'],
      /it gave no answer: .*\n.*Nothing was written/,
    ],
    [
      'where no site is',
      ['--content', 'URL/nowhere'],
      /no index of a site at .*answered with HTTP 404/,
    ],
  ])('writes nothing %s', async (_, args, message) => {
    const filled = args.map((arg) => arg.replace('URL', server.integrationUrl));
    const { code, err } = await touchstone(['init', ...filled]);
    expect(err).toMatch(message);
    expect(err.trim().split('\n').length).toBeLessThanOrEqual(2);
    expect({ code, exists: existsSync(join(cwd, 'touchstone.yaml')) }).toEqual({
      code: 2,
      exists: false,
    });
  });
});

/** The content site of the reference target, whose index lacks the routes of a namespace. */
async function withoutNamespace(namespace: string, other = namespace) {
  const own = createServer(async ({ url = '', headers }, response) => {
    const { authorization = '' } = headers;
    const answer = await fetch(`${server.url}${url}`, { headers: { authorization } });
    const text = await answer.text();
    const body = /rest_route=(%2F|\/)?(&|$)/.test(url) ? JSON.parse(text) : undefined;
    const routes = Object.entries(body?.routes ?? {}).filter(
      ([route]) => !route.startsWith(namespace),
    );
    const namespaces = body?.namespaces.filter(
      (name: string) => `/${name}` !== namespace && name !== other,
    );
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(
      body ? JSON.stringify({ ...body, namespaces, routes: Object.fromEntries(routes) }) : text,
    );
  });
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const { port } = own.address() as AddressInfo;
  const close = () => new Promise((resolve) => own.close(resolve).closeAllConnections());
  return { url: `http://127.0.0.1:${port}/content`, close };
}
