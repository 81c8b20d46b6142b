import { effectiveStatusText } from '../../contract/index.ts';
import { type Finding, isObject, numberOf, recordsOf, tokens, valueAt } from '../../model/index.ts';
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
import { describeValue, requestOf } from '../describe.ts';
import { differenceOf } from '../difference.ts';

/** RFC 9110, 15.3.3. */
const ACCEPTED = 202;

/** The result of a condition: it holds, it is violated, or it cannot be judged. */
type ConditionResult =
  | { readonly kind: 'holds' }
  | { readonly kind: 'broken'; readonly finding: Finding; readonly why: string }
  | { readonly kind: 'unknown'; readonly finding: Finding; readonly why: string };

/**
 * A case states its expected answers itself. Each expectation names a step and what is expected: `carried`: it is
 * carried out. `answered`: it is carried out or refused. `at`: a place in its answer, which has a value (`equals`), or
 * has (`as`) or has not (`differs`) the value of another step's answer; `holds` names the members that it has at least,
 * and `or` another value, or step with the value, that it may have. `unlike` is a value that it has not; `plus` is
 * added to the wanted number, and a `moment` can have another zone. `entry` names a record in another answer: its
 * entry in the list is read, or its presence checked (`there`). An expectation proves nothing if its `given` fails, or
 * if the answer lacks the place.
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
  const given = Array.isArray(expectation.given) ? expectation.given.flat().filter(isObject) : [];
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
  if (typeof condition.there === 'boolean') {
    return tellThere(shown, condition, condition.there, checkContext);
  }
  const actual = readPlace(condition, checkContext, '');
  if (actual.kind === 'unknown') return actual;
  if (isAlternative(condition, actual.value, checkContext)) return { kind: 'holds' };
  if (condition.holds !== undefined) {
    return compare(shown, actual.at, common(actual.value, condition.holds), condition.holds, '');
  }
  if (condition.unlike !== undefined) {
    const found = describeValue(actual.value);
    return differenceOf(condition.unlike, actual.value)
      ? { kind: 'holds' }
      : broken(shown, actual.at, found, `something else than ${found}`);
  }
  if (!isObject(condition.as)) {
    if (condition.moment === true && isSameMoment(actual.value, condition.equals)) {
      return { kind: 'holds' };
    }
    return compare(shown, actual.at, actual.value, condition.equals, '');
  }
  const other = readPlace(condition.as, checkContext, textOf(condition.at));
  if (other.kind === 'unknown') return other;
  const wanted = { ...other, value: added(other.value, condition.plus) };
  const more = `, as in the answer to ${requestOf(wanted.shown.operation)}`;
  if (condition.differs !== true) {
    return compare(shown, actual.at, actual.value, wanted.value, more);
  }
  const found = describeValue(actual.value);
  return differenceOf(wanted.value, actual.value)
    ? { kind: 'holds' }
    : broken(shown, actual.at, found, `something else than ${found}${more}`);
}

function isSameMoment(one: unknown, other: unknown): boolean {
  const [time, wanted] = [one, other].map((text) =>
    /(?:Z|[-+]\d\d:?\d\d)$/i.test(String(text)) ? Date.parse(String(text)) : Number.NaN,
  );
  return time !== undefined && time === wanted;
}

function added(value: unknown, plus: unknown): unknown {
  return typeof plus === 'number' && typeof value === 'number' ? value + plus : value;
}

function isAlternative(
  { or, at }: Readonly<Record<string, unknown>>,
  value: unknown,
  checkContext: CheckContext,
): boolean {
  if (!isObject(or)) return or !== undefined && !differenceOf(or, value);
  const other = readPlace(or, checkContext, textOf(at));
  return other.kind === 'value' && !differenceOf(other.value, value);
}

/** A value without the members, at any depth, that the wanted one lacks. */
function common(value: unknown, wanted: unknown): unknown {
  if (!isObject(value) || !isObject(wanted)) return value;
  const shared = Object.entries(value).filter(([name]) => Object.hasOwn(wanted, name));
  return Object.fromEntries(shared.map(([name, one]) => [name, common(one, wanted[name])]));
}

