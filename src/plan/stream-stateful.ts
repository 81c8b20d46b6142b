/** Whole planned cases in a stream: relations between lists, and lifecycles. */

import { type Contract, listIn, switchedOffIn } from '../contract/index.ts';
import type { Case, FuzzCase, Target, WritePolicy } from '../model/index.ts';
import { dealt, mix } from './chance.ts';
import { statefulCases } from './plan.ts';
import type { BaseRequest } from './stream-bases.ts';
import { privateReads } from './stream-cases.ts';
import { isClassChosen, type Only, type STATEFUL } from './stream-choice.ts';

/** Random sequences for each collection in a round: about a tenth of the first cases. */
const SEQUENCES = 4;

/** The class of reads without a credential, before and after one with it. */
const CREDENTIAL = 'stateful/credential';

interface StatefulOptions {
  readonly seed: number;
  readonly writes: WritePolicy;
  readonly only: Only;
  /** Operations whose reads are sent without a credential as well. */
  readonly bases: readonly BaseRequest[];
}

export interface StatefulSource {
  /** So many cases come before all others: later, what is private could be known by other reads. */
  readonly lead: number;
  /** The case of a turn, if there is any. */
  readonly at: (turn: number, index: number) => FuzzCase | undefined;
  readonly isEmpty: () => boolean;
  readonly calls: (operation: string) => boolean;
}

/**
 * All cases that judge several answers together, in repeated rounds: each round has its own seed and is planned lazily.
 * Each clause comes once before any comes twice, and then each way to show it.
 */
export function statefulSource(
  contract: Contract,
  target: Target,
  { seed, writes, only, bases }: StatefulOptions,
): StatefulSource {
  const off = switchedOffIn(target.off, contract);
  const isMeant = chooserFor(contract, target, only);
  const reads = isClassChosen(CREDENTIAL, only) ? readsWithout(bases) : [];
  const planned = (round: number) => {
    const own = mix(seed, 'stateful', round);
    const cases = statefulCases(contract, target, { seed: own, runs: SEQUENCES, writes });
    return dealt(off.sendable(cases).flatMap(isMeant), kindOf, own, ({ title }) => title);
  };
  let latest: { readonly round: number; readonly cases: readonly Case[] } | undefined;
  const casesIn = (round: number): readonly Case[] => {
    if (latest?.round !== round) latest = { round, cases: planned(round) };
    return latest.cases;
  };
  let first: number | undefined;
  const size = () => {
    first ??= casesIn(0).length;
    return first;
  };
  const later = (turn: number) =>
    size() === 0 ? undefined : casesIn(Math.floor(turn / size()))[turn % size()];
  return {
    lead: reads.length,
    at: (turn, index) => {
      const item = reads[turn] ?? later(turn - reads.length);
      return item && { index, case: item, marks: marksOf(item) };
    },
    isEmpty: () => reads.length === 0 && size() === 0,
    calls: (operation) =>
      casesIn(0).some(({ steps }) => steps.some(({ request }) => request.operation === operation)),
  };
}

/** Reads of what is there, with all that they may show where that is a matter of a listed word, such as a context. */
function readsWithout(bases: readonly BaseRequest[]): readonly Case[] {
  const depthOf = ({ operation: { route } }: BaseRequest) => route.split('/').length;
  const reads = bases
    .filter(({ operation: { method, writes } }) => method === 'GET' && !writes)
    .toSorted((one, other) => depthOf(one) - depthOf(other));
  const lastIn = ({ operation }: BaseRequest) =>
    operation.parameters.flatMap(({ name, in: place, schema }) => {
      const last = place === 'query' ? listIn(schema, 'enum')?.at(-1) : undefined;
      return last === undefined ? [] : [[name, last] as const];
    });
  const single = reads.filter(({ operation }) => operation.route.endsWith('}'));
  const names = new Set(single.flatMap(lastIn).map(([name]) => name));
  return reads.map((base) =>
    privateReads(base, Object.fromEntries(lastIn(base).filter(([name]) => names.has(name)))),
  );
}

/**
 * Lifecycles show many clauses: those with one title show the same with different objects, or another method. Random
 * sequences have one title.
 */
function kindOf({ id, compared, evidence: [clause = ''], origin, title }: Case): string {
  if (compared !== undefined) return clause;
  return origin.kind === 'sequence' ? id : title.replace(/\b(?:POST|PUT|PATCH)\b/, '');
}

function classOf({ id, compared }: Case): (typeof STATEFUL)[number] {
  if (id.endsWith('/fuzz/credential')) return CREDENTIAL;
  return compared === undefined ? 'stateful/lifecycle' : 'stateful/relation';
}

function marksOf(item: Case): FuzzCase['marks'] {
  const about = { mode: 'stateful', class: classOf(item), place: '' } as const;
  return item.steps
    .filter(({ role }) => role !== 'cleanup')
    .map(({ id }) => ({ step: id, ...about }));
}

/** Selected cases that can be sent, with their selected and enabled clauses. */
function chooserFor(contract: Contract, target: Target, only: Only) {
  const begins = (id: string) =>
    only.ids.length === 0 || only.ids.some((one) => id.startsWith(one));
  const isJudged = (id: string) => contract.clause(id).untestable === undefined;
  return (item: Case): readonly Case[] => {
    if (item.lacks !== undefined || item.unproven !== undefined) return [];
    if (!isClassChosen(classOf(item), only)) return [];
    const absent = target.endpoints[item.document]?.absent ?? [];
    if (item.steps.some(({ request }) => absent.includes(request.operation))) return [];
    const isWhole = item.steps.some(
      ({ role, request }) => !['setup', 'cleanup'].includes(role) && begins(request.operation),
    );
    const evidence = item.evidence.filter((id) => isJudged(id) && (isWhole || begins(id)));
    return evidence.length === 0 ? [] : [{ ...item, evidence }];
  };
}
