import { Agent, createServer as createHttp, request as httpRequest } from 'node:http';
import { connect, createServer, type Server, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { teeOf } from '../io/index.ts';
import type { Tls } from '../model/index.ts';
import { hasOpenssl, serveSecured } from '../send/certificate.fixture.ts';
import { dialler } from '../send/connection.ts';
import { CLOSED, faultOf } from '../send/fault.ts';
import type { PassedExchange } from './exchange.ts';
import { openProxy } from './proxy.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** A target that answers every request with these bytes, and then does what is asked of its socket. */
async function rawTarget(answer: string | Buffer, then: (socket: Socket) => void = () => {}) {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      received.push(piece.toString('latin1'));
      if (!/\r\n\r\n/.test(received.join(''))) return;
      socket.write(answer, () => then(socket));
    });
  });
  return { port: await listening(server), received };
}

function linkTo(origin: string, tls: Tls) {
  const dial = dialler(tls, true);
  return { dial: () => dial(new URL(origin)).socket, faultOf, closed: CLOSED };
}

function proxied(port: number) {
  return proxiedTo(`http://127.0.0.1:${port}`, { insecure: false });
}

async function proxiedTo(origin: string, tls: Tls) {
  const passed: PassedExchange[] = [];
  let reported = () => {};
  const proxy = await openProxy({
    origin,
    port: 0,
    maxBodyBytes: 1000,
    link: linkTo(origin, tls),
    now: Date.now,
    monotonic: () => performance.now(),
    passed: (exchange) => {
      passed.push(exchange);
      reported();
    },
  });
  closing.push(proxy.close);
  const kept = async (count = 1) => {
    while (passed.length < count) {
      await new Promise<void>((resolve) => {
        reported = resolve;
      });
    }
    return passed;
  };
  return { ...proxy, kept };
}

/** What a client gets, byte for byte, until the connection ends or goes quiet. */
function said(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let got = '';
    socket.setTimeout(150, () => socket.destroy());
    socket.on('data', (piece) => {
      got += piece.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(got));
    socket.write(text, 'latin1');
  });
}

