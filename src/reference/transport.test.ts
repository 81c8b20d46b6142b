import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Transport, WireRequest } from '../model/index.ts';
import { liveTransport } from '../send/live.ts';
import { drive } from './content/drive.fixture.ts';
import {
  BODY_LIMIT,
  type Reply,
  type RunningServer,
  type ServedRequest,
  startServer,
} from './http.ts';
import { type AnswersByStep, inProcess } from './transport.ts';

const seen: ServedRequest[] = [];
const replies: Readonly<Record<string, () => Reply>> = {
  '/site/json': () => ({
    status: 201,
    headers: [['Content-Type', 'application/json']],
    body: '{"ä":1}',
  }),
  '/site/reason': () => ({ status: 404, reason: 'Nope', headers: [], body: 'ä' }),
  '/site/unknown-status': () => ({ status: 299, headers: [], body: '' }),
  '/site/twice': () => ({
    status: 200,
    headers: [
      ['X-One', '1'],
      ['x-two', '2'],
      ['x-one', '3'],
    ],
    body: Buffer.from('[]'),
  }),
  '/site/none': () => ({ status: 204, headers: [['x', 'y']], body: 'dropped' }),
  '/site/unchanged': () => ({ status: 304, headers: [], body: 'dropped' }),
  '/site/packed': () => ({
    status: 200,
    headers: [['content-encoding', 'gzip']],
    body: gzipSync('[1]'),
  }),
  '/site/binary': () => ({ status: 200, headers: [], body: new Uint8Array([0xff, 0x00]) }),
  '/site/chunked': () => ({
    status: 200,
    headers: [['transfer-encoding', 'chunked']],
    body: '[1, 2]',
  }),
  '/site/throws': () => {
    throw new Error('broken');
  },
  '/site/bad-header': () => ({ status: 200, headers: [['x', 'a\nb']], body: '' }),
  '/site/bad-status': () => ({ status: 1200, headers: [], body: '' }),
  '/site/echo': () => {
    const request = seen.at(-1);
    const { host: _, connection: __, ...rest } = request?.headers ?? {};
    const { method, target } = request ?? {};
    const length = request?.body.length;
    return { status: 200, headers: [], body: JSON.stringify({ method, target, rest, length }) };
  },
};
const handler = (request: ServedRequest): Reply => {
  seen.push(request);
  const [path = ''] = request.target.split('?');
  return (replies[path] ?? (() => ({ status: 404, headers: [], body: '' })))();
};

let server: RunningServer;
let live: Transport;
beforeAll(async () => {
  server = await startServer(handler);
  const limits = { timeoutMs: 2000, totalMs: 4000, maxBodyBytes: 1e6 };
  live = liveTransport({ limits, tls: { insecure: false }, connections: 1 });
});
afterAll(async () => {
  await live.close();
  await server.close();
});

const never = new AbortController().signal;

function get(target: string, change: Partial<WireRequest> = {}): WireRequest {
  return { method: 'GET', target, headers: [], body: undefined, ...change };
}

async function answer(transport: Transport, request: WireRequest): Promise<Answer> {
  const { outcome } = await transport.send(request, `${server.url}/site/`, never);
  if (outcome.kind === 'fault') throw new Error(outcome.message);
  const own = new Set(['date', 'connection', 'keep-alive']);
  const headers = outcome.headers.filter(([name]) => !own.has(name.toLowerCase()));
  return { ...outcome, headers };
}

describe('in process, an answer is the same as over HTTP', () => {
  const bytes = new TextEncoder().encode('{"a":1}');
  it.each<readonly [string, WireRequest]>([
    ...Object.keys(replies).map((path) => [path, get(path.slice(5))] as const),
    ['HEAD', get('/json', { method: 'HEAD' })],
    ['a query', get('/echo?a=1&b%5B%5D=%20')],
    ['a body', get('/echo', { method: 'POST', body: bytes, headers: [['Content-Type', 'a/b']] })],
    ['an empty body', get('/echo', { method: 'POST', body: new Uint8Array() })],
    [
      'repeated headers',
      get('/echo', {
        headers: [
          ['X-A', '1'],
          ['x-a', '2'],
          ['Authorization', 'b'],
        ],
      }),
    ],
    ['a large body', get('/echo', { method: 'POST', body: new Uint8Array(BODY_LIMIT + 1) })],
  ])('%s', async (_, request) => {
    const expected = await answer(live, request);
    expect(await answer(inProcess(handler), request)).toEqual(expected);
  });

  it('of the content site', async () => {
    const site = drive();
    const running = await startServer(site.handler);
    const near = inProcess(site.handler);
    for (const target of ['/', '/cms/v2/posts?per_page=3', '/index.php?rest_route=/cms/v2/pages']) {
      const over = await live.send(get(target), `${running.url}/content`, never);
      const within = await near.send(get(target), 'http://127.0.0.1:8080/content', never);
      expect(over.outcome).toMatchObject({ status: 200 });
      expect(within.outcome).toMatchObject({
        status: 200,
        body: over.outcome.kind === 'answer' ? over.outcome.body : {},
      });
    }
    await running.close();
  });
});

it('in process, an interruption is a fault, and so is sending after the end', async () => {
  const transport = inProcess(handler);
  const send = (signal: AbortSignal) => transport.send(get('/json'), `${server.url}/site`, signal);
  expect((await send(AbortSignal.abort())).outcome).toMatchObject({ code: 'interrupted' });
  await transport.close();
  expect((await send(never)).outcome).toMatchObject({ code: 'interrupted' });
});

it('in process, an answer that a step was given before is the same object, and any other is not', async () => {
  let body = '[1]';
  const before: AnswersByStep = new Map();
  const requestContext = {
    case: {
      id: 'case',
      title: '',
      document: 'content',
      evidence: [],
      origin: { kind: 'scenario' },
      steps: [],
    },
    step: 'one',
    operation: 'content/one',
  } as const;
  const outcome = async (step = 'one') => {
    const reply = () => ({ status: 200, headers: [], body });
    const transport = inProcess(reply, before);
    return (await transport.send(get('/'), server.url, never, { ...requestContext, step })).outcome;
  };
  const first = await outcome();
  expect(await outcome()).toBe(first);
  expect(await outcome('other')).not.toBe(first);
  body = '[2]';
  const changed = await outcome();
  expect(changed).toMatchObject({ body: { content: { kind: 'json', value: [2] } } });
  body = '[1]';
  expect(await outcome()).toBe(first);
});
