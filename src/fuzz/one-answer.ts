/** Violations that one answer shows in several places, or by several clauses. */

import { BODY_AS_TYPED } from '../judge/index.ts';
import { groupedBy } from '../model/index.ts';
import { type OperationCause, shownAs } from './registry.ts';

/** More members of one object than these are wrong because the object is another one. */
const MOST_MEMBERS = 3;

/** Groups that belong together, by their numbers. */
type Link = readonly number[];

/** Groups with all that is linked in one, in the order in which the first of each stood. */
export function linked(
  groups: readonly (readonly OperationCause[])[],
  links: readonly Link[],
): readonly (readonly OperationCause[])[] {
  const leads = groups.map((_, at) => at);
  const leadOf = (at: number): number => {
    const lead = leads[at] ?? at;
    return lead === at ? at : leadOf(lead);
  };
  for (const link of links) {
    const own = link.map(leadOf);
    const lead = Math.min(...own);
    for (const other of own) leads[other] = lead;
  }
  const joint = [...groupedBy(groups.keys(), leadOf).values()];
  return joint.map((own) => own.flatMap((at) => groups[at] ?? []));
}

interface Member {
  readonly cause: OperationCause;
  /** The number of its group. */
  readonly at: number;
}

/** One violation in one answer, by several clauses. */
export function inOneAnswer(groups: readonly (readonly OperationCause[])[]): readonly Link[] {
  const all = groups.flatMap((group, at) => group.map((cause): Member => ({ cause, at })));
  const requests = groupedBy(all, ({ cause: { hit, class: name, places } }) =>
    [hit.operation, name, ...places].join('\n'),
  );
  return [...requests.values()].flatMap((members) => [
    ...members.flatMap((one, before) =>
      members
        .slice(before + 1)
        .filter((other) => one.at !== other.at && areOne(one.cause, other.cause))
        .map((other) => [one.at, other.at]),
    ),
    ...inOneObject(members),
  ]);
}

/** Many wrong members of one object, by any clauses. */
function inOneObject(members: readonly Member[]): readonly Link[] {
  const inside = members.filter(({ cause }) => cause.hit.pointer.startsWith('/'));
  const byObject = groupedBy(inside, ({ cause }) => objectOf(cause.hit.pointer));
  return [...byObject.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const own = [first, ...others.filter((other) => areAlong(first.cause, other.cause))];
    const pointers = new Set(own.map(({ cause }) => cause.hit.pointer));
    return pointers.size > MOST_MEMBERS ? [own.map(({ at }) => at)] : [];
  });
}

function objectOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** Returns true if what the same request shows, at the same operation, has one cause. */
function areOne(one: OperationCause, other: OperationCause): boolean {
  const samePlace = isOnePlace(one.hit.pointer, other.hit.pointer);
  if (samePlace && (areBeside(one, other) || explains(one, other) || explains(other, one))) {
    return true;
  }
  return (
    areAlong(one, other) &&
    (isRenaming(one, other) ||
      isReportedTwice(one, other) ||
      isOfStatus(one, other) ||
      isOfStatus(other, one) ||
      isOfFew(one, other) ||
      isOfFew(other, one))
  );
}

/** Returns true if the answers that show one show the other, each time. */
function areAlong(one: OperationCause, other: OperationCause): boolean {
  return one.along.has(shownAs(other.hit)) && other.along.has(shownAs(one.hit));
}

/** Members of one object that one clause misses, or does not expect: others stand in their stead. */
function isRenaming(one: OperationCause, other: OperationCause): boolean {
  const pointers = [one.hit.pointer, other.hit.pointer];
  const [outer = '', inner = ''] = pointers.toSorted((a, b) => a.length - b.length);
  return (
    one.hit.clause === other.hit.clause &&
    [one, other].every(({ hit }) => ['missing', 'present'].includes(hit.actual)) &&
    pointers.every((pointer) => pointer.startsWith('/')) &&
    inner.startsWith(`${objectOf(outer)}/`)
  );
}

/** An answer with another status has another body. */
function isOfStatus({ hit: one }: OperationCause, { hit: other }: OperationCause): boolean {
  return one.pointer === 'status' && isWhole(other.pointer);
}

/** The same wrong number in place of the same right one: the status, and its copy in the body. */
function isReportedTwice({ hit: one }: OperationCause, { hit: other }: OperationCause): boolean {
  const numbers = [one.actual, other.actual, one.expected, other.expected].map(numberIn);
  const [actual, another, expected, wanted] = numbers;
  return (
    actual !== undefined && actual === another && expected !== undefined && expected === wanted
  );
}

function numberIn(text: string): string | undefined {
  return /^(?:HTTP |the number )?(-?\d+)$/.exec(text)?.[1];
}

/** Violations of the same few elements of a list, or of the list because they are missing. */
function isOfFew({ few, hit }: OperationCause, other: OperationCause): boolean {
  if (few.length === 0) return false;
  const list = hit.pointer.slice(0, hit.pointer.indexOf('/*'));
  return other.hit.pointer === list || few.join('\n') === other.few.join('\n');
}

function areBeside(one: OperationCause, other: OperationCause): boolean {
  return one.beside.includes(other.hit.clause) && other.beside.includes(one.hit.clause);
}

/** A body that cannot be read breaks each clause about it; where it was met, no clause may have been judged. */
function explains(one: OperationCause, other: OperationCause): boolean {
  return one.hit.clause === BODY_AS_TYPED.id && other.beside.includes(one.hit.clause);
}

/** Returns true if pointers of two hits on one answer lead to the same: a body that cannot be read is no envelope. */
export function isOnePlace(one: string, other: string): boolean {
  return one === other || (isWhole(one) && isWhole(other));
}

function isWhole(pointer: string): boolean {
  return pointer === '' || pointer === 'body';
}
