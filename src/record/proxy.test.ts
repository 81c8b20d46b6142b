import { createServer as createHttp, request as httpRequest } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { connector, drop } from '../send/connection.ts';
import { faultOf, saysCutOff } from '../send/fault.ts';
import type { Passed } from './passing.ts';
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
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      heard.push(piece.toString('latin1'));
      if (!/\r\n\r\n/.test(heard.join(''))) return;
      socket.write(answer, () => then(socket));
    });
  });
  return { port: await listening(server), heard };
}

async function proxied(port: number) {
  const passed: Passed[] = [];
  let told = () => {};
  const proxy = await openProxy({
    origin: `http://127.0.0.1:${port}`,
    tls: { insecure: false },
    port: 0,
    maxBodyBytes: 1000,
    link: { connectTo: connector({ insecure: false }), drop, faultOf, saysCutOff },
    now: Date.now,
    monotonic: () => performance.now(),
    passed: (exchange) => {
      passed.push(exchange);
      told();
    },
  });
  closing.push(proxy.close);
  const kept = async (count = 1) => {
    while (passed.length < count) {
      await new Promise<void>((resolve) => {
        told = resolve;
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
  it('changes nothing of a request but the host and what belongs to one connection', async () => {
    const target = await rawTarget('HTTP/1.1 204 No Content\r\n\r\n');
    const proxy = await proxied(target.port);
    await said(
      proxy.port,
      'GET /a/../b?x=%zz&x=+;[] HTTP/1.1\r\nX-B: 2\r\nhOsT: proxy\r\nx-a: 1\r\nX-B: 3\r\nConnection: keep-alive, X-Hop\r\nX-Hop: 1\r\n\r\n',
    );
    const [line, ...fields] = target.heard.join('').split('\r\n');
    expect(line).toBe('GET /a/../b?x=%zz&x=+;[] HTTP/1.1');
    const sent = fields.filter((field) => !/^connection:/i.test(field) && field !== '');
    const host = `127.0.0.1:${target.port}`;
    expect(sent.toSorted()).toEqual(['X-B: 2', 'X-B: 3', `host: ${host}`, 'x-a: 1'].toSorted());
    const [exchange] = await proxy.kept();
    expect(exchange?.request.target).toBe('/a/../b?x=%zz&x=+;[]');
    expect(exchange?.request.headers).toEqual([
      ['X-B', '2'],
      ['hOsT', host],
      ['x-a', '1'],
      ['X-B', '3'],
    ]);
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
    expect(got.replace(/Connection: keep-alive\r\n/i, '')).toBe(answer.toString('latin1'));
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
  it.each([
    ['a HEAD', 'HEAD', `200 OK\r\n${TRAILED}Content-Length: 11\r\n`, '', ''],
    ['a 304', 'GET', `304 Not Modified\r\n${TRAILED}ETag: "x"\r\n`, '', ''],
    ['a GET with a length', 'GET', `200 OK\r\n${TRAILED}Content-Length: 2\r\n`, 'ok', 'ok'],
    [
      'a chunked GET',
      'GET',
      `200 OK\r\n${TRAILED}Transfer-Encoding: chunked\r\n`,
      '2\r\nok\r\n0\r\nX-Sum: abc\r\n\r\n',
      '2\r\nok\r\n0\r\n\r\n',
    ],
  ])(
    'leaves out Trailer and nothing else of the answer to %s',
    async (_, method, head, body, wanted) => {
      const target = await rawTarget(`HTTP/1.1 ${head}\r\n${body}`);
      const proxy = await proxied(target.port);
      const got = await said(proxy.port, `${method} / HTTP/1.1\r\nHost: x\r\n\r\n`);
      const rest = head.replace('Trailer: X-Sum\r\n', '');
      expect(got.replace(/Connection: [a-z-]+\r\n/i, '')).toBe(`HTTP/1.1 ${rest}\r\n${wanted}`);
      const [exchange] = await proxy.kept();
      const outcome = exchange?.outcome;
      if (outcome?.kind !== 'answer') throw new Error('no answer');
      expect(outcome.headers).toContainEqual(['Trailer', 'X-Sum']);
      expect(outcome.body.completeness).toBe('complete');
      expect(Buffer.from(outcome.body.bytes).toString()).toBe(wanted === '' ? '' : 'ok');
    },
  );

  it('passes an answer on whose reason Node does not write', async () => {
    const target = await rawTarget('HTTP/1.1 200 a\x01b\r\nContent-Length: 2\r\n\r\nok');
    const proxy = await proxied(target.port);
    const got = await said(proxy.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(got).toMatch(/^HTTP\/1.1 200 a\?b\r\nContent-Length: 2\r\n[\s\S]*\r\n\r\nok$/);
  });

  it('says that it does not pass on what asks about no path', async () => {
    const target = await rawTarget('HTTP/1.1 204 No Content\r\n\r\n');
    const proxy = await proxied(target.port);
    const got = await said(proxy.port, 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(got).toMatch(/^HTTP\/1.1 502 [\s\S]*this proxy does not pass `OPTIONS \*` on\n$/);
    const [exchange] = await proxy.kept();
    expect(exchange?.outcome).toMatchObject({ kind: 'fault', code: 'unsendable' });
    expect(target.heard).toEqual([]);
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
    expect(got).toMatch(/Content-Length: 100\r\n[\s\S]*\r\n\r\nhalf$/);
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
    const texts = [];
    for (let at = 0; at < 2; at += 1) texts.push(await (await fetch(proxy.origin)).text());
    expect(texts).toEqual(['ok', 'ok']);
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
        if (target.heard.join('').endsWith('back') || text.endsWith('hellohello')) socket.destroy();
      });
      socket.setTimeout(300, () => socket.destroy());
      socket.on('close', () => resolve(text));
      socket.write(
        'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: abc\r\n\r\n',
      );
    });
    expect(got).toMatch(/^HTTP\/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n/);
    expect(target.heard.join('')).toMatch(/Sec-WebSocket-Key: abc\r\n[\s\S]*back$/);
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
    expect(got).toMatch(/^HTTP\/1.1 403 No\r\nContent-Length: 4\r\nConnection: close\r\n\r\nnope$/);
    const [exchange] = await proxy.kept();
    expect(exchange?.outcome).toMatchObject({ status: 403, body: { content: { text: 'nope' } } });
  });

  it('says that a port is taken', async () => {
    const target = await rawTarget('');
    await expect(
      openProxy({
        origin: `http://127.0.0.1:${target.port}`,
        tls: { insecure: false },
        port: target.port,
        maxBodyBytes: 1,
        link: { connectTo: connector({ insecure: false }), drop, faultOf, saysCutOff },
        now: Date.now,
        monotonic: () => 0,
        passed: () => {},
      }),
    ).rejects.toMatchObject({ code: 'port-unavailable' });
  });
});
