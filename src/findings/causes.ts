/** Groups findings by cause: each cause is reported once, for all its clauses and operations. */

import {
  BREAKDOWN_RULES,
  type ClauseReport,
  type FindingReport,
  groupedBy,
  withoutNumbers,
} from '../model/index.ts';
import { absentInAll, coversAbsent } from './absent.ts';

/** Returns true for a failure or warning that neither the profile nor the baseline knows. */
function isOpen({ verdict, known }: ClauseReport): boolean {
  return known === undefined && (verdict === 'fail' || verdict === 'warn');
}

export interface Cause {
  /** Identity of the cause in every run: the common parts of its findings, without values. */
  readonly key: string;
  readonly verdict: 'fail' | 'warn';
  readonly clauses: readonly ClauseReport[];
  /** Number of occurrences, as far as the report keeps the findings of a clause. */
  readonly findings: number;
  /** The first finding; absent if the report has only reasons. */
  readonly example?: FindingReport;
  /** Further places where the same clauses found something. */
  readonly furtherPlaces: readonly string[];
  /** Names of missing things, if all its findings are about them. */
  readonly absent: readonly string[];
}

/** From this number of places on, the same clauses share one cause: a server can ignore updates in every field. */
const MANY_PLACES = 3;

/** Ids of clauses on refusals end in the part of the request, the member and the violated rule. */
const REFUSAL = /\/((?:body|query|path)\/.+\/[^/]+)$/;

/**
 * Causes of failures and warnings: breakdowns of the server, then failures, then by number of clauses. The same violated rule of a member, or
 * the same wrong value, is one cause in all operations.
 */
export function causesOf(clauses: readonly ClauseReport[]): readonly Cause[] {
  const causes = new Map<string, Cause>();
  for (const clause of clauses) {
    if (!isOpen(clause)) continue;
    const verdict = clause.verdict === 'warn' ? 'warn' : 'fail';
    for (const findings of atOnePlace(clause, verdict)) {
      const [example] = findings;
      const key = `${verdict} ${example ? signatureOf(clause, example) : clause.id}`;
      const cause = causes.get(key) ?? {
        ...{ key, verdict, clauses: [], findings: 0, furtherPlaces: [] },
        absent: absentIn(findings),
      };
      causes.set(key, {
        ...cause,
        clauses: cause.clauses.at(-1) === clause ? cause.clauses : [...cause.clauses, clause],
        findings: cause.findings + findings.length,
        absent: absentInAll([cause.absent, absentIn(findings)]),
        ...(example && { example: cause.example ?? example }),
      });
    }
  }
  const bySameClauses = groupedBy(causes.values(), ({ verdict, clauses }) =>
    [verdict, ...clauses.map(({ id }) => id)].join('\n'),
  );
  return withoutConsequences([...bySameClauses.values()].flatMap(folded)).toSorted(byWeight);
}

function absentIn(findings: readonly FindingReport[]): readonly string[] {
  return absentInAll(findings.map(({ absent = [] }) => absent));
}

/**
 * Merges a missing thing with its consequences: without a namespace its routes are missing from the index, and answer
 * 404.
 */
function withoutConsequences(causes: readonly Cause[]): readonly Cause[] {
  const roots = causes.filter(
    (cause, at) =>
      !causes.some(
        (other, place) =>
          place !== at && covers(other, cause) && (place < at || !covers(cause, other)),
      ),
  );
  const added = groupedBy(
    causes.filter((cause) => !roots.includes(cause)),
    (cause) => roots.find((root) => covers(root, cause)),
  );
  return roots.map((root) => (added.get(root) ?? []).reduce(together, root));
}

function covers(root: Cause, { absent }: Cause): boolean {
  return coversAbsent(root.absent, absent);
}

function together(root: Cause, { verdict, clauses, findings }: Cause): Cause {
  const further = clauses.filter((clause) => !root.clauses.includes(clause));
  return {
    ...root,
    verdict: root.verdict === 'fail' ? 'fail' : verdict,
    clauses: [...root.clauses, ...further],
    findings: root.findings + findings,
  };
}

/** Merges causes of the same clauses if there are many. */
function folded(causes: readonly Cause[]): readonly Cause[] {
  const [first, ...others] = causes;
  if (first === undefined || causes.length < MANY_PLACES) return causes;
  return [
    {
      ...first,
      findings: causes.reduce((sum, { findings }) => sum + findings, 0),
      furtherPlaces: others.flatMap(({ example }) => (example ? [example.where] : [])),
    },
  ];
}

/** The findings of a clause, by place; empty if its reasons say all. */
function atOnePlace(
  { findings }: ClauseReport,
  verdict: Cause['verdict'],
): readonly (readonly FindingReport[])[] {
  // A failing clause can have cases that only warn.
  const own = findings.filter((finding) => finding.verdict === verdict);
  const places = groupedBy(own.length > 0 ? own : findings, ({ where }) => withoutNumbers(where));
  return places.size === 0 ? [[]] : [...places.values()];
}

/** The server answered with 5xx, or not at all. */
export function isBreakdown({ clauses }: Pick<Cause, 'clauses'>): boolean {
  return clauses.some(({ id }) => BREAKDOWN_RULES.includes(id));
}

function byWeight(one: Cause, other: Cause): number {
  if (isBreakdown(one) !== isBreakdown(other)) return isBreakdown(one) ? -1 : 1;
  if (one.verdict !== other.verdict) return one.verdict === 'fail' ? -1 : 1;
  return other.clauses.length - one.clauses.length;
}

/** The common part of findings of one cause, without the differences from case to case. */
function signatureOf({ id }: ClauseReport, finding: FindingReport): string {
  const { where, actual, expected } = finding;
  const [, rule] = (expected === 'a refusal' && REFUSAL.exec(id)) || [];
  if (rule !== undefined) return `accepted ${rule}`;
  return [where, actual, expected].map(withoutNumbers).join('\n');
}
