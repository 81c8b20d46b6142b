import type { Outcome, Target } from '../model/index.ts';
import { BOUNDS, NOT_THE_TARGETS, UNREACHABLE, WAITS } from './policy.ts';

interface AbsenceOptions {
  /** A monotonic clock, in milliseconds. */
  readonly clock: () => number;
  readonly target: Pick<Target, 'concurrency'>;
  /** Base URLs with an earlier connection: only these are worth waiting for. */
  readonly connected: Set<string>;
  /** Time to wait for an unreachable target, in milliseconds. */
  readonly absenceLimitMs?: number;
}

export interface Absences {
  readonly note: (outcome: Outcome, baseUrl: string) => void;
  /** Why the target was given up on; undefined until then. */
  readonly lost: () => string | undefined;
  /** Notes about times when it was unreachable and recovered. */
  readonly absences: () => readonly string[];
}

/** Detects an unreachable or silent target, and when to give it up. */
export function absencesOf(
  { clock, connected, target, absenceLimitMs = WAITS.absence }: AbsenceOptions,
  requests: () => number,
): Absences {
  const absences: string[] = [];
  let absentSince: number | undefined;
  let silent = 0;
  let lost: string | undefined;
  const secondsSince = (start: number) => ((clock() - start) / 1000).toFixed(1);
  return {
    note: (outcome, baseUrl) => {
      if (!isUnsent(outcome)) connected.add(baseUrl);
      if (outcome.kind === 'answer') {
        silent = 0;
        if (absentSince === undefined) return;
        absences.push(
          `the target could not be reached for ${secondsSince(absentSince)} s, and came back after ${requests()} requests`,
        );
        absentSince = undefined;
        return;
      }
      if (UNREACHABLE.has(outcome.code)) {
        if (!connected.has(baseUrl))
          lost ??= `there is no connection to ${baseUrl}: ${outcome.message}`;
        absentSince ??= clock();
        if (clock() - absentSince > absenceLimitMs) {
          lost ??= `the target could not be reached for ${secondsSince(absentSince)} s, and was given up on after ${requests()} requests: ${outcome.message}`;
        }
      } else if (outcome.code === 'timed-out') {
        silent += 1;
        if (silent >= Math.max(3, BOUNDS.silentCases * target.concurrency)) {
          lost ??= `the target gave no answer ${silent} times in a row, and was given up on after ${requests()} requests: ${outcome.message}`;
        }
      }
    },
    lost: () => lost,
    absences: () => absences,
  };
}

/** Returns true if the target never saw the request, so that the outcome says nothing about it. */
export function isUnsent(outcome: Outcome): boolean {
  if (outcome.kind === 'answer') return false;
  return UNREACHABLE.has(outcome.code) || NOT_THE_TARGETS.has(outcome.code);
}

export function isUnreachable(outcome: Outcome): boolean {
  return outcome.kind === 'fault' && UNREACHABLE.has(outcome.code);
}
