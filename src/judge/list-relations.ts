import { isPlain, recordsOf, valueAt } from '../model/index.ts';
import { HOLDS, MOST, violated } from './check.ts';
import { descentsOf } from './collation.ts';
import { comparable } from './comparable.ts';
import type { ListComparison } from './comparison.ts';
import { meets } from './condition.ts';
import { describeValue } from './describe.ts';
import type { ListedRecord } from './reading.ts';
import { nothing, type RelationJudge } from './sides.ts';

/** No more records than asked for. */
export const bounded: RelationJudge = ({ left }, { limit }) =>
  left.readings.map(({ shown, entries }) =>
    limit !== undefined && entries.length > limit
      ? violated(shown, '', `a list of ${entries.length}`, `a list of at most ${limit}`)
      : HOLDS,
  );

/** Every record meets the conditions. */
export const held: RelationJudge = ({ left }, { where }, all) => {
  const entries = left.readings.flatMap((reading) => reading.entries);
  const [condition] = where?.conditions ?? [];
  if (!where || !condition || entries.length === 0) return [nothing('it lists nothing')];
  const [pointer = ''] = condition.at;
  const verdicts = entries.map((entry) => ({ entry, met: meets(entry, where, all) }));
  const found = verdicts.flatMap(({ entry, met }) => {
    if (met !== false) return [];
    const actual = describeValue(valueAt(entry.record, pointer));
    return [violated(entry.shown, entry.pointer + pointer, actual, wanted(condition.test))];
  });
  if (found.length > 0) return found.slice(0, MOST);
  const silent = verdicts.every(({ met }) => met === undefined);
  const unclear =
    condition.test.kind === 'within' &&
    entries.some(({ record }) => valueAt(record, pointer) != null)
      ? `no ${pointer} is clear of the bounds in every time zone`
      : `the records do not show ${pointer}`;
  return silent ? [nothing(unclear)] : [HOLDS];
};

function wanted(test: NonNullable<ListComparison['where']>['conditions'][number]['test']): string {
  switch (test.kind) {
    case 'holds':
      return `a text with ${describeValue(test.text)} in it`;
    case 'begins':
      return `a text that begins with ${describeValue(test.text)}`;
    case 'string':
      return 'a string';
    case 'absent':
      return 'no such member';
    case 'in':
      return 'a value that was asked for';
    case 'within':
      return 'a moment of those that were asked for';
  }
}

/**
 * Repeated listings are the same. A difference between two equal ones is a fault; a lasting difference can be a change.
 */
export const steady: RelationJudge = ({ left: { readings } }) => {
  const [first] = readings;
  if (!first || first.entries.length === 0) return [nothing('it lists nothing')];
  const forms = readings.map(({ entries }) => JSON.stringify(entries.map(({ key }) => key)));
  const unusual = forms.findIndex((form, at) => {
    const before = forms.slice(0, at).find((other) => other !== form);
    return before !== undefined && forms.slice(at + 1).includes(before);
  });
  const reading = readings[unusual];
  if (reading) {
    const actual = `a list of ${reading.entries.length} that differs from those before and after it`;
    return [violated(reading.shown, '', actual, 'the same list each time')];
  }
  return new Set(forms).size > 1 ? [nothing('the list changed while it was read')] : [HOLDS];
};

/**
 * Records are in the order of one member, shown in one of several ways. Collation and ties are open; numbers, dates and
 * booleans have one order.
 */
export const ordered: RelationJudge = ({ left }, { keys, direction }) => {
  const entries = left.readings.flatMap((reading) => reading.entries);
  const sequences = keys.flatMap((pointer) => sequenceOf(entries, pointer) ?? []);
  if (sequences.length === 0) {
    return [
      nothing(`the records do not show ${keys.join(' or ')}, or fewer than two values of it`),
    ];
  }
  const broken = sequences.map((sequence) => ({ sequence, at: breaksOf(sequence, direction) }));
  if (broken.some(({ at }) => at.length === 0)) return [HOLDS];
  const [{ sequence, at } = { sequence: undefined, at: [] }] = broken;
  if (!sequence) return [HOLDS];
  return at.slice(0, MOST).flatMap((index) => {
    const [before, current] = [sequence.values[index - 1], sequence.values[index]];
    if (before === undefined || current === undefined) return [];
    const way = direction === 'asc' ? 'before' : 'after';
    const expected = `a value that does not sort ${way} its predecessor ${describeValue(before.value)}`;
    const pointer = current.entry.pointer + sequence.pointer;
    return [violated(current.entry.shown, pointer, describeValue(current.value), expected)];
  });
};

interface Sequence {
  readonly pointer: string;
  readonly values: readonly { readonly entry: ListedRecord; readonly value: string | number }[];
}

/** Returns true if a pointer leads to a form of a text that clients do not send. */
function isMadeByServer({ shown: { operation } }: ListedRecord, pointer: string): boolean {
  const [, ...made] = recordsOf(operation).texts;
  return made.some((form) => pointer.endsWith(`/${form}`));
}

/** The values of a member, list after list; `undefined` if they have no order. */
function sequenceOf(entries: readonly ListedRecord[], pointer: string): Sequence | undefined {
  const values: { entry: ListedRecord; value: string | number }[] = [];
  // A null ID counts as 0; the position of null among dates is open.
  const ids = entries.every(({ record }) =>
    ['number', 'object'].includes(typeof valueAt(record, pointer)),
  );
  for (const entry of entries) {
    const there = valueAt(entry.record, pointer);
    if (there === null && !ids) continue;
    const value = there === null ? 0 : comparable(there);
    if (value === undefined) return undefined;
    // A form that the server makes can have markup of its own, and then has no known order.
    if (isMadeByServer(entry, pointer) && !isPlain(String(value))) continue;
    values.push({ entry, value });
  }
  const kinds = new Set(values.map(({ value }) => typeof value));
  return kinds.size === 1 && new Set(values.map(({ value }) => value)).size > 1
    ? { pointer, values }
    : undefined;
}

/** Indices of values that sort the wrong way after their predecessor. */
function breaksOf({ values }: Sequence, direction: 'asc' | 'desc'): readonly number[] {
  const texts = values.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  if (texts.length < values.length) {
    return values.flatMap(({ value }, at) => {
      const before = values[at - 1]?.value;
      if (typeof before !== 'number' || typeof value !== 'number') return [];
      return (direction === 'asc' ? value < before : value > before) ? [at] : [];
    });
  }
  if (direction === 'asc') return descentsOf(texts);
  return descentsOf(texts.toReversed()).map((at) => texts.length - at);
}
