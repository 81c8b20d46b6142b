/** Counts the changes of a recording, by operation and place. */

import { countIn, type Leftover } from '../model/index.ts';
import type {
  Explored,
  RecordedStep,
  RecordingChange,
  RecordingChanges,
  Script,
} from './changes.ts';
import { type AnswerDifference, type ComparedAnswer, compare } from './compare.ts';

export function createTally() {
  const groups = new Map<string, { -readonly [K in keyof RecordingChange]: RecordingChange[K] }>();
  const unsent = new Map<string, number>();
  const left: Leftover[] = [];
  const counts = { compared: 0, equal: 0, volatile: 0, changed: 0, unreached: 0 };
  return {
    add: ({ name }: Script, { steps, sendings, open }: Explored) => {
      const [first] = sendings;
      for (const sending of sendings) left.push(...sending.left);
      // A request that was not sent in the recording either is not reported.
      const keys = new Set(steps.map(({ key }) => key));
      for (const { key, why } of first?.unsent ?? []) {
        if (keys.has(key)) countIn(unsent, why);
      }
      for (const step of steps) {
        const side = first?.sides.get(step.key);
        if (!side) continue;
        counts.compared += 1;
        if (isUnreached(step.side, side)) counts.unreached += 1;
        const differences = open.get(step.key) ?? [];
        if (differences.length > 0) counts.changed += 1;
        else if (isEqual(step.side, side)) counts.equal += 1;
        else counts.volatile += 1;
        note(step, name, differences);
      }
    },
    changes: (): RecordingChanges => ({
      ...counts,
      unsent,
      left,
      changes: [...groups.values()].toSorted(
        (a, b) =>
          compareTexts(a.operation ?? '~', b.operation ?? '~') || compareTexts(a.place, b.place),
      ),
    }),
  };

  function note(step: RecordedStep, name: string, differences: readonly AnswerDifference[]): void {
    const seen = new Set<string>();
    for (const difference of differences) {
      const { place, tier, before, after } = difference;
      const key = `${step.operation ?? step.title}\n${nameOf(difference)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const known = groups.get(key);
      if (known) known.count += 1;
      else {
        const example = { title: `${step.title} (${name})`, before, after };
        const where = difference.order ? `${place === '' ? '/' : place} in order` : place;
        groups.set(key, { operation: step.operation, place: where, tier, count: 1, example });
      }
    }
  }
}

function isUnreached(
  { outcome: before }: ComparedAnswer,
  { outcome: after }: ComparedAnswer,
): boolean {
  return (
    before.kind === 'answer' &&
    after.kind === 'fault' &&
    (after.code === 'refused' || after.code === 'unresolved' || after.code === 'tls')
  );
}

function isEqual(before: ComparedAnswer, after: ComparedAnswer): boolean {
  const { differences, moments } = compare(before, after);
  return differences.length === 0 && moments === 0;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function nameOf({ place, tier, order }: AnswerDifference): string {
  return `${tier}${order ? ' order' : ''} ${place}`;
}
