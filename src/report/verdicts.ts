import type { ClauseReport, Verdict, VerdictCounts } from '../model.ts';

/** Verdicts, gravest first; the order in which they are shown and in which one outweighs another. */
export const VERDICTS: readonly Verdict[] = [
  'fail',
  'error',
  'warn',
  'blocked',
  'pass',
  'observed',
  'skipped',
];

export const NO_VERDICTS: VerdictCounts = {
  pass: 0,
  fail: 0,
  warn: 0,
  observed: 0,
  skipped: 0,
  blocked: 0,
  error: 0,
};

/** How many of each verdict there are. */
export function countVerdicts(verdicts: Iterable<Verdict>): VerdictCounts {
  const counts = { ...NO_VERDICTS };
  for (const verdict of verdicts) counts[verdict] += 1;
  return counts;
}

/** The verdicts that occur, with their numbers, gravest first. */
export function verdictsIn(counts: VerdictCounts): readonly (readonly [Verdict, number])[] {
  return VERDICTS.filter((verdict) => counts[verdict] > 0).map((verdict) => [
    verdict,
    counts[verdict],
  ]);
}

/** The gravest of the verdicts that occur; `skipped` where none does. */
export function gravest(counts: VerdictCounts): Verdict {
  return VERDICTS.find((verdict) => counts[verdict] > 0) ?? 'skipped';
}

/** Whether a clause fails without the target's profile listing the failure. */
export function failsAnew(clause: ClauseReport): boolean {
  return clause.verdict === 'fail' && clause.known === undefined;
}

export interface ClauseGroup {
  readonly name: string;
  readonly clauses: readonly ClauseReport[];
}

/** Clauses by the first two segments of their ids (`integration/timezones`), in order of appearance. */
export function groupClauses(clauses: readonly ClauseReport[]): readonly ClauseGroup[] {
  const groups = new Map<string, ClauseReport[]>();
  for (const clause of clauses) {
    const name = clause.id.split('/').slice(0, 2).join('/');
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [clause]);
    else members.push(clause);
  }
  return [...groups].map(([name, members]) => ({ name, clauses: members }));
}
