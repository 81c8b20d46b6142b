/**
 * Long texts are sent in growing lengths first: an answer that takes longer with each letter is measured before it
 * blocks the target for good.
 */

import { hasMarkOfRun } from '../cleanup/index.ts';
import { SLOW_MS, TIME_OF_LENGTH } from '../judge/index.ts';
import type { PlannedRequest, Trace, Values } from '../model/index.ts';
import { count, type FuzzCase, isList, isMembers, type Json } from '../model/index.ts';
import type { FuzzViolation } from './case-violations.ts';
import { isDropped } from './dropped.ts';
import { onlyStep } from './only-step.ts';
import { reproduce } from './reproduce.ts';
import type { Campaign } from './state.ts';

export interface LengthWatch {
  /**
   * Sends the long texts of a case in growing lengths, once for each place.
   * @returns false if the case is not to be sent
   */
  readonly grow: (fuzzCase: FuzzCase) => Promise<boolean>;
  readonly notes: () => readonly string[];
}

/** The first length, one at which time that doubles with each letter has long shown, and the last two. */
const LEAST = 16;
const MOST = 40;
const LAST = [300, 1_024];

interface Fill {
  readonly letter: string;
  readonly end: string;
}

/**
 * Fills of a text: an expression repeats letters of one kind. An expression with a repetition in a repetition takes long
 * for a text with another end.
 */
const PLAIN_FILL: Fill = { letter: 'a', end: '' };
const FILLS: readonly Fill[] = [
  PLAIN_FILL,
  ...['a', '0', ' '].map((letter) => ({ letter, end: '!' })),
];

/** Texts of so many letters are measured. Of lists that have some, the other elements are left out. */
const LONG = 28;

/** An answer that takes so many times as long as to a short text is slow, if it takes long enough. */
const TIMES_SLOW = 20;

/** Milliseconds in which an answer is quick, regardless of shorter texts. */
const QUICK_MS = 10;

/** Number of times that a slow answer has to recur, with a quick one to a short text after it. */
const AGAIN = 2;

/** Slow answers that a finding may take to become smaller. */
const MOST_SLOW = 12;

/** @param campaignOf the campaign that the watch belongs to */
export function watchLengths(campaignOf: () => Campaign): LengthWatch {
  /** The length that takes too long at a place, once it is measured; undefined if none does. */
  const limits = new Map<string, Promise<number | undefined>>();
  let unsent = 0;
  const isTooLong = async (fuzzCase: FuzzCase, id: string, texts: readonly LongText[]) => {
    const fresh = texts.filter(({ key }) => !limits.has(key));
    if (fresh.length > 0) {
      const limit = limitOf(campaignOf(), onlyStep(fuzzCase, id), id);
      for (const { key } of fresh) limits.set(key, limit);
    }
    for (const { key, length } of texts)
      if (length >= ((await limits.get(key)) ?? Number.POSITIVE_INFINITY)) return true;
    return false;
  };
  return {
    grow: async (fuzzCase) => {
      for (const { id, request } of fuzzCase.case.steps) {
        if (fuzzCase.marks.every(({ step, mode }) => step !== id || mode === 'stateful')) continue;
        if (!(await isTooLong(fuzzCase, id, longTextsIn(request)))) continue;
        unsent += 1;
        return false;
      }
      return true;
    },
    notes: () =>
      unsent === 0 ? [] : [`${count(unsent, 'case')} not sent: shorter texts took too long`],
  };
}

/** Sends the long texts of a step in growing lengths. @returns the length that takes too long, if one does */
async function limitOf(
  campaign: Campaign,
  fuzzCase: FuzzCase,
  id: string,
): Promise<number | undefined> {
  const { triageExecutor, locks, suspects, inGrace } = campaign;
  const sent = async (one: FuzzCase): Promise<Timed> => {
    const release = await locks.takeAll();
    const trace = await triageExecutor.sendAlone(one).finally(release);
    const times = trace.exchanges.map(({ step, durationMs }) =>
      step.startsWith(id) ? durationMs : 0,
    );
    const last = trace.exchanges.findLast(({ step }) => step.startsWith(id));
    const kind = last?.outcome.kind === 'answer' ? last.outcome.status : undefined;
    return { fuzzCase: one, trace, took: Math.max(1, ...times), kind };
  };
  let quick: { took: number; kind: number | undefined; length: number } | undefined;
  const isSlow = ({ took, kind }: Timed) =>
    (kind === undefined || kind === quick?.kind) &&
    took >= Math.max(SLOW_MS, TIMES_SLOW * (quick?.took ?? took));
  const isSlowAgain = async (one: FuzzCase) => {
    for (let times = 0; quick !== undefined && times < AGAIN; times += 1) {
      if (!isSlow(await sent(one))) return false;
      const short = await sent(filled(fuzzCase, id, quick.length));
      if (short.kind !== quick.kind) return false;
      quick.took = Math.max(quick.took, short.took);
    }
    return true;
  };
  let length: number | undefined = LEAST;
  while (length !== undefined && inGrace()) {
    const one = await sent(filled(fuzzCase, id, length));
    // A connection that was lost once says nothing of the text.
    if (one.trace.exchanges.some(isDropped) && (await suspects.look(one))) return length;
    // A refusal, of a text that is too short for the schema, takes another time than what is carried out.
    if (quick === undefined || (one.kind !== undefined && one.kind !== quick.kind)) {
      quick = { took: one.took, kind: one.kind, length };
    }
    const alone = filled(fuzzCase, id, length, [slowestFill(one, id)]);
    if (isSlow(one) && (await isSlowAgain(alone))) {
      await examineSlow(campaign, { ...one, fuzzCase: alone }, id, sent, isSlow);
      return length;
    }
    length = after(length, one.took, quick.took);
  }
  return undefined;
}

