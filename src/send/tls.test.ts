import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tls } from '../model/index.ts';
import { hasOpenssl, type Secured, serveSecured } from './certificate.fixture.ts';
import { liveTransport } from './live.ts';

let server: Secured = { baseUrl: '', ca: '', close: () => {} };
beforeAll(async () => {
  if (hasOpenssl) server = await serveSecured();
});
afterAll(() => server.close());

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
    expect(await outcomeWith({ insecure: false }, server.baseUrl)).toMatchObject({
      kind: 'fault',
      code: 'tls',
    });
  });

  it('is trusted by the authority of the profile, for its own host only', async () => {
    expect(await outcomeWith({ insecure: false, ca: server.ca }, server.baseUrl)).toMatchObject({
      status: 200,
    });
    const other = server.baseUrl.replace('127.0.0.1', 'localhost');
    expect(await outcomeWith({ insecure: false, ca: server.ca }, other)).toMatchObject({
      code: 'tls',
    });
  });

  it('is not looked at where the profile says so', async () => {
    expect(await outcomeWith({ insecure: true }, server.baseUrl)).toMatchObject({ status: 200 });
  });
});
