/** An endless run to be killed: each of its cases creates a post, and then waits forever. */

import { openJournal } from '../cleanup/index.ts';
import { encode } from '../contract/encode.ts';
import type { Case, Operation } from '../model/index.ts';
import { liveTransport } from './live.ts';
import { paceOf } from './pace.ts';
import { sendCases } from './send.ts';

const [, , baseUrl = '', folder = '', startedAt = '', host = ''] = process.argv;

const operation = (id: string, method: string, route: string): Operation => ({
  id: `content/posts/${id}`,
  document: 'content',
  resource: 'posts',
  action: id,
  method,
  route,
  parameters:
    method === 'DELETE'
      ? [
          { name: 'id', in: 'path', required: true, schema: {} },
          { name: 'force', in: 'query', required: false, schema: {} },
        ]
      : [],
  answers: [],
  source: { section: '1' },
  writes: method !== 'GET',
  title: id,
});
const operations = [
  operation('create', 'POST', '/cms/v2/posts'),
  operation('delete', 'DELETE', '/cms/v2/posts/{id}'),
  operation('hang', 'GET', '/hang'),
];

const cases = Array.from(
  { length: 4 },
  (_, at): Case => ({
    id: `case-${at}`,
    title: 'waits',
    document: 'content',
    evidence: [],
    origin: { kind: 'scenario' },
    steps: ['create', 'hang'].map((id) => ({
      id,
      role: 'valid',
      request: {
        operation: `content/posts/${id}`,
        path: {},
        query: {},
        headers: [],
        body: { kind: 'json', value: { title: 'touchstone A' } },
        credential: { kind: 'valid' },
      },
    })),
  }),
);

const limits = { timeoutMs: 60_000, totalMs: 60_000, maxBodyBytes: 1e6 };
const tls = { insecure: false };
const targetOptions = ['--content', baseUrl];
const journal = openJournal(folder, { pid: process.pid, host, startedAt, cwd: '/', targetOptions });
for await (const _ of sendCases(cases, {
  target: {
    name: 'x',
    endpoints: {
      content: {
        baseUrl,
        authorization: 'Basic c2VjcmV0',
        secrets: [],
        credentialFrom: { scheme: 'Bearer', variable: 'X' },
        known: {},
        style: { arrays: 'brackets', routing: { kind: 'path' } },
      },
    },
    limits,
    tls,
    concurrency: 4,
    off: [],
    knownFailures: [],
  },
  transport: liveTransport({ limits, tls, connections: 4 }),
  contract: {
    operation: (id) => {
      const found = operations.find((one) => one.id === id);
      if (found === undefined) throw new Error(id);
      return found;
    },
    operations,
    validate: () => [],
  },
  encode,
  journal,
  clock: () => performance.now(),
  signal: new AbortController().signal,
  concurrency: 4,
  pace: paceOf(undefined),
})) {
  // No answer.
}
