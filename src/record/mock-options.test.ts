import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { bodyOf } from '../content.ts';
import type { Answer } from '../model.ts';
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

it('asks something else for what is missing', async () => {
  const passOn = async () => answer('from there', { status: 203 });
  const kept = [{ request: { target: '/x' }, outcome: answer('from here') }];
  const origin = await served(kept, 'repeat-last', { passOn });
  expect(await texts(origin, '/x', '/y')).toEqual(['from here', 'from there']);
  expect(log.map(({ kind }) => kind)).toEqual(['found', 'passed']);
  const unreachable = await served(kept, 'repeat-last', {
    passOn: async () => ({ kind: 'fault', code: 'refused', message: 'connect ECONNREFUSED' }),
  });
  const response = await fetch(`${unreachable}/y`);
  expect([response.status, await response.text()]).toEqual([
    502,
    expect.stringContaining('what is asked instead: connect ECONNREFUSED'),
  ]);
});
