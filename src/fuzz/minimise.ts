/** Makes a fuzz case smaller for as long as it shows the same violation. */

import type { Contract } from '../contract/index.ts';
import { ruleFamily } from '../judge/index.ts';
import type { Case, Endpoint, FuzzCase, PlannedRequest, Step, Trace } from '../model/index.ts';
import { type SmallestStep, shrinkSteps, smallestStep } from '../plan/index.ts';
import type { FuzzViolation } from './case-violations.ts';
import { withOneCell } from './one-cell.ts';
import { AFTER_OTHERS, ANY_REQUEST } from './registry.ts';

/** A violation with the case that shows it. */
export interface FoundViolation {
  readonly hit: FuzzViolation;
  readonly fuzzCase: FuzzCase;
  readonly trace: Trace;
}

export interface ProbeOptions {
  readonly contract: Contract;
  readonly endpoint: Endpoint;
  /**
   * Sends and judges a fuzz case afresh.
   * @param isTrial it is only to become smaller, so a hang need not be waited for
   */
  readonly probe: (
    fuzzCase: FuzzCase,
    isTrial: boolean,
  ) => Promise<{ readonly trace: Trace; readonly hits: readonly FuzzViolation[] }>;
  /** Returns true if there is time left. */
  readonly goOn: () => boolean;
  /** True if there is time left to make it smaller. */
  readonly mayShrink: () => boolean;
}

/** Tries of smaller cases. */
interface Trials {
  /** Returns true if a case shows the same; it then is the smallest. False where no more may be sent. */
  readonly shows: (fuzzCase: FuzzCase) => Promise<boolean>;
  /** The last that showed the same. */
  readonly smallest: () => FoundViolation;
  readonly isLeft: () => boolean;
  /** From here on, so many requests more may be sent. */
  readonly allow: (requests: number) => void;
}

/** @param most requests that may be sent */
export function openTrials(
  found: FoundViolation,
  most: number,
  { probe, goOn, mayShrink }: ProbeOptions,
): Trials {
  let smallest = found;
  let left = most;
  // An answer to HEAD has no body, and so no error code.
  const isHead = stepIn(found.fuzzCase.case, found.hit.step)?.request.method === 'HEAD';
  const isOfWhole = found.hit.mark?.mode === 'stateful';
  const isLeft = () => left > 0 && goOn() && mayShrink();
  return {
    smallest: () => smallest,
    isLeft,
    allow: (requests) => {
      left = requests;
    },
    shows: async (fuzzCase) => {
      if (!isLeft()) return false;
      left -= isOfWhole ? fuzzCase.case.steps.length : 1;
      const { trace, hits } = await probe(fuzzCase, true);
      const hit = hits.find((one) => isSame(isHead ? withStatusOnly(one) : one, found.hit));
      if (hit === undefined) return false;
      smallest = { hit, fuzzCase, trace };
      return true;
    },
  };
}

interface Simplifications {
  /** True if all steps of the case belong together. */
  readonly isOfWhole: boolean;
  /** True if each try costs a timeout. */
  readonly slow: boolean;
  /** The case with only the one step. */
  readonly alone: FuzzCase;
  /** The same with the most ordinary request instead of its own. */
  readonly plainly: FuzzCase | undefined;
  /** The plainest request of the operation. */
  readonly plainStep: Step | undefined;
}

/** The needs of a case. */
interface Minimised {
  /** Absent for the class of its own input. */
  readonly class?: typeof ANY_REQUEST | typeof AFTER_OTHERS;
  readonly from?: SmallestStep['from'];
}

