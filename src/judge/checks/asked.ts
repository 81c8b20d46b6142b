import { type Finding, isList, isObject, valueAt } from '../../model/index.ts';
import {
  type Check,
  HOLDS,
  jsonOf,
  notJudgeable,
  obstacleOf,
  type StepResult,
  textOption,
  violated,
} from '../check.ts';
import { descentsOf } from '../collation.ts';
import { describeValue } from '../describe.ts';
import { resolved } from '../reading.ts';

function textAt(texts: unknown, name: string): string {
  return isObject(texts) && typeof texts[name] === 'string' ? texts[name] : '';
}

interface Entry {
  readonly pointer: string;
  readonly value: unknown;
}

/**
 * A list is as its query asks. `least`, `most`: each record has such a value at `member`; `size`: there are at most so
 * many; `order`: by the member of the value. `total`: no less than the records, and not that of all with a filter.
 * `equals`: the filter is not ignored, nor one of its values. `together`: two filters that each have an effect have it
 * together. Only what the query asks for is judged.
 */
export const asked: Check = {
  name: 'asked',
  judge: ({ steps, all }, options) => {
    const part = textOption(options, 'part');
    if (part === 'equals') return [judgeFilter(steps, all, options)];
    if (part === 'together') return [judgeTogether(all, options)];
    const totals = part === 'total' ? judgeTotals(all, options) : [];
    return [...totals, ...steps.map((shown) => judgeOne(shown, all, options))];
  },
};

function judgeOne(shown: StepResult, all: readonly StepResult[], options: CheckOptions): Finding {
  const { standing } = shown;
  if (standing.kind !== 'succeeded') return obstacleOf(standing);
  const { query } = shown.step.request;
  const part = textOption(options, 'part');
  const usual = part === 'size' ? options.usual : undefined;
  const value = resolved(query[textOption(options, 'parameter')] ?? usual ?? null, all);
  const at = textOption(options, 'list');
  const records = recordsIn(shown, options);
  if (part === 'total' && records) {
    return judgeTotal(shown, records.length, textOption(options, 'member'));
  }
  const isAsked = value !== undefined && value !== null && typeof value !== 'object';
  if (!isAsked || records === undefined) {
    return notJudgeable('no-data', 'nothing is asked for, or no list is shown');
  }
  if (part === 'size') return judgeSize(shown, at, records, Number(value));
  if (part === 'order') return judgeOrder(shown, records, textAt(options.order, String(value)));
  const member = textOption(options, 'member');
  const entries = membersIn(records, member);
  if (entries.length === 0) return notJudgeable('no-data', `no record shows ${member}`);
  const wrong = entries.find((entry) => !fits(part, entry.value, value));
  return wrong === undefined
    ? HOLDS
    : violated(
        shown,
        wrong.pointer,
        describeValue(wrong.value),
        `at ${part} ${describeValue(value)}`,
      );
}

type CheckOptions = Parameters<Check['judge']>[1];

/** The records of a list; undefined for an answer without one. */
function recordsIn({ standing }: StepResult, options: CheckOptions): readonly Entry[] | undefined {
  const at = textOption(options, 'list');
  const list = standing.kind === 'succeeded' ? valueAt(jsonOf(standing.answer), at) : undefined;
  if (!Array.isArray(list)) return undefined;
  return list.map((value: unknown, index) => ({ pointer: `${at}/${index}`, value }));
}

interface Filtered {
  readonly shown: StepResult;
  readonly value: unknown;
  readonly entries: readonly Entry[];
}

/** Returns true if a record does not have the value, alone or in a list. */
function differsFrom(value: unknown) {
  return ({ value: one }: Entry) => ![one].flat().some((each) => String(each) === String(value));
}

/**
 * A filter may show more than the value: the archived records too, those of a higher rank, those of the groups below. So
 * it is violated only if all answers are wrong, and equal. Those of a boolean may differ, as one of the two shows least.
 */
function judgeFilter(
  steps: readonly StepResult[],
  all: readonly StepResult[],
  options: CheckOptions,
): Finding {
  const asks = steps.flatMap((shown) => filteredIn(shown, all, options));
  const refused = steps.find(({ standing }) => standing.kind !== 'succeeded')?.standing;
  if (asks.length === 0 && refused && refused.kind !== 'succeeded') return obstacleOf(refused);
  const isRight = ({ entries, value }: Filtered) => !entries.some(differsFrom(value));
  const right = asks.filter(isRight);
  if (right.length > 0) return leftOut(right, all, options) ?? HOLDS;
  const [first, other] = asks;
  if (!first || new Set(asks.map(({ value }) => String(value))).size < 2) {
    return notJudgeable('no-data', 'no two values are answered with records');
  }
  const isBoolean = asks.every(({ value }) => /^(?:true|false)$/.test(String(value)));
  const answers = asks.map(({ entries }) => JSON.stringify(entries.map(({ value }) => value)));
  if (!isBoolean && new Set(answers).size > 1) {
    return notJudgeable(
      'precondition',
      'the filter has an effect, and may show more than its value',
    );
  }
  const wrong = first.entries.find(differsFrom(first.value));
  const expected = `${describeValue(first.value)}, as for ${describeValue(other?.value)} there are wrong ones too`;
  return violated(first.shown, wrong?.pointer ?? '', describeValue(wrong?.value), expected);
}

