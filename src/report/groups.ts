import type { ClauseReport, Verdict, VerdictCounts } from '../model.ts';
import { BY_WEIGHT } from '../verdicts.ts';

/** The verdicts that occur, with their numbers, gravest first. */
export function verdictsIn(counts: VerdictCounts): readonly (readonly [Verdict, number])[] {
  return BY_WEIGHT.filter((verdict) => counts[verdict] > 0).map((verdict) => [
    verdict,
    counts[verdict],
  ]);
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
