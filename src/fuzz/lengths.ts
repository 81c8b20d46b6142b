/**
 * Long texts are sent in growing lengths first: an answer that takes longer with each letter is measured before it
 * blocks the target for good.
 */

import { hasMarkOfRun } from '../cleanup/index.ts';
import type { PlannedRequest, Values } from '../model/index.ts';
import { count, type FuzzCase, isList, isMembers, type Json } from '../model/index.ts';
import { isDropped } from './dropped.ts';
import { onlyStep } from './only-step.ts';
import type { Campaign } from './state.ts';

export interface LengthWatch {
  /**
   * Sends the long texts of a case in growing lengths, once for each place.
   * @returns false if the case is not to be sent
   */
  readonly grow: (fuzzCase: FuzzCase) => Promise<boolean>;
  readonly notes: () => readonly string[];
}

/** The first length, and one at which time that doubles with each letter has long shown. */
const LEAST = 16;
const MOST = 64;

/** An expression with a repetition in a repetition takes long for what ends otherwise than it goes on. */
const ENDS = ['', '!'];

/** The first half of a character that was cut in two. */
const HALF = /[\ud800-\udbff]$/;

/** Texts of so many letters are measured. Of lists that have some, the other elements are left out. */
const LONG = 28;

/** @param campaignOf the campaign that the watch belongs to */
export function watchLengths(campaignOf: () => Campaign): LengthWatch {
  /** The length that takes too long at a place, once it is measured; undefined if none does. */
  const limits = new Map<string, Promise<number | undefined>>();
  let unsent = 0;
  const measure = async (fuzzCase: FuzzCase): Promise<number | undefined> => {
    const { options, triageExecutor, locks, suspects, inGrace } = campaignOf();
    const { clock, target } = options;
    for (const end of ENDS) {
      for (let length = LEAST; length < MOST && inGrace(); ) {
        const shorter = shortened(fuzzCase, length, end);
        const release = await locks.takeAll();
        const begun = clock.monotonic();
        const trace = await triageExecutor.sendAlone(shorter).finally(release);
        if (trace.exchanges.some(isDropped)) {
          await suspects.look({ fuzzCase: shorter, trace });
          return length;
        }
        const took = Math.max(1, clock.monotonic() - begun);
        // Each letter may double the time.
        length += Math.max(1, Math.floor(Math.log2(target.limits.timeoutMs / took)));
      }
    }
    return undefined;
  };
  const isTooLong = async (fuzzCase: FuzzCase, id: string, { key, length }: LongText) => {
    const limit = limits.get(key) ?? measure(onlyStep(fuzzCase, id));
    limits.set(key, limit);
    return length >= ((await limit) ?? Number.POSITIVE_INFINITY);
  };
  return {
    grow: async (fuzzCase) => {
      for (const { id, request } of fuzzCase.case.steps) {
        if (fuzzCase.marks.every(({ step, mode }) => step !== id || mode === 'stateful')) continue;
        for (const text of longTextsIn(request)) {
          if (!(await isTooLong(fuzzCase, id, text))) continue;
          unsent += 1;
          return false;
        }
      }
      return true;
    },
    notes: () =>
      unsent === 0 ? [] : [`${count(unsent, 'case')} not sent: shorter texts took too long`],
  };
}

interface LongText {
  /** Its place and its kind of letters: each may take time of its own. */
  readonly key: string;
  readonly length: number;
}

function longTextsIn(request: PlannedRequest): readonly LongText[] {
  const found: LongText[] = [];
  const [document] = request.operation.split('/');
  changed(request, (text, place) => {
    const begin = text.slice(0, LEAST);
    const kind = /^[a-z]+$/i.test(begin) ? 'letters' : /^\d+$/.test(begin) ? 'digits' : 'others';
    if (text.length >= LONG && !hasMarkOfRun(text))
      found.push({ key: `${document} ${place} ${kind}`, length: text.length });
    return text;
  });
  return found;
}

/**
 * The case with shorter texts, and another end of theirs. A name of the campaign stays whole: by it, what a request
 * creates is found again.
 */
function shortened(fuzzCase: FuzzCase, length: number, end: string): FuzzCase {
  const cut = (text: string) =>
    text.length <= length || hasMarkOfRun(text)
      ? text
      : text.slice(0, length - end.length).replace(HALF, '') + end;
  const { case: item, marks } = fuzzCase;
  const steps = item.steps.map((step) =>
    marks.some((mark) => mark.step === step.id)
      ? { ...step, request: changed(step.request, cut) }
      : step,
  );
  return { ...fuzzCase, case: { ...item, steps } };
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
