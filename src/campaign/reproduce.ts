/** Makes a hit smaller as long as it stays the same one, and sends it again to see whether it comes again. */

import type { Contract } from '../contract/contract.ts';
import type { FuzzCase, Mark } from '../fuzzing.ts';
import type { Case, Endpoint, PlannedRequest, Step, Trace } from '../model.ts';
import { shrinkSteps } from '../plan/shrink.ts';
import { isOrdinary, placesOf, smallerSteps } from '../plan/smaller.ts';
import { isObject, pointerOf, tokens, valueAt } from '../pointer.ts';
import type { FuzzViolation } from './case-violations.ts';
import { isUnsent } from './executor.ts';
import { isOnePlace } from './one-answer.ts';
import { withOneCell } from './one-cell.ts';
import {
  AFTER_OTHERS,
  ANY_REQUEST,
  isOfWholeCases,
  type ReproducedViolation,
  shownAs,
} from './registry.ts';

interface ConfirmOptions {
  readonly contract: Contract;
  readonly endpoint: Endpoint;
  /** The plainest request of the operation, as a case. */
  readonly plain: Case | undefined;
  /** Sends and judges a fuzz case afresh. */
  readonly probe: (
    fuzzCase: FuzzCase,
  ) => Promise<{ readonly trace: Trace; readonly hits: readonly FuzzViolation[] }>;
  /** Whether there is time left. */
  readonly goOn: () => boolean;
  /** Whether there is time left to make it smaller. */
  readonly mayShrink: () => boolean;
}

/** Requests that may be spent on making one hit smaller. */
const SHRINK_REQUESTS = 60;

/** So often the smallest is sent again. A hang is sent again once: each one costs a timeout. */
const AGAIN = 4;

/** So often the plainest request is sent for what comes and goes. */
const PLAIN_TRIES = 16;