/** With several values, a list that is not full has records of each that has some by itself. */
function leftOut(
  right: readonly Filtered[],
  all: readonly StepResult[],
  options: CheckOptions,
): Finding | undefined {
  const both = all.find(({ step }) => step.id === 'both');
  const records = both && recordsIn(both, options);
  const sizes = all.map((one) => recordsIn(one, options)?.length ?? 0);
  if (!both || !records || records.length >= Math.max(...sizes)) return undefined;
  const values = both.step.request.query[textOption(options, 'parameter')];
  const entries = membersIn(records, textOption(options, 'member'));
  const lost = (isList(values) ? values : []).find(
    (value) =>
      right.some((one) => String(one.value) === String(value)) && entries.every(differsFrom(value)),
  );
  return lost === undefined
    ? undefined
    : violated(both, textOption(options, 'list'), 'no such record', `records with ${lost} too`);
}

/** An answer to a value of the filter, if it has records that show theirs. */
function filteredIn(
  shown: StepResult,
  all: readonly StepResult[],
  options: CheckOptions,
): readonly Filtered[] {
  const given = shown.step.request.query[textOption(options, 'parameter')];
  // A list of one value asks for that.
  const value = resolved((isList(given) && given.length === 1 ? given[0] : given) ?? null, all);
  if (value === undefined || value === null || typeof value === 'object') return [];
  const entries = membersIn(recordsIn(shown, options) ?? [], textOption(options, 'member'));
  return entries.length > 0 ? [{ shown, value, entries }] : [];
}

/** Two filters, each of which has only right records by itself. */
function judgeTogether(all: readonly StepResult[], options: CheckOptions): Finding {
  const [one, other, both] = ['one', 'other', 'together'].map((id) =>
    all.find(({ step }) => step.id === id),
  );
  const second = isObject(options.other) ? (options.other as CheckOptions) : {};
  const filters = [options, { ...options, ...second }];
  const alone = [one, other].map((shown, at) => {
    const [found] = shown ? filteredIn(shown, all, filters[at] ?? options) : [];
    return found && !found.entries.some(differsFrom(found.value)) ? found : undefined;
  });
  if (!both || alone.includes(undefined)) {
    return notJudgeable('no-data', 'no two filters have only right records by themselves');
  }
  for (const [at, found] of alone.entries()) {
    const entries = membersIn(
      recordsIn(both, options) ?? [],
      textOption(filters[at] ?? options, 'member'),
    );
    const wrong = entries.find(differsFrom(found?.value));
    if (wrong === undefined) continue;
    const expected = `${describeValue(found?.value)}, as with this filter by itself`;
    return violated(both, wrong.pointer, describeValue(wrong.value), expected);
  }
  return HOLDS;
}

/** The total with a filter is not that of all, where the filter leaves records out that one page can show. */
function judgeTotals(all: readonly StepResult[], options: CheckOptions): readonly Finding[] {
  const member = textOption(options, 'member');
  const of = (shown: StepResult) => ({
    shown,
    count: recordsIn(shown, options)?.length ?? Number.NaN,
    total: shown.standing.kind === 'succeeded' && valueAt(jsonOf(shown.standing.answer), member),
  });
  const [some] = all.filter(({ step }) => step.id === 'some').map(of);
  const isFiltered = ({ step }: StepResult) =>
    step.id.startsWith('asked-') && Object.hasOwn(step.request.query, String(options.filter));
  const filtered = all.filter(isFiltered).map(of);
  return filtered.flatMap(({ shown, count, total }) => {
    if (some === undefined || typeof total !== 'number' || !(count < some.count)) return [];
    return total === some.total
      ? [violated(shown, member, `${total}, as without the filter`, `${count}`)]
      : [HOLDS];
  });
}

function membersIn(records: readonly Entry[], member: string): readonly Entry[] {
  return records
    .map(({ pointer, value }) => ({ pointer: pointer + member, value: valueAt(value, member) }))
    .filter(({ value }) => value !== undefined && value !== null);
}

/** A server can show fewer records than there are, for any query: it caps pages, or leaves out what is not for all. */
function judgeTotal(shown: StepResult, count: number, member: string): Finding {
  const { standing } = shown;
  const total = standing.kind === 'succeeded' && valueAt(jsonOf(standing.answer), member);
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
