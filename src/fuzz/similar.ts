/** Ways to show the same thing: many of one kind are one finding. */

import { groupedBy } from '../model/index.ts';
import { NOTHING } from './case-violations.ts';
import { isUnusual, type OperationCause } from './registry.ts';

/** A way to show something: a class of input, and the places where the request differs from the plainest one. */
export type Trigger = Pick<OperationCause, 'class' | 'places'>;

/** The violation, and its forms. */
export interface Showing {
  /** The same for the same violation at any operation. */
  readonly what: string;
  readonly takes: readonly Trigger[];
  /** Rules of different documents have nothing in common. */
  readonly document: string;
  /** Position of the first hit in the stream. */
  readonly first: number;
}

/** So many ways in which one member is odd, or members that are odd in one way, are no coincidence. */
const MOST_APART = 3;

/**
 * Joins what differs only in how one member of the request is odd, in which member is odd in one way, or in the
 * place of an ignored rule of one kind, where there is much of it. What was joined stands in the order of first
 * hits.
 * @param partial whether rules are left apart: those that are ignored are joined once all of them are known
 */
export function alike<One>(
  items: readonly One[],
  showing: (one: One) => Showing,
  partial = false,
): readonly (readonly One[])[] {
  const atPlace = joined(
    items.map((one) => [one]),
    showing,
    ({ places }) => memberIn(places),
    ({ class: name }) => name,
  );
  // Ordinary values of two members have nothing in common.
  const inOneWay = joined(
    atPlace,
    showing,
    ({ class: name, places }) =>
      isUnusual(name) && memberIn(places) !== undefined ? name : undefined,
    placeIn,
  );
  if (partial) return inOneWay;
  // A rule of each member is a clause of its own; that rules of one kind are not held is one thing.
  const carriedOut = (one: One): Showing => {
    const shown = showing(one);
    return { ...shown, what: isCarriedOut(shown.what) ? `carried out ${shown.document}` : '' };
  };
  const ofOneKind = joined(inOneWay, carriedOut, ({ class: name }) => kindOfRule(name), triggerOf);
  const answeredWithNothing = (one: One): Showing => {
    const { what, ...shown } = showing(one);
    const isOfThem = isCarriedOut(what) && what.endsWith(`\n${NOTHING}`);
    return { ...shown, what: isOfThem ? shown.document : '' };
  };
  const ofOneAnswer = joined(ofOneKind, answeredWithNothing, () => '', triggerOf, 1);
  return withLists(ofOneAnswer, carriedOut);
}

/**
 * A scalar can be read as a one-element list, so a target that accepts any elements accepts it too. If only that is
 * ignored about types of lists, the cause is the elements.
 */
function withLists<One>(
  groups: readonly (readonly One[])[],
  carriedOut: (one: One) => Showing,
): readonly (readonly One[])[] {
  const reported = groups.map((own) => ({
    own,
    what: new Set(own.map((one) => carriedOut(one).what)),
    takes: own.flatMap((one) => carriedOut(one).takes),
  }));
  const isOfLists = reported.map(
    ({ what, takes }) =>
      !what.has('') && takes.every(({ class: name }) => kindOfRule(name) === 'type'),
  );
  const joint = reported.map(({ own }) => [...own]);
  const links = reported.map(({ what: [what = ''], takes }, at) =>
    reported.findIndex(
      (other, otherAt) =>
        isOfLists[at] === true &&
        otherAt !== at &&
        other.what.has(what) &&
        takes.every((taken) => other.takes.some((one) => placeIn(one) === `${placeIn(taken)}/*`)),
    ),
  );
  links.forEach((elements, at) => {
    // Elements that are lists themselves stay with their own elements.
    if (elements < 0 || (links[elements] ?? -1) >= 0) return;
    joint[elements]?.push(...(joint[at]?.splice(0) ?? []));
  });
  const byFirst = (one: One | undefined, other: One | undefined) =>
    (one ? carriedOut(one).first : 0) - (other ? carriedOut(other).first : 0);
  return joint
    .filter((own) => own.length > 0)
    .map((own) => own.toSorted(byFirst))
    .toSorted(([one], [other]) => byFirst(one, other));
}

function triggerOf(taken: Trigger): string {
  return `${taken.class}\n${placeIn(taken)}`;
}

function placeIn({ places: [place = ''] }: Trigger): string {
  return place;
}

function joined<One>(
  groups: readonly (readonly One[])[],
  showing: (one: One) => Showing,
  commonOf: (taken: Trigger) => string | undefined,
  differenceOf: (taken: Trigger) => string,
  most = MOST_APART,
): readonly (readonly One[])[] {
  const takesOf = (group: readonly One[]) => group.flatMap((one) => showing(one).takes);
  const keyOf = (group: readonly One[]) => {
    const common = new Set(takesOf(group).map(commonOf));
    const [one] = common;
    const what = new Set(group.map((each) => showing(each).what));
    const [only] = what;
    return common.size === 1 && one !== undefined && what.size === 1 && only
      ? `${only}\n${one}`
      : undefined;
  };
  const firstOf = (one: One | undefined) => (one ? showing(one).first : 0);
  return [...groupedBy(groups, keyOf)]
    .flatMap(([key, own]) => {
      const differences = new Set(own.flatMap(takesOf).map(differenceOf));
      if (key === undefined || differences.size <= most) return own;
      return [own.flat().toSorted((one, other) => firstOf(one) - firstOf(other))];
    })
    .toSorted(([one], [other]) => firstOf(one) - firstOf(other));
}

/** The one place that is taken, where it is a member or a whole body; each header is something by itself. */
function memberIn([place = '', ...others]: readonly string[]): string | undefined {
  if (others.length > 0) return undefined;
  return /^(?:body|query \/.*|body \/.*|path \/.*)$/.test(place) ? place : undefined;
}

/** @param family the clause without its operation */
export function whatIsShown(
  { pointer, signature }: Pick<OperationCause['hit'], 'pointer' | 'signature'>,
  family: string,
): string {
  return [family, pointer, signature].join('\n');
}

/** All limits are of one kind. The ways to list allowed values are of one kind too. */
const KINDS: { readonly [keyword: string]: string } = {
  ...{ minimum: 'least', exclusiveMinimum: 'least', minItems: 'least', minLength: 'least' },
  ...{ minProperties: 'least', maximum: 'most', exclusiveMaximum: 'most', maxItems: 'most' },
  ...{ maxLength: 'most', maxProperties: 'most', enum: 'listed', const: 'listed' },
};

/** The kind of rule that a class of input breaks; undefined for one that breaks none. */
function kindOfRule(name: string): string | undefined {
  const [, keyword] = /^violation\/(.+)$/.exec(name) ?? [];
  return keyword && (KINDS[keyword] ?? keyword);
}

/** For a violated rule, only the clause on its refusal is about the status. */
function isCarriedOut(what: string): boolean {
  const [family = '', pointer] = what.split('\n');
  return pointer === 'status' && !family.startsWith('robust/');
}

/** The ways of all of them, each once, in the order of their names. */
export function distinctTriggers(all: readonly Trigger[]): readonly Trigger[] {
  const byName = new Map(
    all.map(({ class: name, places }) => [[name, ...places].join('\n'), { class: name, places }]),
  );
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, taken]) => taken);
}
