import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { FaultCode, Limits, Outcome, Transport, WireRequest } from '../model/index.ts';
import { liveTransport } from './live.ts';

const LIMITS: Limits = { timeoutMs: 150, totalMs: 400, maxBodyBytes: 100_000 };
const GET: WireRequest = { method: 'GET', target: '/a', headers: [], body: undefined };

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

function transport(limits: Partial<Limits> = {}, connections = 4): Transport {
  const made = liveTransport({
    limits: { ...LIMITS, ...limits },
    tls: { insecure: false },
    connections,
  });
  open.push(made.close);
  return made;
}

/** A server of raw sockets; `respond` gets each request head that arrives, and its number on the socket. */
async function serve(
  respond: (socket: Socket, head: string, nth: number, socketNth: number) => void,
): Promise<{ url: string; port: number; heads: string[]; sockets: Socket[] }> {
  const heads: string[] = [];
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    const socketNth = sockets.length;
    let nth = 0;
    socket.on('error', () => {});
    socket.on('data', (data) => {
      nth += 1;
      heads.push(data.toString('latin1'));
      respond(socket, data.toString('latin1'), nth, socketNth);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, port, heads, sockets };
}

const never = new AbortController().signal;

async function outcomeOf(
  bytes: string | Buffer,
  options: { end?: boolean; request?: WireRequest; limits?: Partial<Limits> } = {},
): Promise<Outcome> {
  const { url } = await serve((socket) => {
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    if (options.end === true) socket.end();
  });
  return (await transport(options.limits).send(options.request ?? GET, url, never)).outcome;
}

const head = (status: string, ...fields: string[]) =>
  `HTTP/1.1 ${status}\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`;

describe('answers', () => {
  it('keep status, reason, and header fields in order, with case and duplicates', async () => {
    const bytes = `${head('777 Ünusual  words', 'x-B: 1', 'Set-Cookie: a', 'X-b: é', 'Set-Cookie: b', 'content-length: 2')}{}`;
    const outcome = await outcomeOf(Buffer.from(bytes, 'utf8'));
    expect(outcome).toEqual({
      kind: 'answer',
      status: 777,
      reason: 'Ünusual  words',
      headers: [
        ['x-B', '1'],
        ['Set-Cookie', 'a'],
        // Bytes beyond ASCII are read as Latin-1.
        ['X-b', 'Ã©'],
        ['Set-Cookie', 'b'],
        ['content-length', '2'],
      ],
      body: {
        bytes: Uint8Array.from([0x7b, 0x7d]),
        completeness: 'complete',
        content: { kind: 'json', value: {} },
      },
    });
  });

  const whole: [string, string, { end?: boolean; request?: WireRequest }, number, string][] = [
    [
      'to HEAD',
      head('200 OK', 'Content-Length: 9'),
      { request: { ...GET, method: 'HEAD' } },
      200,
      '',
    ],
    ['with 204', head('204 No Content'), {}, 204, ''],
    ['with 204 and a body all the same', `${head('204 No Content')}{"a":1}`, {}, 204, ''],
    ['with 304 and a length', head('304 Not Modified', 'Content-Length: 9'), {}, 304, ''],
    ['with 204 and a length', head('204 No Content', 'Content-Length: 9'), {}, 204, ''],
    ['with 205', head('205 Reset Content', 'Content-Length: 0'), {}, 205, ''],
    [
      'with an interim answer before',
      `${head('103 Early Hints', 'Link: x')}${head('200 OK', 'Content-Length: 1')}1`,
      {},
      200,
      '1',
    ],
    ['with a redirect', head('302 Found', 'Location: /b', 'Content-Length: 0'), {}, 302, ''],
    ['without a reason', `${head('200', 'Content-Length: 1')}1`, {}, 200, '1'],
    [
      'in chunks',
      `${head('200 OK', 'Transfer-Encoding: chunked')}1\r\n[\r\n1\r\n]\r\n0\r\n\r\n`,
      {},
      200,
      '[]',
    ],
    ['ended by the connection', `${head('200 OK')}[]`, { end: true }, 200, '[]'],
    ['longer than they say', `${head('200 OK', 'Content-Length: 2')}[]surplus`, {}, 200, '[]'],
    ['with HTML', `${head('502 Bad Gateway', 'Content-Length: 6')}<html>`, {}, 502, '<html>'],
  ];
  it('keep a field of many kilobytes, for which HTTP sets no limit', async () => {
    const long = 'y'.repeat(200_000);
    const outcome = await outcomeOf(head('200 OK', `Location: ${long}`, 'Content-Length: 0'));
    expect(outcome).toMatchObject({ kind: 'answer', status: 200 });
    if (outcome.kind === 'answer') expect(outcome.headers[0]).toEqual(['Location', long]);
  });

  it.each(whole)('%s are whole', async (_title, bytes, options, status, body) => {
    const outcome = await outcomeOf(bytes, options);
    expect(outcome).toMatchObject({ kind: 'answer', status, body: { completeness: 'complete' } });
    if (outcome.kind === 'answer') expect(new TextDecoder().decode(outcome.body.bytes)).toBe(body);
  });

  it('are kept as on the wire and decoded aside', async () => {
    const packed = gzipSync('[1]');
    const announced = head('200 OK', 'Content-Encoding: gzip', `Content-Length: ${packed.length}`);
    const outcome = await outcomeOf(Buffer.concat([Buffer.from(announced), packed]));
    expect(outcome).toMatchObject({
      body: { bytes: new Uint8Array(packed), content: { kind: 'json', value: [1] } },
    });
  });

  it('are too large if they unpack to more than the limit', async () => {
    const packed = gzipSync(Buffer.alloc(80_000_000));
    const announced = head('200 OK', 'Content-Encoding: gzip', `Content-Length: ${packed.length}`);
    const outcome = await outcomeOf(Buffer.concat([Buffer.from(announced), packed]));
    expect(outcome).toMatchObject({
      body: {
        completeness: 'too-large',
        bytes: new Uint8Array(packed.subarray(0, 64 * 1024)),
        content: {
          kind: 'binary',
          why: expect.stringContaining('gzip unpacks to more than 100000 bytes'),
        },
      },
    });
  });

  const cut: [string, string][] = [
    ['shorter than they say', head('200 OK', 'Content-Length: 9')],
    [
      'shorter than they say, on a last connection',
      head('200 OK', 'Content-Length: 9', 'Connection: close'),
    ],
    ['without their last chunk', `${head('200 OK', 'Transfer-Encoding: chunked')}5\r\n`],
    [
      'without their last chunk, on a last connection',
      `${head('200 OK', 'Connection: close', 'Transfer-Encoding: chunked')}5\r\n`,
    ],
  ];
  it.each(cut)('%s are cut off', async (_title, announced) => {
    const outcome = await outcomeOf(`${announced}[1`, { end: true });
    expect(outcome).toMatchObject({
      kind: 'answer',
      body: { completeness: 'cut-off', bytes: Uint8Array.from([0x5b, 0x31]) },
    });
  });

  const reset: [string, string][] = [
    ['of known length', head('200 OK', 'Content-Length: 9')],
    [
      'of known length, on a last connection',
      head('200 OK', 'Content-Length: 9', 'Connection: close'),
    ],
    ['ended by the connection', head('200 OK')],
  ];
  it.each(reset)('%s are cut off by a reset', async (_title, announced) => {
    const { url } = await serve((socket) => {
      socket.write(`${announced}[1`);
      setTimeout(() => socket.resetAndDestroy(), 20);
    });
    const { outcome } = await transport().send(GET, url, never);
    expect(outcome).toMatchObject({ kind: 'answer', body: { completeness: 'cut-off' } });
  });

  it('that stop arriving are timed out with what came', async () => {
    const outcome = await outcomeOf(`${head('200 OK', 'Content-Length: 9')}[1`);
    expect(outcome).toMatchObject({
      kind: 'answer',
      body: {
        completeness: 'timed-out',
        content: { kind: 'text', why: 'the body stopped arriving after 2 bytes' },
      },
    });
  });

  it('that drip in for ever are timed out as a whole', async () => {
    const { url } = await serve((socket) => {
      socket.write(head('200 OK', 'Transfer-Encoding: chunked'));
      const drip = setInterval(() => socket.write('1\r\n \r\n'), 30);
      socket.on('close', () => clearInterval(drip));
    });
    const { outcome } = await transport().send(GET, url, never);
    expect(outcome).toMatchObject({ kind: 'answer', body: { completeness: 'timed-out' } });
    if (outcome.kind === 'answer') expect(outcome.body.bytes.length).toBeGreaterThan(5);
  });

  const large: [string, string, string][] = [
    ['of known length', head('200 OK', 'Content-Length: 1000000000'), ''],
    ['in chunks', head('200 OK', 'Transfer-Encoding: chunked'), '10000\r\n'],
    ['ended by the connection', head('200 OK', 'Connection: close'), ''],
  ];
  it.each(large)('of 1 GB %s are read to the limit', async (_title, announced, size) => {
    let written = 0;
    const piece = Buffer.concat([
      Buffer.from(size),
      Buffer.alloc(65_536, ' '),
      Buffer.from(size === '' ? '' : '\r\n'),
    ]);
    const { url, sockets } = await serve((socket) => {
      socket.write(announced);
      const pour = () => {
        while (!socket.destroyed && written < 1_000_000_000) {
          written += piece.length;
          if (!socket.write(piece)) break;
        }
      };
      socket.on('drain', pour);
      pour();
    });
    const { outcome } = await transport().send(GET, url, never);
    expect(outcome).toMatchObject({ kind: 'answer', body: { completeness: 'too-large' } });
    if (outcome.kind === 'answer') expect(outcome.body.bytes.length).toBe(64 * 1024);
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
    expect(written).toBeLessThan(100_000_000);
  });

  it('that just fill the limit are whole', async () => {
    const outcome = await outcomeOf(`${head('200 OK', 'Content-Length: 5')}[1,2]`, {
      limits: { maxBodyBytes: 5 },
    });
    expect(outcome).toMatchObject({ body: { completeness: 'complete' } });
  });
});

describe('faults', () => {
  const malformed: [string, string, FaultCode][] = [
    ['a bad status line', 'HTTP/1.1 OK 200\r\n\r\n', 'malformed'],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.6\r\n', 'malformed'],
    ['a status of two digits', head('99 Odd'), 'malformed'],
    ['a bad chunk size', `${head('200 OK', 'Transfer-Encoding: chunked')}zz\r\n`, 'malformed'],
    ['a head that is longer than is read', head('200 OK', `x: ${'y'.repeat(1_100_000)}`), 'other'],
    ['two lengths', head('200 OK', 'Content-Length: 1', 'Content-Length: 2'), 'malformed'],
    [
      'length and chunks',
      head('200 OK', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
      'malformed',
    ],
    ['a header without a name', head('200 OK', ': x'), 'malformed'],
    [
      'a switch of protocols',
      head('101 Switching Protocols', 'Connection: upgrade', 'Upgrade: x'),
      'malformed',
    ],
    ['100 Continue unasked', head('100 Continue'), 'other'],
  ];
  it.each(malformed)('name %s', async (_title, bytes, code) => {
    expect(await outcomeOf(bytes)).toMatchObject({ kind: 'fault', code });
  });

  it('name silence, after the limit', async () => {
    const startedAt = performance.now();
    const { url } = await serve(() => {});
    const { outcome } = await transport().send(GET, url, never);
    expect(outcome).toEqual({
      kind: 'fault',
      code: 'timed-out',
      message: 'no answer within 150 ms',
    });
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  it('name a head that drips in', async () => {
    const { url } = await serve((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('x: y\r\n'), 30);
      socket.on('close', () => clearInterval(drip));
    });
    const { outcome } = await transport().send(GET, url, never);
    expect(outcome).toMatchObject({ kind: 'fault', code: 'timed-out' });
  });

  it('name a head of too many fields, and read one that has just not', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, at) => `x-${at}: a`);
    const many = await outcomeOf(head('200 OK', ...fields(2001)));
    expect(many).toMatchObject({ kind: 'fault', code: 'other' });
    expect(many).toHaveProperty('message', expect.stringContaining('more than 2000 fields'));
    const body = '\n'.repeat(3000);
    const enough = head('200 OK', 'Content-Length: 3000', ...fields(1999));
    expect(await outcomeOf(`${enough}${body}`)).toMatchObject({ kind: 'answer', status: 200 });
  });

  it('name interim answers without an end', async () => {
    const { url } = await serve((socket) => {
      const drip = setInterval(() => socket.write(head('102 Processing')), 30);
      socket.on('close', () => clearInterval(drip));
    });
    const { outcome } = await transport().send(GET, url, never);
    expect(outcome).toMatchObject({ kind: 'fault', code: 'timed-out' });
  });

  it('name a target that refuses', async () => {
    const { url, port } = await serve(() => {});
    for (const close of open.splice(0)) await close();
    const { outcome } = await transport().send(GET, url, never);
    expect(outcome).toEqual({
      kind: 'fault',
      code: 'refused',
      message: `connect ECONNREFUSED 127.0.0.1:${port}`,
    });
  });

  it('name a host that does not resolve', async () => {
    // Kept from waiting for a slow resolver by a name that no resolver is asked for.
    const { outcome } = await transport({ timeoutMs: 5000, totalMs: 5000 }).send(
      GET,
      `http://${'a'.repeat(64)}.invalid`,
      never,
    );
    expect(outcome).toMatchObject({ kind: 'fault', code: 'unresolved' });
  });

  it('name a target that closes or resets before it answers', async () => {
    const closing = await serve((socket) => socket.end());
    expect(await transport().send(GET, closing.url, never)).toMatchObject({
      outcome: { kind: 'fault', code: 'closed' },
      resent: false,
    });
    const resetting = await serve((socket) => socket.resetAndDestroy());
    expect(await transport().send(GET, resetting.url, never)).toMatchObject({
      outcome: { kind: 'fault', code: 'reset' },
      resent: false,
    });
    const half = await serve((socket) => socket.end('HTTP/1.1 200 O'));
    expect(await transport().send(GET, half.url, never)).toMatchObject({
      outcome: { kind: 'fault', code: 'closed' },
    });
  });

  it('name TLS where plain HTTP is spoken', async () => {
    const { port } = await serve((socket) => socket.end(head('400 Bad Request')));
    const { outcome } = await transport().send(GET, `https://127.0.0.1:${port}`, never);
    expect(outcome).toMatchObject({ kind: 'fault', code: 'tls' });
  });

  it('name a TLS handshake that hangs', async () => {
    const { port } = await serve(() => {});
    const { outcome } = await transport().send(GET, `https://127.0.0.1:${port}`, never);
    expect(outcome).toMatchObject({ kind: 'fault', code: 'timed-out' });
  });

  const unsendable: [string, Partial<WireRequest>, string][] = [
    ['a space in the target', { target: '/a b' }, ''],
    ['a line break in a header', { headers: [['x', 'a\r\nb: c']] }, ''],
    ['a header beyond Latin-1', { headers: [['x', '不']] }, ''],
    ['a bad method', { method: 'G T' }, ''],
    ['a tunnel', { method: 'CONNECT' }, ''],
    ['another length', { method: 'POST', headers: [['content-length', '5']] }, ''],
    ['an expectation', { headers: [['expect', '100-continue']] }, ''],
    ['a transfer coding', { headers: [['transfer-encoding', 'chunked']] }, ''],
    ['a target without a slash', { target: '@elsewhere/' }, ''],
    ['a base URL with a query', {}, '/?x=1'],
  ];
  it.each(unsendable)('name %s, and nothing is sent', async (_title, change, suffix) => {
    const { url, heads } = await serve((socket) => socket.end(head('200 OK')));
    const { outcome } = await transport().send({ ...GET, ...change }, `${url}${suffix}`, never);
    expect(outcome).toMatchObject({ kind: 'fault', code: 'unsendable' });
    expect(heads).toEqual([]);
  });

  it.each(['', 'nowhere', 'ftp://127.0.0.1/'])('name the base URL "%s"', async (baseUrl) => {
    const { outcome } = await transport().send(GET, baseUrl, never);
    expect(outcome).toMatchObject({ kind: 'fault', code: 'unsendable' });
  });
});

