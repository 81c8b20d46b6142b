/** Compares observations of unspecified behaviour in two runs, on the same step of the same case. */

import { counter } from '../model/index.ts';
import { differencesIn, type ObservedDifference, TIERS } from './observations.ts';

interface CaseObservation {
  readonly clause: string;
  readonly step: string;
  readonly pointer: string;
  readonly value: string;
}

export interface ObservedCase {
  readonly id: string;
  readonly observations?: readonly CaseObservation[];
}

interface Drift extends ObservedDifference {
  readonly clause: string;
  readonly cases: readonly string[];
}

export interface DriftWatch {
  readonly note: (item: string, observations: readonly CaseObservation[]) => void;
  /** By tier, and in it by clause. */
  readonly drifts: () => readonly Drift[];
  /** Number of observations with a counterpart. */
  readonly compared: () => number;
}

/** @param cases of the earlier run */
export function driftWatch(cases: Iterable<ObservedCase>): DriftWatch {
  const kept = new Map<string, string>();
  for (const { id, observations = [] } of cases) {
    for (const [key, { value }] of keyed(id, observations)) kept.set(key, value);
  }
  const found = new Map<string, Omit<Drift, 'cases'> & { readonly cases: string[] }>();
  let compared = 0;
  return {
    note: (item, observations) => {
      for (const [key, { clause, value }] of keyed(item, observations)) {
        const before = kept.get(key);
        if (before === undefined) continue;
        compared += 1;
        for (const difference of differencesIn(before, value)) {
          const { tier, place } = difference;
          const name = `${clause}\n${tier}\n${place}`;
          const known = found.get(name);
          if (!known) found.set(name, { clause, ...difference, cases: [item] });
          else if (!known.cases.includes(item)) known.cases.push(item);
        }
      }
    },
    drifts: () =>
      [...found.values()].toSorted(
        (a, b) =>
          TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) ||
          (a.clause < b.clause ? -1 : a.clause > b.clause ? 1 : 0),
      ),
    compared: () => compared,
  };
}

/** Observations with keys that distinguish those of one step within their case. */
function* keyed(item: string, observations: readonly CaseObservation[]) {
  const count = counter();
  for (const observation of observations) {
    const { clause, step, pointer } = observation;
    const key = [item, clause, step, pointer].join('\n');
    yield [`${key}\n${count(key)}`, observation] as const;
  }
}
