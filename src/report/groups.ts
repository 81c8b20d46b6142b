import {
  BY_WEIGHT,
  type ClauseReport,
  groupedBy,
  type Verdict,
  type VerdictCounts,
} from '../model/index.ts';

/** The occurring verdicts with their numbers, most severe first. */
export function verdictsIn(counts: VerdictCounts): readonly (readonly [Verdict, number])[] {
  return BY_WEIGHT.filter((verdict) => counts[verdict] > 0).map((verdict) => [
    verdict,
    counts[verdict],
  ]);
}

/** Returns true for a failing clause that the profile does not know. */
export function failsAnew(clause: ClauseReport): boolean {
  return clause.verdict === 'fail' && clause.known === undefined;
}

export interface ClauseGroup {
  readonly name: string;
  readonly clauses: readonly ClauseReport[];
}

/** The first two segments of the id of a clause: `integration/timezones`. */
export function areaOf(id: string): string {
  return id.split('/').slice(0, 2).join('/');
}

/** Clauses by area, in order of appearance. */
export function groupClauses(clauses: readonly ClauseReport[]): readonly ClauseGroup[] {
  return [...groupedBy(clauses, ({ id }) => areaOf(id))].map(([name, own]) => ({
    name,
    clauses: own,
  }));
}

/** A reason for unjudged clauses, with their number. */
export interface ReasonGroup {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly ids: readonly string[];
}

/** The reasons why clauses have one of these verdicts: each reason once, by verdict, then by the number of clauses. */
export function reasonsFor(
  clauses: readonly ClauseReport[],
  verdicts: ReadonlySet<Verdict>,
): readonly ReasonGroup[] {
  const groups = new Map<string, ReasonGroup>();
  for (const { id, verdict, reasons } of clauses) {
    if (!verdicts.has(verdict)) continue;
    for (const reason of reasons.length > 0 ? reasons : ['no reason was given']) {
      const key = `${verdict} ${reason}`;
      const { ids = [] } = groups.get(key) ?? {};
      groups.set(key, { verdict, reason, ids: [...ids, id] });
    }
  }
  return [...groups.values()].sort(
    (a, b) => a.verdict.localeCompare(b.verdict) || b.ids.length - a.ids.length,
  );
}
