/** `init --set`, each time on a target that demands what is set. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  REFERENCE_PASSWORD,
  REFERENCE_TOKEN,
  REFERENCE_USER,
  type ServedReference,
  serveReference,
} from '../reference/serve.ts';
import { hasOpenssl, serveSecured } from '../send/certificate.fixture.ts';
import { type Gatekeeping, gateTo, listening, serveProxy } from './gate.fixture.ts';
import type { Io } from './io.ts';
import { runCli } from './run-cli.fixture.ts';

let reference: ServedReference;
let cwd = '';
const open: { readonly close: () => unknown }[] = [];
beforeAll(async () => {
  reference = await serveReference({ faults: [], variations: [] });
});
afterAll(() => reference.close());
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'touchstone-init-targets-'));
  return async () => {
    for (const one of open.splice(0)) await one.close();
    rmSync(cwd, { recursive: true });
  };
});

async function gate(decide: Gatekeeping): Promise<string> {
  const server = await listening(createServer(gateTo(reference.url, decide)));
  open.push(server);
  return server.url;
}

const BASIC = `Basic ${btoa(`${REFERENCE_USER}:${REFERENCE_PASSWORD}`)}`;
const SECRET = 'secret-4711-of-the-gate';
const KEYED: Gatekeeping = ({ headers }) =>
  headers['x-key'] === SECRET && headers.cookie === `gate=${SECRET}` ? {} : 403;
const KEYED_SETS = [`content.headers.X-Key=\${KEY}`, `content.cookies.gate=\${KEY}`];

type World = Partial<Io> & { readonly env: { readonly [name: string]: string } };

async function touchstone(args: readonly string[], { env, ...world }: World) {
  return runCli(args, { cwd, env: { PATH: process.env.PATH, ...env }, ...world });
}

/** Looks, then checks as the file says. */
async function looked(
  urls: readonly string[],
  set: readonly string[],
  env: World['env'],
  only = 'content/index',
) {
  const sets = set.flatMap((one) => ['--set', one]);
  const init = await touchstone(['init', ...urls, ...sets], { env });
  expect(init).toMatchObject({ code: 0, err: '' });
  const text = readFileSync(join(cwd, 'touchstone.yaml'), 'utf8');
  expect(text).not.toContain('secret-4711');
  const ran = await touchstone(['check', '--only', only, '--seed', '1', '--runs', '2'], { env });
  expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('nothing failed') });
  return text;
}

