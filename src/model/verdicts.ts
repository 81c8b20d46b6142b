import type { Verdict, VerdictCounts } from './index.ts';

/** From the strongest to the weakest. A failure is proven, regardless of other errors. An error can hide a failure. */
export const BY_WEIGHT: readonly Verdict[] = [
  'fail',
  'error',
  'warn',
  'pass',
  'observed',
  'blocked',
  'skipped',
];

/** Verdicts that do not say if a clause holds. */
export const NOT_JUDGED: ReadonlySet<Verdict> = new Set(['error', 'blocked', 'skipped']);

export const NO_VERDICTS: VerdictCounts = {
  pass: 0,
  fail: 0,
  warn: 0,
  observed: 0,
  skipped: 0,
  blocked: 0,
  error: 0,
};

export function countVerdicts(verdicts: Iterable<Verdict>): VerdictCounts {
  const counts = { ...NO_VERDICTS };
  for (const verdict of verdicts) counts[verdict] += 1;
  return counts;
}

/** The strongest of several verdicts; `skipped` without any. */
export function strongestOf(counts: VerdictCounts): Verdict {
  return BY_WEIGHT.find((verdict) => counts[verdict] > 0) ?? 'skipped';
}

export function strongest(verdicts: Iterable<Verdict>): Verdict {
  return strongestOf(countVerdicts(verdicts));
}

/** Why a failing clause fails no run: the baseline in a file has all its findings. */
export function acceptedIn(file: string): string {
  return `accepted in ${file}`;
}

/** Why a failing clause fails no run: it did not exist when the baseline in a file was made. */
export function notComparedWith(file: string): string {
  return `${NOT_COMPARED}the clause is newer than ${file}`;
}

const NOT_COMPARED = 'not compared: ';

/** The excuse of a failure, in words. One that is not compared is not known. */
export function excuseInWords(known: string): string {
  return isNotCompared(known) ? known : `known failure: ${known}`;
}

export function isNotCompared(known: string | undefined): boolean {
  return known?.startsWith(NOT_COMPARED) ?? false;
}

/** The numbers of failures that are known, and that are not compared: `1 known`, `2 not compared`. */
export function excusesInWords(all: readonly { readonly known?: string }[]): readonly string[] {
  const excused = all.filter(({ known }) => known !== undefined);
  const uncompared = excused.filter(({ known }) => isNotCompared(known)).length;
  const known = excused.length - uncompared;
  return [
    ...(known > 0 ? [`${known} known`] : []),
    ...(uncompared > 0 ? [`${uncompared} not compared`] : []),
  ];
}
