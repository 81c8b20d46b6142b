/** Groups violations by cause. */

import { createHash } from 'node:crypto';
import { IN_TIME, ruleFamily } from '../judge/index.ts';
import {
  type CampaignFinding,
  countIn,
  type FuzzCase,
  type PlannedRequest,
  type Trace,
} from '../model/index.ts';
import { MUTATED, type SmallestStep, STATEFUL, valueAtPlace } from '../plan/index.ts';
import type { FuzzViolation } from './case-violations.ts';

/** A minimised violation, sent again. */
export interface ReproducedViolation {
  readonly hit: FuzzViolation;
  readonly fuzzCase: FuzzCase;
  readonly trace: Trace;
  /** Places of the request that it takes, beyond the plainest one. */
  readonly places: readonly string[];
  readonly class: string;
  /** The place where an amount is the reason, and the least that fails. */
  readonly from?: SmallestStep['from'];
  readonly again: CampaignFinding['again'];
  /** It hangs, and smaller requests had answers that were slow, but in time. */
  readonly isSlowToo?: boolean;
  /** Clauses that the same answer breaks at the same place, its own left out. */
  readonly beside: readonly string[];
  /** Violations in each of its answers, its own included, in the form of `shownAs`. */
  readonly along: ReadonlySet<string>;
  /** The wrong elements of a list, if they are few and the list has others. */
  readonly few: readonly string[];
}

/** The violation, and its place in the answer. */
export function shownAs({ clause, pointer }: Pick<FuzzViolation, 'clause' | 'pointer'>): string {
  return `${clause}\n${pointer}`;
}

/** One cause at one operation. */
export interface OperationCause extends ReproducedViolation {
  /** Position in the stream of the first hit. */
  readonly first: number;
  hits: number;
  /** Other classes of input that came down to the same request. */
  readonly ways?: Means[];
  /** One of several that were under way when the target ended for good: each is shown. */
  readonly isSuspect?: boolean;
}

/** The class of violations that the most ordinary request shows, too. */
export const ANY_REQUEST = 'any request';

/** The class of what takes other requests of its case before it. */
export const AFTER_OTHERS = 'after other requests';

/** Returns true if what is found with a class is shown by the answers of its case together. */
export function isOfWholeCases(name: string): boolean {
  return STATEFUL.some((one) => one === name);
}

/** Methods that change an object share their code in most servers. */
const CHANGES = /(^|[/-])(?:post|put|patch)(?=[/-]|$)/;

/** The key of whole cases with one violation, regardless of fields, objects and methods. */
export function wholeKey(clause: string, name: string): string {
  return `${clause.replace(CHANGES, '$1')}\n${name}`;
}

/** Returns true if what is found with a class takes other requests of its case. */
export function takesOthers(name: string): boolean {
  return name === AFTER_OTHERS || isOfWholeCases(name);
}

/** Maximum number of causes of one kind that are investigated at one operation; the others are counted. */
const MOST_ALIKE = 32;

export interface Registry {
  /**
   * Counts a hit with the cause that it belongs to, if that is known. Of a request with several odd
   * places, one that holds all that a cause takes belongs to it.
   * @param places in which the request differs from the plainest one
   * @param request of the step that shows it
   * @param among whether other requests of the case went before it
   */
  readonly count: (
    hit: FuzzViolation,
    places: readonly string[],
    request: PlannedRequest | undefined,
    among: boolean,
  ) => boolean;
  /**
   * Counts a request that a target ended with, with the cause of an earlier end: the class of input does not matter.
   * @param times of the requests that were cut with it
   */
  readonly countEnd: (hit: FuzzViolation, places: readonly string[], times: number) => boolean;
  /** Returns true if a request with these places is like one that hangs, again and again. */
  readonly hangs: (operation: string, places: () => readonly string[]) => boolean;
  readonly add: (found: ReproducedViolation, first: number, hits?: number) => void;
  readonly addSuspect: (found: ReproducedViolation, first: number) => void;
  readonly causes: () => readonly OperationCause[];
  readonly size: () => number;
  /** Hits that were not looked into, by what they are hits of. */
  readonly unseen: () => ReadonlyMap<string, number>;
}

