import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { type Answer, bodyOf } from '../model/index.ts';
import { answer, BASE, closeAll, log, served, texts } from './mock-server.fixture.ts';

afterEach(closeAll);

/** What comes over a connection until it is closed. */
function sent(origin: string, head: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    let text = '';
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
    });
    socket.on('close', () => resolve(text));
    socket.write(`${head}\r\nHost: localhost\r\n\r\n`);
  });
}

it('answers after the time that it took then, where it is asked to', async () => {
  const kept = [{ request: { target: '/x' }, outcome: answer('slow'), durationMs: 300 }];
  const took = async (delays: boolean) => {
    const origin = await served(kept, 'repeat-last', { delays });
    const begun = performance.now();
    await texts(origin, '/x');
    return performance.now() - begun;
  };
  expect(await took(true)).toBeGreaterThan(290);
  expect(await took(false)).toBeLessThan(290);
});

it('says of a WebSocket why it has none', async () => {
  const switched = { ...answer('', { status: 101 }), headers: [] };
  const origin = await served([
    { request: { target: '/talk' }, outcome: switched },
    { request: { target: '/plain' }, outcome: answer('plain') },
  ]);
  const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13';
  for (const path of ['/talk', '/never']) {
    const got = await sent(origin, `GET ${path} HTTP/1.1\r\n${upgrade}`);
    expect(got).toMatch(/^HTTP\/1.1 501 Not Recorded\r\n/);
    expect(got).toContain(`GET ${path} asks for another protocol (websocket)`);
  }
  // A server is free to stay with HTTP/1.1, as for the `h2c` of Java.
  const plain = await sent(origin, `GET /plain HTTP/1.1\r\n${upgrade}`);
  expect(plain).toMatch(/^HTTP\/1.1 200 .*plain$/s);
});

it('reads heads as long as those that can be recorded', async () => {
  const long = 'a'.repeat(100 * 1024);
  const origin = await served([{ request: { target: `/x?${long}` }, outcome: answer('long') }]);
  expect(await texts(origin, `/x?${long}`)).toEqual(['long']);
});

it('puts its own address in the place of the recorded one, where it is asked to', async () => {
  const there = new URL(BASE).origin;
  const json = JSON.stringify({ next: `${there}/deep/2`, escaped: `${there}/3` });
  const packed = (text: string): Answer => {
    const headers: Answer['headers'] = [
      ['Location', `${BASE}/x?from=${encodeURIComponent(there)}`],
      ['Content-Encoding', 'gzip'],
    ];
    const body = bodyOf(new Uint8Array(gzipSync(text)), headers, 'complete', 10_000);
    return { kind: 'answer', status: 201, reason: 'Made', headers, body };
  };
  const kept = [
    { request: { target: '/plain' }, outcome: answer(json.replace('/3', '\\/3')) },
    { request: { target: '/packed' }, outcome: packed(json) },
    { request: { target: '/other' }, outcome: packed('nothing of it') },
  ];
  const origin = await served(kept, 'repeat-last', { rewriteUrls: true });
  const here = json.replaceAll(there, origin);
  expect(await texts(origin, '/plain')).toEqual([here.replace('/3', '\\/3')]);
  const response = await fetch(`${origin}/packed`);
  expect(response.headers.get('location')).toBe(
    `${origin}/deep/api/x?from=${encodeURIComponent(origin)}`,
  );
  expect([response.headers.has('content-encoding'), await response.text()]).toEqual([false, here]);
  expect((await fetch(`${origin}/other`)).headers.get('content-encoding')).toBe('gzip');
  expect(await texts(await served(kept), '/packed')).toEqual([json]);
});

const PAGE = { origin: 'https://app.example' };

it('lets pages of any origin read the answers, where it is asked to', async () => {
  const kept = answer('there');
  const headers: Answer['headers'] = [
    ...kept.headers,
    ['Access-Control-Allow-Origin', 'https://recorded.example'],
  ];
  const recorded = [{ request: { method: 'PUT', target: '/x' }, outcome: { ...kept, headers } }];
  const origin = await served(recorded, 'repeat-last', { cors: true });
  const preflight = await fetch(`${origin}/x`, {
    method: 'OPTIONS',
    headers: {
      ...PAGE,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('PUT');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization');
  const put = await fetch(`${origin}/x`, { method: 'PUT', headers: PAGE });
  expect(await put.text()).toBe('there');
  expect(put.headers.get('access-control-allow-origin')).toBe('https://app.example');
  expect(put.headers.get('access-control-expose-headers')).toContain('x-kept');
  const missing = await fetch(`${origin}/y`, { headers: PAGE });
  expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([
    501,
    'https://app.example',
  ]);
  expect(log.map(({ kind }) => kind)).toEqual(['preflight', 'found', 'missing']);
});

it('leaves the recorded origin and OPTIONS as they were without that', async () => {
  const kept = answer('there');
  const headers: Answer['headers'] = [['Access-Control-Allow-Origin', 'https://recorded.example']];
  const origin = await served([{ request: { target: '/x' }, outcome: { ...kept, headers } }]);
  const got = await fetch(`${origin}/x`, { headers: PAGE });
  expect(got.headers.get('access-control-allow-origin')).toBe('https://recorded.example');
  const asked = { ...PAGE, 'access-control-request-method': 'GET' };
  expect((await fetch(`${origin}/x`, { method: 'OPTIONS', headers: asked })).status).toBe(501);
});

it.each([
  ['cut-off', [], 'the body ends after 4 bytes: its connection was cut'],
  ['too-large', [], 'the body ends after 4 bytes: it is larger than maxBodyBytes, so only its'],
  [
    'cut-off',
    ["the request's body, if it had one", "the answer's body after 4 of 9 bytes"],
    "the body ends after 4 bytes: the answer's body after 4 of 9 bytes",
  ],
  ['complete', ["the request's body, if it had one"], undefined],
] as const)('says of a body that is %s why it is not whole', async (ended, lost, why) => {
  const outcome = answer('half', { ended });
  const origin = await served([{ request: { target: '/x' }, outcome, lost }]);
  const response = await fetch(`${origin}/x`);
  const text = await response.text().catch(() => 'cut');
  expect(text).toBe(why === undefined ? 'half' : 'cut');
  const [found] = log;
  const partial = found?.kind === 'found' ? found.partial : 'not found';
  expect(partial).toEqual(why === undefined ? undefined : expect.stringContaining(why));
});
