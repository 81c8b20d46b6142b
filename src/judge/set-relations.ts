import { type Finding, recordsOf, valueAt } from '../model/index.ts';
import { HOLDS, MOST, orHolds, type StepResult, violated } from './check.ts';
import type { Conditions, ListComparison } from './comparison.ts';
import { meets } from './condition.ts';
import { describeValue } from './describe.ts';
import { type ListedRecord, resolved } from './reading.ts';
import { type ListSide, nothing, type RelationJudge, type Sides } from './sides.ts';

/** The same records in the same order; the comparison can select a part of the right side. */
export const equal: RelationJudge = ({ left, right }, { skip, first, reversed }) => {
  const part = right.keys.slice(skip, first === undefined ? undefined : skip + first);
  const wanted = reversed ? part.toReversed() : part;
  const [last] = left.readings.slice(-1);
  const at = wanted.findIndex((key, index) => left.keys[index] !== key);
  const place = at < 0 ? wanted.length : at;
  if (!last || (at < 0 && left.keys.length === wanted.length)) return [HOLDS];
  const entry = entriesOf(left)[place];
  const key = wanted[place];
  return [
    violated(
      entry?.shown ?? last.shown,
      entry?.pointer ?? '',
      entry
        ? `a list with ${inWords(entry.key)} at place ${place + 1}`
        : `a list of ${left.keys.length}`,
      key === undefined ? `a list of ${wanted.length}` : `${inWords(key)} at place ${place + 1}`,
    ),
  ];
};

/** All of the left are on the right; with `proper`, the right has more. */
export const subset: RelationJudge = ({ left, right }, { proper }) => {
  if (left.readings.length === 0) return among(left, right);
  const found = surplusOf(left, right).map((entry) => surplus(entry));
  if (found.length > 0) return found.slice(0, MOST);
  if (proper) {
    const keys = new Set(left.keys);
    const [reading] = left.readings;
    if (!reading || right.keys.some((key) => !keys.has(key))) return [HOLDS];
    const actual = `a list with all of the ${right.keys.length} records that are listed anyway`;
    return [violated(reading.shown, '', actual, 'a list with less')];
  }
  return left.keys.length > 0 ? [HOLDS] : [nothing('it lists nothing that could be compared')];
};

/** Values that a list must have. */
function among(left: ListSide, right: ListSide): readonly Finding[] {
  const keys = new Set(right.keys);
  const missing = left.keys.filter((key) => !keys.has(key));
  const [reading] = right.readings;
  if (!reading || missing.length === 0) return [HOLDS];
  if (isFull(right)) return [nothing('the list goes on beyond its first page')];
  return missing.slice(0, MOST).map((key) => lack(reading.shown, right, key));
}

/** The left is the intersection of all lists on the right, in any order. */
export const common: RelationJudge = ({ left, right }) => {
  if (isFull(right)) return [nothing('a list goes on beyond its first page')];
  const all = right.readings.map(({ entries }) => new Set(entries.map(({ key }) => key)));
  const shared = new Set(right.keys.filter((key) => all.every((keys) => keys.has(key))));
  const extra = entriesOf(left).filter(({ key }) => !shared.has(key));
  const found = [...extra.map((entry) => foreign(entry, right)), ...lacking(left, [...shared])];
  if (found.length > 0) return found.slice(0, MOST);
  // Unrelated lists and empty lists prove nothing.
  return shared.size === 0 && right.keys.length === 0 ? [nothing('the lists are empty')] : [HOLDS];
};

/** A record that some lists of the right lack, with the steps of those. */
function foreign(entry: ListedRecord, { readings }: ListSide): Finding {
  const lacking = readings.filter(({ entries }) => entries.every(({ key }) => key !== entry.key));
  const steps = lacking.map(({ shown }) => shown.step.id).join(' or ');
  const expected = `a list without it, as the one with only ${steps}`;
  return violated(entry.shown, entry.pointer, inWords(entry.key), expected);
}

/** No record is on both sides. */
export const disjoint: RelationJudge = ({ left, right }, ties, all) => {
  const keys = new Set(right.keys);
  const shared = entriesOf(left).filter(({ key }) => keys.has(key));
  return speaking(shared, ties, all, (entry) =>
    violated(
      entry.shown,
      entry.pointer,
      `${inWords(entry.key)}, which is on both sides`,
      'no record of the other list',
    ),
  );
};

/** All left lists together are the right list. */
export const complete: RelationJudge = ({ left, right }, ties, all) => {
  const keys = new Set(left.keys);
  const missing = entriesOf(right).filter(({ key }) => !keys.has(key));
  const [last] = left.readings.slice(-1);
  if (!last) return [HOLDS];
  const extra = surplusOf(left, right).map((entry) => surplus(entry));
  if (extra.length > 0) return extra.slice(0, MOST);
  return speaking(missing, ties, all, (entry) => lack(last.shown, left, entry.key));
};

/**
 * Findings about entries, unless all of them are equal in a member, such as a date. Entries without that member can be
 * on either side.
 */