export function createRegistry(): Registry {
  const byKind = new Map<string, OperationCause[]>();
  const suspects: OperationCause[] = [];
  const unseen = new Map<string, number>();
  let size = 0;
  const kindOf = ({ clause, operation, pointer, signature }: FuzzViolation) =>
    [ruleFamily(clause), operation, pointer, signature].join('\n');
  return {
    count: (hit, places, request, among) => {
      const alike = byKind.get(kindOf(hit)) ?? [];
      const taken = { clause: hit.clause, class: hit.mark?.class ?? ANY_REQUEST, places };
      const own = alike.find(
        (cause) =>
          waysOf(cause).some((way) => isCauseOf(way, taken)) ||
          (isWithin(cause.places, places) && isBeyond(cause, request)) ||
          (among && cause.class === AFTER_OTHERS && cause.hits >= MOST_ALIKE),
      );
      if (own !== undefined) {
        own.hits += 1;
        return true;
      }
      if (alike.length < MOST_ALIKE) return false;
      const what = `${hit.clause} at ${hit.operation}`;
      countIn(unseen, what);
      return true;
    },
    hangs: (operation, places) =>
      [...byKind.values()]
        .flat()
        .some(
          ({ hit, again, ...cause }) =>
            hit.clause === IN_TIME.id &&
            hit.operation === operation &&
            again.times > 0 &&
            !cause.isSlowToo &&
            isAnyAt(cause, places()),
        ),
    countEnd: (hit, places, times) => {
      const own = (byKind.get(kindOf(hit)) ?? []).find((cause) => isAnyAt(cause, places));
      if (own !== undefined) own.hits += times;
      return own !== undefined;
    },
    add: (found, first, hits = 1) => {
      const kind = kindOf(found.hit);
      const alike = byKind.get(kind) ?? [];
      const same = alike.find(
        (cause) =>
          (sameList(cause.places, found.places) &&
            (cause.class === found.class || isCauseOf(takenBy(cause), takenBy(found)))) ||
          (sameList(cause.places.map(memberOf), found.places.map(memberOf)) &&
            sameList(valuesIn(cause), valuesIn(found))) ||
          isBeyond(cause, requestOf(found)) ||
          isBeyond(found, requestOf(cause)),
      );
      if (same === undefined) {
        byKind.set(kind, [...alike, { ...found, first, hits, ways: [] }]);
        size += 1;
        return;
      }
      same.hits += hits;
      same.ways?.push(takenBy(found));
      // A cause with an amount replaces one without.
      if (same.from === undefined && isBeyond(found, requestOf(same)))
        byKind.set(kind, alike.with(alike.indexOf(same), { ...same, ...found }));
    },
    addSuspect: (found, first) => {
      suspects.push({ ...found, first, hits: 1, isSuspect: true });
      size += 1;
    },
    size: () => size,
    unseen: () => unseen,
    causes: () =>
      [...[...byKind.values()].flat(), ...suspects].sort((one, other) => one.first - other.first),
  };
}

/** Random values have no class of their own: their places identify them. */
const GENERAL: ReadonlySet<string> = new Set(['valid', 'pairwise', ANY_REQUEST]);

/** Odd values have a class; that they show something says nothing of ordinary ones. */
export function isUnusual(name: string): boolean {
  return !GENERAL.has(name) && !/^(?:boundary|violation)\//.test(name);
}

function takenBy({ hit, class: name, places }: ReproducedViolation): Means {
  return { clause: hit.clause, class: name, places };
}

function waysOf(cause: OperationCause): readonly Means[] {
  return [takenBy(cause), ...(cause.ways ?? [])];
}

/** The common part of requests that show it: a class of input, and the places where it differs. */
interface Means {
  readonly clause: string;
  readonly class: string;
  readonly places: readonly string[];
}

/** Returns true if what a cause takes is all there in what else shows the same. */
export function isCauseOf(cause: Means, other: Means): boolean {
  if (cause.class === ANY_REQUEST) return true;
  if (cause.class === AFTER_OTHERS) return other.class === AFTER_OTHERS;
  const alike =
    cause.class === other.class ||
    // What is mutated next to the places of a known cause is of any class.
    other.class === MUTATED ||
    (GENERAL.has(other.class) && !isUnusual(cause.class)) ||
    (GENERAL.has(cause.class) && !isUnusual(other.class)) ||
    (isLimit(cause) && isLimit(other) && !cause.clause.startsWith('robust/'));
  return alike && isWithin(cause.places, other.places);
}

/** Returns true if a cause is at these places, regardless of the class of input. */
function isAnyAt(cause: Pick<Means, 'class' | 'places'>, places: readonly string[]): boolean {
  return cause.class === ANY_REQUEST || (cause.places.length > 0 && isWithin(cause.places, places));
}

function isWithin(places: readonly string[], others: readonly string[]): boolean {
  return places.every((place) => others.some((own) => covers(own, place)));
}

/**
 * At the limits of one member, a violation by the answer is caused by the member, not by the limit. A crash can differ
 * at each limit.
 */
function isLimit({ class: name }: Means): boolean {
  return name.startsWith('boundary/');
}

/** The values of the smallest request at its places. Equal ones are one cause, regardless of their classes. */
function valuesIn(found: ReproducedViolation): readonly string[] {
  const { class: name, places } = found;
  const request = requestOf(found);
  return places.map((place) => {
    const value = request && valueAtPlace(request, memberOf(place));
    if (value === undefined) return name;
    // In a query, numbers and texts are spelled alike.
    return place.startsWith('query ') && typeof value === 'number'
      ? JSON.stringify(String(value))
      : JSON.stringify(value);
  });
}

/** `body /systems/*` as `body /systems`. */
export function memberOf(place: string): string {
  return place.replace(/( \/[^/]+)\/.*$/s, '$1');
}

/** The same for findings with equal values at their places. */
export function digestOfValues(cause: ReproducedViolation): string {
  return createHash('sha256').update(valuesIn(cause).join('\n')).digest('hex').slice(0, 12);
}

function requestOf({ fuzzCase, hit }: ReproducedViolation): PlannedRequest | undefined {
  return fuzzCase.case.steps.find(({ id }) => id === hit.step)?.request;
}

/** Returns true if a request has more of what a cause takes an amount of. */
function isBeyond({ from, places }: ReproducedViolation, request: PlannedRequest | undefined) {
  if (from === undefined || request === undefined || places.length !== 1) return false;
  const value = valueAtPlace(request, from.place);
  const amount = Number.parseFloat(from.amount);
  if (typeof value === 'string' && from.amount.endsWith(' characters'))
    return [...value].length >= amount;
  // In a query, numbers are texts.
  if (typeof value === 'string' && /^-?\d+$/.test(from.amount)) return Number(value) / amount >= 1;
  return typeof value === 'number' && value / amount >= 1;
}

/** `query /categories` covers `query /categories/terms`. */
function covers(own: string, place: string): boolean {
  return own === place || place.startsWith(`${own}/`);
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}
