/**
 * What a target does otherwise than when it was recorded, where the documents leave it open. Only what
 * was observed on the same step of the same case is compared.
 */

import {
  counter,
  differencesIn,
  type ObservedDifference,
  type RunFooter,
  type Target,
  TIERS,
} from '../model/index.ts';
import type { RecordedCase, RecordedObservation } from '../record/index.ts';
import { redactorFor } from '../secrets/index.ts';

interface Drift extends ObservedDifference {
  readonly clause: string;
  /** Cases that show it. */
  readonly cases: readonly string[];
}

export interface DriftWatch {
  readonly note: (item: string, observations: readonly RecordedObservation[]) => void;
  /** By tier, and in it by clause. */
  readonly drifts: () => readonly Drift[];
  /** How many observations had a counterpart. */
  readonly compared: () => number;
}

export function driftWatch(cases: Iterable<RecordedCase>): DriftWatch {
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

/** Each with what tells it from the others of its case, also where a step was observed several times. */
function* keyed(item: string, observations: readonly RecordedObservation[]) {
  const count = counter();
  for (const observation of observations) {
    const { clause, step, pointer } = observation;
    const key = [item, clause, step, pointer].join('\n');
    yield [`${key}\n${count(key)}`, observation] as const;
  }
}

/** Lines for people: what drifted, by tier. */
export function driftLines(watch: DriftWatch, folder: string): readonly string[] {
  const drifts = watch.drifts();
  const compared = `${watch.compared()} observations compared with ${folder}`;
  if (drifts.length === 0) return [`drift: none; ${compared}`];
  return [
    `drift: ${drifts.length} since the recording; ${compared}`,
    ...drifts.map(({ tier, clause, place, before, after, cases }) => {
      const what = tier === 'added' ? after : tier === 'removed' ? before : `${before} → ${after}`;
      const more = cases.length > 1 ? ` and ${cases.length - 1} more` : '';
      return `  ${tier.padEnd(7)}  ${clause}  ${place}: ${what}  (${cases[0]}${more})`;
    }),
  ];
}

/**
 * The end of a run with what drifted since a recording.
 *
 * @param fails whether a run that is good otherwise fails for it
 */
export function withDrift(
  footer: RunFooter,
  target: Target,
  drift: DriftWatch | undefined,
  fails: boolean,
): RunFooter {
  const found = (drift?.drifts() ?? []).map(({ clause, place, before, after, cases }) => ({
    ...{ clause, place, before, after },
    cases: cases.length,
  }));
  return {
    ...footer,
    ...(found.length > 0 && { drift: redactorFor(target)(found) }),
    exitCode: fails && footer.exitCode === 0 ? 1 : footer.exitCode,
  };
}
