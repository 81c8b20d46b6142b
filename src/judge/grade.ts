import type { Finding, Level, Verdict, VerdictCounts } from '../model/index.ts';

/** Weighs one finding by the level of its clause (see "Levels and verdicts" in ARCHITECTURE.md). */
export function grade(level: Level, finding: Finding, strict: boolean): Verdict {
  switch (finding.kind) {
    case 'holds':
      return level === 'unspecified' ? 'observed' : 'pass';
    case 'observed':
      return 'observed';
    case 'violated':
      // Unspecified behaviour cannot be violated.
      if (level === 'unspecified') return 'observed';
      return level === 'stated' || strict ? 'fail' : 'warn';
    case 'not-judgeable':
      switch (finding.because) {
        case 'precondition':
          return 'blocked';
        case 'fault':
          return 'error';
        case 'no-data':
          return 'skipped';
      }
  }
}

/** Reasons to fail a run, in addition to failures. `new`: warnings and failures that are not in the baseline. */
export type FailOn = ReadonlySet<'warn' | 'drift' | 'new'>;

/**
 * 1: something failed. 2: nothing failed, but a fault prevented judging, or nothing was judged. 0: something was
 * judged, and nothing failed.
 */
export function exitCode(
  counts: VerdictCounts,
  failOn: FailOn,
  stale: readonly string[],
): 0 | 1 | 2 {
  const failing = failOn.has('warn') || failOn.has('new') ? counts.fail + counts.warn : counts.fail;
  if (failing > 0 || stale.length > 0) return 1;
  if (counts.error > 0) return 2;
  return counts.pass + counts.observed + counts.warn > 0 ? 0 : 2;
}
