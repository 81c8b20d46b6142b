import { createSecureServer, createServer } from 'node:http2';
import { type AddressInfo, connect as connectSocket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openProxy, type PassedExchange } from '../proxy/index.ts';
import { hasOpenssl, selfSigned } from '../send/certificate.fixture.ts';
import { CLOSED, connectionFault, faultOf, liveTransport, streamDialler } from '../send/index.ts';
import { beginsHttp2, HTTP2_ONLY } from './http2.ts';

const LIMITS = { timeoutMs: 5_000, totalMs: 5_000, maxBodyBytes: 1_000 };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Where a server listens that speaks HTTP/2 and nothing else. */
async function http2Only(secure: boolean): Promise<string> {
  const server = secure ? createSecureServer(selfSigned()) : createServer();
  server.on('stream', (stream) => stream.end('{}'));
  server.on('sessionError', () => {}).on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return `${secure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.each([
  ['in the clear', false],
  ['over TLS', true],
])('a target that speaks HTTP/2 only, %s', (_, secure) => {
  const tls = { insecure: true };

  it.skipIf(secure && !hasOpenssl)('is told of when a request is sent', async () => {
    const url = await http2Only(secure);
    const transport = liveTransport({ limits: LIMITS, tls, connections: 1 });
    closing.push(() => transport.close());
    const request = { method: 'GET', target: '/', headers: [], body: undefined };
    const { outcome } = await transport.send(request, url, new AbortController().signal);
    expect(outcome).toMatchObject({ kind: 'fault', message: HTTP2_ONLY });
  });

  it.skipIf(secure && !hasOpenssl)('is told of by the recorder', async () => {
    const origin = await http2Only(secure);
    const dial = streamDialler({ tls });
    let passed: (exchange: PassedExchange) => void = () => {};
    const exchange = new Promise<PassedExchange>((resolve) => {
      passed = resolve;
    });
    const proxy = await openProxy({
      ...{ origin, port: 0, maxBodyBytes: 1_000, now: Date.now, monotonic: () => 0 },
      link: { dial: () => dial(new URL(origin)), faultOf, closed: CLOSED },
      passed: (one) => passed(one),
    });
    closing.push(() => proxy.close());
    const socket = connectSocket(proxy.port, '127.0.0.1');
    socket.on('error', () => {}).resume();
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const { outcome } = await exchange;
    socket.destroy();
    expect(outcome).toMatchObject({ kind: 'fault', message: HTTP2_ONLY });
  });
});

it.skipIf(!hasOpenssl)(
  'a target over TLS that speaks HTTP/2 only is told of before a run',
  async () => {
    const place = new URL(await http2Only(true));
    const found = await connectionFault({ tls: { insecure: true }, limits: LIMITS }, place);
    expect(found).toMatchObject({ message: HTTP2_ONLY });
  },
);

it.each([
  ['HTTP/1.1 200 OK\r\n', false],
  ['\0\0\x12\x04\0\0\0\0\0', true],
  ['\0\0\0\x04\x01\0\0\0\0', true],
  ['\0\0\x22\x07\0\0\0\0\0', true],
  ['\0\0\x12\x04\0\0\0\0\x01', false],
  ['\0\0\x12\x04\0\0\0\0', false],
  ['\0\0\x12\0\0\0\0\0\0', false],
  ['', false],
])('%j begins an answer of HTTP/2: %s', (text, begins) => {
  expect(beginsHttp2(Buffer.from(text, 'latin1'))).toBe(begins);
});
