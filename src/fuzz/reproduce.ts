/** Makes a violation smaller as long as it stays the same one, and sends it again to reproduce it. */

import { IN_TIME, TIME_OF_LENGTH } from '../judge/index.ts';
import {
  type Case,
  type FuzzCase,
  isObject,
  type Mark,
  pointerOf,
  type Step,
  type Trace,
  tokens,
  valueAt,
} from '../model/index.ts';
import { isOrdinary, placesOf } from '../plan/index.ts';
import { isUnsent } from '../send/index.ts';
import type { FuzzViolation } from './case-violations.ts';
import { isDropped } from './dropped.ts';
import {
  type FoundViolation,
  isSame,
  minimise,
  openTrials,
  type ProbeOptions,
  stepIn,
  withRequest,
} from './minimise.ts';
import { isOnePlace } from './one-answer.ts';
import { onlyStep } from './only-step.ts';
import {
  AFTER_OTHERS,
  ANY_REQUEST,
  isOfWholeCases,
  type ReproducedViolation,
  shownAs,
} from './registry.ts';

interface ReproduceOptions extends ProbeOptions {
  /** The plainest request of the operation, as a case. */
  readonly plain: Case | undefined;
  /** It was reproduced once before. */
  readonly recurred?: boolean;
  /** A short wait shows a hang, as the target serves others meanwhile. */
  readonly isQuick?: boolean;
}

/** Requests that may be spent on making one hit smaller. */
const SHRINK_REQUESTS = 200;

/** So often the smallest is sent again. What takes long is sent again once. */
const AGAIN = 4;
const SLOW: ReadonlySet<string> = new Set([IN_TIME.id, TIME_OF_LENGTH.id]);

/** So often the plainest request is sent for what comes and goes. */
const PLAIN_TRIES = 16;