/** Makes a case smaller, and says what it needs. */
export async function minimise(
  found: FoundViolation,
  { isOfWhole, slow, alone, plainly, plainStep }: Simplifications,
  trials: Trials,
  options: ProbeOptions,
): Promise<Minimised> {
  const { fuzzCase, hit } = found;
  if (isOfWhole) {
    // Compared lists need all their steps as evidence, except for further comparisons.
    const item = withOneCell(fuzzCase.case, hit.step);
    if (item !== fuzzCase.case) await trials.shows({ ...fuzzCase, case: item });
    else if (item.compared === undefined) await shrinkToFewerSteps(found, trials);
    return {};
  }
  if (hit.mark && plainly && (await trials.shows(plainly))) return { class: ANY_REQUEST };
  if (slow) return {};
  if (alone !== fuzzCase && !(await trials.shows(alone)) && (await trials.shows(fuzzCase))) {
    // Only a reproduced violation belongs to them; others come and go.
    await shrinkToFewerSteps(found, trials);
    return { class: AFTER_OTHERS };
  }
  // Intermittent violations cannot be made smaller.
  const isSteady = trials.smallest() !== found || (await recurs(fuzzCase, trials));
  // With another value it would be read as something else.
  const { readings, shows } = stepIn(fuzzCase.case, hit.step) ?? {};
  const isOfReadings = readings !== undefined && shows?.includes(hit.clause) === true;
  if (plainStep === undefined || !isSteady || isOfReadings) return {};
  return { from: await smallestIn(plainStep.request, trials, options) };
}

async function shrinkToFewerSteps({ fuzzCase, hit }: FoundViolation, trials: Trials) {
  await shrinkSteps(fuzzCase.case, hit.step, async (item) => {
    const marks = fuzzCase.marks.filter(({ step }) => stepIn(item, step));
    return (
      stepIn(item, hit.step) !== undefined &&
      (await trials.shows({ ...fuzzCase, marks, case: item }))
    );
  });
}

async function recurs(fuzzCase: FuzzCase, trials: Trials): Promise<boolean> {
  for (let tries = 0; tries < 3; tries += 1) if (await trials.shows(fuzzCase)) return true;
  return false;
}

/** @param plain the plainest request of the operation */
async function smallestIn(
  plain: PlannedRequest,
  trials: Trials,
  { contract, endpoint }: ProbeOptions,
): Promise<SmallestStep['from']> {
  const { fuzzCase, hit } = trials.smallest();
  const step = stepIn(fuzzCase.case, hit.step);
  if (step === undefined) return undefined;
  const free =
    step.role === 'violation' && !step.shows?.includes(hit.clause) ? asProbe(step) : step;
  const { from } = await smallestStep(contract, endpoint, free, plain, (candidate) =>
    trials.shows(withStep(fuzzCase, candidate)),
  );
  return from;
}

/** A request that need not break exactly one rule: what it shows is not that it is accepted. */
function asProbe({ breach: _, readings: _readings, ...step }: Step): Step {
  return { ...step, role: 'probe', shows: [] };
}

export function isSame(one: FuzzViolation, other: FuzzViolation): boolean {
  return (
    ruleFamily(one.clause) === ruleFamily(other.clause) &&
    one.operation === other.operation &&
    one.pointer === other.pointer &&
    one.signature === other.signature
  );
}

function withStatusOnly(violation: FuzzViolation): FuzzViolation {
  const [status = ''] = violation.signature.split(' ');
  return { ...violation, signature: status };
}

export function stepIn({ steps }: Case, id: string): Step | undefined {
  return steps.find((step) => step.id === id);
}

function withStep(fuzzCase: FuzzCase, changed: Step): FuzzCase {
  const steps = fuzzCase.case.steps.map((step) => (step.id === changed.id ? changed : step));
  return { ...fuzzCase, case: { ...fuzzCase.case, steps } };
}

/** The fuzz case with the plainest request in the place of a step. What it is evidence for comes with it. */
export function withRequest(fuzzCase: FuzzCase, id: string, plain: Step): FuzzCase {
  const step = stepIn(fuzzCase.case, id);
  if (step === undefined) return fuzzCase;
  const request: PlannedRequest = plain.request;
  const { shows: _shows, breach: _mutatedRule, readings: _readings, ...rest } = step;
  // A repaired violation violates no rule; an unusual credential becomes the valid one.
  const shown = step.role === 'valid' ? {} : { shows: [] };
  return withStep(fuzzCase, { ...rest, role: 'valid', request, ...shown });
}
