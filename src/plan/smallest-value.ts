/** Makes a value smaller for as long as it fails, to one that fails while its neighbour does not. */

import { isList, isMembers, type Json } from '../model/index.ts';

/** The smallest value that fails, and its amount. */
export interface SmallestValue {
  readonly value: Json;
  /** Such as `301 characters`; absent if an amount is not the reason. */
  readonly from?: string;
}

/** Sends the request with the value in place; false also where no more may be sent. */
type Fails = (value: Json) => Promise<boolean>;

/** More parts of one value are not tried one by one. */
const MOST_PARTS = 12;

/** @param fails sends a request with another value, and keeps it as the smallest if it fails */
export function smallestValue(given: Json, fails: Fails): Promise<SmallestValue> {
  const passing = new Set([JSON.stringify(given)]);
  return smallest(given, async (value) => {
    const written = JSON.stringify(value);
    if (passing.has(written)) return false;
    const isFailing = await fails(value);
    if (!isFailing) passing.add(written);
    return isFailing;
  });
}

async function smallest(given: Json, fails: Fails): Promise<SmallestValue> {
  if (typeof given === 'string') return smallestText(given, fails);
  if (typeof given === 'number') return smallestNumber(given, fails);
  if (isList(given)) return smallestList(given, fails);
  if (isMembers(given)) return smallestObject(given, fails);
  return { value: given };
}

/**
 * The least number that fails. Halves the distance to a number that passes.
 * @param most fails
 */
async function bisected(most: number, fails: (size: number) => Promise<boolean>): Promise<number> {
  let [passing, failing] = [0, most];
  while (failing - passing > 1) {
    const middle = middleOf(passing, failing);
    if (middle <= passing || middle >= failing) break;
    if (await fails(middle)) failing = middle;
    else passing = middle;
  }
  return failing;
}

/** Between numbers of different magnitude, the one in the middle of their exponents. */
function middleOf(low: number, high: number): number {
  const least = Math.max(low, 1);
  if (high / least > 2 ** 20) {
    return 2 ** Math.floor((Math.log2(least) + Math.log2(high)) / 2);
  }
  return low + Math.floor((high - low) / 2);
}

const PLAIN = 'a';

/** Texts of so many letters may fail because of their length. */
const LONG = 100;

/** Kinds of letters, and what stands for all letters of each, the plainest first. */
const KINDS: readonly { readonly pattern: RegExp; readonly letters: readonly string[] }[] = [
  { pattern: /^[\w .-]$/, letters: [PLAIN, '0', ' '] },
  { pattern: /^[\u{80}-\u{ffff}]$/u, letters: ['é', '€'] },
  { pattern: /^[\u{10000}-\u{10ffff}]$/u, letters: ['é', '€', '😀'] },
];

function isOrdinary(letter: string): boolean {
  return /^[\w .-]$/.test(letter);
}

async function smallestText(given: string, fails: Fails): Promise<SmallestValue> {
  if (given === '') return { value: given };
  if (await fails('')) return { value: '' };
  let letters: readonly string[] = [...given];
  const isKept = async (candidate: readonly string[]): Promise<boolean> => {
    if (candidate.join('') === letters.join('')) return false;
    if (!(await fails(candidate.join('')))) return false;
    letters = candidate;
    return true;
  };
  const unusual = letters.filter((letter) => !isOrdinary(letter));
  const isMixed = unusual.length > 0 && unusual.length < letters.length;
  // Plain letters can fail for a reason of their own, so they are tried first only where the length may be the reason.
  const isOfUnusual = letters.length < LONG && isMixed && (await isKept(unusual));
  const isOfAnyLetters = !isOfUnusual && (await isKept(letters.map(() => PLAIN)));
  const asNumber = isOfAnyLetters ? undefined : await smallestDigits(given, fails);
  if (asNumber !== undefined) return asNumber;
  const shorten = async () => {
    const whole = letters;
    const end = await bisected(whole.length, (size) => fails(whole.slice(0, size).join('')));
    letters = whole.slice(0, end);
    if (isUniform(letters)) return;
    const size = await bisected(end, (left) => fails(whole.slice(end - left, end).join('')));
    letters = whole.slice(end - size, end);
  };
  await shorten();
  const [first = '', last = ''] = [letters[0], letters.at(-1)];
  if (letters.length > 2) await isKept([first, last]);
  const distinct = [...new Set(letters)].slice(0, MOST_PARTS);
  for (const letter of distinct) if (await isKept(letters.map(() => letter))) break;
  for (const letter of [...new Set(letters)].slice(0, MOST_PARTS)) {
    for (const plainer of plainerThan(letter)) {
      if (await isKept(letters.map((one) => (one === letter ? plainer : one)))) break;
    }
  }
  if (letters.length > 1 && isUniform(letters)) await shorten();
  const value = letters.join('');
  const isLong = isUniform(letters) && letters.length > 1;
  return { value, ...(isLong && { from: `${letters.length} characters` }) };
}

