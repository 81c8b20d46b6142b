/** For tests: binary bodies through everything that records, and their form in the recording. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { bodies, type CorpusBody } from '../../scripts/bodies-corpus.js';
import { openRecording } from '../record/index.ts';
import { cassette } from '../vitest.ts';
import { runCli } from './run-cli.fixture.ts';

export interface BodyCount {
  readonly count: number;
  /** Size of the largest in bytes. */
  readonly most: number;
  readonly seed?: number;
}

/** Indices of bodies that are altered in a recording; `-1` for each missing one. */
type Differences = readonly number[];

/** Sends each as the body of a request and of an answer. */
export async function differencesOf({ count, most, seed }: BodyCount, folder: string) {
  const all = bodies(count, most, seed);
  const unnamed = all.values();
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const { type, bytes } = bodyAt(all, request.url) ?? unnamed.next().value ?? EMPTY;
      response.writeHead(200, {
        ...(type && { 'content-type': type }),
        'content-length': bytes.length,
      });
      response.end(bytes);
    });
  });
  // Idle connections would be closed while the process is busy for seconds.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  try {
    return {
      record: await recorded(all, origin, folder),
      import: await imported(all, folder),
      cassette: await taped(all, origin, folder),
      check: await checked(all, origin, folder),
    };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** `check` sends hundreds of requests. Each body is the answer to one of them. */
const EMPTY: CorpusBody = { type: undefined, bytes: Buffer.alloc(0) };

const INDEX: CorpusBody = {
  type: 'application/json',
  bytes: Buffer.from('{"name":"bodies","namespaces":["cms/v2"],"routes":{}}'),
};

function bodyAt(all: readonly CorpusBody[], url = ''): CorpusBody | undefined {
  const named = /\/body\/(\d+)/.exec(url)?.[1];
  // Otherwise `check` takes the server for a wall, and sends no case.
  if (url === '/') return INDEX;
  return url === '/ready' ? EMPTY : all[Number(named ?? Number.NaN)];
}

async function sendAll(all: readonly CorpusBody[], origin: string): Promise<void> {
  for (const [index, { type, bytes }] of all.entries()) {
    const headers = type === undefined ? {} : { 'content-type': type };
    const body = new Uint8Array(bytes);
    const answer = await fetch(`${origin}/body/${index}`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
  }
}

function profile(folder: string, origin: string): string {
  const path = join(folder, 'target.yaml');
  const limits = 'limits: { maxBodyBytes: 33554432 }';
  writeFileSync(path, `content: { url: ${origin}, routing: path }\n${limits}\n`);
  return path;
}

async function recorded(
  all: readonly CorpusBody[],
  origin: string,
  folder: string,
): Promise<Differences> {
  const stop = new AbortController();
  const target = profile(folder, origin);
  const port = await freePort();
  const args = ['record', '--target', target, '--port', String(port), '--out', 'recorded'];
  const running = runCli(args, { cwd: folder, signal: stop.signal });
  await reachable(port);
  await sendAll(all, `http://127.0.0.1:${port}`);
  stop.abort();
  await running;
  return differencesIn(join(folder, 'recorded'), all, 2);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function reachable(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answered = await fetch(`http://127.0.0.1:${port}/ready`).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing listens on port ${port}`);
}

async function imported(all: readonly CorpusBody[], folder: string): Promise<Differences> {
  const entries = all.map(({ type, bytes }, index) => {
    const headers = type === undefined ? [] : [{ name: 'content-type', value: type }];
    const facts = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: bytes.length };
    return {
      startedDateTime: '2026-01-01T00:00:00.000Z',
      time: 1,
      request: {
        ...facts,
        method: 'GET',
        url: `https://docs.example/body/${index}`,
        headers: [],
        queryString: [],
        bodySize: 0,
      },
      response: {
        ...{ ...facts, status: 200, statusText: 'OK', headers, redirectURL: '' },
        content: {
          size: bytes.length,
          mimeType: type ?? '',
          text: bytes.toString('base64'),
          encoding: 'base64',
        },
      },
      ...{ cache: {}, timings: { send: 0, wait: 1, receive: 0 } },
    };
  });
  const log = { version: '1.2', creator: { name: 'test', version: '1' }, entries };
  writeFileSync(join(folder, 'all.har'), JSON.stringify({ log }));
  const target = profile(folder, 'https://docs.example');
  const args = ['record', '--import', 'all.har', '--target', target, '--out', 'imported'];
  await runCli(args, { cwd: folder });
  return differencesIn(join(folder, 'imported'), all, 1);
}

async function taped(
  all: readonly CorpusBody[],
  origin: string,
  folder: string,
): Promise<Differences> {
  mkdirSync(join(folder, 'cassettes'));
  const target = profile(folder, origin);
  const tape = await cassette('bodies', { folder: join(folder, 'cassettes'), target });
  try {
    await sendAll(all, origin);
  } finally {
    await tape.eject();
  }
  return differencesIn(join(folder, 'cassettes', 'bodies'), all, 2);
}

async function checked(
  all: readonly CorpusBody[],
  origin: string,
  folder: string,
): Promise<Differences> {
  const target = profile(folder, origin);
  const args = [
    'check',
    '--target',
    target,
    '--only',
    'content/posts/list',
    '--read-only',
    '--seed',
    '1',
  ];
  await runCli([...args, '--record', 'checked'], { cwd: folder });
  return differencesIn(join(folder, 'checked'), all, 0);
}

/** @param sides 1 for only answers, 2 for requests too, 0 for answers to any request */
function differencesIn(folder: string, all: readonly CorpusBody[], sides: 0 | 1 | 2): Differences {
  const { entries } = openRecording(folder, { name: 'touchstone', version: '0' });
  const seen = new Set<number>();
  const different: number[] = [];
  for (const entry of entries) {
    const { request, outcome } = entry.read();
    const bytes = outcome.kind === 'answer' ? outcome.body.bytes : new Uint8Array();
    if (request.target === '/') continue;
    const named = Number(/^\/body\/(\d+)/.exec(request.target)?.[1] ?? Number.NaN);
    const index = sides === 0 ? all.findIndex((body) => body.bytes.equals(bytes)) : named;
    if (sides === 0 ? bytes.length === 0 : Number.isNaN(index)) continue;
    seen.add(index);
    const wanted = all[index]?.bytes;
    const isSame = wanted?.equals(bytes) && (sides < 2 || wanted.equals(request.body ?? NOTHING));
    if (!isSame) different.push(index);
  }
  return [...different, ...Array.from({ length: all.length - seen.size }, () => -1)];
}

const NOTHING = new Uint8Array();
