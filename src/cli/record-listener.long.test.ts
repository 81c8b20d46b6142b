/** `record` as people use proxies: other interfaces, TLS on both sides, a proxy on the way, and what is no HTTP/1.1. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request as overTls } from 'node:https';
import { connect, createServer as createRawServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toolOf } from '../io/index.ts';
import { openRecording, serveRecording } from '../record/index.ts';
import { hasOpenssl, selfSigned, serveSecured } from '../send/certificate.fixture.ts';
import { listening, serveProxy } from './gate.fixture.ts';
import { main } from './main.ts';

let folder = '';
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-listener-'));
});
const open: { readonly close: () => unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function opened<T extends { readonly close: () => unknown }>(server: T): T {
  open.push(server);
  return server;
}

interface Recorded {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly folder: string;
}

/**
 * Records while a client is at work.
 * @param client gets the address that is shown
 */
async function recording(
  args: readonly string[],
  client: (address: string) => Promise<void>,
  env: { readonly [name: string]: string } = {},
): Promise<Recorded> {
  count += 1;
  const out = join(folder, `recording-${count}`);
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const stop = new AbortController();
  let text = '';
  let atWork: Promise<void> | undefined;
  stdout.on('data', (piece: Buffer) => {
    text += piece.toString();
    const [, address] = /^content API +(\S+)\n/m.exec(text) ?? [];
    if (address !== undefined && text.includes('stop with Ctrl-C')) {
      atWork ??= client(address).finally(() => stop.abort());
    }
  });
  const words = ['record', '--out', out, ...args];
  const code = await main(words, { stdout, stderr, env, cwd: folder, signal: stop.signal });
  await atWork;
  return { code, out: text, err: String(stderr.read() ?? ''), folder: out };
}

async function asks(address: string, path = '/favicon.ico'): Promise<void> {
  await (await fetch(`${address}${path}`)).arrayBuffer();
}

/** Sends bytes, and waits for the end of what comes back. */
function says(address: string, text: string): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let got = '';
    socket.setTimeout(1000, () => socket.destroy());
    socket.on('data', (piece) => {
      got += piece.toString('latin1');
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(got));
    socket.write(text);
  });
}

async function plainTarget(): Promise<string> {
  const server = createServer((_, answer) => answer.end('1'));
  return opened(await listening(server)).url;
}

