/** The scope of a run: its part of the plan and contract, for the header and the shard summary. */

import { createHash } from 'node:crypto';
import { type Contract, switchedOffIn } from '../contract/index.ts';
import {
  addressesOf,
  type Case,
  type Clause,
  type DocumentName,
  documentsOf,
  type RunHeader,
  type Share,
  type Target,
} from '../model/index.ts';
import { isCaseInShard } from '../plan/index.ts';
import type { RunOptions } from './pipeline.ts';
import { RULES_FOR_ALL_REQUESTS } from './rules-for-all.ts';
import { type Selection, select } from './select.ts';

interface RunScope {
  readonly documents: readonly DocumentName[];
  /**
   * The reported clauses, followed by the rules for all requests. A shard leaves out clauses that only cases of other
   * shards judge.
   */
  readonly clauses: readonly Clause[];
  readonly rules: Selection['rules'];
  /** Clauses that are not judged on this target, with reasons. */
  readonly off: ReadonlyMap<string, string>;
  /** The cases of all shards. */
  readonly planned: readonly Case[];
  readonly cases: readonly Case[];
}

export function scopeOf({ contract, target, cases, only, shard }: RunOptions): RunScope {
  const documents = documentsOf(target);
  const selection = select(cases, contract.clauses, documents, only);
  const switched = switchedOffIn(target.off, contract);
  const all = [...selection.clauses, ...RULES_FOR_ALL_REQUESTS];
  const off = skippedClauses(all, target, contract);
  const { rules } = selection;
  const planned = switched.sendable(selection.cases).flatMap((item) => {
    const evidence = item.evidence.filter((id) => !off.has(id));
    const isSent = evidence.length > 0 || isSentFor(rules, item);
    return isSent ? [{ ...item, evidence }] : [];
  });
  // Nothing is left to judge at an operation that is off.
  const clauses = all.map((clause) => ({
    ...clause,
    operations: off.has(clause.id)
      ? clause.operations
      : clause.operations.filter((id) => switched.operation(id) === undefined),
  }));
  const own = shard ? planned.filter((item) => isCaseInShard(item, shard)) : planned;
  const others = shard ? elsewhere(planned, own) : new Set<string>();
  const reported = clauses.filter(({ id }) => !others.has(id));
  return { documents, clauses: reported, rules, off, planned, cases: own };
}

/** Each parameter of a read, each listed value, and each written form of a named format. */
const EACH_VALUE: ReadonlySet<string> = new Set(['properties', 'enum', 'format']);

/** Returns true if a case without clauses is sent for the rules: all if they were asked for, else some. */
function isSentFor({ asked }: Selection['rules'], { origin }: Case): boolean {
  if (asked !== 'with-all') return asked === 'by-name';
  if (origin.kind === 'corpus') return true;
  return origin.kind === 'boundary' && EACH_VALUE.has(origin.keyword);
}

/** Clauses that only cases of other shards are evidence for. */
function elsewhere(planned: readonly Case[], cases: readonly Case[]): ReadonlySet<string> {
  const all = new Set(planned.flatMap(({ evidence }) => evidence));
  for (const id of cases.flatMap(({ evidence }) => evidence)) all.delete(id);
  return all;
}

export function shareOf(
  { only, strict, failOn, baseline }: RunOptions,
  planned: readonly Case[],
  heard: Share['heard'],
  known: Share['known'],
): Share {
  const ids = planned.map(({ id }) => id).join('\n');
  const plan = createHash('sha256').update(ids).digest('hex').slice(0, 16);
  const asked = { only, strict, failOn: [...failOn].sort(), ...(baseline && { baseline }) };
  return { plan, ...asked, heard, known };
}

export function skippedClauses(
  clauses: readonly Clause[],
  target: Target,
  contract: Contract,
): ReadonlyMap<string, string> {
  const switched = switchedOffIn(target.off, contract);
  return new Map(
    clauses.flatMap((clause): (readonly [string, string])[] => {
      const { id, untestable } = clause;
      if (untestable) return [[id, untestable]];
      const reason = switched.clause(clause);
      return reason === undefined ? [] : [[id, `switched off in the target profile: ${reason}`]];
    }),
  );
}

export function requestsIn(cases: readonly Case[]): number {
  const sent = cases.filter(({ lacks, unproven }) => lacks === undefined && unproven === undefined);
  return sent.reduce((sum, { steps }) => sum + steps.length, 0);
}

type HeaderOptions = Pick<
  RunOptions,
  'tool' | 'contract' | 'target' | 'mode' | 'seed' | 'shard' | 'caveats'
> & { readonly creates?: ReadonlyMap<string, number>; readonly requests?: number };

export function headerOf(
  { tool, contract, target, mode, seed, shard, caveats = [], creates, requests }: HeaderOptions,
  startedAt: string,
  cases: number,
  clauses: number,
): RunHeader {
  return {
    kind: 'header',
    tool,
    contract: { digest: contract.digest },
    target: { name: target.name, ...addressesOf(target) },
    mode,
    seed,
    ...(shard && { shard }),
    startedAt,
    ...(caveats.length > 0 && { caveats }),
    ...(creates && creates.size > 0 && { creates: Object.fromEntries(creates) }),
    ...(requests !== undefined && { requests }),
    cases,
    clauses,
  };
}