/** Returns true if a list has the entry of a named record. */
function tellThere(
  shown: StepResult,
  { entry: record, below }: Readonly<Record<string, unknown>>,
  wanted: boolean,
  checkContext: CheckContext,
): ConditionResult {
  const entry = entryIn(shown, record, checkContext);
  if (entry.kind === 'unknown') return entry;
  const { id, index, count } = entry;
  if (index >= 0 === wanted) return { kind: 'holds' };
  if (typeof below === 'number' && count >= below) {
    return unknown(notJudgeable('precondition', 'the entry may be on another page of the list'));
  }
  const named = `the ID ${id}`;
  return wanted
    ? broken(shown, '', `a list of ${count} without ${named}`, 'a list with it')
    : broken(shown, `/${index}`, `the entry with ${named}`, 'a list without it');
}

/** Returns true if the target processed the request, so that the outcome is its own. */
function tellAnswered({ standing }: StepResult): ConditionResult {
  const looked = standing.kind === 'succeeded' || standing.kind === 'refused';
  return looked ? { kind: 'holds' } : unknown(obstacleOf(standing));
}

function reportProgress(shown: StepResult, carried: boolean): ConditionResult {
  const { standing } = shown;
  switch (standing.kind) {
    case 'succeeded':
      if (standing.answer.status === ACCEPTED) {
        return unknown(notJudgeable('precondition', 'it was accepted, to be carried out later'));
      }
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

type Unknown = Extract<ConditionResult, { readonly kind: 'unknown' }>;

type Value = { readonly kind: 'value'; readonly value: unknown } | Unknown;

type Place =
  | {
      readonly kind: 'value';
      readonly shown: StepResult;
      readonly at: string;
      readonly value: unknown;
    }
  | Unknown;

function readPlace(
  { step: name, at: place, entry: record }: Readonly<Record<string, unknown>>,
  checkContext: CheckContext,
  usual: string,
): Place {
  const shown = checkContext.all.find(({ step }) => step.id === name);
  if (!shown) return unknown(notJudgeable('no-data', `there is no step ${name}`));
  let at = typeof place === 'string' ? place : usual;
  if (record !== undefined) {
    const entry = entryIn(shown, record, checkContext);
    if (entry.kind === 'unknown') return entry;
    at = `${recordsOf(shown.operation).items ?? ''}/${entry.index}${at}`;
  }
  const found = shownAt(shown, at);
  return found.kind === 'unknown' ? found : { ...found, shown, at };
}

type Entry =
  | {
      readonly kind: 'entry';
      readonly id: string;
      /** -1 if the list has none. */
      readonly index: number;
      readonly count: number;
    }
  | Unknown;

function entryIn(shown: StepResult, record: unknown, checkContext: CheckContext): Entry {
  const known = readPlace(isObject(record) ? record : {}, checkContext, '');
  if (known.kind === 'unknown') return known;
  const { items = '', id: place = '/id' } = recordsOf(shown.operation);
  const list = shownAt(shown, items);
  if (list.kind === 'unknown') return list;
  const member = tokens(place).at(-1) ?? '';
  const id = keyOf(known.value, member);
  if (id === undefined || !Array.isArray(list.value)) {
    const why = `the answer to ${requestOf(shown.operation)} is no list, or what is looked for in it has no ID`;
    return unknown(notJudgeable('precondition', why));
  }
  const index = list.value.findIndex((one: unknown) => keyOf(one, member) === id);
  return { kind: 'entry', id, index, count: list.value.length };
}

/** The ID of a record, or an ID itself, as a text; undefined for a value that has none. */
function keyOf(value: unknown, member: string): string | undefined {
  const id = numberOf(value) ?? (isObject(value) ? value[member] : value);
  const isId = typeof id === 'number' || (typeof id === 'string' && id !== '');
  return isId ? String(id) : undefined;
}

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

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function unknown(finding: Finding): Unknown {
  return { kind: 'unknown', finding, why: finding.kind === 'not-judgeable' ? finding.why : '' };
}