function speaking(
  candidates: readonly ListedRecord[],
  { tied, untied }: Pick<ListComparison, 'tied' | 'untied'>,
  all: readonly StepResult[],
  finding: (entry: ListedRecord) => Finding,
): readonly Finding[] {
  const entries = candidates.filter(
    ({ record }) => tied === undefined || valueAt(record, tied) !== null,
  );
  if (entries.length === 0) return [HOLDS];
  if (tied !== undefined) {
    const values = new Set(entries.map(({ record }) => JSON.stringify(valueAt(record, tied))));
    if (values.has(JSON.stringify(undefined))) return [nothing(`the records do not show ${tied}`)];
    const known = untied === undefined ? undefined : resolved(untied, all);
    if (values.size === 1 && !values.has(JSON.stringify(known))) return [HOLDS];
  }
  return entries.slice(0, MOST).map(finding);
}

/** The same records in any order; on the right, only those that meet the conditions. */
export const equivalent: RelationJudge = (sides, { where }, all) =>
  where ? selection(sides, where, true, all) : same(sides.left, sides.right, sides.right.keys);

/** The right without records that meet the conditions. */
export const difference: RelationJudge = (sides, { without }, all) =>
  without ? selection(sides, without, false, all) : same(sides.left, sides.right, sides.right.keys);

function selection(
  { left, right }: Sides,
  conditions: Conditions,
  wanted: boolean,
  all: readonly StepResult[],
): readonly Finding[] {
  const kept: (string | number)[] = [];
  const left_out = new Set<string | number>();
  for (const entry of entriesOf(right)) {
    const met = meets(entry, conditions, all);
    if (met === undefined) return [nothing(`the records do not show ${membersOf(conditions)}`)];
    if (met === wanted) kept.push(entry.key);
    else left_out.add(entry.key);
  }
  const wrong = entriesOf(left)
    .filter(({ key }) => left_out.has(key))
    .map(surplus);
  if (wrong.length > 0) return wrong.slice(0, MOST);
  const found = same(left, right, kept);
  if (found.some(({ kind }) => kind === 'violated')) return found;
  if (kept.length === 0) return [nothing('no record of the list should be left')];
  return left_out.size === 0 ? [nothing('no record of the list should be left out')] : found;
}

function same(
  left: ListSide,
  right: ListSide,
  wanted: readonly (string | number)[],
): readonly Finding[] {
  return orHolds([...surplusOf(left, right).map(surplus), ...lacking(left, wanted)]);
}

/** The wanted records that a side does not have. */
function lacking(side: ListSide, wanted: readonly (string | number)[]): readonly Finding[] {
  const keys = new Set(side.keys);
  const [reading] = side.readings;
  if (!reading) return [];
  return wanted.filter((key) => !keys.has(key)).map((key) => lack(reading.shown, side, key));
}

function entriesOf({ readings }: ListSide): readonly ListedRecord[] {
  return readings.flatMap(({ entries }) => entries);
}

function membersOf({ conditions }: Conditions): string {
  return conditions.flatMap(({ at }) => at).join(' or ');
}

/**
 * Records on the left that are missing on the right, as far as the right page reaches. Records after its last one can
 * be on a later page; in ID order that is known.
 */
function surplusOf(left: ListSide, right: ListSide): readonly ListedRecord[] {
  const keys = new Set(right.keys);
  const within = reachOf(right);
  return entriesOf(left).filter(({ key }) => !keys.has(key) && within(key));
}

function reachOf(side: ListSide): (key: string | number) => boolean {
  const numbers = side.keys.filter((key) => typeof key === 'number');
  const last = numbers.at(-1);
  if (side.readings.length === 0) return () => true;
  if (last !== undefined && numbers.length === side.keys.length && numbers.length > 1) {
    const rising = (at: number, key: number) => key > (numbers[at - 1] ?? Number.NEGATIVE_INFINITY);
    const falling = (at: number, key: number) =>
      key < (numbers[at - 1] ?? Number.POSITIVE_INFINITY);
    if (numbers.every((key, at) => rising(at, key))) {
      return (key) => typeof key === 'number' && key <= last;
    }
    if (isFull(side) && numbers.every((key, at) => falling(at, key))) {
      return (key) => typeof key === 'number' && key >= last;
    }
  }
  return isFull(side) ? () => false : () => true;
}

/** Returns true for a full page, after which there can be more. */
function isFull({ readings }: ListSide): boolean {
  return readings.some(({ shown, entries }) => {
    const { size } = recordsOf(shown.operation).list;
    const asked = size === undefined ? undefined : shown.step.request.query[size];
    return typeof asked === 'number' && entries.length >= asked;
  });
}

function surplus(entry: ListedRecord): Finding {
  const actual = `${inWords(entry.key)}, which does not belong to it`;
  return violated(entry.shown, entry.pointer, actual, 'a list without it');
}

function lack(shown: StepResult, { keys }: ListSide, key: string | number): Finding {
  return violated(
    shown,
    '',
    `a list of ${keys.length} without ${inWords(key)}`,
    'a list that has it',
  );
}

function inWords(key: string | number): string {
  return typeof key === 'number' ? `record ${key}` : describeValue(key);
}
