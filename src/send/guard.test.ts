import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { encode } from '../contract/encode.ts';
import type {
  Case,
  Endpoint,
  Operation,
  PlannedRequest,
  Target,
  Trace,
  Transport,
  WritePolicy,
} from '../model/index.ts';
import { liveTransport } from './live.ts';
import { paceOf } from './pace.ts';
import { sendCases } from './send.ts';

const operations: Readonly<Record<string, Pick<Operation, 'method' | 'writes'>>> = {
  read: { method: 'GET', writes: false },
  look: { method: 'POST', writes: false },
  write: { method: 'POST', writes: true },
  remove: { method: 'DELETE', writes: true },
};

const operationOf = (id: string): Operation => ({
  id,
  document: 'content',
  resource: id,
  action: 'get',
  route: `/${id}`,
  parameters: [],
  answers: [],
  source: { section: '1' },
  title: id,
  method: 'GET',
  writes: true,
  ...operations[id],
});

function caseOf(id: string, ...steps: readonly Partial<PlannedRequest>[]): Case {
  return {
    id,
    title: id,
    document: 'content',
    evidence: [],
    origin: { kind: 'scenario' },
    steps: steps.map((change, at) => ({
      id: `step-${at}`,
      role: at > 0 && at === steps.length - 1 ? 'cleanup' : 'valid',
      request: {
        operation: 'read',
        path: {},
        query: {},
        headers: [],
        body: { kind: 'none' },
        credential: { kind: 'none' },
        ...change,
      },
    })),
  };
}

const READS: readonly Case[] = [
  caseOf('read', {}),
  caseOf('head', { method: 'HEAD' }),
  caseOf('options', { operation: 'look', method: 'OPTIONS' }),
];
const WRITES: readonly Case[] = [
  caseOf('write', { operation: 'write' }),
  caseOf('remove', { operation: 'remove' }),
  caseOf('write after read', {}, { operation: 'write' }),
  caseOf('another method', { method: 'POST' }),
  caseOf('read by another', { operation: 'write', method: 'GET' }),
  caseOf('a method in the query', { query: { _method: 'DELETE' } }),
  caseOf('a method in a header', { headers: [['X-HTTP-Method-Override', 'DELETE']] }),
];

/** Sends to a server that logs what arrives, under an address that may be no loopback. */
async function sent(
  baseUrl: string,
  cases: readonly Case[],
  writes?: WritePolicy,
  proxies?: Target['proxies'],
) {
  const log: string[] = [];
  const server = createServer((request, response) => {
    log.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const limits = { timeoutMs: 1000, totalMs: 1000, maxBodyBytes: 1000 };
  const live = liveTransport({ limits, tls: { insecure: false }, connections: 1 });
  const transport: Transport = {
    ...live,
    send: (request, _baseUrl, signal) => live.send(request, `http://127.0.0.1:${port}`, signal),
  };
  const endpoint: Endpoint = {
    baseUrl,
    secrets: [],
    credentialFrom: { scheme: 'Bearer', variable: 'TOKEN' },
    known: {},
    style: { arrays: 'brackets', routing: { kind: 'path' } },
  };
  const target: Target = {
    name: 'logging',
    endpoints: { content: endpoint },
    limits,
    tls: { insecure: false },
    ...(proxies && { proxies }),
    concurrency: 1,
    off: [],
    knownFailures: [],
  };
  const traces: Trace[] = [];
  try {
    for await (const trace of sendCases(cases, {
      target,
      transport,
      contract: { operation: operationOf, operations: [], validate: () => [] },
      encode,
      clock: () => performance.now(),
      signal: new AbortController().signal,
      concurrency: 1,
      pace: paceOf(undefined),
      ...(writes !== undefined && { writes }),
    })) {
      traces.push(trace);
    }
  } finally {
    await transport.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return { log, traces };
}

const ALL = [...READS, ...WRITES];

it('nothing is written to a target that is not on loopback', async () => {
  for (const baseUrl of ['https://docs.example', 'http://127.0.0.1.example/x', 'http://10.0.0.1']) {
    const { log, traces } = await sent(baseUrl, ALL);
    expect(log).toEqual(['GET /read', 'HEAD /read', 'OPTIONS /look']);
    expect(traces.slice(READS.length).map((trace) => trace.case.lacks)).toEqual(
      WRITES.map(() =>
        expect.stringMatching(/ writes, and writing to this target is not allowed$/),
      ),
    );
    expect(traces[5]?.case.lacks).toMatch(/^its step step-1 \(write\)/);
  }
}, 20_000);

it('nothing is written to loopback behind a proxy elsewhere, which is the machine of the proxy', async () => {
  const proxies = { always: 'http://proxy.example:3128', except: '' };
  const { log } = await sent('http://127.0.0.1:1', ALL, undefined, proxies);
  expect(log).toEqual(['GET /read', 'HEAD /read', 'OPTIONS /look']);
  const allowed = await sent('http://127.0.0.1:1', ALL, 'anywhere', proxies);
  expect(allowed.log).toHaveLength(ALL.flatMap(({ steps }) => steps).length);
});

it.each([
  ['it is allowed', 'https://docs.example', 'anywhere'],
  ['it is on loopback', 'http://127.0.0.1:1', 'loopback'],
  ['it is on loopback by name', 'http://localhost/site', undefined],
  ['it is on loopback by IPv6', 'http://[::1]:9', undefined],
] as const)('a target is written to where %s', async (_, baseUrl, writes) => {
  const { log } = await sent(baseUrl, ALL, writes);
  expect(log).toHaveLength(ALL.flatMap(({ steps }) => steps).length);
});

it('nothing is written anywhere in a run that only reads', async () => {
  const { log } = await sent('http://127.0.0.1:1', ALL, 'nowhere');
  expect(log.filter((line) => !/^(GET|HEAD|OPTIONS) /.test(line))).toEqual([]);
});

it('a read under its own method is a read, whatever the method', async () => {
  const { log } = await sent('https://docs.example', [caseOf('look', { operation: 'look' })]);
  expect(log).toEqual(['POST /look']);
});
