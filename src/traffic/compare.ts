/** Differences between two answers to the same request. Pure. */

import type { Tier } from '../findings/index.ts';
import {
  type Answer,
  exactValueOf,
  isNumber,
  isObject,
  jsonText,
  type Outcome,
  pointerOf,
} from '../model/index.ts';
import { type AlignedElement, alignment } from './align.ts';
import { comparedHeaders } from './compare-headers.ts';
import { isPlaceholderFor } from './placeholder.ts';
import { isMoment, shiftOf } from './timestamp.ts';

export interface AnswerDifference {
  /** `outcome`, `status`, `header x`, `body`, or a JSON Pointer with `*` for each element of a list. */
  readonly place: string;
  readonly tier: Tier;
  /** The elements of the list at this place are the same, in another order. */
  readonly order?: true;
  readonly before: string;
  readonly after: string;
}

/** An answer, with its time and its target. */
export interface ComparedAnswer {
  readonly outcome: Outcome;
  readonly baseUrl: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Names of created objects by identifier, equal for the same object on both sides. */
  readonly made?: ReadonlyMap<string, string>;
  /** Changed parts of requests, in the form of `pairOf`: answers can repeat them. */
  readonly sent?: ReadonlySet<string>;
}

/** A pair of a request's value then and now. */
export function pairOf(before: unknown, after: unknown): string {
  return jsonText([before, after]);
}

interface Compared {
  readonly differences: readonly AnswerDifference[];
  /** Number of places with the time of their answer, or with the identifier of the same new object, on both sides. */
  readonly moments: number;
}

/** Greatest distance between noon of a day and its times, in any zone. */
const MOST_OF_DAY_MS = 27 * 3600_000;

/** Maximum number of list elements to compare one by one. */
const MOST_ELEMENTS = 5_000;

/** Maximum length of a shown value. */
const MOST_SHOWN = 120;

export function compare(before: ComparedAnswer, after: ComparedAnswer): Compared {
  const state = { differences: [], moments: 0, before, after };
  outcomes(state);
  return state;
}

interface ComparisonState {
  readonly differences: AnswerDifference[];
  moments: number;
  readonly before: ComparedAnswer;
  readonly after: ComparedAnswer;
}

function outcomes(state: ComparisonState): void {
  const [before, after] = [state.before.outcome, state.after.outcome];
  if (before.kind === 'fault' || after.kind === 'fault') {
    const [was, is] = [kindOf(before), kindOf(after)];
    if (was !== is) tell(state, 'outcome', 'type', was, is);
    return;
  }
  if (before.status !== after.status) {
    tell(state, 'status', 'value', before.status, after.status);
  }
  headers(state, before, after);
  bodies(state, before, after);
}

function kindOf(outcome: Outcome): string {
  return outcome.kind === 'fault' ? outcome.code : `HTTP ${outcome.status}`;
}

function headers(state: ComparisonState, before: Answer, after: Answer): void {
  const [was, is] = [comparedHeaders(before), comparedHeaders(after)];
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [one, other] = [was.get(name), is.get(name)];
    const place = `header ${name}`;
    if (one === undefined) tell(state, place, 'added', undefined, other);
    else if (other === undefined) tell(state, place, 'removed', one, undefined);
    else leaf(state, place, one, other);
  }
}

function bodies(state: ComparisonState, before: Answer, after: Answer): void {
  const [one, other] = [before.body, after.body];
  if (one.completeness !== other.completeness) {
    tell(state, 'body', 'type', one.completeness, other.completeness);
    return;
  }
  const [was, is] = [one.content, other.content];
  if (was.kind === 'json' && is.kind === 'json') {
    values(state, exactValueOf(before), exactValueOf(after), '');
    return;
  }
  if (was.kind !== is.kind) {
    tell(state, 'body', 'type', was.kind, is.kind);
    return;
  }
  if (was.kind === 'text' && is.kind === 'text') leaf(state, 'body', was.text, is.text);
  else if (Buffer.compare(one.bytes, other.bytes) !== 0) {
    tell(state, 'body', 'value', `${one.bytes.length} bytes`, `${other.bytes.length} other bytes`);
  }
}

function values(state: ComparisonState, before: unknown, after: unknown, place: string): void {
  const [was, is] = [typeOf(before), typeOf(after)];
  if (was !== is) {
    tell(state, place, 'type', before, after);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    lists(state, before, after, place);
  } else if (isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const inner = place + pointerOf([name]);
      if (!Object.hasOwn(before, name)) tell(state, inner, 'added', undefined, after[name]);
      else if (!Object.hasOwn(after, name)) tell(state, inner, 'removed', before[name], undefined);
      else values(state, before[name], after[name], inner);
    }
  } else if (typeof before === 'string' && typeof after === 'string') {
    leaf(state, place, before, after);
  } else if (jsonText(before) !== jsonText(after)) {
    if (isNow(state, before, after) || isSameThing(state, before, after)) state.moments += 1;
    else tell(state, place, 'value', before, after);
  }
}

function typeOf(value: unknown): string {
  if (isNumber(value)) return 'number';
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
}

