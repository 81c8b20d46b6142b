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
  /** Number of requests that found no connection. */
  readonly refusals: () => number;
  /** True once there was an answer. */
  readonly answered: () => boolean;
}

/** Maximum number of absences that are told one by one. */
const MOST_NAMED = 3;

/** Detects an unreachable or silent target, and when to give it up. */
export function absencesOf(
  { clock, connected, target, absenceLimitMs = WAITS.absence }: AbsenceOptions,
  requests: () => number,
): Absences {
  const absences: string[] = [];
  let absentMs = 0;
  let absentSince: number | undefined;
  let silent = 0;
  let refusals = 0;
  let answered = false;
  let lost: string | undefined;
  const secondsSince = (start: number) => ((clock() - start) / 1000).toFixed(1);
  return {
    note: (outcome, baseUrl) => {
      if (!isUnsent(outcome)) connected.add(baseUrl);
      if (outcome.kind === 'answer') {
        answered = true;
        silent = 0;
        if (absentSince === undefined) return;
        absentMs += clock() - absentSince;
        absences.push(
          `the target could not be reached for ${secondsSince(absentSince)} s, and came back after ${requests()} requests`,
        );
        absentSince = undefined;
        return;
      }
      if (UNREACHABLE.has(outcome.code)) {
        refusals += 1;
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
    absences: () =>
      absences.length <= MOST_NAMED
        ? absences
        : [
            `the target could not be reached ${absences.length} times, for ${(absentMs / 1000).toFixed(1)} s in all`,
          ],
    refusals: () => refusals,
    answered: () => answered,
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
