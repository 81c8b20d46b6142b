/** The recorded cases as scripts for another target. */

import type { CreationRegister, Journal } from '../cleanup/index.ts';
import { type Contract, encode } from '../contract/index.ts';
import {
  addressesOf,
  type Case,
  counter,
  type Exchange,
  type Move,
  type Operation,
  recordsOf,
  type Step,
  type Target,
  type Trace,
  type Transport,
  urlRewriter,
  type WritePolicy,
} from '../model/index.ts';
import { effectiveMethod, type RecordedExchange, type Recording } from '../record/index.ts';
import { paceOf, sendCases } from '../send/index.ts';
import type { RecordedStep, Script, Sending } from './changes.ts';
import type { ComparedAnswer } from './compare.ts';

/** The target of a replay, and its options. */
export interface Destination {
  readonly contract: Contract;
  readonly target: Target;
  readonly transport: Transport;
  readonly writes: WritePolicy;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly monotonic: () => number;
  /** The journal of created objects; none if absent. */
  readonly journal?: Journal;
  /** Records planned creations, for a search at the end; no search if absent. */
  readonly register?: CreationRegister;
}

/** A script for each recorded case that was executed. */
export function* caseScripts(
  recording: Recording,
  destination: Destination,
): Generator<Script, void, undefined> {
  const operations = new Map(destination.contract.operations.map((one) => [one.id, one]));
  const lives = livesIn(recording, operations);
  const was = addressesOf(recording.manifest.target);
  const is = addressesOf(destination.target);
  for (const { id, case: item } of recording.cases()) {
    const kept = recording
      .ofCase(id)
      .map((entry) => entry.read())
      .filter(({ step, unsent }) => !unsent && !/^(?:remove|own) /.test(step));
    // A resent case is sent once here.
    const once = kept.filter(({ step }, at) => kept.findIndex((one) => one.step === step) === at);
    if (kept.length === 0 || !isKnown(item, destination.contract)) continue;
    const steps = keyed(once).map(([key, exchange]) =>
      stepOf(key, exchange, { item: id, lives, operations }),
    );
    // The address of the recording, if the case had the same result.
    const own = kept[0]?.baseUrl;
    const move = urlRewriter({ ...was, ...(own !== undefined && { [item.document]: own }) }, is);
    const there = { ...item, steps: item.steps.map((step) => moved(step, move)) };
    yield { name: id, steps, send: () => sendOnce(there, destination) };
  }
}

/** A step with the addresses of the other target. */
function moved(step: Step, move: Move): Step {
  const { request } = step;
  const values = { path: request.path, query: request.query, body: request.body };
  const text = JSON.stringify(values);
  const there = move(text);
  return there === text ? step : { ...step, request: { ...request, ...JSON.parse(there) } };
}

/** The present contract can lack a recorded operation. */
function isKnown(item: Case, { operations }: Contract): boolean {
  const ids = new Set(operations.map(({ id }) => id));
  return item.steps.every(({ request }) => ids.has(request.operation));
}

/** Each with its step and ordinal. */
function keyed<T extends { readonly step: string }>(all: readonly T[]): (readonly [string, T])[] {
  const count = counter();
  return all.map((one) => {
    const nth = count(one.step);
    return [nth === 0 ? one.step : `${one.step} ${nth + 1}`, one];
  });
}

type Operations = ReadonlyMap<string, Operation>;

interface Surroundings {
  /** The case of the step. */
  readonly item: string;
  readonly lives: readonly ListedLifetime[];
  readonly operations: Operations;
}

function stepOf(
  key: string,
  kept: RecordedExchange,
  { item, lives, operations }: Surroundings,
): RecordedStep {
  const { operation, startedAt, durationMs } = kept;
  return {
    ...stepFrom(key, kept, operations.get(operation ?? '')),
    disturbed: lives.some(
      (life) =>
        life.case !== item &&
        life.from < startedAt + durationMs &&
        life.until > startedAt &&
        sees(operations.get(operation ?? ''), life),
    ),
  };
}

/** Objects below another one, such as revisions, are not affected by its siblings. */
function sees(operation: Operation | undefined, { by }: ListedLifetime): boolean {
  if (operation?.document !== by.document) return false;
  if (by.action === 'batch') return operation.parent === undefined;
  return operation.resource === by.resource && operation.parent === by.parent;
}

/** A recorded exchange as an undisturbed step. */
export function stepFrom(
  key: string,
  kept: RecordedExchange,
  described: Operation | undefined,
): RecordedStep {
  const { operation, request, baseUrl, outcome, startedAt } = kept;
  return {
    key,
    operation,
    title: `${effectiveMethod(request)} ${request.target}`,
    side: { outcome, baseUrl, startedAt },
    request,
    creates: isCreation(kept),
    unique: recordsOf(described ?? {}).unique,
    disturbed: false,
  };
}

function isCreation({ operation, request, outcome }: RecordedExchange): boolean {
  const made = outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300;
  return made && effectiveMethod(request) === 'POST' && operation !== null;
}

/** The time of a case's object in a list that others read. */
interface ListedLifetime {
  readonly case: string;
  /** The creating operation. */
  readonly by: Operation;
  readonly from: number;
  readonly until: number;
}

function livesIn(recording: Recording, operations: Operations): readonly ListedLifetime[] {
  return recording.entries.flatMap((entry): readonly ListedLifetime[] => {
    if (entry.case === null || entry.asked().method !== 'POST') return [];
    const kept = entry.read();
    const by = operations.get(kept.operation ?? '');
    if (!isCreation(kept) || by === undefined || by.action === 'update') return [];
    const last = recording.ofCase(entry.case).at(-1)?.read() ?? kept;
    const until = last.startedAt + last.durationMs;
    return [{ case: entry.case, by, from: kept.startedAt, until }];
  });
}

/** One at a time: temporary objects of other cases would show in the lists. */
async function sendOnce(item: Case, destination: Destination): Promise<Sending> {
  const { contract, target, transport, signal, writes, monotonic, journal, register } = destination;
  const begun = destination.now() - monotonic();
  for await (const trace of sendCases([item], {
    target,
    transport,
    contract,
    encode,
    clock: monotonic,
    signal,
    concurrency: 1,
    pace: paceOf(target.rate),
    writes,
    ...(journal && { journal }),
    ...(register && { register }),
  })) {
    return sendingOf(trace, target, begun);
  }
  return { sides: new Map(), requests: new Map(), unsent: [], left: [] };
}

/** @param begun start time, in milliseconds since 1970 */
function sendingOf(trace: Trace, target: Target, begun: number): Sending {
  const baseUrl = target.endpoints[trace.case.document]?.baseUrl ?? '';
  const side = ({ outcome, startedAt }: Exchange): ComparedAnswer => ({
    outcome,
    baseUrl,
    startedAt: begun + startedAt,
  });
  const { lacks, unproven, steps } = trace.case;
  const why = lacks ?? unproven;
  const sent = keyed(trace.exchanges);
  return {
    sides: new Map(sent.map(([key, exchange]) => [key, side(exchange)])),
    requests: new Map(sent.map(([key, { request }]) => [key, request])),
    unsent:
      why === undefined
        ? (trace.unsent ?? []).map(({ step, why: reason }) => ({ key: step, why: reason }))
        : steps.map(({ id }) => ({ key: id, why })),
    left: trace.left ?? [],
  };
}