function lists(
  state: ComparisonState,
  allBefore: readonly unknown[],
  allAfter: readonly unknown[],
  place: string,
): void {
  const inner = `${place}/*`;
  const [before, after] = [allBefore.slice(0, MOST_ELEMENTS), allAfter.slice(0, MOST_ELEMENTS)];
  const { pairs, removed, added, moved } = alignment(
    before.map((value) => elementOf(value, state.before)),
    after.map((value) => elementOf(value, state.after)),
  );
  if (moved) {
    const [was, is] = [before.map(briefly).join(', '), after.map(briefly).join(', ')];
    state.differences.push({
      place,
      tier: 'value',
      order: true,
      ...shownBeside(was, is),
    });
  }
  for (const [one, other] of pairs) values(state, one, other, inner);
  for (const value of removed) tell(state, inner, 'removed', value, undefined);
  for (const value of added) tell(state, inner, 'added', undefined, value);
  const [was, is] = [restOf(allBefore, state.before), restOf(allAfter, state.after)];
  if (was !== is) tell(state, inner, 'value', was, is);
}

/** The elements beyond the maximum, as one text. */
function restOf(all: readonly unknown[], side: ComparedAnswer): string {
  const rest = all.slice(MOST_ELEMENTS);
  return rest.length === 0 ? '' : withoutBase(`and ${rest.length} more: ${jsonText(rest)}`, side);
}

function elementOf(value: unknown, side: ComparedAnswer): AlignedElement {
  const text = named(withoutBase(jsonText(value), side), side);
  const { id, slug }: Readonly<Record<string, unknown>> = isObject(value) ? value : {};
  return {
    value,
    text,
    ...(id !== undefined && { id: named(id, side) }),
    ...(typeof slug === 'string' && { slug: named(slug, side) }),
  };
}

function briefly(value: unknown): string {
  if (!isObject(value)) return jsonText(value);
  return jsonText(value.slug ?? value.id ?? value.name ?? value.value ?? value);
}

/** Compares two texts, ignoring the address of each target and the time of each answer. */
function leaf(state: ComparisonState, place: string, before: string, after: string): void {
  const was = withoutBase(before, state.before);
  const is = withoutBase(after, state.after);
  if (was === is) return;
  if (isNow(state, before, after) || isSameThing(state, was, is)) state.moments += 1;
  else tell(state, place, 'value', was, is);
}

function isNow(
  { before: one, after: other }: ComparisonState,
  before: unknown,
  after: unknown,
): boolean {
  return (
    isMoment(before, one.startedAt) &&
    isMoment(after, other.startedAt) &&
    maskOf(before) === maskOf(after)
  );
}

/** Returns true if values differ only in created, sent or redacted parts. */
function isSameThing(
  { before: one, after: other }: ComparisonState,
  before: unknown,
  after: unknown,
) {
  if (other.sent?.has(pairOf(before, after))) return true;
  if (other.sent?.has(shiftOf(before, after) ?? '')) return true;
  const [was, is] = [named(before, one), named(after, other)];
  return was === is || isPlaceholderFor(was, is);
}

/** A value with names in place of created objects and of the day of its request. */
function named(value: unknown, { made, startedAt }: ComparedAnswer): string {
  const whole = typeof value === 'string' ? dayless(value, startedAt) : String(value);
  if (!made || made.size === 0) return whole;
  let rest = whole;
  if (typeof value === 'string') {
    for (const [name, label] of made) {
      if (/[^\d]/.test(name) && rest.includes(name)) rest = rest.replaceAll(name, label);
    }
  }
  return rest.replace(/\d+/g, (id) => made.get(id) ?? id);
}

/** Addresses often contain the day of a creation. */
function dayless(text: string, at: number): string {
  return text.replace(/\d{4}([/-])\d\d\1\d\d(?!\d)/g, (day) => {
    const apart = Math.abs(Date.parse(`${day.replaceAll('/', '-')}T12:00:00Z`) - at);
    return apart < MOST_OF_DAY_MS ? '{day}' : day;
  });
}

/** A text with equal digits and names of days and months: another date format is another value. */
function maskOf(value: unknown): string {
  return String(value)
    .replace(/[A-Z][a-z]{2}\b/g, 'Aaa')
    .replace(/\d/g, '0');
}

/** Removes the address of a target from its answers. */
function withoutBase(text: string, { baseUrl }: ComparedAnswer): string {
  if (!URL.canParse(baseUrl)) return text;
  const { origin, host } = new URL(baseUrl);
  const plain = text.replaceAll(baseUrl, '{base}').replaceAll(origin, '{origin}');
  return plain
    .replaceAll(encodeURIComponent(baseUrl), '{base}')
    .replaceAll(encodeURIComponent(origin), '{origin}')
    .replaceAll(`//${host}`, '//{host}');
}

function tell(
  state: ComparisonState,
  place: string,
  tier: Tier,
  before: unknown,
  after: unknown,
): void {
  state.differences.push({ place, tier, ...shownBeside(shown(before), shown(after)) });
}

function shown(value: unknown): string {
  return value === undefined ? '' : jsonText(value);
}

/** Two texts, shortened to their differences. */
function shownBeside(one: string, other: string): { before: string; after: string } {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const longest = Math.max(one.length, other.length);
  // Includes some of the common part before the difference.
  const from = longest <= MOST_SHOWN || same < MOST_SHOWN / 2 ? 0 : same - MOST_SHOWN / 4;
  const piece = (text: string) => (from > 0 ? '…' : '') + cut(text.slice(from));
  return { before: piece(one), after: piece(other) };
}

export function cut(text: string, most = MOST_SHOWN): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