describe('the proxy', () => {
  it('changes nothing of a request but the host, and keeps what is not about the connection', async () => {
    const target = await rawTarget('HTTP/1.1 204 No Content\r\n\r\n');
    const proxy = await proxied(target.port);
    const request =
      'GET /a/../b?x=%zz&x=+;[] HTTP/1.1\r\nX-B: 2\r\nhOsT:  proxy\r\nx-a:1 \r\nX-B: 3\r\nConnection: keep-alive, X-Hop\r\nX-Hop: 1\r\n\r\n';
    await said(proxy.port, request);
    const host = `127.0.0.1:${target.port}`;
    expect(target.received.join('')).toBe(request.replace('hOsT:  proxy', `hOsT:  ${host}`));
    const [exchange] = await proxy.kept();
    expect(exchange?.request.target).toBe('/a/../b?x=%zz&x=+;[]');
    expect(exchange?.request.headers).toEqual([
      ['X-B', '2'],
      ['hOsT', host],
      ['x-a', '1'],
      ['X-B', '3'],
    ]);
  });

  it.each([
    ['names a whole URL', 'GET http://OURS/b?c HTTP/1.1\r\nHost: a\r\n\r\n', '/b?c'],
    ['names one without a path', 'GET http://OURS?c HTTP/1.1\r\nHost: a\r\n\r\n', '/?c'],
    [
      'has a letter of two bytes',
      'GET /?q=\u00c3\u00a0 HTTP/1.1\r\nHost: a\r\n\r\n',
      '/?q=\u00c3\u00a0',
    ],
    ['names no host', 'GET / HTTP/1.0\r\nAccept: x\r\n\r\n', '/'],
  ])('takes in a request that %s', async (_, request, path) => {
    const target = await rawTarget('HTTP/1.1 204 No Content\r\n\r\n');
    const proxy = await proxied(target.port);
    await said(proxy.port, request.replace('OURS', `localhost:${proxy.port}`));
    const received = target.received.join('');
    expect(received).toMatch(new RegExp(`^GET ${path.replace('?', '\\?')} HTTP/1`));
    expect(received.match(/^host:.*$/gim)).toEqual([`Host: 127.0.0.1:${target.port}`]);
    expect((await proxy.kept())[0]?.request.target).toBe(path);
  });

  it('takes in a request that names the target itself, as a client does that uses a proxy', async () => {
    const target = await rawTarget('HTTP/1.1 204 No Content\r\n\r\n');
    const proxy = await proxied(target.port);
    const host = `127.0.0.1:${target.port}`;
    const got = await said(proxy.port, `GET http://${host}/b HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect(got).toMatch(/^HTTP\/1.1 204/);
  });

  it.each(['http://other.example/b', 'http://user:secret@other.example', 'https://127.0.0.1/'])(
    'turns a request for another host away, and the target hears nothing of it: %s',
    async (url) => {
      const target = await rawTarget('HTTP/1.1 204 No Content\r\n\r\n');
      const proxy = await proxied(target.port);
      const login = 'Authorization: Basic c2VjcmV0';
      const got = await said(proxy.port, `GET ${url} HTTP/1.1\r\nHost: x\r\n${login}\r\n\r\n`);
      expect(got).toMatch(/^HTTP\/1.1 421 Misdirected Request\r\n/);
      expect(got).toContain(`stands for http://127.0.0.1:${target.port} alone`);
      expect(got).not.toContain('secret');
      expect(target.received).toEqual([]);
      expect((await proxy.kept())[0]?.outcome).toMatchObject({ kind: 'fault', code: 'unsendable' });
    },
  );

  it.each([
    ['with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'],
    ['in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
    ['without a body', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ])('keeps an exchange before the last of its answer passes on: %s', async (_, answer) => {
    const target = await rawTarget(answer);
    const order: string[] = [];
    const own = Socket.prototype.write;
    const proxy = await openProxy({
      origin: `http://127.0.0.1:${target.port}`,
      port: 0,
      maxBodyBytes: 1000,
      link: linkTo(`http://127.0.0.1:${target.port}`, { insecure: false }),
      now: Date.now,
      monotonic: () => performance.now(),
      passed: () => order.push('kept'),
    });
    closing.push(proxy.close);
    const write = vi.spyOn(Socket.prototype, 'write').mockImplementation(function (
      this: Socket,
      ...args
    ) {
      if (this.localPort === proxy.port) order.push('passed on');
      return Reflect.apply(own, this, args);
    });
    await said(proxy.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    write.mockRestore();
    expect(order).toEqual(['kept', 'passed on']);
  });

  it('passes a reset on, also where the end of the connection is the end of the body', async () => {
    const target = await rawTarget('HTTP/1.1 200 OK\r\n\r\n[1,2', (socket) =>
      setTimeout(() => socket.resetAndDestroy(), 20),
    );
    const proxy = await proxied(target.port);
    const client = connect(proxy.port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    let got = '';
    client.on('data', (piece) => {
      got += piece.toString('latin1');
    });
    const ended = await new Promise((resolve) => {
      client.once('end', () => resolve('a clean end'));
      client.once('error', (error) => resolve(faultOf(error).code));
    });
    expect(ended).toBe('reset');
    expect(got).toContain('[1,2');
    expect((await proxy.kept())[0]?.outcome).toMatchObject({ body: { completeness: 'cut-off' } });
  });

  it('changes nothing of an answer: status, reason, headers in order, bytes', async () => {
    const body = gzipSync('{"a":1}');
    const head =
      'HTTP/1.1 777 Quite Odd\r\nX-Two: b\r\nset-cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Encoding: gzip\r\n';
    const answer = Buffer.concat([
      Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`),
      body,
    ]);
    const target = await rawTarget(answer);
    const proxy = await proxied(target.port);
    const got = await said(proxy.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(got).toBe(answer.toString('latin1'));
    const [exchange] = await proxy.kept();
    const outcome = exchange?.outcome;
    expect(outcome).toMatchObject({ kind: 'answer', status: 777, reason: 'Quite Odd' });
    if (outcome?.kind !== 'answer') throw new Error('no answer');
    expect(outcome.headers.map(([name]) => name)).toEqual([
      ...['X-Two', 'set-cookie', 'Set-Cookie', 'Content-Encoding', 'Content-Length'],
    ]);
    expect(Buffer.from(outcome.body.bytes)).toEqual(body);
    expect(outcome.body.content).toEqual({ kind: 'json', value: { a: 1 } });
  });

  const TRAILED = 'X-A: 1\r\nTrailer: X-Sum\r\n';
  const CHUNKED = 'Transfer-Encoding: chunked\r\n';
  it.each([
    ['HEAD', `200 OK\r\n${TRAILED}Content-Length: 11\r\n\r\n`, ''],
    ['GET', `304 Not Modified\r\n${TRAILED}Content-Length: 11\r\n\r\n`, ''],
    ['GET', `200 OK\r\n${TRAILED}Content-Length: 2\r\n\r\nok`, 'ok'],
    ['GET', `200 OK\r\n${TRAILED}${CHUNKED}\r\n2\r\nok\r\n0\r\nX-Sum: abc\r\n\r\n`, 'ok'],
    ['GET', `200 OK\r\n${CHUNKED}\r\n1;x="y"\r\no\r\n0001\r\nk\r\n0\r\n\r\n`, 'ok'],
    ['GET', '200 a\x01b\r\nContent-Length: 2\r\n\r\nok', 'ok'],
    ['GET', '200 OK\nContent-Length: 2\n\nok', 'ok'],
    [
      'GET',
      '103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok',
      'ok',
    ],
  ])('passes on what answers %s: %j', async (method, text, body) => {
    const answer = `HTTP/1.1 ${text}`;
    const target = await rawTarget(answer);
    const proxy = await proxied(target.port);
    const got = await said(proxy.port, `${method} / HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(got).toBe(answer);
    const [exchange] = await proxy.kept();
    const outcome = exchange?.outcome;
    if (outcome?.kind !== 'answer') throw new Error('no answer');
    expect(outcome.body.completeness).toBe('complete');
    expect(Buffer.from(outcome.body.bytes).toString()).toBe(body);
  });

  it.each([
    ['1.0', 'HTTP/1.0 200 OK\r\n\r\n'],
    ['1.1', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['1.1, with Connection', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\n'],
  ])('ends an answer of HTTP/%s where its target ends the connection', async (_, head) => {
    const target = await rawTarget(`${head}whole`, (socket) => socket.end());
    const proxy = await proxied(target.port);
    expect(await said(proxy.port, 'GET / HTTP/1.0\r\nHost: x\r\n\r\n')).toBe(`${head}whole`);
    const [exchange] = await proxy.kept();
    expect(exchange?.outcome).toMatchObject({
      body: { completeness: 'complete', content: { text: 'whole' } },
    });
  });

  it.each([
    ['that is no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n', { kind: 'fault', code: 'malformed' }],
    [
      'with a broken field',
      'HTTP/1.1 200 OK\r\nno field\r\nContent-Length: 2\r\n\r\nok',
      { code: 'malformed' },
    ],
    [
      'with two lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      { code: 'malformed', message: 'the answer is no HTTP: its lengths conflict' },
    ],
    [
      'whose chunks are none',
      `HTTP/1.1 200 OK\r\n${CHUNKED}\r\n2\r\nok\r\nzz\r\nmore`,
      { kind: 'answer', body: { completeness: 'cut-off' } },
    ],
  ])('passes an answer on %s, and keeps that it is so', async (_, answer, outcome) => {
    const target = await rawTarget(answer);
    const proxy = await proxied(target.port);
    expect(await said(proxy.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')).toBe(answer);
    expect((await proxy.kept())[0]?.outcome).toMatchObject(outcome);
    expect(await proxy.kept()).toHaveLength(1);
  });

  it('passes requests on one after the other that came all at once', async () => {
    let open = 0;
    const server = createHttp((request, response) => {
      open += 1;
      expect(open).toBe(1);
      setTimeout(() => {
        open -= 1;
        response.end(request.url);
      }, 5);
    });
    const proxy = await proxied(await listening(server));
    const one = (at: number) =>
      `POST /${at} HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n${at}${at}${at}`;
    const got = await said(proxy.port, [1, 2, 3].map(one).join('\r\n'));
    expect(got.match(/\/\d(?=HTTP|$)/g)).toEqual(['/1', '/2', '/3']);
    const kept = await proxy.kept(3);
    expect(kept.map(({ request }) => Buffer.from(request.body ?? []).toString())).toEqual([
      ...['111', '222', '333'],
    ]);
  });

  it('passes on a request that waits to be told to go on', async () => {
    const server = createHttp((request, response) => {
      request.on('data', () => {});
      request.on('end', () => response.end('ok'));
    });
    const proxy = await proxied(await listening(server));
    const body = await new Promise<string>((resolve) => {
      const asking = httpRequest({
        ...{ port: proxy.port, host: '127.0.0.1', method: 'POST', path: '/' },
        headers: { expect: '100-continue', 'transfer-encoding': 'chunked' },
      });
      asking.on('continue', () => asking.end('the body'));
      asking.on('response', (response) => {
        response.on('data', (piece: Buffer) => resolve(piece.toString()));
      });
      asking.flushHeaders();
    });
    expect(body).toBe('ok');
    const [exchange] = await proxy.kept();
    expect(Buffer.from(exchange?.request.body ?? []).toString()).toBe('the body');
    expect(exchange?.request.headers.map(([name]) => name)).not.toContain('expect');
  });

  it('keeps an answer that came before the request was through', async () => {
    const answer = 'HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno';
    const target = await rawTarget(answer);
    const proxy = await proxied(target.port);
    const begun = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc';
    expect(await said(proxy.port, begun)).toBe(answer);
    const [exchange] = await proxy.kept();
    expect(exchange?.outcome).toMatchObject({ status: 413, body: { completeness: 'complete' } });
  });

  it('hears on after an answer with an odd field', async () => {
    const target = await rawTarget('HTTP/1.1 200 OK\r\nno field\r\nContent-Length: 2\r\n\r\nok');
    const proxy = await proxied(target.port);
    const one = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    await said(proxy.port, `${one}${one}`);
    const kept = await proxy.kept(2);
    expect(kept.map(({ outcome }) => outcome.kind === 'fault' && outcome.code)).toEqual([
      ...['malformed', 'malformed'],
    ]);
    expect(target.received.join('').match(/^Host:.*$/gm)).toHaveLength(2);
  });

  it.each([
    ['no request', 'hello\r\n\r\n', '400 Bad Request', 'its first line'],
    [
      'two lengths',
      'POST /x HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      '400',
      'its lengths conflict',
    ],
    ['no end', `GET /x HTTP/1.1\r\nX: ${'x'.repeat(200_000)}`, '431', 'its head has more than'],
  ])('turns away what has %s, and keeps it', async (_, text, status, why) => {
    const target = await rawTarget('HTTP/1.1 204 No Content\r\n\r\n');
    const proxy = await proxied(target.port);
    expect(await said(proxy.port, text)).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
    expect(target.received).toEqual([]);
    const [exchange] = await proxy.kept();
    expect(exchange?.outcome).toMatchObject({ kind: 'fault', code: 'unsendable' });
    expect(exchange?.outcome.kind === 'fault' && exchange.outcome.message).toContain(why);
    expect(Buffer.from(exchange?.request.raw ?? []).toString()).toBe(text.slice(0, 128 * 1024));
  });

  it('takes no body for a request, whatever the target has answered', async () => {
    const early = 'HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno';
    const target = await rawTarget(early);
    const proxy = await proxied(target.port);
    const hidden = 'DELETE /api/posts/1 HTTP/1.1\r\nHost: x\r\n\r\n';
    const socket = connect(proxy.port, '127.0.0.1');
    const got = new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (piece: Buffer) => {
        text += piece.toString();
        if (text === early) socket.end(hidden);
      });
      socket.on('close', () => resolve(text));
    });
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length + 4}\r\n\r\nbody`);
    // The target hears the rest of the body, takes it for another request, and answers that.
    expect((await got).startsWith(early)).toBe(true);
    expect(target.received.join('').split('\r\n\r\n')[1]).toContain('bodyDELETE');
    const kept = await proxy.kept();
    expect(kept).toHaveLength(1);
    expect(kept[0]?.outcome).toMatchObject({ status: 413 });
    expect(Buffer.from(kept[0]?.request.body ?? []).toString()).toBe(`body${hidden}`);
    expect(kept[0]?.lost).toEqual([]);
  });

  it('takes no rest of a body for a request once the target has closed', async () => {
    const early = 'HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno';
    const target = await rawTarget(early, (socket) => socket.end());
    const proxy = await proxied(target.port);
    const hidden = 'DELETE /api/posts/1 HTTP/1.1\r\nHost: x\r\n\r\n';
    await new Promise<void>((resolve) => {
      const socket = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('data', () => {});
      // So the proxy has seen the target close.
      socket.on('end', () => socket.end(hidden));
      socket.on('error', () => {});
      socket.on('close', () => resolve());
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nbody');
    });
    expect(target.received.join('')).not.toContain('DELETE');
    const kept = await proxy.kept();
    expect(kept).toHaveLength(1);
    expect(kept[0]?.lost[0]).toContain('after 4 bytes: it did not come whole');
  });

  it('takes nothing for a request after what said that it was the last', async () => {
    const target = await rawTarget('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    const proxy = await proxied(target.port);
    const one = (at: number) =>
      `GET /${at} HTTP/1.1\r\nHost: x\r\n${at === 2 ? 'Connection: close\r\n' : ''}\r\n`;
    await said(proxy.port, `${one(1)}${one(2)}${one(3)}`);
    expect((await proxy.kept(2)).map(({ request }) => request.target)).toEqual(['/1', '/2']);
  });

  it('says that a body did not come whole', async () => {
    const target = await rawTarget('');
    const proxy = await proxied(target.port);
    await said(proxy.port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabcde');
    const [exchange] = await proxy.kept();
    expect(exchange?.lost).toEqual(["the request's body after 5 bytes: it did not come whole"]);
  });

  it('passes the answer to a broken upload on, and keeps it', async () => {
    const server = createHttp((request, response) => {
      request.on('data', () => {});
      request.on('end', () => response.end('ok'));
    });
    const proxy = await proxied(await listening(server));
    const got = await said(
      proxy.port,
      `POST /up HTTP/1.1\r\nHost: x\r\n${CHUNKED}\r\nzz\r\nbad\r\n`,
    );
    expect(got).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(got).not.toContain('502');
    const [exchange] = await proxy.kept();
    expect(exchange?.outcome).toMatchObject({ kind: 'answer', status: 400 });
    expect(exchange?.lost[0]).toContain('it did not come whole');
  });

  it('answers a client that has ended its side', async () => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => {});
      socket.on('data', () => {});
      socket.on('end', () => {
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    });
    const proxy = await proxied(await listening(server));
    const got = await new Promise<string>((resolve) => {
      const socket = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true });
      let text = '';
      socket.on('data', (piece: Buffer) => {
        text += piece.toString();
      });
      socket.on('end', () => resolve(text));
      socket.end('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    });
    expect(got).toMatch(/ok$/);
    expect((await proxy.kept())[0]?.outcome).toMatchObject({ kind: 'answer', status: 200 });
  });

  it('brings all of what is said after a switch, up to its end', async () => {
    const much = 8 * 1024 * 1024;
    let received = 0;
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: raw\r\n\r\n');
        socket.pause();
        setTimeout(() => socket.resume(), 100);
        socket.on('data', (piece: Buffer) => {
          received += piece.length;
        });
        socket.on('end', () => socket.end('DONE'));
      });
    });
    const proxy = await proxied(await listening(server));
    const got = await new Promise<string>((resolve) => {
      const socket = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true });
      let text = '';
      socket.on('data', (piece: Buffer) => {
        if (text === '') socket.end(Buffer.alloc(much));
        text += piece.toString();
      });
      socket.on('end', () => resolve(text));
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nUpgrade: raw\r\nConnection: Upgrade\r\n\r\n');
    });
    expect(got).toMatch(/DONE$/);
    expect(received).toBe(much);
  });

  it('hears a client on whose target reset while it uploaded', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (piece) => {
        if (!piece.toString('latin1').startsWith('POST')) {
          socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
          return;
        }
        socket.pause();
        setTimeout(() => socket.resetAndDestroy(), 200);
      });
    });
    const proxy = await proxied(await listening(server));
    const much = 32 * 1024 * 1024;
    const got = await new Promise<string>((resolve) => {
      const socket = connect(proxy.port, '127.0.0.1');
      let text = '';
      socket.on('data', (piece: Buffer) => {
        text += piece.toString();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(text));
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${much}\r\n\r\n`);
      socket.write(Buffer.alloc(much));
    });
    expect(got === '' || got.includes('502')).toBe(true);
    const [exchange] = await proxy.kept();
    expect(exchange?.outcome).toMatchObject({ kind: 'fault', code: 'reset' });
  });

  it('says that it does not pass on what asks about no path', async () => {
    const target = await rawTarget('HTTP/1.1 204 No Content\r\n\r\n');
    const proxy = await proxied(target.port);
    const got = await said(proxy.port, 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(got).toMatch(/^HTTP\/1.1 502 [\s\S]*this proxy does not pass `OPTIONS \*` on\n$/);
    const [exchange] = await proxy.kept();
    expect(exchange?.outcome).toMatchObject({ kind: 'fault', code: 'unsendable' });
    expect(target.received).toEqual([]);
  });

  it('lets a first piece through before the second is there', async () => {
    let finish = () => {};
    const server = createHttp((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('first');
      finish = () => response.end('second');
    });
    const proxy = await proxied(await listening(server));
    const pieces: string[] = [];
    await new Promise<void>((resolve) => {
      httpRequest({ port: proxy.port, host: '127.0.0.1', path: '/' }, (response) => {
        response.on('data', (piece: Buffer) => {
          pieces.push(piece.toString());
          finish();
        });
        response.on('end', () => resolve());
      }).end();
    });
    expect(pieces).toEqual(['first', 'second']);
    const [exchange] = await proxy.kept();
    expect(exchange?.outcome).toMatchObject({ body: { content: { text: 'firstsecond' } } });
  });

  it('passes a body on as it comes, and keeps it', async () => {
    const server = createHttp((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => response.end(Buffer.concat(pieces)));
    });
    const proxy = await proxied(await listening(server));
    const echoed = await fetch(proxy.origin, { method: 'POST', body: 'é'.repeat(50) });
    expect(await echoed.text()).toBe('é'.repeat(50));
    const long = await fetch(proxy.origin, { method: 'PUT', body: 'x'.repeat(5000) });
    expect((await long.text()).length).toBe(5000);
    const [short, cut] = await proxy.kept(2);
    expect(Buffer.from(short?.request.body ?? []).toString()).toBe('é'.repeat(50));
    expect(short?.lost).toEqual([]);
    expect(cut?.request.body?.length).toBe(1000);
    expect(cut?.lost).toEqual(["the request's body after 1000 bytes"]);
    expect(cut?.outcome).toMatchObject({ body: { completeness: 'too-large' } });
  });

  it('answers 502 where the target is gone, notes why, and stays up', async () => {
    const target = await rawTarget('', (socket) => socket.resetAndDestroy());
    const proxy = await proxied(target.port);
    const reset = await fetch(proxy.origin);
    expect(reset.status).toBe(502);
    expect(await reset.text()).toMatch(/^touchstone: http:\/\/127.0.0.1:\d+ gave no answer: /);
    await closing.splice(0, 1)[0]?.();
    expect((await fetch(proxy.origin)).status).toBe(502);
    const kept = await proxy.kept(2);
    expect(kept.map(({ outcome }) => outcome.kind === 'fault' && outcome.code)).toEqual([
      'reset',
      'refused',
    ]);
  });

  it('cuts an answer off where the target did, and notes it', async () => {
    const target = await rawTarget('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', (socket) =>
      socket.end(),
    );
    const proxy = await proxied(target.port);
    const got = await said(proxy.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(got).toMatch(/Content-Length: 100\r\n\r\nhalf$/);
    const [exchange] = await proxy.kept();
    expect(exchange?.outcome).toMatchObject({ body: { completeness: 'cut-off' } });
  });

  it('notes that a client went away', async () => {
    const target = await rawTarget('');
    const proxy = await proxied(target.port);
    await said(proxy.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [exchange] = await proxy.kept();
    expect(exchange?.outcome).toMatchObject({ kind: 'fault', code: 'interrupted' });
  });

  it('sends once more what a closed connection swallowed, and says so', async () => {
    let served = 0;
    const server = createServer((socket) => {
      socket.on('error', () => {});
      let own = 0;
      socket.on('data', () => {
        own += 1;
        served += 1;
        // A second request on one connection finds it closed.
        if (own > 1) socket.destroy();
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    });
    const proxy = await proxied(await listening(server));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<string>((resolve) => {
        const asking = httpRequest({ agent, port: proxy.port, host: '127.0.0.1', path: '/' });
        asking.on('response', (response) => {
          response.on('data', (piece: Buffer) => resolve(piece.toString()));
        });
        asking.end();
      });
    expect([await ask(), await ask()]).toEqual(['ok', 'ok']);
    agent.destroy();
    expect(served).toBe(3);
    expect((await proxy.kept(2)).map(({ resent }) => resent)).toEqual([false, true]);
  });

  it('passes a switch of protocols, both ways', async () => {
    const target = await rawTarget(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello',
    );
    const proxy = await proxied(target.port);
    const got = await new Promise<string>((resolve) => {
      const socket = connect(proxy.port, '127.0.0.1');
      let text = '';
      socket.on('data', (piece) => {
        text += piece.toString('latin1');
        if (text.endsWith('hello')) socket.write('back');
        if (target.received.join('').endsWith('back') || text.endsWith('hellohello'))
          socket.destroy();
      });
      socket.setTimeout(300, () => socket.destroy());
      socket.on('close', () => resolve(text));
      socket.write(
        'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: abc\r\n\r\n',
      );
    });
    expect(got).toMatch(/^HTTP\/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n/);
    expect(target.received.join('')).toMatch(/Sec-WebSocket-Key: abc\r\n[\s\S]*back$/);
    const [exchange] = await proxy.kept();
    expect(exchange?.outcome).toMatchObject({ kind: 'answer', status: 101 });
    expect(exchange?.lost[0]).toContain('switched to websocket');
  });

  it('passes on the answer of a target that does not switch', async () => {
    const target = await rawTarget('HTTP/1.1 403 No\r\nContent-Length: 4\r\n\r\nnope');
    const proxy = await proxied(target.port);
    const got = await said(
      proxy.port,
      'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    );
    expect(got).toBe('HTTP/1.1 403 No\r\nContent-Length: 4\r\n\r\nnope');
    const [exchange] = await proxy.kept();
    expect(exchange?.outcome).toMatchObject({ status: 403, body: { content: { text: 'nope' } } });
  });

  it.skipIf(!hasOpenssl)('speaks TLS to a target that does, if its certificate holds', async () => {
    const { baseUrl, ca, close } = await serveSecured();
    const texts: string[] = [];
    for (const tls of [{ insecure: false, ca }, { insecure: true }, { insecure: false }]) {
      const proxy = await proxiedTo(baseUrl, tls);
      texts.push(await (await fetch(proxy.origin)).text());
      await proxy.kept();
    }
    close();
    expect(texts.slice(0, 2)).toEqual(['1', '1']);
    expect(texts[2]).toMatch(/^touchstone: https:.* gave no answer: self-signed certificate/);
  });

  it('passes much on no faster than it is taken', async () => {
    const piece = Buffer.alloc(1024 * 1024);
    const all = 64 * piece.length;
    let written = 0;
    const server = createHttp((_request, response) => {
      response.writeHead(200, { 'content-length': all });
      const more = () => {
        while (written < all) {
          written += piece.length;
          if (!response.write(piece)) {
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    });
    const proxy = await proxied(await listening(server));
    let size = 0;
    await new Promise<void>((resolve) => {
      const asking = httpRequest({ port: proxy.port, host: '127.0.0.1', path: '/' });
      asking.on('response', async (response) => {
        // Until what the sockets hold is full.
        for (let before = -1; before < written; ) {
          before = written;
          await new Promise((next) => setTimeout(next, 100));
        }
        expect(written).toBeLessThan(all);
        response.on('data', (came: Buffer) => {
          size += came.length;
        });
        response.on('end', () => resolve());
      });
      asking.end();
    });
    expect(size).toBe(all);
    const [exchange] = await proxy.kept();
    expect(exchange?.outcome).toMatchObject({ body: { completeness: 'too-large' } });
  });

  it('keeps no user and password of what it does not pass on', async () => {
    const target = await rawTarget('');
    const proxy = await proxied(target.port);
    const got = await said(proxy.port, 'CONNECT user:secret@a.example:443 HTTP/1.1\r\n\r\n');
    expect(got).toMatch(/^HTTP\/1.1 502 [\s\S]*`CONNECT a.example:443`/);
    expect(JSON.stringify(await proxy.kept())).not.toContain('secret');
  });

  it('keeps a body that comes in many pieces', () => {
    const tee = teeOf(10);
    expect(tee.bytes()).toEqual(new Uint8Array());
    for (let at = 0; at < 10; at += 1) tee.add(Buffer.from([at]));
    expect([tee.overflown(), ...tee.bytes()]).toEqual([false, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    tee.add(Buffer.from([10]));
    expect([tee.overflown(), tee.bytes().length]).toEqual([true, 10]);
  });

  it('says that a port is taken', async () => {
    const target = await rawTarget('');
    const origin = `http://127.0.0.1:${target.port}`;
    await expect(
      openProxy({
        origin,
        port: target.port,
        maxBodyBytes: 1,
        link: linkTo(origin, { insecure: false }),
        now: Date.now,
        monotonic: () => 0,
        passed: () => {},
      }),
    ).rejects.toMatchObject({ code: 'port-unavailable' });
  });
});
