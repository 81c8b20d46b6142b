import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Answer,
  type Completeness,
  contentOf,
  type Outcome,
  type WireRequest,
} from '../model/index.ts';
import { openRecording } from './folder.ts';
import type { Policy } from './mock-matcher.ts';
import { type ServedResult, type ServingOptions, serveRecording } from './mock-server.ts';
import { manifestFixture, TOOL } from './recording.fixture.ts';
import { openTraffic } from './traffic.ts';

const LIMITS = { timeoutMs: 1000, totalMs: 1000, maxBodyBytes: 100_000 };
export const BASE = 'http://recorded.example/deep/api';

const closing: (() => Promise<void> | void)[] = [];

/** Ends the servers and removes the folders of a test: to be called after each. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

export interface Kept {
  readonly request: Partial<WireRequest>;
  readonly outcome: Outcome;
  readonly lost?: readonly string[];
  readonly durationMs?: number;
  /** A second after the previous one if absent. */
  readonly startedAt?: number;
}

export function answer(
  text: string,
  { status = 200, ended = 'complete' }: { status?: number; ended?: Completeness } = {},
): Answer {
  const bytes = new TextEncoder().encode(text);
  const length = ended === 'complete' ? bytes.length : bytes.length + 5;
  const headers: Answer['headers'] = [
    ['X-Kept', 'a'],
    ['x-kept', 'b'],
    ['Content-Length', String(length)],
  ];
  const content = contentOf(bytes, headers, ended, 1000);
  const body = { bytes, completeness: ended, content };
  return { kind: 'answer', status, reason: 'As It Was', headers, body };
}

/** The results of all requests to the last server. */
export const log: ServedResult[] = [];

/** @returns the origin of a server of the recording */
export async function served(
  kept: readonly Kept[],
  policy: Policy = 'repeat-last',
  { secret = '', ...options }: Partial<ServingOptions> & { readonly secret?: string } = {},
): Promise<string> {
  log.length = 0;
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-serving-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  const secrets = secret === '' ? [] : [{ name: 'content-1', value: secret }];
  const traffic = openTraffic({
    folder,
    manifest: manifestFixture(LIMITS),
    secrets,
    finish: { tool: TOOL, keepOthers: false },
  });
  kept.forEach(({ request, outcome, lost = [], durationMs = 1, ...more }, index) => {
    traffic.keep({
      operation: index % 2 === 0 ? 'a/first' : null,
      baseUrl: BASE,
      request: { method: 'GET', target: '/', headers: [], body: undefined, ...request },
      outcome,
      resent: false,
      startedAt: more.startedAt ?? 1000 * index,
      durationMs,
      lost,
    });
  });
  traffic.finish();
  const recording = openRecording(folder, TOOL);
  const serving = await serveRecording({
    ...{ recording, port: 0, policy, secrets },
    served: (_, found) => log.push(found),
    ...options,
  });
  closing.push(serving.close);
  return serving.origin;
}

/** The answers, each by the text of its body. */
export async function texts(
  origin: string,
  ...targets: readonly string[]
): Promise<readonly string[]> {
  const all: string[] = [];
  for (const target of targets) all.push(await (await fetch(`${origin}${target}`)).text());
  return all;
}
