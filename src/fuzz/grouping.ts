/** Groups causes into findings. */

import { absentInAll, coversAbsent } from '../findings/index.ts';
import {
  BODY_AS_TYPED,
  KEEPS_VALUES,
  ruleFamily,
  SPEAKS_HTTP,
  STAYS_PRIVATE,
} from '../judge/index.ts';
import { groupedBy } from '../model/index.ts';
import { inOneAnswer, linked } from './one-answer.ts';
import {
  ANY_REQUEST,
  digestOfValues,
  isOfWholeCases,
  type OperationCause,
  takesOthers,
  wholeKey,
} from './registry.ts';
import { alike, type Showing, whatIsShown } from './similar.ts';

/**
 * Groups of causes, a finding each. The same at several operations, at the same places of their requests, is one
 * finding: what operations share is built once. Of what the plainest request shows that is so where one
 * clause speaks of the answers of all of them; that each breaks down stays apart.
 * @param partial whether these are the causes of a shard
 */
export function groupsOf(
  causes: readonly OperationCause[],
  partial = false,
): readonly (readonly OperationCause[])[] {
  const suspects = causes.filter(({ isSuspect }) => isSuspect);
  const tried = causes.filter((one) => !suspects.includes(one));
  const groups = [...groupedBy(tried, commonKey).values()];
  const joint = alike(groups, showingOf, partial).map((own) => own.flat());
  const links = [...inOneAnswer(joint), ...absentTogether(joint), ...sameRequests(joint)];
  const together = linked(joint, links);
  return [...together, ...suspects.map((one) => [one])];
}

/** The same values at the same places, found by different classes of input at several operations. */
function sameRequests(groups: readonly (readonly OperationCause[])[]) {
  const all = groups.flatMap((own, at) =>
    own
      .filter(({ class: name, places }) => !takesOthers(name) && places.length > 0)
      .map((cause) => ({ at, key: keyOf(cause, digestOfValues(cause)) })),
  );
  return [...groupedBy(all, ({ key }) => key).values()].map((own) => own.map(({ at }) => at));
}

/** The absent object, and the objects missing because of it. */
function absentTogether(
  groups: readonly (readonly OperationCause[])[],
): readonly (readonly number[])[] {
  // Only what the plainest request shows says that something is not there.
  const names = groups.map((own) =>
    absentInAll(
      own.map(({ hit, class: name }) => (name === ANY_REQUEST ? (hit.absent ?? []) : [])),
    ),
  );
  return names.flatMap((own, at) =>
    names.flatMap((root, other) => (other !== at && coversAbsent(root, own) ? [[other, at]] : [])),
  );
}

function showingOf([one, ...others]: readonly OperationCause[]): Showing {
  if (one === undefined) throw new TypeError('a group has at least one cause');
  return {
    what: whatIsShown(one.hit, ruleFamily(familyOf(one.hit.clause, one.hit.operation))),
    takes: [one, ...others],
    document: one.trace.case.document,
    first: Math.min(one.first, ...others.map(({ first }) => first)),
  };
}

function commonKey(cause: OperationCause): string {
  const { hit, class: name } = cause;
  // Each field of each object breaks the sentence that is about all of them.
  if (isOfWholeCases(name)) return wholeKey(hit.clause, name);
  // A server writes the answers of all operations in one way.
  if (hit.clause === SPEAKS_HTTP.id) return hit.clause;
  if (hit.clause === KEEPS_VALUES.id) return `${hit.clause}\n${hit.signature}`;
  return keyOf(cause, name);
}

/** @param way the class of input, or the values */
function keyOf({ hit, places }: OperationCause, way: string): string {
  const own = isForAll(hit.clause, [hit.operation], places) ? '' : hit.operation;
  const family = ruleFamily(familyOf(hit.clause, hit.operation));
  return [own, family, hit.pointer, hit.signature, way, ...places].join('\n');
}

/** Rules that a server breaks for all operations, by the way it reads and writes messages. */
const OF_ALL: ReadonlySet<string> = new Set([BODY_AS_TYPED, STAYS_PRIVATE].map(({ id }) => id));

/**
 * Returns true if what is found at one of the operations with the places is found at the others for the same reason.
 * @param places where the request differs from the plainest one
 */
export function isForAll(
  clause: string,
  operations: readonly string[],
  places: readonly string[],
): boolean {
  if (places.length > 0 || OF_ALL.has(clause)) return true;
  const isOwn = operations.some((operation) => clause.startsWith(`${operation}/`));
  return !isOwn && !clause.startsWith('robust/');
}

/** A clause without its operation: refusals of one rule in several operations are alike. */
export function familyOf(clause: string, operation: string): string {
  return clause.startsWith(`${operation}/`) ? clause.slice(operation.length + 1) : clause;
}
