import { createHash } from 'node:crypto';
import type { Contract } from '../contract/index.ts';
import { toolOf } from '../io/index.ts';
import {
  type DocumentName,
  isMembers,
  parsedJson,
  type Shard,
  type Transport,
  type WireRequest,
} from '../model/index.ts';
import { isCaseInShard, planCases } from '../plan/index.ts';
import { discover } from '../probe/index.ts';
import { referenceTarget } from '../profiles/index.ts';
import {
  type BareAnswer,
  bareAnswer,
  type Deviation,
  inProcess,
  referenceHandler,
} from '../reference/index.ts';
import { DEFAULT_RUNS, run } from '../run/index.ts';

export interface PlanRequests {
  readonly document: DocumentName;
  readonly requests: readonly WireRequest[];
  readonly answers: readonly BareAnswer[];
  /** Hash of the requests: digests of different plans are not comparable. */
  readonly hash: string;
}

/** Number of parts in which a plan is sent: most faults show in the first. */
export const PARTS_OF_PLAN = { integration: 1, content: 6 } as const;

/** The site's clock starts here, so that dates in answers are the same in each run. */
const START = Date.UTC(2026, 0, 15, 12);
/** Requests for which the site's clock stands still. */
const REQUESTS_PER_MILLISECOND = 5;
const SEED = 1;
const HASH_LENGTH = 16;

const never = new AbortController().signal;

/** Sends a part of the plan of one document to the plain reference target, one case after another. */
export async function requestsOfPlan(
  contract: Contract,
  document: DocumentName,
  part: Shard,
): Promise<PlanRequests> {
  const { handler, url } = openSite(contract, document, []);
  const transport = inProcess(handler);
  const plain = referenceTarget(contract, { [document]: url }, 'reference');
  const target = { ...(await discover(contract, plain, transport, never)), concurrency: 1 };
  const requests: WireRequest[] = [];
  const noting: Transport = {
    ...transport,
    send: (request, ...rest) => {
      requests.push(request);
      return transport.send(request, ...rest);
    },
  };
  const cases = planCases(contract, target, { seed: SEED, runs: DEFAULT_RUNS, writes: 'anywhere' });
  const events = run({
    ...{ contract, target, transport: noting, seed: SEED, signal: never, tool: toolOf() },
    ...{ only: [], strict: false, shrinking: false, failOn: new Set(), mode: 'live' },
    ...{ targetOptions: [], writes: 'anywhere' },
    cases: cases.filter((one) => isCaseInShard(one, part)),
    clock: { now: () => START, monotonic: () => 0 },
  });
  for await (const _ of events);
  await transport.close();
  const hash = createHash('sha256');
  for (const { method, target: line, headers, body } of requests) {
    hash.update(JSON.stringify([method, line, headers]));
    if (body !== undefined) hash.update(body);
  }
  return {
    document,
    requests,
    answers: await answersTo(requests, openSite(contract, document, [])),
    hash: hash.digest('hex').slice(0, HASH_LENGTH),
  };
}

/**
 * Hash of the answers that deviations change, of all answers to the requests of a plan. A deviation that changes no
 * answer has the digest `none`.
 */
export async function digestOf(
  contract: Contract,
  { document, requests, answers: plain }: PlanRequests,
  deviations: readonly Pick<Deviation, 'kind' | 'name'>[],
): Promise<string> {
  const answers = await answersTo(requests, openSite(contract, document, deviations));
  const form = deviations.every(({ kind }) => kind === 'fault') ? normalForm : exactForm;
  const hash = createHash('sha256');
  let changed = 0;
  for (const [at, answer] of answers.entries()) {
    const before = plain[at];
    if (before !== undefined && isSame(before, answer)) continue;
    const text = form(answer);
    if (before !== undefined && form(before) === text) continue;
    hash.update(`${at} ${text}\n`);
    changed += 1;
  }
  return changed === 0 ? 'none' : hash.digest('hex').slice(0, HASH_LENGTH);
}

type Site = ReturnType<typeof openSite>;

async function answersTo(
  requests: readonly WireRequest[],
  { handler, url }: Site,
): Promise<readonly BareAnswer[]> {
  const base = new URL(url);
  const answers: BareAnswer[] = [];
  for (const request of requests) answers.push(await bareAnswer(handler, request, base));
  return answers;
}

function openSite(
  contract: Contract,
  document: DocumentName,
  deviations: readonly Pick<Deviation, 'kind' | 'name'>[],
) {
  const url = `http://127.0.0.1:1${document === 'content' ? '/content' : ''}`;
  const named = (wanted: Deviation['kind']) =>
    deviations.filter(({ kind }) => kind === wanted).map(({ name }) => name);
  let asked = 0;
  const now = () => START + Math.floor(asked / REQUESTS_PER_MILLISECOND);
  const { handler } = referenceHandler(
    { contract, faults: named('fault'), variations: named('variation'), now },
    () => url,
  );
  const counting: typeof handler = (request) => {
    asked += 1;
    return handler(request);
  };
  return { url, handler: Object.assign(counting, handler) };
}

function isSame(one: BareAnswer, other: BareAnswer): boolean {
  return (
    one.status === other.status &&
    Buffer.compare(one.bytes, other.bytes) === 0 &&
    JSON.stringify(one.headers) === JSON.stringify(other.headers)
  );
}

function exactForm({ status, headers, bytes }: BareAnswer): string {
  return JSON.stringify([status, headers, textOf(bytes)]);
}

/** Without what the documents leave open: bodies of errors other than 401, the order of members, case of header names. */
function normalForm({ status, headers, bytes }: BareAnswer): string {
  if (status >= 400 && status !== 401) return String(status);
  const text = textOf(bytes);
  const value = parsedJson(text);
  const isUsual = JSON.stringify(value) === text;
  const fields = headers
    .map(([name, given]) => `${name.toLowerCase()}: ${given}`)
    .filter((line) => !line.startsWith('content-length:'))
    .sort();
  return JSON.stringify([status, fields, isUsual ? sorted(value) : text]);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMembers(value)) return value;
  const names = Object.keys(value).sort();
  return { members: names.map((name) => [name, sorted(value[name])]) };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