export async function reproduce(
  given: FoundViolation,
  options: ReproduceOptions,
): Promise<ReproducedViolation> {
  const { plain } = options;
  const ofClass = classOf(given.hit.mark);
  const isOfWhole = isOfWholeCases(ofClass);
  const found = isOfWhole ? given : { ...given, fuzzCase: uncompared(given.fuzzCase) };
  // With another request in the place of one of its own, a case shows something else.
  const plainStep = isOfWhole ? undefined : plain?.steps.find(({ id }) => id === 'request');
  const isHang = SLOW.has(found.hit.clause);
  const slow = isHang && !options.isQuick;
  const alone = onlyStep(found.fuzzCase, found.hit.step);
  const plainly = plainStep && withRequest(alone, found.hit.step, plainStep);

  const trials = openTrials(found, slow ? 2 : SHRINK_REQUESTS, options);
  const minimised = await minimise(
    found,
    { isOfWhole, slow, alone, plainly, plainStep },
    trials,
    options,
  );
  let name = minimised.class ?? ofClass;
  let repeated = await sentAgain(trials.smallest(), found.hit, isHang ? 1 : AGAIN, options);
  // An answer that was late in a trial came in time with the limit of the profile: the first request has to show it.
  const isLate = isHang && repeated.of > 0 && repeated.times === 0;
  if (isLate) {
    repeated = await sentAgain(found, found.hit, 1, options);
    name = ofClass;
  }
  let { times, of } = repeated;
  // An intermittent violation may have been absent when the most ordinary request was tried.
  const comesAndGoes = times < of && !isHang && name !== ANY_REQUEST && name !== AFTER_OTHERS;
  if (comesAndGoes && plainly) {
    trials.allow(PLAIN_TRIES);
    while (trials.isLeft()) {
      if (!(await trials.shows(plainly))) continue;
      name = ANY_REQUEST;
      break;
    }
  }
  const best = { ...(isLate ? found : trials.smallest()), ...repeated.latest };
  // Without time for more, a violation that recurred while it was made smaller counts as reproduced.
  const isSmaller = trials.smallest() !== found;
  if (of === 0 && (options.recurred ?? isSmaller)) times = of = 1;
  const step = stepIn(best.fuzzCase.case, best.hit.step);
  const places =
    step && plainStep && name !== ANY_REQUEST && name !== AFTER_OTHERS
      ? exactPlaces(placesOf(step.request, plainStep.request), found.hit.mark)
      : [];
  // If a simplified text is ordinary, valid values show the same.
  if (step?.role === 'valid' && /^strings\//.test(name) && isOrdinaryAt(step, places))
    name = 'valid';
  const { beside, along, few } = repeated;
  const why = options.goOn() ? 'what it builds on could not be made again' : 'no time left';
  return {
    ...best,
    places,
    class: name,
    again: { times, of, ...(of === 0 && { why }) },
    ...(isLate && { isSlowToo: true }),
    ...{ beside, along, few },
    ...(minimised.from && !isLate && name !== ANY_REQUEST && { from: minimised.from }),
  };
}

type Repeated = Pick<ReproducedViolation, 'beside' | 'along' | 'few'> & {
  /** Number of reproductions, of the times that the target received it. */
  readonly times: number;
  readonly of: number;
  /** The last reproduction. */
  readonly latest?: Pick<FoundViolation, 'hit' | 'trace'>;
};

/** Sends the smallest case some more times, and returns the other violations of each time. */
async function sentAgain(
  { fuzzCase, hit }: Pick<ReproducedViolation, 'fuzzCase' | 'hit'>,
  found: FuzzViolation,
  rounds: number,
  options: ReproduceOptions,
): Promise<Repeated> {
  let repeated: Repeated = { times: 0, of: 0, beside: [], along: new Set(), few: [] };
  for (let round = 0; round < rounds && options.goOn(); round += 1) {
    const { trace, hits } = await options.probe(fuzzCase, false);
    // A request that the target never received is not a try.
    if (!wasSent(trace, hit.step)) continue;
    const of = repeated.of + 1;
    const shown = hits.find((one) => isSame(one, found));
    if (shown === undefined) {
      repeated = { ...repeated, of };
      continue;
    }
    const answer = hits.filter(({ step }) => step === shown.step);
    const along = answer
      .map(shownAs)
      .filter((one) => repeated.times === 0 || repeated.along.has(one));
    repeated = {
      times: repeated.times + 1,
      of,
      latest: { hit: shown, trace },
      beside: clausesBeside(found, hits),
      along: new Set(along),
      few: fewOf(
        answer.filter((one) => isSame(one, found)),
        trace,
      ),
    };
  }
  return repeated;
}

function wasSent({ exchanges }: Trace, id: string): boolean {
  return exchanges.some((one) => one.step === id && (isDropped(one) || !isUnsent(one.outcome)));
}

/** Returns true if what is left of an odd text, at the one place that it takes, is a text like any other. */
function isOrdinaryAt({ request }: Step, [place, ...others]: readonly string[]): boolean {
  const [part, name] = place?.split(' /') ?? [];
  if (name === undefined || others.length > 0) return false;
  const { body } = request;
  const values = part === 'query' ? request.query : body.kind === 'json' ? body.value : undefined;
  const value: unknown = isObject(values) ? Reflect.get(values, name) : undefined;
  if (typeof value !== 'string' || value === '') return false;
  return /^a+$/.test(value) || (value.length <= 20 && isOrdinary(value));
}

function clausesBeside(hit: FuzzViolation, hits: readonly FuzzViolation[]): readonly string[] {
  return hits
    .filter(
      ({ step, pointer, clause }) =>
        step === hit.step && isOnePlace(pointer, hit.pointer) && clause !== hit.clause,
    )
    .map(({ clause }) => clause);
}

/** More elements than these are wrong for a reason that has nothing to do with which ones they are. */
const FEW = 2;

/** The elements that hits of one kind lie in, where they are few of the elements that there are. */
function fewOf(hits: readonly FuzzViolation[], { exchanges }: Trace): readonly string[] {
  const [{ step, pointer } = { step: '', pointer: '' }] = hits;
  const depth = tokens(pointer).indexOf('*');
  if (depth < 0) return [];
  const within = hits.map(({ where }) => tokens(where).slice(0, depth + 1));
  const few = [...new Set(within.map(pointerOf))].sort();
  const outcome = exchanges.find((one) => one.step === step)?.outcome;
  const content = outcome?.kind === 'answer' ? outcome.body.content : undefined;
  const [first = []] = within;
  const list =
    content?.kind === 'json' ? valueAt(content.value, pointerOf(first.slice(0, -1))) : undefined;
  const size = typeof list === 'object' && list !== null ? Object.keys(list).length : 0;
  return few.length <= FEW && size > few.length ? few : [];
}

/** The places that are left, the odd one as exactly as it is known. */
function exactPlaces(places: readonly string[], mark: Mark | undefined): readonly string[] {
  const unusual = mark?.place ?? '';
  return places.map((place) => (unusual.startsWith(`${place}/`) ? unusual : place));
}

/** Pairs of parameters are random values as well: of what one shows, the other may be met first. */
function classOf(mark: Mark | undefined): string {
  if (mark === undefined) return ANY_REQUEST;
  return mark.class === 'pairwise' ? 'valid' : mark.class;
}

/** Without the lists that are compared there is nothing to compare: what one answer shows is judged by itself. */
function uncompared(fuzzCase: FuzzCase): FuzzCase {
  const { compared, ...item } = fuzzCase.case;
  return compared === undefined ? fuzzCase : { ...fuzzCase, case: { ...item, evidence: [] } };
}
