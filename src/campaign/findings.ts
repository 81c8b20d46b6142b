/** From causes to the findings of the report: numbered, worded, with the lines that show them again. */

import type { Contract } from '../contract/contract.ts';
import { reportViolation } from '../evidence.ts';
import type { CampaignFinding, Mode } from '../fuzzing.ts';
import type { KnownFailure, Target, Trace, Verdict } from '../model.ts';
import { BY_WEIGHT } from '../verdicts.ts';
import type { Cause } from './registry.ts';
import { BODY_AS_TYPED } from './rules.ts';

export interface Shown {
  readonly finding: CampaignFinding;
  readonly trace: Trace;
}

export interface FindingOptions {
  readonly contract: Contract;
  readonly target: Target;
  readonly seed: number;
  readonly modes: readonly Mode[];
  readonly only: readonly string[];
  readonly targetOptions: readonly string[];
  /** ISO 8601 date: from the expiry of a known failure on, it is none. */
  readonly today: string;
}

/**
 * Makes findings of causes. The same at several operations, at the same places of their requests, is one
 * finding: what operations share is built once. Of what the plainest request shows that is so where one
 * clause speaks of the answers of all of them; that each breaks down stays apart.
 */
export function findingsOf(causes: readonly Cause[], options: FindingOptions): readonly Shown[] {
  const grouped = new Map<string, Cause[]>();
  for (const cause of causes) {
    const key = commonKey(cause);
    grouped.set(key, [...(grouped.get(key) ?? []), cause]);
  }
  return together([...grouped.values()]).map((group, at) => findingOf(group, at + 1, options));
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

/**
 * The identity of a cause, the same in every run: operation, class, places, then what is wrong, such as
 * `content/posts/list/strings/nul/query/search/robust/no-server-error/500`; of a breach that is not refused,
 * the clause.
 */
export function identityOf({ hit, class: name, places }: Cause): string {
  // A clause on a breach says all of it.
  if (name.startsWith('violation/') && !hit.clause.startsWith('robust/')) return hit.clause;
  const parts = [
    prefixOf(hit.operation, name, places),
    familyOf(hit.clause, hit.operation),
    ...(hit.pointer === 'status' || hit.pointer === 'answer' ? [] : [hit.pointer]),
    hit.signature,
  ];
  return parts
    .map(slug)
    .filter((part) => part !== '')
    .join('/');
}

/** How the identities begin of all that is found at an operation with one class at some places. */
export function prefixOf(operation: string, name: string, places: readonly string[]): string {
  return [operation, name, ...places]
    .map(slug)
    .filter((part) => part !== '')
    .join('/');
}

/** A place such as `query /search` becomes a path as well. */
function slug(text: string): string {
  return text
    .replaceAll(' /', '/')
    .split('/')
    .map((token) => token.replace(/[^\w.^*+@-]+/g, '-'))
    .filter((token) => token !== '')
    .join('/');
}

/**
 * What speaks for several that are reported as one: the first of the strongest verdict, and of what is not
 * known before all that is. What is known must not hide what is not.
 */
export function leadOf<One extends { readonly verdict: Verdict; readonly known: boolean }>(
  group: readonly One[],
): One {
  const open = group.filter(({ known }) => !known);
  const [first, ...rest] = open.length > 0 ? open : group;
  if (first === undefined) throw new TypeError('a finding has at least one cause');
  const weight = ({ verdict }: One) => BY_WEIGHT.indexOf(verdict);
  return rest.reduce((lead, one) => (weight(one) < weight(lead) ? one : lead), first);
}

function findingOf(group: readonly Cause[], number: number, options: FindingOptions): Shown {
  const told = group.map((one) => {
    const failure = knownFor(identityOf(one), one.hit.clause, options);
    return { cause: one, verdict: one.hit.verdict, known: failure !== undefined, failure };
  });
  const lead = leadOf(told);
  const { cause } = lead;
  const { contract, target, seed, targetOptions } = options;
  const { hit, trace, places } = cause;
  const report = reportViolation(
    { contract, target, seed, targetOptions },
    trace,
    { id: hit.clause },
    {
      kind: 'violated',
      where: { step: hit.step, pointer: hit.where },
      actual: hit.actual,
      expected: hit.expected,
    },
    hit.verdict,
  );
  const ids = group.map(identityOf).sort();
  const family = familyOf(hit.clause, hit.operation);
  const also = [
    ...new Set(
      group
        .filter((one) => familyOf(one.hit.clause, one.hit.operation) !== family)
        .map((one) => one.hit.clause),
    ),
  ];
  const finding: CampaignFinding = {
    number,
    id: ids[0] ?? '',
    ids,
    verdict: hit.verdict,
    clause: hit.clause,
    level: hit.level,
    ...(hit.source && { source: hit.source }),
    states: hit.states,
    document: trace.case.document,
    operations: [...new Set(group.map((one) => one.hit.operation))],
    ...(also.length > 0 && { also }),
    class: cause.class,
    places,
    pointer: hit.pointer,
    signature: hit.signature,
    actual: hit.actual,
    expected: hit.expected,
    message: report.message,
    hits: group.reduce((sum, { hits }) => sum + hits, 0),
    again: cause.again,
    index: Math.min(...group.map(({ first }) => first)),
    case: trace.case,
    step: hit.step,
    reproduce: {
      curl: report.reproduce.curl,
      touchstone: againLine(cause, options),
    },
    // The one that leads is known only where all are.
    ...(lead.failure && { known: lead.failure.reason }),
  };
  return { finding, trace };
}

/** The line that sends the same position of the same stream again. */
function againLine(cause: Cause, { seed, targetOptions, only, modes }: FindingOptions): string {
  const [mode = 'all'] = modes.length === 1 ? modes : [];
  const words = [
    ...(only.length === 0 ? [] : ['--only', ...only]),
    ...(mode === 'all' ? [] : ['--mode', mode]),
    ...['--seed', String(seed), '--from', String(cause.first), '--runs', '1'],
    ...targetOptions,
  ];
  return `npx touchstone fuzz ${words.map(word).join(' ')}`;
}

function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function knownFor(id: string, clause: string, { target, today }: FindingOptions) {
  return target.knownFailures.find(
    (one) => concerns(one, id, clause) && (one.expires === undefined || one.expires > today),
  );
}

/** A known failure names a finding by its identity or the beginning of it, or a whole clause. */
export function concerns(known: KnownFailure, id: string, clause: string): boolean {
  if (known.finding !== undefined)
    return id === known.finding || id.startsWith(`${known.finding}/`);
  return known.case === undefined && known.clause === clause;
}
