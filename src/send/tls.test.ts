import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tls } from '../model.ts';
import { liveTransport } from './live.ts';

// No key is kept in the repository; where openssl cannot make one, there is nothing to serve with.
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'touchstone-tls-'));
const pem = (name: string) => join(folder, name);
let baseUrl = '';
let ca = '';
let close = () => {};

beforeAll(async () => {
  if (!hasOpenssl) return;
  const usage =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=loopback';
  const files = ['-keyout', pem('key'), '-out', pem('certificate')];
  spawnSync('openssl', [...usage.split(' '), ...files, '-addext', 'subjectAltName=IP:127.0.0.1']);
  ca = readFileSync(pem('certificate'), 'utf8');
  const server = createServer({ key: readFileSync(pem('key')), cert: ca }, (_request, response) => {
    response.end('1');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  baseUrl = `https://127.0.0.1:${port}`;
  close = () => {
    server.closeAllConnections();
    server.close();
  };
});

afterAll(() => {
  close();
  rmSync(folder, { recursive: true });
});

async function outcomeWith(tls: Tls, url: string) {
  const limits = { timeoutMs: 2000, totalMs: 2000, maxBodyBytes: 1000 };
  const transport = liveTransport({ limits, tls, connections: 1 });
  const request = { method: 'GET', target: '/', headers: [], body: undefined };
  const { outcome } = await transport.send(request, url, new AbortController().signal);
  await transport.close();
  return outcome;
}

describe.skipIf(!hasOpenssl)('a certificate', () => {
  it('that no authority vouches for is a fault', async () => {
    expect(await outcomeWith({ insecure: false }, baseUrl)).toMatchObject({
      kind: 'fault',
      code: 'tls',
    });
  });

  it('is trusted by the authority of the profile, for its own host only', async () => {
    expect(await outcomeWith({ insecure: false, ca }, baseUrl)).toMatchObject({ status: 200 });
    const other = baseUrl.replace('127.0.0.1', 'localhost');
    expect(await outcomeWith({ insecure: false, ca }, other)).toMatchObject({ code: 'tls' });
  });

  it('is not looked at where the profile says so', async () => {
    expect(await outcomeWith({ insecure: true }, baseUrl)).toMatchObject({ status: 200 });
  });
});
