/** Whole planned cases in a stream: relations between lists, and what becomes of objects. */

import type { Contract } from '../contract/index.ts';
import type { Case, FuzzCase, Target, WritePolicy } from '../model/index.ts';
import { dealt, mix } from './chance.ts';
import { statefulCases } from './plan.ts';
import { isClassChosen, type Only, type STATEFUL } from './stream-choice.ts';

/** Random sequences for each collection in a round: about one in ten of what comes up first. */
const SEQUENCES = 4;

export interface StatefulSource {
  /** The case of a turn; `undefined` where there is none. */
  readonly at: (turn: number, index: number) => FuzzCase | undefined;
  readonly isEmpty: () => boolean;
  readonly calls: (operation: string) => boolean;
}

/**
 * All cases in which several answers are judged together, again and again: each round is planned with a seed of
 * its own when its first case is asked for. Each clause comes before there is a second case of any, and then each
 * way to show it.
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

/** Lives show many clauses: those of one title show the same of different objects. Random sequences have one title. */
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

/** Cases that can be sent and are asked for, with those clauses that are asked for and not switched off. */
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
