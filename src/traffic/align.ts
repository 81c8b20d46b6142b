/** Pairs the elements of two lists. */

import { isId } from '../cleanup/index.ts';
import { counter, groupedBy, isNumber, isObject, jsonText } from '../model/index.ts';

export interface AlignedElement {
  readonly value: unknown;
  /** Normalised text, the same for equal values. */
  readonly text: string;
  /** Its identifier, the same for the same object on both sides; absent without one. */
  readonly id?: string;
  /** Without its slug too, which can contain the identifier of another object. */
  readonly slug?: string;
}

interface Alignment {
  readonly pairs: readonly (readonly [before: unknown, after: unknown])[];
  readonly removed: readonly unknown[];
  readonly added: readonly unknown[];
  /** True if paired elements are in another order. */
  readonly moved: boolean;
}

/** Members that identify an element, the most conclusive first. */
const NAMES = ['slug', 'value', '@code', 'code', 'key', 'name', 'id', 'label', 'title'];

/** Above this number, unpaired elements are paired by position: comparing all pairs is too slow. */
const MOST_COMPARED = 150;

/** Minimum common part of two paired objects. */
const LEAST_ALIKE = 0.3;

/**
 * Pairs equal elements, then elements with one name, then the most similar; values that are no objects are paired by
 * position.
 */
export function alignment(
  before: readonly AlignedElement[],
  after: readonly AlignedElement[],
): Alignment {
  const matched = new Map<number, number>();
  const free = { before: indices(before), after: indices(after) };
  const match = (one: number, other: number) => {
    matched.set(one, other);
    free.before.delete(one);
    free.after.delete(other);
  };
  matchEqual(before, after, match);
  if (free.before.size > 0 && free.after.size > 0) matchNamed(before, after, free, match);
  if (free.before.size > 0 && free.after.size > 0) matchAlike(before, after, free, match);
  const order = [...matched.keys()].sort((a, b) => a - b).map((one) => matched.get(one) ?? 0);
  return {
    pairs: [...matched].map(([one, other]) => [before[one]?.value, after[other]?.value]),
    removed: [...free.before].map((at) => before[at]?.value),
    added: [...free.after].map((at) => after[at]?.value),
    moved: order.some((place, at) => at > 0 && place < (order[at - 1] ?? 0)),
  };
}

type Matching = (one: number, other: number) => void;

interface Free {
  readonly before: Set<number>;
  readonly after: Set<number>;
}

function indices(list: readonly unknown[]): Set<number> {
  return new Set(list.keys());
}

function matchEqual(
  before: readonly AlignedElement[],
  after: readonly AlignedElement[],
  match: Matching,
): void {
  const places = groupedBy(after.keys(), (at) => after[at]?.text);
  const count = counter();
  before.forEach(({ text }, at) => {
    const other = places.get(text)?.[count(text)];
    if (other !== undefined) match(at, other);
  });
}

function matchNamed(
  before: readonly AlignedElement[],
  after: readonly AlignedElement[],
  free: Free,
  match: Matching,
): void {
  for (const name of NAMES) {
    const [ones, others] = [named(before, free.before, name), named(after, free.after, name)];
    if (!ones || !others) continue;
    for (const [key, one] of ones) {
      const other = others.get(key);
      if (other !== undefined) match(one, other);
    }
  }
}

/** Positions by the value of a member; undefined if it is missing or not unique. */
function named(
  list: readonly AlignedElement[],
  free: ReadonlySet<number>,
  name: string,
): ReadonlyMap<string, number> | undefined {
  const places = new Map<string, number>();
  for (const at of free) {
    const element = list[at];
    const value = element?.value;
    const key = name === 'slug' ? element?.slug : isObject(value) ? value[name] : undefined;
    if ((typeof key !== 'string' && !isNumber(key)) || key === '') return undefined;
    if (places.has(String(key))) return undefined;
    places.set(String(key), at);
  }
  return places;
}

function matchAlike(
  before: readonly AlignedElement[],
  after: readonly AlignedElement[],
  free: Free,
  match: Matching,
): void {
  const large = free.before.size > MOST_COMPARED || free.after.size > MOST_COMPARED;
  for (const one of [...free.before]) {
    const [first] = free.after;
    if (first === undefined) return;
    const mine = before[one];
    if (large || !isObject(mine?.value)) {
      match(one, first);
      continue;
    }
    let best = { other: -1, alike: LEAST_ALIKE };
    for (const other of free.after) {
      const alike = likeness(mine, after[other]);
      if (alike > best.alike) best = { other, alike };
    }
    if (best.other >= 0) match(one, best.other);
  }
  // With equal numbers left on both sides, the elements are replacements, unless they are strangers.
  if (free.before.size !== free.after.size) return;
  const others = [...free.after];
  [...free.before].forEach((one, index) => {
    const other = others[index] ?? -1;
    if (!areStrangers(before[one], after[other])) match(one, other);
  });
}

/** The common part of the leaves of two elements, from 0 to 1. */
function likeness(one: AlignedElement, other: AlignedElement | undefined): number {
  if (areStrangers(one, other)) return 0;
  const mine = leavesOf(one.value, '', []);
  const theirs = new Set(leavesOf(other?.value, '', []));
  const all = Math.max(mine.length, theirs.size);
  return all === 0 ? 1 : mine.filter((leaf) => theirs.has(leaf)).length / all;
}

/** Returns true if two objects have names but none in common: they are different objects. */
function areStrangers(
  mine: AlignedElement | undefined,
  theirs: AlignedElement | undefined,
): boolean {
  const [one, other] = [mine?.value, theirs?.value];
  if (!isObject(one) || !isObject(other)) return false;
  const both = NAMES.filter((name) => isId(one[name]) && isId(other[name]));
  const same = both.filter((name) =>
    name === 'id' || name === 'slug'
      ? mine?.[name] === theirs?.[name]
      : jsonText(one[name]) === jsonText(other[name]),
  );
  return both.length > 0 && same.length === 0;
}

function leavesOf(value: unknown, place: string, leaves: string[]): string[] {
  if (!Array.isArray(value) && !isObject(value)) leaves.push(`${place}=${jsonText(value)}`);
  else {
    for (const [name, inside] of Object.entries(value))
      leavesOf(inside, `${place}/${name}`, leaves);
  }
  return leaves;
}