describe('requests', () => {
  it('go out as they are, below the path of the base URL and without its credential', async () => {
    const { url, heads } = await serve((socket) => socket.write(head('204 No Content')));
    const base = `${url.replace('//', '//user:secret@')}/v1/base//`;
    const request: WireRequest = {
      method: 'delete',
      target: '/x/../%ZZ//?a=+;[]&__proto__=%00',
      headers: [
        ['X-Odd', '1'],
        ['x-odd', '2'],
      ],
      body: new TextEncoder().encode('{}'),
    };
    await transport().send(request, base, never);
    const [sent = ''] = heads;
    expect(sent.split('\r\n')[0]).toBe('delete /v1/base/x/../%ZZ//?a=+;[]&__proto__=%00 HTTP/1.1');
    expect(sent).toContain('\r\nX-Odd: 1\r\nx-odd: 2\r\n');
    expect(sent).toMatch(/\r\n\r\n\{\}$/);
    expect(sent.toLowerCase()).not.toMatch(/authorization|secret|accept|user-agent/);
  });

  it('wait where all connections are in use', async () => {
    const { url, sockets } = await serve((socket) => {
      setTimeout(() => socket.write(head('204 No Content')), 10);
    });
    const sending = transport({}, 2);
    const all = await Promise.all(Array.from({ length: 7 }, () => sending.send(GET, url, never)));
    expect(all.map(({ outcome }) => outcome.kind)).toEqual(Array(7).fill('answer'));
    expect(sockets.length).toBe(2);
  });
});