/** A target that answers whatever is asked with these bytes, in pieces, and hangs up. */
async function rawTarget(...pieces: readonly string[]): Promise<string> {
  const server = createRawServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', async () => {
      for (const piece of pieces) {
        socket.write(piece, 'latin1');
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  opened({ close: () => server.close() });
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

/** The only entry of a recording, as it stands in its file. */
function entryIn({ folder: path }: Recorded) {
  const [entry] = openRecording(path, toolOf()).entries;
  if (entry === undefined) throw new Error('nothing was recorded');
  return entry;
}

describe('record --host', () => {
  it('listens where it is told, and warns that others reach it', async () => {
    const target = await plainTarget();
    const args = ['--content', target, '--host', '0.0.0.0'];
    const { err, out } = await recording(args, (address) => asks(address));
    expect(err).toMatch(/^warning: listening on 0\.0\.0\.0: whoever reaches this machine/m);
    expect(out).toMatch(/^content API +http:\/\/127\.0\.0\.1:\d+\n/m);
    expect(out).toContain('GET /favicon.ico');
  });

  it('says nothing of an address of this machine alone', async () => {
    const target = await plainTarget();
    const args = ['--content', target, '--host', '127.0.0.2'];
    const { err, out } = await recording(args, (address) => asks(address));
    expect(err).not.toContain('warning');
    expect(out).toMatch(/^content API +http:\/\/127\.0\.0\.2:\d+\n/m);
    expect(out).toContain('GET /favicon.ico');
  });

  it('says in one line that there is no such interface', async () => {
    const args = ['--content', 'http://127.0.0.1:1', '--host', '192.0.2.7'];
    const { code, err } = await recording(args, async () => {});
    expect(code).toBe(2);
    expect(err).toMatch(
      /^error port-unavailable: cannot listen on 192\.0\.2\.7:0: EADDRNOTAVAIL$/m,
    );
    expect(err).toContain('an address of this machine with --host');
  });
});

describe.skipIf(!hasOpenssl)('record over TLS', () => {
  function certificate() {
    const { cert, key } = selfSigned();
    const files = { cert: join(folder, 'own.pem'), key: join(folder, 'own.key') };
    writeFileSync(files.cert, cert);
    writeFileSync(files.key, key);
    return { cert, options: ['--tls-cert', files.cert, '--tls-key', files.key] };
  }

  it('speaks TLS with its clients', async () => {
    const target = await plainTarget();
    const { cert, options } = certificate();
    const client = (address: string) =>
      new Promise<void>((resolve, reject) => {
        const asked = overTls(`${address}/favicon.ico`, { ca: cert, agent: false }, (answer) => {
          answer.resume().once('end', resolve);
        });
        asked.once('error', reject).end();
      });
    const { out } = await recording(['--content', target, ...options], client);
    expect(out).toMatch(/^content API +https:\/\/127\.0\.0\.1:\d+\n/m);
    expect(out).toMatch(/^GET \/favicon\.ico +200 /m);
  });

  it.each([
    [['--tls-cert', 'own.pem'], /^error usage: --tls-cert needs --tls-key$/m],
    [
      ['--tls-cert', 'nowhere.pem', '--tls-key', 'own.key'],
      /the certificate file ".*nowhere\.pem"/,
    ],
    [['--tls-cert', 'own.key', '--tls-key', 'own.key'], /"\S*own\.key" is no PEM file/],
  ])('refuses %j in one line', async (options, message) => {
    certificate();
    const args = ['--content', 'http://127.0.0.1:1', ...options];
    const { code, err } = await recording(args, async () => {});
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('says what to do where the certificate of the target is refused', async () => {
    const { baseUrl } = opened(await serveSecured());
    const { code, err, out } = await recording(['--content', baseUrl], (address) => asks(address));
    expect(code).toBe(2);
    expect(out).toContain('self-signed certificate');
    expect(err).toMatch(/the target gave no answer .*`tls: \{ ca: FILE \}` in the target profile/);
  });
});

describe('record through a proxy', () => {
  it('goes to the target by way of it', async () => {
    const server = createServer((asked, answer) => asked.pipe(answer));
    const target = opened(await listening(server)).url;
    const proxy = opened(await serveProxy('u:p'));
    const profile = join(folder, 'proxied.yaml');
    const url = proxy.url.replace('//', '//u:p@');
    writeFileSync(profile, `proxy: '${url}'\ncontent: { url: '${target}' }`);
    const body = 'x'.repeat(3_000_000);
    const { out } = await recording(['--target', profile], async (address) => {
      await asks(address);
      const sent = await fetch(`${address}/echo`, { method: 'POST', body });
      expect((await sent.text()) === body).toBe(true);
    });
    expect(out).toMatch(/^GET \/favicon\.ico +200 /m);
    expect(out).toMatch(/^POST \/echo +200 /m);
    expect(new Set(proxy.asked)).toEqual(new Set([new URL(target).host]));
  });

  it.skipIf(!hasOpenssl)('speaks TLS to the target behind it', async () => {
    const { baseUrl, ca } = opened(await serveSecured());
    const proxy = opened(await serveProxy(undefined));
    writeFileSync(join(folder, 'behind.pem'), ca);
    const profile = join(folder, 'secured.yaml');
    writeFileSync(
      profile,
      `proxy: '${proxy.url}'\ntls: { ca: behind.pem }\ncontent: { url: '${baseUrl}' }`,
    );
    const { out } = await recording(['--target', profile], (address) => asks(address));
    expect(out).toMatch(/^GET \/favicon\.ico +200 /m);
    expect(proxy.asked).toHaveLength(1);
  });

  it('tells the client that the proxy refused', async () => {
    const target = await plainTarget();
    const proxy = opened(await serveProxy('u:p'));
    const profile = join(folder, 'refused.yaml');
    writeFileSync(profile, `proxy: '${proxy.url}'\ncontent: { url: '${target}' }`);
    const { code, err } = await recording(['--target', profile], async (address) => {
      const answer = await fetch(address);
      expect(answer.status).toBe(502);
      expect(await answer.text()).toContain('it answered CONNECT with HTTP 407');
    });
    expect(code).toBe(2);
    expect(err).toContain('it answered CONNECT with HTTP 407');
  });
});

describe('record keeps', () => {
  it('HTTP/1.0 as such, on both sides', async () => {
    const target = await rawTarget('HTTP/1.0 200 OK\r\n\r\nolder');
    let got = '';
    const made = await recording(['--content', target], async (address) => {
      got = await says(address, 'GET /old HTTP/1.0\r\n\r\n');
    });
    expect(got).toBe('HTTP/1.0 200 OK\r\n\r\nolder');
    const { request, response } = entryIn(made).har();
    expect([request.httpVersion, response.httpVersion]).toEqual(['HTTP/1.0', 'HTTP/1.0']);
    expect(entryIn(made).read()).toMatchObject({
      request: { version: '1.0' },
      outcome: { version: '1.0' },
    });
  });

  it('where the time went', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n';
    const target = await rawTarget('', `${head}a`, 'b');
    const made = await recording(['--content', target], (address) => asks(address));
    const { time, timings } = entryIn(made).har();
    expect(timings.receive).toBeGreaterThan(40);
    expect(timings.wait).toBeGreaterThan(40);
    expect(timings.send + timings.wait + timings.receive).toBeCloseTo(time, 2);
  });

  it.each([
    ['without a status line', 'HTTP/1.1 OK\r\n\r\nhello'],
    ['with a line that is no field', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nno field\r\n\r\nok'],
    ['that ends within its head', 'HTTP/1.1 200 OK\r\nContent-'],
  ])('the bytes of an answer %s, and a replay sends them again', async (_, answer) => {
    const target = await rawTarget(answer);
    const made = await recording(['--content', target], async (address) => {
      await says(address, 'GET /odd HTTP/1.1\r\nHost: localhost\r\n\r\n');
    });
    const { outcome } = entryIn(made).read();
    if (outcome.kind !== 'fault') throw new Error('it was taken for an answer');
    expect(outcome.code).toBe('malformed');
    expect(Buffer.from(outcome.bytes ?? []).toString('latin1')).toBe(answer);
    const served = await serveRecording({
      recording: openRecording(made.folder, toolOf()),
      port: 0,
      policy: 'repeat-last',
      secrets: [],
      served: () => {},
    });
    opened(served);
    expect(await says(served.origin, 'GET /odd HTTP/1.1\r\nHost: localhost\r\n\r\n')).toBe(answer);
  });

  it('no secret of an answer that is no HTTP', async () => {
    const target = await rawTarget('HTTP/1.1 OK\r\nX: Bearer hunter22-hunter22\r\n\r\n');
    const profile = join(folder, 'secret.yaml');
    const token = '{ content: { url: URL, token: hunter22-hunter22 } }'.replace(
      'URL',
      `'${target}'`,
    );
    writeFileSync(profile, token);
    const made = await recording(['--target', profile], async (address) => {
      await says(address, 'GET /odd HTTP/1.1\r\nHost: localhost\r\n\r\n');
    });
    const files = readdirSync(made.folder).map((file) =>
      readFileSync(join(made.folder, file), 'utf8'),
    );
    const raw = entryIn(made).har().response._raw ?? '';
    const text = Buffer.from(raw, 'base64').toString();
    expect(text).toContain('HTTP/1.1 OK');
    expect(`${files.join('')}${text}`).not.toContain('hunter22');
  });
});
