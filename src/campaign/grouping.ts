/** Which causes are one finding. */

import { type Cause, isOdd } from './registry.ts';
import { BODY_AS_TYPED } from './rules.ts';

/**
 * Groups of causes, a finding each. The same at several operations, at the same places of their requests, is one
 * finding: what operations share is built once. Of what the plainest request shows that is so where one
 * clause speaks of the answers of all of them; that each breaks down stays apart.
 */
export function groupsOf(causes: readonly Cause[]): readonly (readonly Cause[])[] {
  const grouped = new Map<string, Cause[]>();
  for (const cause of causes) {
    const key = commonKey(cause);
    grouped.set(key, [...(grouped.get(key) ?? []), cause]);
  }
  const groups = [...grouped.values()];
  return together(alike(groups, showingOf).map((own) => own.flat()));
}

/** A way to show something: a class of input, and the places where the request differs from the plainest one. */
export type Taken = Pick<Cause, 'class' | 'places'>;

/** What is shown, and the ways in which it is. */
export interface Showing {
  /** The same for the same thing at whatever operation. */
  readonly what: string;
  readonly takes: readonly Taken[];
  /** Position of the first hit in the stream. */
  readonly first: number;
}

/** So many ways in which one member is odd, or members that are odd in one way, are no coincidence. */
const MOST_APART = 3;

/**
 * Joins what differs only in how one member of the request is odd, or in which member is odd in one way, where
 * there is much of it. What was joined stands in the order of first hits.
 */
export function alike<One>(
  items: readonly One[],
  showing: (one: One) => Showing,
): readonly (readonly One[])[] {
  const atPlace = joined(
    items.map((one) => [one]),
    showing,
    ({ places }) => memberIn(places),
    ({ class: name }) => name,
  );
  // Ordinary values of two members have nothing in common.
  return joined(
    atPlace,
    showing,
    ({ class: name, places }) => (isOdd(name) && memberIn(places) !== undefined ? name : undefined),
    ({ places: [place = ''] }) => place,
  );
}

function joined<One>(
  groups: readonly (readonly One[])[],
  showing: (one: One) => Showing,
  commonOf: (taken: Taken) => string | undefined,
  differenceOf: (taken: Taken) => string,
): readonly (readonly One[])[] {
  const takesOf = (group: readonly One[]) => group.flatMap((one) => showing(one).takes);
  const keyOf = (group: readonly One[]) => {
    const common = new Set(takesOf(group).map(commonOf));
    const [one] = common;
    const [first] = group;
    return common.size === 1 && one !== undefined && first && `${showing(first).what}\n${one}`;
  };
  const byKey = new Map<string | undefined, (readonly One[])[]>();
  for (const group of groups) {
    const key = keyOf(group) || undefined;
    byKey.set(key, [...(byKey.get(key) ?? []), group]);
  }
  const firstOf = (one: One | undefined) => (one ? showing(one).first : 0);
  return [...byKey]
    .flatMap(([key, own]) => {
      const differences = new Set(own.flatMap(takesOf).map(differenceOf));
      if (key === undefined || differences.size <= MOST_APART) return own;
      return [own.flat().toSorted((one, other) => firstOf(one) - firstOf(other))];
    })
    .toSorted(([one], [other]) => firstOf(one) - firstOf(other));
}

/** The one place that is taken, where it is a member or a whole body; each header is something by itself. */
function memberIn([place = '', ...others]: readonly string[]): string | undefined {
  if (others.length > 0) return undefined;
  return /^(?:body|query \/.*|body \/.*|path \/.*)$/.test(place) ? place : undefined;
}

function showingOf([one, ...others]: readonly Cause[]): Showing {
  if (one === undefined) throw new TypeError('a group has at least one cause');
  return {
    what: whatIsShown(one.hit, familyOf(one.hit.clause, one.hit.operation)),
    takes: [one, ...others],
    first: Math.min(one.first, ...others.map(({ first }) => first)),
  };
}

/** @param family the clause without its operation */
export function whatIsShown(
  { pointer, signature }: Pick<Cause['hit'], 'pointer' | 'signature'>,
  family: string,
): string {
  return [family, pointer, signature].join('\n');
}

/** What one answer breaks at one place is one finding, though several clauses speak of it. */
function together(groups: readonly (readonly Cause[])[]): readonly (readonly Cause[])[] {
  const joined: Cause[][] = [];
  for (const group of groups) {
    const own = joined.find(([first]) => group.some((one) => first && areOne(first, one)));
    if (own) own.push(...group);
    else joined.push([...group]);
  }
  return joined;
}

function areOne(one: Cause, other: Cause): boolean {
  return (
    one.hit.operation === other.hit.operation &&
    isOnePlace(one.hit.pointer, other.hit.pointer) &&
    one.class === other.class &&
    one.places.join() === other.places.join() &&
    (areBeside(one, other) || explains(one, other) || explains(other, one))
  );
}

function areBeside(one: Cause, other: Cause): boolean {
  return one.beside.includes(other.hit.clause) && other.beside.includes(one.hit.clause);
}

/** A body that cannot be read breaks each clause about it; where it was met, no clause may have been judged. */
function explains(one: Cause, other: Cause): boolean {
  return one.hit.clause === BODY_AS_TYPED.id && other.beside.includes(one.hit.clause);
}

/** Whether pointers of two hits on one answer lead to the same: a body that cannot be read is no envelope. */
export function isOnePlace(one: string, other: string): boolean {
  return one === other || (isWhole(one) && isWhole(other));
}

function isWhole(pointer: string): boolean {
  return pointer === '' || pointer === 'body';
}

function commonKey({ hit, class: name, places }: Cause): string {
  const own = isForAll(hit.clause, [hit.operation], places) ? '' : hit.operation;
  return [
    own,
    familyOf(hit.clause, hit.operation),
    hit.pointer,
    hit.signature,
    name,
    ...places,
  ].join('\n');
}

/**
 * Whether what is found at one of the operations with the places is found at the others for the same reason.
 * @param places where the request differs from the plainest one
 */
export function isForAll(
  clause: string,
  operations: readonly string[],
  places: readonly string[],
): boolean {
  if (places.length > 0 || clause === BODY_AS_TYPED.id) return true;
  const isOwn = operations.some((operation) => clause.startsWith(`${operation}/`));
  return !isOwn && !clause.startsWith('robust/');
}

/** A clause without its operation: refusals of one rule in several operations are alike. */
export function familyOf(clause: string, operation: string): string {
  return clause.startsWith(`${operation}/`) ? clause.slice(operation.length + 1) : clause;
}

/** The ways of all of them, each once, in the order of their names. */
export function distinctTakes(all: readonly Taken[]): readonly Taken[] {
  const byName = new Map(
    all.map(({ class: name, places }) => [[name, ...places].join('\n'), { class: name, places }]),
  );
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, taken]) => taken);
}
