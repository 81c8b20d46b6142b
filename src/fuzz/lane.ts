/**
 * The lane that learns: mutates requests that brought a new status, error code, or form of an answer. It runs next to
 * the stream, which depends only on seed and position.
 */

import { codeIn } from '../judge/index.ts';
import {
  type CorpusInput,
  count,
  counter,
  type FuzzCase,
  isList,
  isMembers,
  type Json,
  type Mark,
  type Outcome,
  type PlannedRequest,
  type Trace,
} from '../model/index.ts';
import { type Inputs, mix } from '../plan/index.ts';

export interface LaneOptions {
  /** Sent before the stream begins. */
  readonly corpus: readonly CorpusInput[];
  /** True if requests are mutated. */
  readonly feedback: boolean;
  /** Receives each input that brought something new, and what that was. */
  readonly keep?: (input: CorpusInput, brought: string) => void;
}

export interface LearningLane {
  /** The next case of the corpus, until all were sent. */
  readonly kept: () => FuzzCase | undefined;
  /** A mutated case, if it is time for one. */
  readonly mutated: () => FuzzCase | undefined;
  /** Learns from the answers to a case. */
  readonly note: (fuzzCase: FuzzCase, trace: Trace) => void;
  readonly notes: () => readonly string[];
}

/** One case is mutated after so many of the stream. */
const EVERY = 3;

/** Most inputs of an operation that are mutated, and that are kept. */
const MOST_INPUTS = 64;
const MOST_KEPT = 12;

/** The cases of the lane have numbers of their own, so that their objects have names of their own. */
const FIRST = 1e12;
const OF_SHARD = 1e9;

/** Returns true for the number of a case that is not in the stream. */
export function isOutsideStream(index: number): boolean {
  return index >= FIRST;
}

export function openLane(
  inputs: Inputs,
  { corpus = [], feedback = false, keep }: Partial<LaneOptions>,
  { seed, shard = 0 }: { readonly seed: number; readonly shard?: number },
): LearningLane {
  const pools = new Map<string, CorpusInput[]>();
  const features = new Set<string>();
  const keptOf = counter();
  const waiting = [...corpus];
  let [next, turn, sent, unsent, found] = [FIRST + shard * OF_SHARD, 0, 0, 0, 0];
  const caseOf = (input: CorpusInput) => {
    const fuzzCase = inputs.caseOf(input, next);
    if (fuzzCase !== undefined) next += 1;
    return fuzzCase;
  };
  const learn = (mark: Mark, request: PlannedRequest, outcome: Outcome) => {
    const { operation } = request;
    const own = featuresOf(outcome).map((feature) => `${operation} ${feature}`);
    const fresh = own.filter((feature) => !features.has(feature));
    for (const feature of fresh) features.add(feature);
    const same = fresh.length === 0 ? undefined : inputs.of(request);
    if (same === undefined) return;
    const { class: name, place } = mark;
    const input = { ...same, class: name, ...(place !== '' && { place }) };
    found += 1;
    if (keptOf(operation) < MOST_KEPT) keep?.(input, fresh[0]?.slice(operation.length + 1) ?? '');
    const pool = pools.get(operation) ?? [];
    // A request that breaks a server down would only do so again.
    const isFit = outcome.kind === 'answer' && outcome.status < 500 && pool.length < MOST_INPUTS;
    if (isFit) pools.set(operation, [...pool, input]);
  };
  return {
    kept: () => {
      while (waiting.length > 0) {
        const input = waiting.shift();
        const fuzzCase = input && caseOf(input);
        if (fuzzCase !== undefined) return fuzzCase;
        unsent += 1;
      }
      return undefined;
    },
    mutated: () => {
      turn += 1;
      if (!feedback || turn % EVERY !== 0 || pools.size === 0) return undefined;
      const salt = mix(seed, shard, turn);
      const pool = [...pools.values()][Math.floor(turn / EVERY) % pools.size] ?? [];
      // The latest input went furthest.
      const isLatest = mix(salt, 'latest') % 2 === 0;
      const parent = isLatest ? pool.at(-1) : pool[mix(salt, 'parent') % pool.length];
      const child = parent && inputs.mutated(parent, pool, salt);
      const fuzzCase = child && caseOf(child);
      if (fuzzCase !== undefined) sent += 1;
      return fuzzCase;
    },
    note: ({ case: item, marks }, { exchanges }) => {
      if (!feedback && keep === undefined) return;
      for (const { step, outcome } of exchanges) {
        const mark = marks.find((one) => one.step === step);
        const planned = item.steps.find(({ id }) => id === step);
        if (mark && planned && mark.mode !== 'stateful') learn(mark, planned.request, outcome);
      }
    },
    notes: () => [
      ...(unsent > 0
        ? [`${count(unsent, 'input')} of the corpus cannot be sent to this target`]
        : []),
      ...(feedback && sent > 0
        ? [
            `${count(found, 'request')} brought a new status, error code or form of an answer; ${count(sent, 'mutated request')} followed`,
          ]
        : []),
    ],
  };
}

/** Levels of a success, and of an error, whose form counts. */
const DEPTH = { success: 2, error: 1 };

/** Elements of a list whose form counts. */
const ELEMENTS = 5;

/** Status, error code, and the type of each member. */
function featuresOf(outcome: Outcome): readonly string[] {
  if (outcome.kind === 'fault') return [outcome.code];
  const { content } = outcome.body;
  const status = `HTTP ${outcome.status}`;
  const code = codeIn(outcome);
  const depth = outcome.status < 300 ? DEPTH.success : DEPTH.error;
  return [
    code === undefined ? status : `${status} ${code}`,
    ...(content.kind === 'json'
      ? [...new Set(formOf(content.value as Json, '', depth))]
      : [content.kind]
    ).map((form) => `${status} ${form}`),
  ];
}

function formOf(value: Json, pointer: string, depth: number): readonly string[] {
  const type = isList(value) ? 'list' : value === null ? 'null' : typeof value;
  const own = `${pointer || 'body'}: ${type}`;
  if (depth === 0) return [own];
  if (isList(value)) {
    const some = value.slice(0, ELEMENTS);
    return [own, ...some.flatMap((one) => formOf(one, `${pointer}/*`, depth - 1))];
  }
  if (!isMembers(value)) return [own];
  const inside = Object.entries(value).flatMap(([name, one]) =>
    formOf(one, `${pointer}/${/^[a-z_]\w{0,30}$/i.test(name) ? name : '*'}`, depth - 1),
  );
  return [own, ...inside];
}
