/** What two answers to the same request have different. Pure. */

import type { Answer, Outcome } from '../model.ts';
import { isObject, pointerOf } from '../pointer.ts';
import { PLACEHOLDER } from '../secrets/index.ts';
import { type AlignedElement, alignment } from './align.ts';
import { isMoment } from './timestamp.ts';

/** How much a difference changes for a client: a member more, one less, another type, another value. */
export type Tier = 'added' | 'removed' | 'type' | 'value';

export interface AnswerDifference {
  /** `outcome`, `status`, `header x`, `body`, or a JSON Pointer with `*` for each element of a list. */
  readonly place: string;
  readonly tier: Tier;
  /** The elements of the list at this place are the same, in another order. */
  readonly order?: true;
  readonly before: string;
  readonly after: string;
}

/** An answer, and what is known of the moment and the place that it came from. */
export interface ComparedAnswer {
  readonly outcome: Outcome;
  readonly baseUrl: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** What was made on this side, by its identifiers: the same name for the same thing on either side. */
  readonly made?: ReadonlyMap<string, string>;
  /** What requests had otherwise then and now, as `pairOf` writes it: their answers may say it again. */
  readonly sent?: ReadonlySet<string>;
}

/** A value of a request then, and what stands in its place now. */
export function pairOf(before: unknown, after: unknown): string {
  return JSON.stringify([before, after]);
}

export interface Compared {
  readonly differences: readonly AnswerDifference[];
  /**
   * Places that have the moment of their answer, or the identifier of the same new thing, on either side:
   * another value says nothing.
   */
  readonly moments: number;
}

/** Fields that are about one connection, one message or one moment. */
const PASSING =
  /^(?:date|age|expires|connection|keep-alive|content-length|transfer-encoding|via|server-timing|traceparent|tracestate|x-(?:request|correlation|trace|amzn-trace|amz-cf|amz-request)-?id|x-(?:runtime|response-time|timer|served-by|cache(?:-hits)?)|cf-(?:ray|cache-status)|report-to|nel|alt-svc|x-ratelimit-(?:remaining|reset)|ratelimit-(?:remaining|reset)|x-wp-nonce)$/i;

/** Fields of which it says something that they are there, and nothing what they hold. */
const PRESENT = /^(?:etag|last-modified)$/;

/** From noon of a day, its moments are not farther away than this, in whatever zone. */
const MOST_OF_DAY_MS = 27 * 3600_000;

/** So much of a value is shown. */
const MOST_SHOWN = 120;

export function compare(before: ComparedAnswer, after: ComparedAnswer): Compared {
  const course = { differences: [], moments: 0, before, after };
  outcomes(course);
  return course;
}

interface ComparisonState {
  readonly differences: AnswerDifference[];
  moments: number;
  readonly before: ComparedAnswer;
  readonly after: ComparedAnswer;
}

function outcomes(course: ComparisonState): void {
  const [before, after] = [course.before.outcome, course.after.outcome];
  if (before.kind === 'fault' || after.kind === 'fault') {
    const [was, is] = [kindOf(before), kindOf(after)];
    if (was !== is) tell(course, 'outcome', 'type', was, is);
    return;
  }
  if (before.status !== after.status) {
    tell(course, 'status', 'value', before.status, after.status);
  }
  headers(course, before, after);
  bodies(course, before, after);
}

function kindOf(outcome: Outcome): string {
  return outcome.kind === 'fault' ? outcome.code : `HTTP ${outcome.status}`;
}

function headers(course: ComparisonState, before: Answer, after: Answer): void {
  const [was, is] = [grouped(before), grouped(after)];
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [one, other] = [was.get(name), is.get(name)];
    const place = `header ${name}`;
    if (one === undefined) tell(course, place, 'added', undefined, other);
    else if (other === undefined) tell(course, place, 'removed', one, undefined);
    else leaf(course, place, one, other);
  }
}

function grouped({ headers }: Answer): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (PASSING.test(key)) continue;
    const shown = key === 'set-cookie' ? cookieOf(value) : PRESENT.test(key) ? 'there' : value;
    const known = values.get(key);
    values.set(key, known === undefined ? shown : `${known}, ${shown}`);
  }
  return values;
}

/** Of a cookie its name and attributes say something; its value is new for every client, and its end for each moment. */
function cookieOf(field: string): string {
  const [pair = '', ...attributes] = field.split(';').map((part) => part.trim());
  const reported = attributes.map((one) => one.replace(/^(expires|max-age)=.*$/is, '$1'));
  return [pair.replace(/=.*$/s, ''), ...reported].join('; ');
}

function bodies(course: ComparisonState, { body: one }: Answer, { body: other }: Answer): void {
  if (one.completeness !== other.completeness) {
    tell(course, 'body', 'type', one.completeness, other.completeness);
    return;
  }
  const [was, is] = [one.content, other.content];
  if (was.kind === 'json' && is.kind === 'json') {
    values(course, was.value, is.value, '');
    return;
  }
  if (was.kind !== is.kind) {
    tell(course, 'body', 'type', was.kind, is.kind);
    return;
  }
  if (was.kind === 'text' && is.kind === 'text') leaf(course, 'body', was.text, is.text);
  else if (Buffer.compare(one.bytes, other.bytes) !== 0) {
    tell(course, 'body', 'value', `${one.bytes.length} bytes`, `${other.bytes.length} other bytes`);
  }
}