/** Letters that may stand for a letter: those of the same kind. */
function plainerThan(letter: string): readonly string[] {
  const kind = KINDS.find(({ pattern }) => pattern.test(letter))?.letters ?? [];
  const at = kind.indexOf(letter);
  return at < 0 ? kind : kind.slice(0, at);
}

function isUniform(letters: readonly string[]): boolean {
  return letters.every((letter) => letter === letters[0]);
}

/** Treats digits as a number; undefined for other texts. */
async function smallestDigits(given: string, fails: Fails): Promise<SmallestValue | undefined> {
  const number = Number(given);
  if (!/^-?[1-9]\d*$/.test(given) || !Number.isFinite(number)) return undefined;
  const digits = (one: number) => BigInt(one).toString();
  if (digits(number) !== given && !(await fails(digits(number)))) return undefined;
  const { value, from } = await smallestNumber(number, (one) => fails(digits(one)));
  return { value: digits(value), ...(from !== undefined && { from }) };
}

async function smallestNumber(
  given: number,
  fails: (value: number) => Promise<boolean>,
): Promise<SmallestValue & { readonly value: number }> {
  if (given === 0 || !Number.isFinite(given)) return { value: given };
  if (await fails(0)) return { value: 0 };
  const isWhole = Number.isInteger(given);
  const whole = isWhole || !(await fails(Math.trunc(given))) ? given : Math.trunc(given);
  if (!Number.isInteger(whole)) return { value: whole };
  const sign = Math.sign(whole);
  const size = await bisected(Math.abs(whole), (less) => fails(sign * less));
  return { value: sign * size, from: String(sign * size) };
}

async function smallestList(given: readonly Json[], fails: Fails): Promise<SmallestValue> {
  if (given.length === 0) return { value: given };
  if (await fails([])) return { value: [] };
  const single = await firstAlone(given, fails);
  if (single !== undefined) {
    const { value, from } = await smallest(single, (less) => fails([less]));
    return { value: [value], ...(from !== undefined && { from }) };
  }
  const end = await bisected(given.length, (size) => fails(given.slice(0, size)));
  const left = await bisected(end, (size) => fails(given.slice(end - size, end)));
  let list = given.slice(end - left, end);
  const [one = null] = list;
  const alike = list.map(() => one);
  if (list.length > 1 && (await fails(alike))) {
    const { value } = await smallest(one, (less) => fails(list.map(() => less)));
    const shorter = await bisected(list.length, (size) =>
      fails(list.slice(0, size).map(() => value)),
    );
    const most = list.slice(0, shorter).map(() => value);
    return { value: most, ...(most.length > 1 && { from: `${most.length} elements` }) };
  }
  for (const at of list.slice(0, MOST_PARTS).keys()) {
    const before = list;
    const { value } = await smallest(before[at] ?? null, (less) => fails(before.with(at, less)));
    list = before.with(at, value);
  }
  return { value: list };
}

/** The first element of a list that fails by itself. */
async function firstAlone(given: readonly Json[], fails: Fails): Promise<Json | undefined> {
  const [only] = given;
  if (given.length === 1) return only;
  for (const element of given.slice(0, MOST_PARTS)) if (await fails([element])) return element;
  return undefined;
}

async function smallestObject(
  given: { readonly [name: string]: Json },
  fails: Fails,
): Promise<SmallestValue> {
  // A reference to an earlier answer stays as it is.
  if (Object.keys(given).some((name) => name.startsWith('$'))) return { value: given };
  if (Object.keys(given).length === 0) return { value: given };
  if (await fails({})) return { value: {} };
  let entries = Object.entries(given);
  if (entries.length > MOST_PARTS) {
    const all = entries;
    const size = await bisected(all.length, (some) =>
      fails(Object.fromEntries(all.slice(0, some))),
    );
    entries = all.slice(0, size);
    if (size > MOST_PARTS) return { value: Object.fromEntries(entries), from: `${size} members` };
  }
  for (const [name] of entries) {
    const others = entries.filter(([other]) => other !== name);
    if (others.length > 0 && (await fails(Object.fromEntries(others)))) entries = others;
  }
  let from: string | undefined;
  for (const [name, member] of entries) {
    const before = Object.fromEntries(entries);
    const smaller = await smallest(member, (less) => fails({ ...before, [name]: less }));
    from = smaller.from;
    entries = Object.entries({ ...before, [name]: smaller.value });
  }
  return { value: Object.fromEntries(entries), ...(entries.length === 1 && from && { from }) };
}