describe('a reused connection', () => {
  const ok = `${head('200 OK', 'Content-Length: 1')}1`;
  const post: WireRequest = { ...GET, method: 'POST', body: new TextEncoder().encode('{}') };

  const endings: [string, (socket: Socket) => void][] = [
    ['closed', (socket) => socket.destroy()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ];
  it.each(endings)(
    'that was %s is replaced, and the request sent once more',
    async (_title, end) => {
      const { url, heads } = await serve((socket, _head, nth) => {
        if (nth === 1) socket.write(ok);
        else end(socket);
      });
      const sending = transport();
      expect(await sending.send(post, url, never)).toMatchObject({ resent: false });
      expect(await sending.send(post, url, never)).toMatchObject({
        outcome: { kind: 'answer', status: 200 },
        resent: true,
      });
      expect(heads.length).toBe(3);
    },
  );

  it('is replaced by a new one, for others may be as stale', async () => {
    const { url, sockets } = await serve((socket, _head, nth, socketNth) => {
      if (nth === 1) setTimeout(() => socket.write(ok), 10);
      else if (socketNth <= 3) socket.destroy();
    });
    const sending = transport();
    await Promise.all([1, 2, 3].map(() => sending.send(GET, url, never)));
    expect(sockets.length).toBe(3);
    expect(await sending.send(GET, url, never)).toMatchObject({
      outcome: { kind: 'answer' },
      resent: true,
    });
  });

  it('is replaced once only', async () => {
    const { url, heads } = await serve((socket, _head, nth, socketNth) => {
      if (nth === 1 && socketNth === 1) socket.write(ok);
      else socket.destroy();
    });
    const sending = transport();
    await sending.send(GET, url, never);
    expect(await sending.send(GET, url, never)).toMatchObject({
      outcome: { kind: 'fault', code: 'closed' },
      resent: true,
    });
    expect(heads.length).toBe(3);
  });

  it('that broke after a byte of the answer is not', async () => {
    const { url, heads } = await serve((socket, _head, nth) => {
      if (nth === 1) socket.write(ok);
      else socket.end('HTTP/1.1');
    });
    const sending = transport();
    await sending.send(GET, url, never);
    expect(await sending.send(GET, url, never)).toMatchObject({
      outcome: { kind: 'fault', code: 'closed' },
      resent: false,
    });
    expect(heads.length).toBe(2);
  });

  it('that was closed while idle costs nothing', async () => {
    const { url, sockets } = await serve((socket) => {
      socket.write(ok);
      setTimeout(() => socket.end(), 5);
    });
    const sending = transport();
    await sending.send(GET, url, never);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(await sending.send(GET, url, never)).toMatchObject({
      outcome: { kind: 'answer' },
      resent: false,
    });
    expect(sockets.length).toBe(2);
  });
});

describe('an interruption', () => {
  it('ends what is in flight and sends nothing after', async () => {
    const { url, heads, sockets } = await serve((socket) => {
      socket.write(`${head('200 OK', 'Content-Length: 9')}[1`);
    });
    const stop = new AbortController();
    const sending = transport({ timeoutMs: 60_000, totalMs: 60_000 }, 1);
    const all = Promise.all([1, 2, 3].map(() => sending.send(GET, url, stop.signal)));
    await expect.poll(() => heads.length).toBe(1);
    stop.abort();
    const interrupted = { outcome: { kind: 'fault', code: 'interrupted' }, resent: false };
    expect(await all).toMatchObject([interrupted, interrupted, interrupted]);
    expect(await sending.send(GET, url, stop.signal)).toMatchObject(interrupted);
    expect(heads.length).toBe(1);
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
  });

  it('is also what closing the transport is', async () => {
    const { url, heads } = await serve(() => {});
    const sending = transport({ timeoutMs: 60_000, totalMs: 60_000 });
    const sent = sending.send(GET, url, never);
    await expect.poll(() => heads.length).toBe(1);
    await sending.close();
    const interrupted = { outcome: { kind: 'fault', code: 'interrupted' } };
    expect(await sent).toMatchObject(interrupted);
    expect(await sending.send(GET, url, never)).toMatchObject(interrupted);
  });

  it('leaves no listeners behind and warns of none', async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error) => warnings.push(warning);
    process.on('warning', listen);
    const { url } = await serve((socket) => setTimeout(() => socket.write(head('204 None')), 5));
    const sending = transport({}, 40);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 40 }, () => sending.send(GET, url, signal)));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', listen);
    expect(warnings).toEqual([]);
  });
});