export async function confirm(
  given: { readonly hit: FuzzViolation; readonly fuzzCase: FuzzCase; readonly trace: Trace },
  options: ConfirmOptions,
): Promise<ReproducedViolation> {
  const { endpoint, plain, contract } = options;
  const isOfWhole = isOfWholeCases(classOf(given.hit.mark));
  const found = isOfWhole ? given : { ...given, fuzzCase: uncompared(given.fuzzCase) };
  // With another request in the place of one of its own, a case shows something else.
  const plainStep = isOfWhole ? undefined : plain?.steps.find(({ id }) => id === 'request');
  const slow = found.hit.clause === 'robust/answers-in-time';
  let budget = slow ? 2 : SHRINK_REQUESTS;
  let best = found;
  const shows = async (fuzzCase: FuzzCase): Promise<boolean> => {
    if (budget <= 0 || !options.goOn() || !options.mayShrink()) return false;
    budget -= 1;
    const { trace, hits } = await options.probe(fuzzCase);
    const hit = hits.find((one) => isSame(one, found.hit));
    if (hit === undefined) return false;
    best = { hit, fuzzCase, trace };
    return true;
  };

  const fewerSteps = () =>
    shrinkSteps(found.fuzzCase.case, found.hit.step, async (item) => {
      const marks = found.fuzzCase.marks.filter(({ step }) => stepIn(item, step));
      return (
        stepIn(item, found.hit.step) !== undefined &&
        (await shows({ ...found.fuzzCase, marks, case: item }))
      );
    });

  let name = classOf(found.hit.mark);
  const alone = onlyStep(found.fuzzCase, found.hit.step);
  const plainly = plainStep && withRequest(alone, found.hit.step, plainStep);
  if (isOfWhole) {
    // Of the others no step can be spared, but for comparisons beside: they would no longer show what they are evidence for.
    const item = withOneCell(found.fuzzCase.case, found.hit.step);
    if (item !== found.fuzzCase.case) await shows({ ...found.fuzzCase, case: item });
    else if (item.origin.kind === 'sequence') await fewerSteps();
  } else if (found.hit.mark && plainly && (await shows(plainly))) {
    name = ANY_REQUEST;
  } else if (!slow) {
    let smaller = true;
    if (alone !== found.fuzzCase && !(await shows(alone))) {
      // Only one that comes again with the others is theirs; else it comes and goes.
      if (await shows(found.fuzzCase)) {
        name = AFTER_OTHERS;
        smaller = false;
        await fewerSteps();
      }
    }
    while (smaller) {
      smaller = false;
      const step = stepIn(best.fuzzCase.case, best.hit.step);
      if (step === undefined || plainStep === undefined) break;
      for (const candidate of smallerSteps(contract, endpoint, step, plainStep.request)) {
        if (await shows(withStep(best.fuzzCase, candidate))) {
          smaller = true;
          break;
        }
      }
    }
  }

  const repeated = await sentAgain(best, found.hit, slow ? 1 : AGAIN, options);
  let { times, of } = repeated;
  // What comes and goes may have stayed away when the plainest request was tried.
  const comesAndGoes = times < of && !slow && name !== ANY_REQUEST && name !== AFTER_OTHERS;
  if (comesAndGoes && plainly) {
    budget = PLAIN_TRIES;
    while (budget > 0 && options.goOn() && options.mayShrink()) {
      if (!(await shows(plainly))) continue;
      name = ANY_REQUEST;
      break;
    }
  }
  // Where there was no time for more, what came again in making it smaller has come again.
  if (of === 0 && best !== found) times = of = 1;
  const step = stepIn(best.fuzzCase.case, best.hit.step);
  const places =
    step && plainStep && name !== ANY_REQUEST && name !== AFTER_OTHERS
      ? exactPlaces(placesOf(step.request, plainStep.request), found.hit.mark)
      : [];
  // An odd text of which an ordinary one is left shows what valid values show as well.
  if (step?.role === 'valid' && /^strings\//.test(name) && isOrdinaryAt(step, places))
    name = 'valid';
  const { beside, along, few } = repeated;
  const why = options.goOn() ? 'what it builds on could not be made again' : 'no time left';
  return {
    ...best,
    places,
    class: name,
    again: { times, of, ...(of === 0 && { why }) },
    ...{ beside, along, few },
  };
}

type Repeated = Pick<ReproducedViolation, 'beside' | 'along' | 'few'> & {
  /** How often it came again, of so many times that the target saw it. */
  readonly times: number;
  readonly of: number;
};

/** Sends the smallest case some times more, and says what came each time besides. */
async function sentAgain(
  { fuzzCase, hit }: Pick<ReproducedViolation, 'fuzzCase' | 'hit'>,
  found: FuzzViolation,
  rounds: number,
  options: ConfirmOptions,
): Promise<Repeated> {
  let repeated: Repeated = { times: 0, of: 0, beside: [], along: new Set(), few: [] };
  for (let round = 0; round < rounds && options.goOn(); round += 1) {
    const { trace, hits } = await options.probe(fuzzCase);
    // What the target never saw is no try.
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
  return exchanges.some(({ step, outcome }) => step === id && !isUnsent(outcome));
}

/** Whether what is left of an odd text, at the one place that it takes, is a text like any other. */
function isOrdinaryAt({ request }: Step, [place, ...others]: readonly string[]): boolean {
  const [part, name] = place?.split(' /') ?? [];
  if (name === undefined || others.length > 0) return false;
  const { body } = request;
  const values = part === 'query' ? request.query : body.kind === 'json' ? body.value : undefined;
  const value: unknown = isObject(values) ? Reflect.get(values, name) : undefined;
  return typeof value === 'string' && value !== '' && value.length <= 20 && isOrdinary(value);
}

/** Pairs of parameters are random values as well: of what one shows, the other may be met first. */
function classOf(mark: Mark | undefined): string {
  if (mark === undefined) return ANY_REQUEST;
  return mark.class === 'pairwise' ? 'valid' : mark.class;
}

function isSame(one: FuzzViolation, other: FuzzViolation): boolean {
  return (
    one.clause === other.clause &&
    one.operation === other.operation &&
    one.pointer === other.pointer &&
    one.signature === other.signature
  );
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
  const odd = mark?.place ?? '';
  return places.map((place) => (odd.startsWith(`${place}/`) ? odd : place));
}

/** Without the lists that are compared there is nothing to compare: what one answer shows is judged by itself. */
function uncompared(fuzzCase: FuzzCase): FuzzCase {
  const { compared, ...item } = fuzzCase.case;
  return compared === undefined ? fuzzCase : { ...fuzzCase, case: { ...item, evidence: [] } };
}

/** The requests of a case that its hit needs: what prepares, the control, the step itself, what cleans up. */
function onlyStep(fuzzCase: FuzzCase, id: string): FuzzCase {
  const needed = neededBy(fuzzCase.case.steps, id);
  const kept = fuzzCase.case.steps.filter(
    (step) => needed.has(step.id) || ['setup', 'control', 'cleanup'].includes(step.role),
  );
  if (kept.length === fuzzCase.case.steps.length) return fuzzCase;
  const marks = fuzzCase.marks.filter(({ step }) => step === id);
  return { ...fuzzCase, marks, case: { ...fuzzCase.case, steps: kept } };
}

/** A step and all whose answers it takes values from. */
export function neededBy(steps: readonly Step[], id: string): ReadonlySet<string> {
  const needed = new Set([id]);
  for (const step of steps.toReversed()) {
    const isTaken = steps.some(
      (other) =>
        needed.has(other.id) && JSON.stringify(other.request).includes(`"$from":"${step.id}#`),
    );
    if (isTaken) needed.add(step.id);
  }
  return needed;
}

function stepIn({ steps }: Case, id: string): Step | undefined {
  return steps.find((step) => step.id === id);
}

function withStep(fuzzCase: FuzzCase, changed: Step): FuzzCase {
  const steps = fuzzCase.case.steps.map((step) => (step.id === changed.id ? changed : step));
  return { ...fuzzCase, case: { ...fuzzCase.case, steps } };
}

/** The fuzz case with the plainest request in the place of a step. What it is evidence for comes with it. */
function withRequest(fuzzCase: FuzzCase, id: string, plain: Step): FuzzCase {
  const step = stepIn(fuzzCase.case, id);
  if (step === undefined) return fuzzCase;
  const request: PlannedRequest = plain.request;
  const { shows: _shows, breach: _breach, ...rest } = step;
  // A breach that is mended breaks no rule any more; a credential that is odd is the valid one again.
  const shown = step.role === 'valid' ? {} : { shows: [] };
  return withStep(fuzzCase, { ...rest, role: 'valid', request, ...shown });
}
