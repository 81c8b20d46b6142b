/** The profiles in `fixtures/targets`, each against a server on loopback that demands what it is about. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { REFERENCE_TOKEN, type ServedReference, serveReference } from '../reference/serve.ts';
import { hasOpenssl, selfSigned, serveSecured } from '../send/certificate.fixture.ts';
import { type Gatekeeping, gateTo, listening, serveProxy } from './gate.fixture.ts';
import { type Ran, runCli } from './run-cli.fixture.ts';

const PROFILES = fileURLToPath(new URL('../../fixtures/targets/', import.meta.url));
const ONLY = ['--only', 'integration/timezones', '--seed', '1', '--runs', '2'];

let folder = '';
let reference: ServedReference;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-targets-'));
  reference = await serveReference({ faults: [], variations: [] });
});
const open: { readonly close: () => unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
afterAll(async () => {
  await reference.close();
  rmSync(folder, { recursive: true, force: true });
});

function opened<T extends { readonly close: () => unknown }>(server: T): T {
  open.push(server);
  return server;
}

async function gate(decide: Gatekeeping): Promise<string> {
  return opened(await listening(createServer(gateTo(reference.url, decide)))).url;
}

type Env = { readonly [name: string]: string };

async function touchstone(args: readonly string[], env: Env = {}) {
  return runCli(args, { cwd: folder, env: { PATH: process.env.PATH, ...env } });
}

function check(profile: string, env: Env, ...more: readonly string[]): Promise<Ran> {
  return touchstone(['check', '--target', join(PROFILES, profile), ...ONLY, ...more], env);
}

/** Everything in the files below a folder. */
function filesIn(path: string): string {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

const GREEN = { code: 0, out: expect.stringContaining('nothing failed') };

describe('gateway.yaml', () => {
  const env = {
    STAGING_TOKEN: REFERENCE_TOKEN,
    GATEWAY_KEY: 'key-of-the-gateway-4711',
    GATEWAY_COOKIE: 'crumb-of-the-gateway-4711',
  };
  const decide: Gatekeeping = ({ headers }) =>
    headers['x-gateway-key'] === env.GATEWAY_KEY &&
    headers['x-environment'] === 'staging' &&
    headers.cookie === `gate=${env.GATEWAY_COOKIE}`
      ? {}
      : 403;

  it('sends its headers and cookies with every request, and keeps them out of every file', async () => {
    const url = await gate(decide);
    const [out, recording] = [join(folder, 'gateway'), join(folder, 'gateway-recording')];
    const more = ['--out', out, '--record', recording];
    expect(await check('gateway.yaml', { ...env, STAGING_URL: url }, ...more)).toMatchObject(GREEN);
    const text = filesIn(out) + filesIn(recording);
    expect(text).toContain('/timezones');
    expect(text).not.toMatch(/(?:key|crumb)-of-the-gateway/);
  });

  it('shows its secrets nowhere, although the server repeats them', async () => {
    const echo = createServer(({ headers }, answer) => {
      const text = JSON.stringify({ ...headers, hidden: btoa(`x${headers['x-gateway-key']}`) });
      answer.writeHead(200, { 'content-type': 'application/json', 'x-echo': text }).end(text);
    });
    const { url } = opened(await listening(echo));
    const out = join(folder, 'repeated');
    const ran = await check('gateway.yaml', { ...env, STAGING_URL: url }, '--out', out);
    expect(ran.code).not.toBe(0);
    const text = ran.out + ran.err + filesIn(out);
    expect(text).toContain('x-echo');
    expect(text).not.toMatch(/(?:key|crumb)-of-the-gateway/);
    expect(text).not.toContain(btoa(`x${env.GATEWAY_KEY}`).slice(4, -4));
    // A line to paste names the variables.
    expect(ran.out).toMatch(/-H "X-Gateway-Key: \$\{GATEWAY_KEY\}"/);
  });

  it('finds its variables in a file too, after those of the environment', async () => {
    const STAGING_URL = await gate(decide);
    const file = join(PROFILES, 'gateway.env');
    expect(await check('gateway.yaml', { STAGING_URL }, '--env-file', file)).toMatchObject(GREEN);
    const none = await check('gateway.yaml', {}, '--env-file', join(folder, 'nowhere.env'));
    expect(none.code).toBe(2);
    expect(none.err).toMatch(/^error usage: the file .*nowhere\.env.* cannot be read \(ENOENT\)/);
  });
});

describe('a finding behind a gateway', () => {
  const env = { GATEWAY_KEY: 'key-4711-4711', GATEWAY_COOKIE: 'crumb-4711-4711' };
  const secrets = { ...env, STAGING_TOKEN: REFERENCE_TOKEN };

  it('is shown again by files that take the secrets from the environment', async () => {
    // A breakdown is to be seen from behind the gate alone.
    const server = createServer(({ headers }, answer) => {
      answer.writeHead(headers['x-gateway-key'] === env.GATEWAY_KEY ? 500 : 404).end('{}');
    });
    const { url } = opened(await listening(server));
    const out = join(folder, 'findings');
    const file = join(PROFILES, 'gateway.yaml');
    const args = ['fuzz', '--target', file, '--seed', '1', '--runs', '5', '--out', out];
    const { code } = await touchstone(args, { ...secrets, STAGING_URL: url });
    expect(code).toBe(1);
    expect(filesIn(out)).not.toMatch(/4711-4711/);
    const scripts = readdirSync(out, { recursive: true, encoding: 'utf8' });
    const [script = ''] = scripts.filter((name) => name.endsWith('reproduce.sh'));
    const outcomeWith = async (own: Env) => {
      const child = spawn('bash', [join(out, script)], { env: { PATH: process.env.PATH, ...own } });
      child.stderr.resume();
      child.stdout.resume();
      return (await once(child, 'close'))[0];
    };
    expect(await outcomeWith(secrets)).toBe(1);
    expect(await outcomeWith({ ...secrets, GATEWAY_KEY: 'another' })).toBe(0);
    expect(await outcomeWith({ STAGING_TOKEN: REFERENCE_TOKEN })).toBe(2);
    const text = filesIn(out);
    expect(text).toMatch(/"written": ?"gate=\$\{GATEWAY_COOKIE\}"/);
  });
});

/** A server that takes the tokens that it is given, each for so many requests. */
function tokenGate(tokens: () => ReadonlySet<string>) {
  return gate(({ headers: { authorization = '' } }) => {
    const token = authorization.replace(/^Bearer /, '');
    return authorization === `Bearer ${token}` && tokens().has(token)
      ? { authorization: `Bearer ${REFERENCE_TOKEN}` }
      : {};
  });
}

describe('token-command.yaml', () => {
  it('sends the token that the command prints', async () => {
    const url = await tokenGate(() => new Set(['seed-4711-integration']));
    const out = join(folder, 'command');
    const env = { STAGING_URL: url, TOKEN_SEED: 'seed-4711' };
    const ran = await check(
      'token-command.yaml',
      env,
      '--out',
      out,
      '--record',
      `${out}-recording`,
    );
    expect(ran).toMatchObject(GREEN);
    expect(ran.out + filesIn(out) + filesIn(`${out}-recording`)).not.toContain('seed-4711');
  });

  it.each([
    ['[node, -e, "process.exit(3)"]', 'the command node ended with exit code 3'],
    [
      '[touchstone-no-such-program]',
      'the command touchstone-no-such-program cannot be run (ENOENT)',
    ],
    [
      '[node, -e, ""]',
      'the command node gives none: neither one word, nor JSON with an access_token',
    ],
  ])('%s is refused in one line, and nothing is sent', async (command, why) => {
    let requests = 0;
    const counting = createServer((_, answer) => {
      requests += 1;
      answer.end();
    });
    const { url } = opened(await listening(counting));
    const file = join(folder, 'bad-command.yaml');
    writeFileSync(file, `integration: { url: '${url}', token: { command: ${command} } }`);
    const { code, out, err } = await touchstone(['check', '--target', file, ...ONLY]);
    expect(code).toBe(2);
    expect(err).toContain(`error credential-unavailable: there is no token for ${url}: ${why}\n`);
    expect(out).toBe('');
    expect(requests).toBe(0);
  });
});

describe('oauth.yaml', () => {
  const env = { CLIENT_SECRET: 'secret of the client 4711' };

  /** A token endpoint; `issued` are its tokens in order. */
  async function login(lifeSeconds: number, most = 100) {
    const issued: string[] = [];
    const forms: string[] = [];
    const server = createServer((asked, answer) => {
      let form = '';
      asked.setEncoding('utf8').on('data', (piece) => {
        form += piece;
      });
      asked.on('end', () => {
        forms.push(form);
        const own = `touchstone:${new URLSearchParams({ '': env.CLIENT_SECRET }).toString().slice(1)}`;
        const isClient = asked.headers.authorization === `Basic ${btoa(own)}`;
        if (!isClient || asked.url !== '/oauth2/token' || issued.length >= most) {
          const refusal = {
            error: 'invalid_client',
            error_description: asked.headers.authorization,
          };
          answer.writeHead(401).end(JSON.stringify(refusal));
          return;
        }
        issued.push(`issued-token-${issued.length + 1}`);
        const grant = {
          access_token: issued.at(-1),
          token_type: 'Bearer',
          expires_in: lifeSeconds,
        };
        answer.writeHead(200).end(JSON.stringify(grant));
      });
    });
    const { url } = opened(await listening(server));
    return { url, issued, forms };
  }

  it('signs in once, and sends what it is given', async () => {
    const { url: loginUrl, issued, forms } = await login(3600);
    const url = await tokenGate(() => new Set(issued.slice(-1)));
    const out = join(folder, 'oauth');
    const more = ['--out', out, '--record', `${out}-recording`];
    const ran = await check(
      'oauth.yaml',
      { ...env, STAGING_URL: url, LOGIN_URL: loginUrl },
      ...more,
    );
    expect(ran).toMatchObject(GREEN);
    expect(forms).toEqual(['grant_type=client_credentials&scope=read+write']);
    expect(ran.out + filesIn(out) + filesIn(`${out}-recording`)).not.toContain('issued-token');
  });

  it('signs in anew before a token expires', async () => {
    const { url: loginUrl, issued } = await login(1);
    const url = await tokenGate(() => new Set(issued.slice(-1)));
    const rate = ['--rate', '10'];
    const ran = await check(
      'oauth.yaml',
      { ...env, STAGING_URL: url, LOGIN_URL: loginUrl },
      ...rate,
    );
    expect(ran).toMatchObject(GREEN);
    expect(issued.length).toBeGreaterThan(1);
  });

  it('signs in anew after a 401 that no case asked for, and reports nothing of it', async () => {
    const { url: loginUrl, issued } = await login(3600);
    let uses = 0;
    let valid = 1;
    const refused = new Set<string>();
    const url = await gate(({ headers: { authorization = '' } }) => {
      if (!/^Bearer issued-token-\d+$/.test(authorization)) return {};
      if (authorization !== `Bearer issued-token-${valid}`) {
        refused.add(authorization);
        return 401;
      }
      uses += 1;
      // Revoked on the way.
      if (uses % 8 === 7) valid += 1;
      return { authorization: `Bearer ${REFERENCE_TOKEN}` };
    });
    const ran = await check('oauth.yaml', { ...env, STAGING_URL: url, LOGIN_URL: loginUrl });
    expect(ran).toMatchObject(GREEN);
    // The last one may be revoked when nothing more is sent.
    expect(refused.size).toBeGreaterThan(0);
    expect(issued).toHaveLength(refused.size + 1);
  });

  it('takes a 401 for the answer where a new token changes nothing', async () => {
    const { url: loginUrl, issued } = await login(3600);
    const url = await gate(() => 401);
    const ran = await check('oauth.yaml', { ...env, STAGING_URL: url, LOGIN_URL: loginUrl });
    expect(ran.code).toBe(2);
    expect(ran.err).toContain('the credential for the integration API is not accepted');
    expect(issued).toHaveLength(2);
  });

  it('names what the endpoint says, and no secret, where it gives no token', async () => {
    const { url: loginUrl } = await login(3600, 0);
    const url = await gate(() => 500);
    const ran = await check('oauth.yaml', { ...env, STAGING_URL: url, LOGIN_URL: loginUrl });
    expect(ran.code).toBe(2);
    const place = `${loginUrl}/oauth2/token`;
    expect(ran.err).toContain(
      `the token endpoint ${place} answered with HTTP 401 invalid_client\n`,
    );
    expect(ran.err).not.toMatch(/Basic|secret of the client/);
  });
});

describe('basic.yaml', () => {
  it('signs in with user and password where the document has a token', async () => {
    const own = `Basic ${btoa('tester:correct horse')}`;
    const url = await gate(({ headers }) =>
      headers.authorization === own ? { authorization: `Bearer ${REFERENCE_TOKEN}` } : {},
    );
    const env = { STAGING_URL: url, STAGING_PASSWORD: 'correct horse' };
    expect(await check('basic.yaml', env)).toMatchObject(GREEN);
  });
});

describe.skipIf(!hasOpenssl)('client-certificate.yaml', () => {
  async function secured() {
    const certificates = join(folder, 'certificates');
    mkdirSync(certificates, { recursive: true });
    const client = selfSigned('client');
    const decide = gateTo(reference.url, () => ({}));
    const demands = { ca: client.cert, requestCert: true, rejectUnauthorized: true };
    const { baseUrl, ca } = opened(await serveSecured(decide, demands));
    writeFileSync(join(certificates, 'ca.pem'), ca);
    writeFileSync(join(certificates, 'client.pem'), client.cert);
    writeFileSync(join(certificates, 'client.key'), client.key);
    return { CERTIFICATES: certificates, STAGING_URL: baseUrl, STAGING_TOKEN: REFERENCE_TOKEN };
  }

  it('shows its certificate, and trusts the authority', async () => {
    expect(await check('client-certificate.yaml', await secured())).toMatchObject(GREEN);
  });

  it('says what to do where the certificate of the server is not trusted', async () => {
    const env = await secured();
    const own = { TOUCHSTONE_INTEGRATION_TOKEN: env.STAGING_TOKEN };
    const { code, err } = await touchstone(
      ['check', '--integration', env.STAGING_URL, ...ONLY],
      own,
    );
    expect(code).toBe(2);
    expect(err).toMatch(/self-signed certificate; trust its issuer with `tls: \{ ca: FILE \}`/);
  });

  it('refuses a key that is not of the certificate before anything is sent', async () => {
    const env = await secured();
    writeFileSync(join(env.CERTIFICATES, 'client.key'), selfSigned('other').key);
    const { code, err } = await check('client-certificate.yaml', env);
    expect(code).toBe(2);
    expect(err).toMatch(
      /^error profile-invalid: TLS cannot be set up with .*: key values mismatch/i,
    );
  });
});

describe('proxy.yaml', () => {
  const env = { STAGING_TOKEN: REFERENCE_TOKEN, PROXY_PASSWORD: 'pass of the proxy' };

  it('goes through the proxy that it names, to loopback too', async () => {
    const url = await gate(() => ({}));
    const proxy = opened(await serveProxy(`tester:${env.PROXY_PASSWORD}`));
    const PROXY_HOST = new URL(proxy.url).host;
    const ran = await check('proxy.yaml', { ...env, STAGING_URL: url, PROXY_HOST });
    expect(ran).toMatchObject(GREEN);
    expect(new Set(proxy.asked)).toEqual(new Set([new URL(url).host]));
  });

  it.skipIf(!hasOpenssl)('speaks TLS to the target behind it', async () => {
    const { baseUrl, ca } = opened(await serveSecured(gateTo(reference.url, () => ({}))));
    const proxy = opened(await serveProxy(undefined));
    writeFileSync(join(folder, 'behind.pem'), ca);
    const file = join(folder, 'behind.yaml');
    writeFileSync(
      file,
      `proxy: '${proxy.url}'\ntls: { ca: behind.pem }\nintegration: { url: '${baseUrl}', token: '${REFERENCE_TOKEN}' }`,
    );
    expect(await touchstone(['check', '--target', file, ...ONLY])).toMatchObject(GREEN);
    expect(proxy.asked.length).toBeGreaterThan(0);
  });

  it('says that the proxy refused, and shows no password', async () => {
    const url = await gate(() => ({}));
    const proxy = opened(await serveProxy('tester:another'));
    const PROXY_HOST = new URL(proxy.url).host;
    const { code, err, out } = await check('proxy.yaml', { ...env, STAGING_URL: url, PROXY_HOST });
    expect(code).toBe(2);
    const place = new URL(url).host;
    expect(err).toContain(
      `the proxy ${PROXY_HOST} gives no way to ${place}: it answered CONNECT with HTTP 407`,
    );
    expect(err + out).not.toContain(env.PROXY_PASSWORD);
  });

  it('is not needed for the proxies of the environment, which are never for loopback', async () => {
    const url = await gate(() => ({}));
    const proxy = opened(await serveProxy(undefined));
    const args = ['check', '--integration', url, ...ONLY];
    const own = { TOUCHSTONE_INTEGRATION_TOKEN: REFERENCE_TOKEN };
    const both = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
    expect(await touchstone(args, { ...own, ...both })).toMatchObject(GREEN);
    expect(proxy.asked).toEqual([]);
    // A name that this machine cannot resolve, and the proxy can.
    const named = url.replace('127.0.0.1', 'staging.invalid');
    const elsewhere = ['check', '--integration', named, ...ONLY];
    expect(await touchstone(elsewhere, { ...own, ...both })).toMatchObject(GREEN);
    expect(new Set(proxy.asked)).toEqual(new Set([new URL(named).host]));
    const past = await touchstone(elsewhere, { ...own, ...both, NO_PROXY: 'invalid' });
    expect(past.code).toBe(2);
    expect(past.err).toMatch(/gave no answer: getaddrinfo/);
    const bad = await touchstone(args, { ...own, HTTP_PROXY: 'socks5://127.0.0.1:1' });
    expect(bad.code).toBe(2);
    expect(bad.err).toMatch(/^error usage: the environment variable HTTP_PROXY is not the http or/);
  });
});

describe('several.yaml', () => {
  it('is one target of it, by its name', async () => {
    const [staging, production] = [await gate(() => ({})), await gate(() => 500)];
    const env = { STAGING_URL: staging, STAGING_TOKEN: REFERENCE_TOKEN };
    expect(await check('several.yaml#staging', env)).toMatchObject(GREEN);
    const own = { PRODUCTION_URL: production, PRODUCTION_TOKEN: REFERENCE_TOKEN };
    expect(await check('several.yaml#production', own)).toMatchObject({ code: 1 });
  });

  it('is found by a name alone in touchstone.yaml', async () => {
    const STAGING_URL = await gate(() => ({}));
    const text = readFileSync(join(PROFILES, 'several.yaml'));
    writeFileSync(join(folder, 'touchstone.yaml'), text);
    try {
      const env = { STAGING_URL, STAGING_TOKEN: REFERENCE_TOKEN };
      expect(await touchstone(['check', '--target', 'staging', ...ONLY], env)).toMatchObject(GREEN);
      const none = await touchstone(['check', ...ONLY], env);
      expect(none.code).toBe(2);
      expect(none.err).toContain('it has several targets: staging, production\n');
      expect(none.err).toContain('say which one: --target staging\n');
      const wrong = await touchstone(['check', '--target', 'prodution', ...ONLY], env);
      expect(wrong.code).toBe(2);
      expect(wrong.err).toContain('it has no target "prodution"; there are: staging, production\n');
      expect(wrong.err).toContain('--target production\n');
    } finally {
      rmSync(join(folder, 'touchstone.yaml'));
    }
  });
});

describe('an address that is wrong is one line, before anything is sent', () => {
  const env = { TOUCHSTONE_INTEGRATION_TOKEN: REFERENCE_TOKEN };

  it.each(['check', 'fuzz'])('%s: https for http', async (command) => {
    let requests = 0;
    const server = createServer((_, answer) => {
      requests += 1;
      answer.end();
    });
    const url = opened(await listening(server)).url.replace('http:', 'https:');
    const { code, err } = await touchstone([command, '--integration', url, '--seed', '1'], env);
    expect(code).toBe(2);
    expect(err).toMatch(
      /^(problem|error target-unreachable): the integration API at \S+ gave no answer: the target does not speak TLS there: its URL may want http: and not https:$/m,
    );
    expect(requests).toBe(0);
  });

  it.skipIf(!hasOpenssl)('http for https', async () => {
    let requests = 0;
    const server = await serveSecured((_, answer) => {
      requests += 1;
      answer.end();
    });
    const url = opened(server).baseUrl.replace('https:', 'http:');
    const { code, err } = await touchstone(['check', '--integration', url, ...ONLY], env);
    expect(code).toBe(2);
    expect(err).toMatch(
      /^problem: the integration API at \S+ gave no answer: the target speaks TLS there: its URL may want https: and not http:$/m,
    );
    expect(requests).toBe(0);
  });

  it.each(['check', 'fuzz'])('%s: a port where nobody listens', async (command) => {
    const { url, close } = await listening(createServer());
    await close();
    const ran = await touchstone([command, '--integration', url, '--seed', '1'], env);
    expect(ran.code).toBe(2);
    const line = `the integration API at ${url} gave no answer: connect ECONNREFUSED`;
    expect(ran.err.split(line)).toHaveLength(2);
    expect(ran.err).toMatch(/\(is the target running, and is this its port\?\)$/m);
    if (command === 'check') expect(ran.out).toContain('none judged · 0 requests');
  });
});