/** The next length: each letter may double the time, until it is seen that none does. */
function after(length: number, took: number, quick: number): number | undefined {
  const isQuick = length >= MOST && took < 2 * Math.max(quick, QUICK_MS);
  const last = LAST.find((most) => most > length);
  const more = length + Math.max(1, Math.floor(Math.log2((2 * SLOW_MS) / took)));
  return isQuick || length >= (LAST[0] ?? 0) ? last : more;
}

/** The fill whose answer took longest. */
function slowestFill({ trace, took }: Timed, id: string): Fill {
  const steps = trace.exchanges.filter(({ step }) => step.startsWith(id));
  const at = steps.findIndex(({ durationMs }) => durationMs === took);
  return FILLS[at] ?? PLAIN_FILL;
}

interface Timed {
  readonly fuzzCase: FuzzCase;
  readonly trace: Trace;
  /** Milliseconds until the answer. */
  readonly took: number;
  /** Its status; undefined if none came. */
  readonly kind: number | undefined;
}

/** Makes what takes long by its length smaller, and notes it as a cause. */
async function examineSlow(
  { options, stream, registry, inGrace, mayShrink }: Campaign,
  slow: Timed,
  id: string,
  send: (trial: FuzzCase) => Promise<Timed>,
  isSlow: (timed: Timed) => boolean,
): Promise<void> {
  const { contract, target } = options;
  const endpoint = target.endpoints[slow.trace.case.document];
  const operation = slow.trace.case.steps.find((step) => step.id === id)?.request.operation;
  if (endpoint === undefined || operation === undefined) return;
  const hitIn = ({ fuzzCase, took }: Timed): FuzzViolation => ({
    ...{ clause: TIME_OF_LENGTH.id, level: TIME_OF_LENGTH.level, states: TIME_OF_LENGTH.states },
    ...{ verdict: options.strict ? 'fail' : 'warn', step: id, operation, signature: '' },
    ...{ where: 'answer', pointer: 'answer', expected: 'an answer as soon as to a short text' },
    actual: `an answer after ${(took / 1_000).toFixed(1)} s`,
    mark: fuzzCase.marks.find(({ step }) => step === id),
  });
  let times = 0;
  const found = await reproduce(
    { ...slow, hit: hitIn(slow) },
    {
      ...{ contract, endpoint, plain: stream.plain(operation), goOn: inGrace },
      ...{ recurred: true, isQuick: true, mayShrink: () => mayShrink() && times < MOST_SLOW },
      probe: async (trial) => {
        const again = await send(trial);
        if (!isSlow(again)) return { trace: again.trace, hits: [] };
        times += 1;
        return { trace: again.trace, hits: [hitIn(again)] };
      },
    },
  );
  registry.add(found, slow.fuzzCase.index);
}

interface LongText {
  /** Its place. */
  readonly key: string;
  readonly length: number;
}

function longTextsIn(request: PlannedRequest): readonly LongText[] {
  const found: LongText[] = [];
  const [document] = request.operation.split('/');
  changed(request, (text, place) => {
    if (text.length >= LONG && !hasMarkOfRun(text))
      found.push({ key: `${document} ${place}`, length: text.length });
    return text;
  });
  return found;
}

/**
 * The case with the step once for each of the fills in place of its long texts. A name of the campaign stays whole: by it,
 * what a request creates is found again.
 */
function filled(
  fuzzCase: FuzzCase,
  id: string,
  length: number,
  fills: readonly Fill[] = FILLS,
): FuzzCase {
  const { case: item, marks } = fuzzCase;
  const ways = fills.map(({ letter, end }, at) => {
    const long = letter.repeat(length - end.length) + end;
    const change = (text: string) => (text.length < LONG || hasMarkOfRun(text) ? text : long);
    return { id: at === 0 ? id : `${id}-${at + 1}`, change };
  });
  const steps = item.steps.flatMap((step) =>
    step.id === id
      ? ways.map((way) => ({ ...step, id: way.id, request: changed(step.request, way.change) }))
      : [step],
  );
  const ofStep = marks.filter(({ step }) => step === id);
  const others = marks.filter(({ step }) => step !== id);
  const own = ways.flatMap((way) => ofStep.map((mark) => ({ ...mark, step: way.id })));
  return { ...fuzzCase, marks: [...own, ...others], case: { ...item, steps } };
}

type Change = (text: string, place: string) => string;

function changed(request: PlannedRequest, change: Change): PlannedRequest {
  const { path, query, body, raw } = request;
  const textsIn = (value: Json, place: string): Json => {
    if (typeof value === 'string') return change(value, place);
    if (isList(value)) {
      const long = value.filter((one) => typeof one === 'string' && one.length >= LONG);
      return (long.length > 0 ? long : value).map((one) => textsIn(one, `${place}/*`));
    }
    // A reference is no text that is sent.
    if (!isMembers(value) || typeof value.$from === 'string') return value;
    return membersIn(value, place);
  };
  const membersIn = (values: Values, place: string): Values =>
    Object.fromEntries(
      Object.entries(values).map(([name, one]) => [name, textsIn(one, `${place}/${name}`)]),
    );
  const runs = raw?.query?.replace(/(.)\1{9,}/gs, (run) => change(run, 'query'));
  return {
    ...request,
    path: membersIn(path, 'path'),
    query: membersIn(query, 'query'),
    body: body.kind === 'json' ? { ...body, value: textsIn(body.value, 'body') } : body,
    ...(runs !== undefined && { raw: { ...raw, query: runs } }),
  };
}
