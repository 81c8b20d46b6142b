/** From causes to the findings of the report: numbered, worded, with the lines that show them again. */

import type { Contract } from '../contract/index.ts';
import {
  type Again,
  BY_WEIGHT,
  type CampaignFinding,
  type CorpusInput,
  type KnownFailure,
  type Level,
  type Mode,
  type Target,
  type Trace,
  type Verdict,
} from '../model/index.ts';
import { reportViolation } from '../run/index.ts';
import { familyOf, groupsOf } from './grouping.ts';
import { isOutsideStream } from './lane.ts';
import { digestOfValues, type OperationCause, takesOthers } from './registry.ts';
import { distinctTriggers } from './similar.ts';

export interface ReportedFinding {
  readonly finding: CampaignFinding;
  readonly trace: Trace;
  /** Its smallest request as an input, if it can be sent again by itself. */
  readonly input?: CorpusInput;
}

export interface FindingOptions {
  readonly contract: Contract;
  readonly target: Target;
  readonly seed: number;
  readonly modes: readonly Mode[];
  readonly only: readonly string[];
  readonly targetOptions: readonly string[];
  /** ISO 8601 date: a known failure that has expired no longer counts. */
  readonly today: string;
  /** True if they are those of a shard, which are joined with more later. */
  readonly partial?: boolean;
}

/** Makes findings of causes, one of each group, numbered from the gravest on. */
export function findingsOf(
  causes: readonly OperationCause[],
  options: FindingOptions,
): readonly ReportedFinding[] {
  return groupsOf(causes, options.partial)
    .map((group) => findingOf(group, options))
    .sort((one, other) => gravityOf(other.finding) - gravityOf(one.finding))
    .map(({ finding, trace }, at) => ({ finding: { ...finding, number: at + 1 }, trace }));
}

/** Order of findings: failures before warnings, and known ones last. */
export function gravityOf({ verdict, known }: Pick<CampaignFinding, 'verdict' | 'known'>): number {
  if (known !== undefined) return 0;
  return verdict === 'fail' ? 2 : 1;
}

/**
 * The identity of a cause, the same in every run: operation, class, places, then what is wrong, such as
 * `content/posts/list/strings/nul/query/search/robust/no-server-error/500`; of a breach that is not refused,
 * the clause.
 */
export function identityOf({ hit, class: name, places }: OperationCause): string {
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

/** The common beginning of the identities of findings at an operation with one class at some places. */
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
 * The finding that represents several: the first by the strongest verdict, stated before implied, reproduced before
 * others, unknown before known. Known findings must not hide unknown ones.
 */
export function leadOf<
  One extends {
    readonly verdict: Verdict;
    readonly level: Level;
    readonly known: boolean;
    readonly again: Again;
  },
>(group: readonly One[]): One {
  const open = firstOf(group, ({ known }) => !known);
  const [first, ...rest] = firstOf(open, ({ again }) => again.of > 0);
  if (first === undefined) throw new TypeError('a finding has at least one cause');
  const weight = ({ verdict, level }: One) =>
    2 * BY_WEIGHT.indexOf(verdict) + (level === 'stated' ? 0 : 1);
  return rest.reduce((lead, one) => (weight(one) < weight(lead) ? one : lead), first);
}

function firstOf<One>(group: readonly One[], test: (one: One) => boolean): readonly One[] {
  const own = group.filter(test);
  return own.length > 0 ? own : group;
}

function findingOf(group: readonly OperationCause[], options: FindingOptions): ReportedFinding {
  const reported = group.map((one) => {
    const failure = knownFor(identityOf(one), one.hit.clause, options);
    return {
      cause: one,
      verdict: one.hit.verdict,
      level: one.hit.level,
      known: failure !== undefined,
      again: one.again,
      failure,
    };
  });
  const lead = leadOf(reported);
  const { cause } = lead;
  const { contract, target, seed, targetOptions } = options;
  const { hit, trace, places } = cause;
  const report = reportViolation(
    { contract, target, seed, targetOptions, showsExchange: () => true },
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
  const takes = distinctTriggers(group);
  const finding: CampaignFinding = {
    number: 0,
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
    ...(places.length > 0 && { smallest: digestOfValues(cause) }),
    ...(takes.length > 1 && { takes }),
    ...(cause.from && { from: cause.from }),
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
    ...(report.steps && takesOthers(cause.class) && { steps: report.steps }),
    ...(report.exchange && { exchange: report.exchange }),
    // The one that leads is known only where all are.
    ...(lead.failure && { known: lead.failure.reason }),
  };
  return { finding, trace };
}

/** The line that sends the same position of the same stream again. */
function againLine(
  cause: OperationCause,
  { seed, targetOptions, only, modes }: FindingOptions,
): string {
  const [mode = 'all'] = modes.length === 1 ? modes : [];
  const words = [
    ...(only.length === 0 ? [] : ['--only', ...only]),
    ...(mode === 'all' ? [] : ['--mode', mode]),
    ...['--seed', String(seed)],
    // What is not in the stream has a file of its own, if one was asked for.
    ...(isOutsideStream(cause.first) ? [] : ['--from', String(cause.first), '--runs', '1']),
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
