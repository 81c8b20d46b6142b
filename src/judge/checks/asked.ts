import { type Finding, isList, isObject, type JsonSchema, valueAt } from '../../model/index.ts';
import {
  type Check,
  HOLDS,
  jsonOf,
  judgeEach,
  notJudgeable,
  obstacleOf,
  type StepResult,
  textOption,
  violated,
} from '../check.ts';
import { descentsOf } from '../collation.ts';
import { describeValue } from '../describe.ts';

function textAt(texts: unknown, name: string): string {
  return isObject(texts) && typeof texts[name] === 'string' ? texts[name] : '';
}

interface Entry {
  readonly pointer: string;
  readonly value: unknown;
}

/**
 * A list is as its query asks. `least`, `most`: each record has such a value at `member`; `size`: there are at most so
 * many; `order`: by the member of the value. `total`: no less than the records. `equals`: the filter is not ignored. Only
 * what the query asks for is judged.
 */
export const asked: Check = {
  name: 'asked',
  judge: (checkContext, options) =>
    options.part === 'equals'
      ? [judgeFilter(checkContext.steps, options)]
      : judgeParts(checkContext, options),
};

const judgeParts = judgeEach((json, shown, options) => {
  const part = textOption(options, 'part');
  const usual = part === 'size' ? options.usual : undefined;
  const value = shown.step.request.query[textOption(options, 'parameter')] ?? usual;
  const records = recordsIn(json, options);
  if (part === 'total' && records !== undefined) {
    return judgeTotal(json, shown, records.length, textOption(options, 'member'));
  }
  if (value === undefined || isObject(value) || isList(value) || records === undefined) {
    return notJudgeable('no-data', 'nothing is asked for, or no list is shown');
  }
  if (part === 'size') {
    return judgeSize(shown, textOption(options, 'list'), records, Number(value));
  }
  if (part === 'order') return judgeOrder(shown, records, textAt(options.order, String(value)));
  const member = textOption(options, 'member');
  const entries = membersIn(records, member);
  if (entries.length === 0) return notJudgeable('no-data', `no record shows ${member}`);
  const wrong = entries.find((entry) => !fits(part, entry.value, value));
  if (wrong === undefined) return HOLDS;
  const expected = `at ${part} ${describeValue(value)}`;
  return violated(shown, wrong.pointer, describeValue(wrong.value), expected);
});

/** The records of a list; undefined without a list. */
function recordsIn(json: unknown, options: JsonSchema): readonly Entry[] | undefined {
  const at = textOption(options, 'list');
  const list = valueAt(json, at);
  if (!Array.isArray(list)) return undefined;
  return list.map((value: unknown, index) => ({ pointer: `${at}/${index}`, value }));
}

interface Filtered {
  readonly shown: StepResult;
  readonly value: unknown;
  readonly entries: readonly Entry[];
}

/**
 * A filter may show more than the value: the archived records too, those of a higher rank, those of the groups below. So
 * it is violated only if all answers are wrong, and equal. Those of a boolean may differ, as one of the two shows least.
 */
function judgeFilter(steps: readonly StepResult[], options: JsonSchema): Finding {
  const asks = steps.flatMap((shown) => filteredIn(shown, options));
  const refused = steps.find(({ standing }) => standing.kind !== 'succeeded')?.standing;
  if (asks.length === 0 && refused && refused.kind !== 'succeeded') return obstacleOf(refused);
  const isWrong =
    ({ value }: Filtered) =>
    ({ value: one }: Entry) =>
      String(one) !== String(value);
  const right = asks.find((ask) => !ask.entries.some(isWrong(ask)));
  if (right !== undefined) return HOLDS;
  const [first, other] = asks;
  if (!first || new Set(asks.map(({ value }) => String(value))).size < 2) {
    return notJudgeable('no-data', 'no two values are answered with records');
  }
  const isBoolean = asks.every(({ value }) => /^(?:true|false)$/.test(String(value)));
  const all = asks.map(({ entries }) => JSON.stringify(entries.map(({ value }) => value)));
  if (!isBoolean && new Set(all).size > 1) {
    return notJudgeable(
      'precondition',
      'the filter has an effect, and may show more than its value',
    );
  }
  const wrong = first.entries.find(isWrong(first));
  const expected = `${describeValue(first.value)}, as for ${describeValue(other?.value)} there are wrong ones too`;
  return violated(first.shown, wrong?.pointer ?? '', describeValue(wrong?.value), expected);
}

