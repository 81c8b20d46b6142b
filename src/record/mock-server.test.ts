import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Answer, WireRequest } from '../model/index.ts';
import type { Policy } from './mock-matcher.ts';
import { answer, closeAll, type Kept, served, texts } from './mock-server.fixture.ts';
import type { ServedResult } from './mock-server.ts';

afterEach(closeAll);

/** What a server says on one connection, to pieces that are sent one after the other. */
function said(origin: string, ...pieces: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      port: Number(new URL(origin).port),
      host: '127.0.0.1',
      noDelay: true,
    });
    let text = '';
    socket.on('data', (piece) => {
      text += piece.toString('utf8');
    });
    socket.on('error', reject).on('close', () => resolve(text));
    const send = async () => {
      for (const piece of pieces) {
        socket.write(piece, 'latin1');
        await new Promise((sent) => setImmediate(sent));
      }
    };
    send();
  });
}

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

describe('a served recording', () => {
  it('answers with status, reason, headers and bytes of the time', async () => {
    const origin = await served([
      { request: { target: '/x?a=1&b=2' }, outcome: answer('{"é":1}', { status: 418 }) },
    ]);
    const got = await said(
      origin,
      'GET /deep/api/x?a=1&b=2 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    expect(got.replace(/connection: close\r\n/i, '')).toBe(
      'HTTP/1.1 418 As It Was\r\nX-Kept: a\r\nx-kept: b\r\nContent-Length: 8\r\n\r\n{"é":1}',
    );
  });

  it('does not answer for a host that is none of its own', async () => {
    const log: ServedResult[] = [];
    const kept = [{ request: { target: '/x' }, outcome: answer('private') }];
    const origin = await served(kept, 'repeat-last', {
      allowedHosts: ['phone.example'],
      served: (_, found) => log.push(found),
    });
    const asked = (host: string) =>
      said(origin, `GET /x HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await asked('evil.example')).toMatch(
      /^HTTP\/1\.1 421 Misdirected Request\r\n.*the host evil\.example/s,
    );
    expect(await asked('phone.example:9000')).toMatch(/private$/);
    expect(log.map(({ kind }) => kind)).toEqual(['refused', 'found']);
  });

  const unusual: readonly (readonly [string, Partial<WireRequest>, string])[] = [
    ['letters beyond ASCII in its target', { target: '/caf\xc3\xa9' }, 'GET /caf\xc3\xa9 HTTP/1.1'],
    ['a blank in its target', { target: '/a b' }, 'GET /a b HTTP/1.1'],
    ['a method of its own', { method: 'FROB', target: '/' }, 'FROB / HTTP/1.1'],
    ['another expectation', { target: '/' }, 'GET / HTTP/1.1\r\nExpect: a-miracle'],
    ['HTTP/1.0', { target: '/' }, 'GET / HTTP/1.0'],
  ];
  it.each(unusual)('answers a request with %s, and no Host', async (_, request, lines) => {
    const origin = await served([{ request, outcome: answer('there') }]);
    expect(await said(origin, `${lines}\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 200 As It Was\r\n.*\r\n\r\nthere$/s,
    );
  });

  it('answers the requests of one connection in turn, however their bytes come', async () => {
    const post = { method: 'POST', target: '/x', body: new TextEncoder().encode('ab') };
    const origin = await served([
      { request: post, outcome: answer('posted') },
      { request: { target: '/y' }, outcome: answer('got') },
    ]);
    const chunked =
      'POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n0\r\n\r\n';
    const all = `${chunked}\r\nGET /y HTTP/1.1\r\nConnection: close\r\n\r\n`;
    const bodies = /^HTTP.*\r\n\r\npostedHTTP.*\r\n\r\ngot$/s;
    expect(await said(origin, all)).toMatch(bodies);
    expect(await said(origin, ...all)).toMatch(bodies);
  });

  it('asks for a body that waits for it, once', async () => {
    const body = new TextEncoder().encode('ab');
    const origin = await served([
      { request: { method: 'PUT', target: '/x', body }, outcome: answer('put') },
    ]);
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    const head = 'PUT /x HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n';
    socket.write(`${head}Connection: close\r\n\r\n`);
    let text = '';
    for await (const piece of socket) {
      text += piece;
      if (text === CONTINUE) socket.write('a', () => setImmediate(() => socket.write('b')));
    }
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 As.*\r\n\r\nput$/s);
  });

  it.each([
    [400, 'nonsense\r\n\r\n', 'its first line is none of a request'],
    [
      400,
      'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'its chunks cannot be read',
    ],
    [431, `GET / HTTP/1.1\r\nX: ${'x'.repeat(200_000)}`, 'its head has more than 131072 bytes'],
  ])('says with %d why it cannot read a request', async (status, text, why) => {
    const origin = await served([{ request: {}, outcome: answer('x') }]);
    const got = await said(origin, text);
    expect(got).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(got).toContain(`the request cannot be read: ${why}`);
  });

  const repeated: readonly Kept[] = ['one', 'two', 'three'].map((text) => ({
    request: { target: '/x' },
    outcome: answer(text),
  }));
  it.each<readonly [Policy, readonly string[]]>([
    ['repeat-last', ['one', 'two', 'three', 'three', 'three']],
    ['loop', ['one', 'two', 'three', 'one', 'two']],
  ])('with the policy %s answers what is asked too often', async (policy, wanted) => {
    const origin = await served(repeated, policy);
    expect(await texts(origin, '/x', '/x', '/x', '/x', '/x')).toEqual(wanted);
  });

  it('with the policy strict answers each once', async () => {
    const origin = await served(repeated, 'strict');
    const all = await texts(origin, '/x', '/x', '/x', '/x');
    expect(all.slice(0, 3)).toEqual(['one', 'two', 'three']);
    expect(all[3]).toContain('recorded 3 times, and all of it is used up');
  });

  it('tells requests apart by what was asked', async () => {
    const json = (value: object) => new TextEncoder().encode(JSON.stringify(value));
    const post = (value: object) => ({ method: 'POST', target: '/x', body: json(value) });
    const origin = await served([
      { request: post({ a: 1, b: 2 }), outcome: answer('both') },
      { request: post({ a: 1 }), outcome: answer('one') },
      { request: { target: '/x?b=2&a=1' }, outcome: answer('sorted otherwise') },
    ]);
    const ask = async (body: string) =>
      (await fetch(`${origin}/x`, { method: 'POST', body })).text();
    expect(await ask('{"a":1}')).toBe('one');
    expect(await ask('{ "b": 2, "a": 1 }')).toBe('both');
    expect(await texts(origin, '/x?a=1&b=2')).toEqual(['sorted otherwise']);
  });

  it('keeps the order of parameters of one name, and of no others', async () => {
    const origin = await served([
      { request: { target: '/x?by=include&in[]=2&in[]=1' }, outcome: answer('2, 1') },
      { request: { target: '/x?by=include&in[]=1&in[]=2' }, outcome: answer('1, 2') },
    ]);
    const asked = ['/x?in[]=1&in[]=2&by=include', '/x?in[]=2&by=include&in[]=1'];
    expect(await texts(origin, ...asked)).toEqual(['1, 2', '2, 1']);
  });

  const login = (password: string) => JSON.stringify({ user: 'ann', password });
  const logins = ['wrong-Pass-1', 'right-Pass-2'].map((password, at) => ({
    request: { method: 'POST', target: '/in', body: new TextEncoder().encode(login(password)) },
    outcome: answer(at === 0 ? 'denied' : 'in', { status: at === 0 ? 401 : 200 }),
  }));
  const ask = async (origin: string, ...passwords: readonly string[]) => {
    const all: string[] = [];
    for (const password of passwords) {
      const body = login(password);
      all.push(await (await fetch(`${origin}/in`, { method: 'POST', body })).text());
    }
    return all;
  };

  it('does not take requests with different secrets for one that was repeated', async () => {
    const origin = await served(logins);
    const wrong = 'b"ad-1';
    expect(await ask(origin, wrong, wrong, 'good-2', wrong, 'good-2')).toEqual([
      ...['denied', 'denied', 'in', 'denied', 'in'],
    ]);
    // Who has none of these is answered all the same, and so is who sends what was recorded.
    expect(await ask(origin, 'third-3', 'REDACTED-2', 'REDACTED-1')).toEqual([
      ...['denied', 'in', 'denied'],
    ]);
  });

  it('knows a value again in another request', async () => {
    const at = (target: string, text: string) => ({ request: { target }, outcome: answer(text) });
    const origin = await served([
      at('/a?token=first-Secret-1', 'a1'),
      at('/a?token=other-Secret-2', 'a2'),
      at('/b?token=first-Secret-1', 'b1'),
      at('/b?token=other-Secret-2', 'b2'),
    ]);
    expect(await texts(origin, '/a?token=x1y', '/a?token=x2y', '/b?token=x2y')).toEqual([
      ...['a1', 'a2', 'b2'],
    ]);
    expect(await texts(origin, '/b?token=x1y')).toEqual(['b1']);
  });

  it('gives a client back its own secrets, as they stand in what is answered', async () => {
    const body = new TextEncoder().encode('{"name":"a","password":"first-Secret-1"}');
    const read = answer('{"id":7,"password":"first-Secret-1","other":"second-Secret-2"}');
    const origin = await served([
      { request: { method: 'POST', target: '/a', body }, outcome: answer('made') },
      { request: { target: '/a/7' }, outcome: read },
      { request: { target: '/a/7?password=first-Secret-1' }, outcome: read },
    ]);
    const [before] = await texts(origin, '/a/7');
    expect(JSON.parse(before ?? '')).toMatchObject({ password: 'REDACTED-1' });
    const mine = 'ü\\9 %';
    await fetch(`${origin}/a`, {
      method: 'POST',
      body: JSON.stringify({ password: mine, name: 'a' }),
    });
    const [after, opened] = await texts(
      origin,
      '/a/7',
      `/a/7?password=${encodeURIComponent(mine)}`,
    );
    for (const text of [after, opened]) {
      const { password, other } = JSON.parse(text ?? '');
      expect([password, other]).toEqual([mine, 'second-Secret-2']);
    }
  });

  it('leaves out Trailer, and writes all else of the head', async () => {
    const kept = answer('ok');
    const headers: Answer['headers'] = [['Trailer', 'X-Sum'], ...kept.headers];
    const origin = await served([{ request: { target: '/x' }, outcome: { ...kept, headers } }]);
    const got = await fetch(`${origin}/x`);
    expect(got.headers.get('x-kept')).toBe('a, b');
    expect(got.headers.has('trailer')).toBe(false);
    expect(await got.text()).toBe('ok');
  });

  it('tells credentials apart, and lets a client have another', async () => {
    const with_ = (value: string) => [['Authorization', value]] as const;
    const origin = await served(
      [
        { request: { target: '/x' }, outcome: answer('denied', { status: 401 }) },
        { request: { target: '/x', headers: with_('Bearer top-Secret-1') }, outcome: answer('in') },
      ],
      'repeat-last',
      { secret: 'top-Secret-1' },
    );
    const ask = async (headers: Record<string, string>) =>
      (await fetch(`${origin}/x`, { headers })).text();
    expect(await ask({})).toBe('denied');
    expect(await ask({ authorization: 'Bearer top-Secret-1' })).toBe('in');
    expect(await ask({ authorization: 'Bearer some-other-2' })).toBe('in');
  });

  it('knows a wrong credential where it knows that of the target', async () => {
    const with_ = (value: string): Partial<WireRequest> => ({
      ...{ method: 'POST', target: '/x' },
      headers: [['Authorization', value]],
    });
    const own = 'Basic top-Secret-1';
    const recorded = [
      { request: with_(own), outcome: answer('made') },
      { request: with_('Basic d3Jvbmc6d3Jvbmc='), outcome: answer('denied', { status: 401 }) },
    ];
    const asked = async (origin: string, authorization: string) =>
      (await fetch(`${origin}/x`, { method: 'POST', headers: { authorization } })).text();
    const origin = await served(recorded, 'repeat-last', { secret: 'top-Secret-1' });
    expect(await asked(origin, 'Basic b3RoZXI6b3RoZXI=')).toBe('denied');
    expect(await asked(origin, own)).toBe('made');
    // As a recording has it: `diff` asks so.
    const unknown = { secret: 'top-Secret-1', secrets: [] };
    const other = await served(recorded, 'repeat-last', unknown);
    expect(await asked(other, 'Basic REDACTED-2')).toBe('denied');
  });

  it('takes a credential that it does not know for the one of the target', async () => {
    const with_ = (value: string) => [['Authorization', value]] as const;
    const origin = await served(
      [
        {
          request: { target: '/x', headers: with_('Basic d3Jvbmc6d3Jvbmc=') },
          outcome: answer('denied', { status: 401 }),
        },
        { request: { target: '/x', headers: with_('Basic top-Secret-1') }, outcome: answer('in') },
      ],
      'repeat-last',
      { secret: 'top-Secret-1', secrets: [] },
    );
    const headers = { authorization: 'Basic top-Secret-1' };
    for (const _ of [1, 2])
      expect(await (await fetch(`${origin}/x`, { headers })).text()).toBe('in');
  });

  it('says what is nearest to a request that was not recorded', async () => {
    const origin = await served([{ request: { target: '/x?page=1' }, outcome: answer('one') }]);
    const missed = await fetch(`${origin}/x?page=2`);
    expect(missed.status).toBe(501);
    const { message } = (await missed.json()) as { readonly message: string };
    expect(message).toContain('query page is "2" and was "1"');
  });

  it('fails as the target failed', async () => {
    const origin = await served([
      {
        request: { target: '/reset' },
        outcome: { kind: 'fault', code: 'reset', message: 'the connection was reset' },
      },
      { request: { target: '/cut' }, outcome: answer('half', { ended: 'cut-off' }) },
    ]);
    await expect(fetch(`${origin}/reset`)).rejects.toThrow('fetch failed');
    const cut = await fetch(`${origin}/cut`);
    expect(cut.headers.get('content-length')).toBe('9');
    await expect(cut.text()).rejects.toThrow('terminated');
  });

  it('resets a connection within a body where the target did, after the same bytes', async () => {
    const half = answer('half', { ended: 'cut-off' });
    const origin = await served([
      { request: { target: '/reset' }, outcome: { ...half, reset: true } },
      { request: { target: '/cut' }, outcome: half },
    ]);
    const asked = (target: string) =>
      new Promise<readonly [string, string | undefined]>((resolve) => {
        const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1' });
        let text = '';
        let code: string | undefined;
        socket.on('data', (piece) => {
          text += piece.toString();
        });
        socket.on('error', (error: NodeJS.ErrnoException) => {
          code = error.code;
        });
        socket.on('close', () => resolve([text.slice(-4), code]));
        socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      });
    expect(await asked('/reset')).toEqual(['half', 'ECONNRESET']);
    expect(await asked('/cut')).toEqual(['half', undefined]);
  });
});
