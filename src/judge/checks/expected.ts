import { effectiveStatusText } from '../../contract/index.ts';
import type { Finding } from '../../model.ts';
import { isObject, valueAt } from '../../pointer.ts';
import { ABOUT_THE_OBJECT, deferralIn } from '../batch.ts';
import {
  type Check,
  type CheckContext,
  HOLDS,
  jsonOf,
  notJudgeable,
  obstacleOf,
  type StepResult,
  textOption,
  violated,
} from '../check.ts';
import { requestOf } from '../describe.ts';
import { differenceOf } from '../difference.ts';

/** What a condition comes to: it holds, it is broken, or nothing can be said. */
type ConditionResult =
  | { readonly kind: 'holds' }
  | { readonly kind: 'broken'; readonly finding: Finding; readonly why: string }
  | { readonly kind: 'unknown'; readonly finding: Finding; readonly why: string };

/**
 * A case says itself what its answers have to show, part by part. Each expectation names a step, and
 * either whether it is carried out (`carried`), or that it is at least carried out or refused
 * (`answered`), or what its answer has at a place (`at`): a value (`equals`), or what the answer to
 * another step has (`as`). An expectation whose `given` do not hold
 * proves nothing; nor does an answer that does not show the place.
 */
export const expected: Check = {
  name: 'expected',
  joins: true,
  judge(checkContext, options) {
    const part = textOption(options, 'part');
    const parts = isObject(checkContext.compared) ? checkContext.compared : {};
    const all = parts[part];
    if (!Array.isArray(all)) return [];
    return all.filter(isObject).map((one) => judgeOne(one, checkContext));
  },
};

function judgeOne(
  expectation: Readonly<Record<string, unknown>>,
  checkContext: CheckContext,
): Finding {
  const given = Array.isArray(expectation.given) ? expectation.given.filter(isObject) : [];
  for (const condition of given) {
    const reported = tell(condition, checkContext);
    if (reported.kind === 'unknown') return reported.finding;
    if (reported.kind === 'broken') return notJudgeable('precondition', reported.why);
  }
  const reported = tell(expectation, checkContext);
  return reported.kind === 'holds' ? HOLDS : reported.finding;
}

function tell(
  condition: Readonly<Record<string, unknown>>,
  checkContext: CheckContext,
): ConditionResult {
  const shown = checkContext.all.find(({ step }) => step.id === condition.step);
  if (!shown) return unknown(notJudgeable('no-data', `there is no step ${condition.step}`));
  const deferred = deferralIn(shown, checkContext);
  if (deferred !== undefined) return unknown(notJudgeable('precondition', deferred));
  if (condition.answered === true) return tellAnswered(shown);
  if (typeof condition.carried === 'boolean') return reportProgress(shown, condition.carried);
  const at = typeof condition.at === 'string' ? condition.at : '';
  const actual = shownAt(shown, at);
  if (actual.kind === 'unknown') return actual;
  if (!isObject(condition.as)) {
    return compare(shown, at, actual.value, condition.equals, '');
  }
  const { step: other, at: there } = condition.as;
  const model = checkContext.all.find(({ step }) => step.id === other);
  if (!model) return unknown(notJudgeable('no-data', `there is no step ${other}`));
  const wanted = shownAt(model, typeof there === 'string' ? there : at);
  if (wanted.kind === 'unknown') return wanted;
  return compare(
    shown,
    at,
    actual.value,
    wanted.value,
    `, as in the answer to ${requestOf(model.operation)}`,
  );
}

/** Whether the target took it in at all, so that what it does or leaves undone is its own doing. */
function tellAnswered({ standing }: StepResult): ConditionResult {
  const looked = standing.kind === 'succeeded' || standing.kind === 'refused';
  return looked ? { kind: 'holds' } : unknown(obstacleOf(standing));
}

function reportProgress(shown: StepResult, carried: boolean): ConditionResult {
  const { standing } = shown;
  switch (standing.kind) {
    case 'succeeded':
      return carried
        ? { kind: 'holds' }
        : broken(shown, 'status', `HTTP ${standing.answer.status}, carried out`, 'a refusal');
    case 'refused':
      return carried
        ? broken(
            shown,
            'status',
            `${effectiveStatusText(standing.answer, standing.status)}, a refusal`,
            'success',
          )
        : { kind: 'holds' };
    case 'rejected':
      return !carried && ABOUT_THE_OBJECT.has(standing.status)
        ? { kind: 'holds' }
        : unknown(obstacleOf(standing));
    default:
      return unknown(obstacleOf(standing));
  }
}

type Value =
  | { readonly kind: 'value'; readonly value: unknown }
  | Extract<ConditionResult, { readonly kind: 'unknown' }>;

function shownAt(shown: StepResult, at: string): Value {
  if (shown.standing.kind !== 'succeeded') return unknown(obstacleOf(shown.standing));
  const value = valueAt(jsonOf(shown.standing.answer), at);
  if (value !== undefined) return { kind: 'value', value };
  const why = `the answer to ${requestOf(shown.operation)} shows nothing at ${at === '' ? 'its root' : at}`;
  return unknown(notJudgeable('precondition', why));
}

function compare(
  shown: StepResult,
  at: string,
  actual: unknown,
  wanted: unknown,
  more: string,
): ConditionResult {
  const difference = differenceOf(wanted, actual);
  if (!difference) return { kind: 'holds' };
  const { pointer, left, right } = difference;
  return broken(shown, at + pointer, right, `${left}${more}`);
}

function broken(
  shown: StepResult,
  pointer: string,
  actual: string,
  wanted: string,
): ConditionResult {
  const finding = violated(shown, pointer, actual, wanted);
  const why = `${requestOf(shown.operation)}, which this is compared with, has ${actual} at ${pointer} in place of ${wanted}`;
  return { kind: 'broken', finding, why };
}

function unknown(finding: Finding): Extract<ConditionResult, { readonly kind: 'unknown' }> {
  return { kind: 'unknown', finding, why: finding.kind === 'not-judgeable' ? finding.why : '' };
}
