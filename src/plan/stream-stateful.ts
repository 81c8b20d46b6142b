/** Whole planned cases in a stream: relations between lists, and lifecycles. */

import type { Contract } from '../contract/index.ts';
import type { Case, FuzzCase, Target, WritePolicy } from '../model/index.ts';
import { dealt, mix } from './chance.ts';
import { statefulCases } from './plan.ts';
import { isClassChosen, type Only, type STATEFUL } from './stream-choice.ts';

/** Random sequences for each collection in a round: about a tenth of the first cases. */
const SEQUENCES = 4;

export interface StatefulSource {
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
  { seed, writes, only }: { seed: number; writes: WritePolicy; only: Only },
): StatefulSource {
  const isMeant = chooserFor(contract, target, only);
  const planned = (round: number) => {
    const own = mix(seed, 'stateful', round);
    const cases = statefulCases(contract, target, { seed: own, runs: SEQUENCES, writes });
    return dealt(cases.flatMap(isMeant), kindOf, own, ({ title }) => title);
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
  return {
    at: (turn, index) => {
      if (size() === 0) return undefined;
      const item = casesIn(Math.floor(turn / size()))[turn % size()];
      return item && { index, case: item, marks: marksOf(item) };
    },
    isEmpty: () => size() === 0,
    calls: (operation) =>
      casesIn(0).some(({ steps }) => steps.some(({ request }) => request.operation === operation)),
  };
}

/**
 * Lifecycles show many clauses: those with one title show the same with different objects. Random sequences have one
 * title.
 */
function kindOf({ id, compared, evidence: [clause = ''], origin, title }: Case): string {
  if (compared !== undefined) return clause;
  return origin.kind === 'sequence' ? id : title;
}

function classOf({ compared }: Case): (typeof STATEFUL)[number] {
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
  const isJudged = (id: string) =>
    contract.clause(id).untestable === undefined &&
    !target.off.some(({ prefix }) => id.startsWith(prefix));
  return (item: Case): readonly Case[] => {
    if (item.lacks !== undefined || item.unproven !== undefined) return [];
    if (!isClassChosen(classOf(item), only)) return [];
    const isWhole = item.steps.some(
      ({ role, request }) => !['setup', 'cleanup'].includes(role) && begins(request.operation),
    );
    const evidence = item.evidence.filter((id) => isJudged(id) && (isWhole || begins(id)));
    return evidence.length === 0 ? [] : [{ ...item, evidence }];
  };
}