function values(course: ComparisonState, before: unknown, after: unknown, place: string): void {
  const [was, is] = [typeOf(before), typeOf(after)];
  if (was !== is) {
    tell(course, place, 'type', before, after);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    lists(course, before, after, place);
  } else if (isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const inner = place + pointerOf([name]);
      if (!Object.hasOwn(before, name)) tell(course, inner, 'added', undefined, after[name]);
      else if (!Object.hasOwn(after, name)) tell(course, inner, 'removed', before[name], undefined);
      else values(course, before[name], after[name], inner);
    }
  } else if (typeof before === 'string' && typeof after === 'string') {
    leaf(course, place, before, after);
  } else if (before !== after) {
    if (isNow(course, before, after) || isSameThing(course, before, after)) course.moments += 1;
    else tell(course, place, 'value', before, after);
  }
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
}

function lists(
  course: ComparisonState,
  before: readonly unknown[],
  after: readonly unknown[],
  place: string,
): void {
  const inner = `${place}/*`;
  const { pairs, removed, added, moved } = alignment(
    before.map((value) => elementOf(value, course.before)),
    after.map((value) => elementOf(value, course.after)),
  );
  if (moved) {
    const [was, is] = [before.map(briefly).join(', '), after.map(briefly).join(', ')];
    course.differences.push({
      place,
      tier: 'value',
      order: true,
      ...shownBeside(was, is),
    });
  }
  for (const [one, other] of pairs) values(course, one, other, inner);
  for (const value of removed) tell(course, inner, 'removed', value, undefined);
  for (const value of added) tell(course, inner, 'added', undefined, value);
}

function elementOf(value: unknown, side: ComparedAnswer): AlignedElement {
  const text = named(withoutBase(JSON.stringify(value), side), side);
  const { id, slug }: Readonly<Record<string, unknown>> = isObject(value) ? value : {};
  return {
    value,
    text,
    ...(id !== undefined && { id: named(id, side) }),
    ...(typeof slug === 'string' && { slug: named(slug, side) }),
  };
}

function briefly(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value);
  return JSON.stringify(value.slug ?? value.id ?? value.name ?? value.value ?? value);
}

/** Two texts, where the address of each target and the moment of each answer do not count. */
function leaf(course: ComparisonState, place: string, before: string, after: string): void {
  const was = withoutBase(before, course.before);
  const is = withoutBase(after, course.after);
  if (was === is) return;
  if (isNow(course, before, after) || isSameThing(course, was, is)) course.moments += 1;
  else tell(course, place, 'value', was, is);
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

/** Whether two values differ in nothing but what was made, was sent, or is a secret that was not kept. */
function isSameThing(
  { before: one, after: other }: ComparisonState,
  before: unknown,
  after: unknown,
) {
  if (other.sent?.has(pairOf(before, after))) return true;
  const [was, is] = [named(before, one), named(after, other)];
  return was === is || isPlaceholderFor(was, is);
}

/** A value with names in the place of what was made, and of the day on which it was asked for. */
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

/** Addresses often have the day on which something was made. */
function dayless(text: string, at: number): string {
  return text.replace(/\d{4}([/-])\d\d\1\d\d(?!\d)/g, (day) => {
    const apart = Math.abs(Date.parse(`${day.replaceAll('/', '-')}T12:00:00Z`) - at);
    return apart < MOST_OF_DAY_MS ? '{day}' : day;
  });
}

/** A recording has a placeholder where a secret was: whatever stands there now is as good. */
function isPlaceholderFor(before: string, after: string): boolean {
  if (!PLACEHOLDER.test(before)) return false;
  const pieces = before.split(new RegExp(PLACEHOLDER, 'g'));
  const escaped = pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${escaped.join('.*')}$`, 's').test(after);
}

/** A text with its digits and names of days and months made equal: a date in another form is another value. */
function maskOf(value: unknown): string {
  return String(value)
    .replace(/[A-Z][a-z]{2}\b/g, 'Aaa')
    .replace(/\d/g, '0');
}

/** The address of a target, as it stands in its answers, made equal. */
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
  course: ComparisonState,
  place: string,
  tier: Tier,
  before: unknown,
  after: unknown,
): void {
  course.differences.push({ place, tier, ...shownBeside(shown(before), shown(after)) });
}

function shown(value: unknown): string {
  return value === undefined ? '' : (JSON.stringify(value) ?? '');
}

/** Two texts, cut to where they differ. */
function shownBeside(one: string, other: string): { before: string; after: string } {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const longest = Math.max(one.length, other.length);
  // As much of what is the same as shows where they part.
  const from = longest <= MOST_SHOWN || same < MOST_SHOWN / 2 ? 0 : same - MOST_SHOWN / 4;
  const piece = (text: string) => (from > 0 ? '…' : '') + cut(text.slice(from));
  return { before: piece(one), after: piece(other) };
}

function cut(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