/** An answer to a value of the filter, if it has records that show theirs. */
function filteredIn(shown: StepResult, options: JsonSchema): readonly Filtered[] {
  const { standing, step } = shown;
  const value = step.request.query[textOption(options, 'parameter')];
  if (standing.kind !== 'succeeded' || value === undefined || isObject(value) || isList(value)) {
    return [];
  }
  const records = recordsIn(jsonOf(standing.answer), options) ?? [];
  const entries = membersIn(records, textOption(options, 'member'));
  return entries.length > 0 ? [{ shown, value, entries }] : [];
}

function membersIn(records: readonly Entry[], member: string): readonly Entry[] {
  return records
    .map(({ pointer, value }) => ({ pointer: pointer + member, value: valueAt(value, member) }))
    .filter(({ value }) => value !== undefined && value !== null);
}

/** A server can show fewer records than there are, for any query: it caps pages, or leaves out what is not for all. */
function judgeTotal(json: unknown, shown: StepResult, count: number, member: string): Finding {
  const total = valueAt(json, member);
  if (typeof total !== 'number') return notJudgeable('no-data', 'it shows no total');
  return total < count ? violated(shown, member, String(total), `${count} or more`) : HOLDS;
}

function judgeSize(
  shown: StepResult,
  at: string,
  { length }: readonly Entry[],
  most: number,
): Finding {
  if (!(most >= 1)) return notJudgeable('no-data', 'no amount is asked for');
  return length <= most ? HOLDS : violated(shown, at, `${length} records`, `at most ${most}`);
}

const DAY = 86_400_000;

function fits(part: string, shown: unknown, wanted: unknown): boolean {
  const [is, limit] = [sizeOf(shown), sizeOf(wanted)];
  if (is === undefined || limit === undefined) return true;
  // A day has no zone.
  const some = typeof shown === 'string' && `${shown}${wanted}`.length < 40 ? DAY : 0;
  return part === 'least' ? is + some >= limit : is - some <= limit;
}

/** A number, or a time as one. */
function sizeOf(value: unknown): number | undefined {
  const size =
    typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value) ? Date.parse(value) : Number(value);
  return Number.isNaN(size) ? undefined : size;
}

/** @param by pointer to the member, after `+` or `-` for the direction; empty if the value names none */
function judgeOrder(shown: StepResult, records: readonly Entry[], by: string): Finding {
  const [, sign = '', member = ''] = /^([-+]?)(\/.*)?$/s.exec(by) ?? [];
  const entries = member === '' ? [] : membersIn(records, member);
  if (entries.length < 2 || entries.length < records.length) {
    return notJudgeable('no-data', 'the answer does not show what it is ordered by');
  }
  // Another parameter can turn the order, and not every server begins with the least.
  const isDown = sign === '-';
  const falls = descentsIn(entries);
  const rises = descentsIn(entries.toReversed());
  const wrong = isDown ? rises : sign === '+' || rises.length > 0 ? falls : [];
  const [at] = wrong;
  if (at === undefined) return HOLDS;
  const ordered = isDown ? entries.toReversed() : entries;
  const [before, entry] = [ordered[at - 1], ordered[at]];
  const expected = `a value that does not come before ${describeValue(before?.value)}`;
  return violated(shown, entry?.pointer ?? '', describeValue(entry?.value), expected);
}

/** Positions of values that are less than their predecessor. */
function descentsIn(entries: readonly Entry[]): readonly number[] {
  const values = entries.map(({ value }) => value);
  const sizes = values.map((one) => (typeof one === 'number' ? one : timeOf(one)));
  if (sizes.every((one) => one !== undefined)) {
    return sizes.flatMap((one, at) => (at > 0 && one < Number(sizes[at - 1]) ? [at] : []));
  }
  // A number below zero as a text has several orders.
  const isText = (one: unknown): one is string => typeof one === 'string' && !/^-\d/.test(one);
  return values.every(isText) ? descentsOf(values) : [];
}

function timeOf(value: unknown): number | undefined {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
  const time = isTime ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