describe('init --set, on a target behind a gate', () => {
  const login = {
    TOUCHSTONE_CONTENT_USER: REFERENCE_USER,
    TOUCHSTONE_CONTENT_PASSWORD: REFERENCE_PASSWORD,
  };

  it('sends headers and cookies to every place that it looks at', async () => {
    // As on a site whose API is below what it is given.
    const url = await gate((asked) => {
      if (!asked.url?.startsWith('/content/wp-json')) return 404;
      asked.url = asked.url.replace('/wp-json', '');
      return KEYED(asked);
    });
    const text = await looked(['--content', `${url}/content`], KEYED_SETS, {
      ...login,
      KEY: SECRET,
    });
    expect(text).toContain(`url: ${url}/content/wp-json`);
    expect(text).toContain(`headers: { X-Key: "\${KEY}" }`);
    expect(text).toContain(`cookies: { gate: "\${KEY}" }`);
    expect(text).toContain(`user: \${TOUCHSTONE_CONTENT_USER}`);
  });

  it('signs in with the token of a command', async () => {
    const url = await gate(({ headers }) =>
      headers.authorization === `Bearer ${SECRET}` ? { authorization: BASIC } : 401,
    );
    const print = `content.token.command=[node, -p, process.env.SEED + '-of-the-gate']`;
    const urls = ['--content', `${url}/content`];
    const text = await looked(urls, [print], { SEED: 'secret-4711' });
    expect(text).not.toContain('TOUCHSTONE_CONTENT');
  });

  it('signs in with a token for client credentials', async () => {
    const logins = createServer((asked, answer) => {
      asked.resume();
      const isClient = asked.headers.authorization === `Basic ${btoa(`tester:${SECRET}`)}`;
      answer.writeHead(isClient ? 200 : 401).end('{"access_token":"issued","expires_in":3600}');
    });
    const login = await listening(logins);
    open.push(login);
    const url = await gate(({ headers }) =>
      headers.authorization === 'Bearer issued'
        ? { authorization: `Bearer ${REFERENCE_TOKEN}` }
        : {},
    );
    const oauth = `{ url: '${login.url}/token', clientId: tester, clientSecret: '\${KEY}' }`;
    const urls = ['--integration', url, '--systems', '42', 'shop system'];
    const set = [`integration.token.oauth=${oauth}`];
    await looked(urls, set, { KEY: SECRET }, 'integration/');
  });

  it('signs in with a user where the document has a token', async () => {
    const url = await gate(({ headers }) =>
      headers.authorization === `Basic ${btoa(`tester:${SECRET}`)}`
        ? { authorization: `Bearer ${REFERENCE_TOKEN}` }
        : {},
    );
    const env = { TOUCHSTONE_INTEGRATION_USER: 'tester', TOUCHSTONE_INTEGRATION_PASSWORD: SECRET };
    const urls = ['--integration', url, '--systems', '42', 'shop system'];
    const text = await looked(urls, [], env, 'integration/');
    expect(text).toContain(`password: \${TOUCHSTONE_INTEGRATION_PASSWORD}`);
  });

  it('goes through a proxy', async () => {
    const proxy = await serveProxy(`tester:${SECRET}`);
    open.push(proxy);
    const set = [`proxy=${proxy.url.replace('//', `//tester:\${KEY}@`)}`];
    await looked(['--content', reference.contentUrl], set, { ...login, KEY: SECRET });
    expect(proxy.asked.length).toBeGreaterThan(1);
  });

  it.skipIf(!hasOpenssl)('trusts a certificate authority', async () => {
    const secured = await serveSecured(gateTo(reference.url, () => ({})));
    open.push(secured);
    writeFileSync(join(cwd, 'ca.pem'), secured.ca);
    const urls = ['--content', `${secured.baseUrl}/content`];
    const without = await touchstone(['init', ...urls], { env: login });
    expect(without).toMatchObject({ code: 2, err: expect.stringContaining('certificate') });
    await looked(urls, ['tls.ca=ca.pem'], login);
  });

  it('asks for it on a terminal', async () => {
    const url = await gate(KEYED);
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    stdin.end(`\n${url}/content\n${KEYED_SETS.join('\n')}\n\n`);
    const ran = await touchstone(['init'], { env: { ...login, KEY: SECRET }, stdin });
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.out).toContain('What requests need to get there');
  });
});

describe('init --set', () => {
  it.each<readonly [string, readonly string[], RegExp]>([
    [
      'a secret',
      [`content.headers.X-Key=${SECRET}`],
      /X-Key written out.*\n.*'content\.headers\.X-Key=\$\{NAME\}'/,
    ],
    ['a secret deeper down', [`content={ password: ${SECRET} }`], /content\.password written out/],
    [
      'a password of a proxy',
      [`proxy=http://tester:${SECRET}@proxy.example:3128`],
      /proxy written out/,
    ],
    [
      'no place',
      ['company-ca.pem'],
      /"company-ca\.pem" is no member with a value\n.*such as tls\.ca=/,
    ],
    [
      'what there is not',
      ['content.header.X-Key=1'],
      /--set: \/content\/header is unknown here; did you mean headers/,
    ],
    [
      'what it finds out',
      ['content.routing=path'],
      /content\.routing is not to be set: `init` writes it itself/,
    ],
    [
      'a variable that is not set',
      [`content.headers.X-Key=\${KEY}`],
      /needs the environment variable KEY, which is not set/,
    ],
    ['what is no YAML', ['tls={'], /--set tls:1: /],
    ['a file that is not there', ['tls.ca=nowhere.pem'], /nowhere\.pem" cannot be read/],
  ])('refuses %s, and writes nothing', async (_, set, message) => {
    const sets = set.flatMap((one) => ['--set', one]);
    const ran = await touchstone(['init', '--content', reference.contentUrl, ...sets], { env: {} });
    expect(ran.err).toMatch(message);
    expect(ran.err).not.toContain(SECRET);
    expect({ code: ran.code, exists: existsSync(join(cwd, 'touchstone.yaml')) }).toEqual({
      code: 2,
      exists: false,
    });
  });
});
