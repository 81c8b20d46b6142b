/** The report of a run of the suites, of those of its shards. */

import { accessProblems, heardTogether } from '../access.ts';
import { exitCode } from '../judge/grade.ts';
import { MOST_OBSERVATIONS, smallestFindings, staleAmong } from '../judge/tally.ts';
import { hardlyJudged, nothingJudged } from '../judged.ts';
import type { ClauseReport, DocumentName, KnownSeen, RunReport, Verdict } from '../model.ts';
import {
  BY_WEIGHT,
  countVerdicts,
  IN_OTHER_SHARDS,
  NO_VERDICTS,
  strongestOf,
} from '../verdicts.ts';
import { type Part, sentencesOf, shardsInOrder, spanOf } from './whole.ts';

const OTHER_PLAN =
  'the shards did not plan the same cases: what the target shows of itself, by which cases are planned, changed between them';

/**
 * One report of the reports of all shards: what the whole run would have reported, but for what depends
 * on time, and for the requests that making a failing case smaller takes in each shard.
 *
 * @throws TouchstoneError 'report-unmergeable' where they are not the shards of one run, each once
 */
export function mergeRuns(parts: readonly Part<RunReport>[]): RunReport {
  const reports = shardsInOrder(parts, askedOf).map(({ report }) => report);
  const [first] = reports;
  if (first === undefined) throw new TypeError('a run has at least one shard');
  const { startedAt, durationMs } = spanOf(reports);
  const clauses = mergedClauses(reports);
  const shares = reports.flatMap(({ share }) => share ?? []);
  const stale = staleAmong(
    knownTogether(shares.flatMap(({ known }) => known)),
    startedAt.slice(0, 10),
  );
  const heard = heardTogether(shares.flatMap((share) => share.heard));
  const { name: _, ...addresses } = first.target;
  const documents: readonly DocumentName[] = Object.keys(addresses);
  const unheard = accessProblems(heard, addresses);
  const problems = [
    ...sentencesOf(reports, ownProblems),
    ...unheard,
    ...(unheard.length > 0 ? [] : hardlyJudged(documents, clauses)),
    ...(new Set(shares.map(({ plan }) => plan)).size > 1 ? [OTHER_PLAN] : []),
  ];
  if (problems.length === 0) problems.push(...nothingJudged(clauses));
  const notes = sentencesOf(reports, (report) => report.notes ?? []);
  const failOn = new Set(
    shares.flatMap((share) => share.failOn).filter((what) => what === 'warn' || what === 'drift'),
  );
  const open = clauses.filter(({ known }) => known === undefined);
  const code = exitCode(countVerdicts(open.map(({ verdict }) => verdict)), failOn, stale);
  // Of these, only drift is seen by each shard for itself.
  const drifted = failOn.has('drift') && reports.some((report) => report.exitCode === 1);
  const { tool, contract, target, mode, seed, caveats } = first;
  return {
    tool,
    contract,
    target,
    mode,
    seed,
    startedAt,
    ...(caveats && { caveats }),
    durationMs,
    requests: reports.reduce((sum, { requests }) => sum + requests, 0),
    counts: countVerdicts(clauses.map(({ verdict }) => verdict)),
    exitCode: code !== 0 ? code : problems.length > 0 ? 2 : drifted ? 1 : 0,
    problems,
    stale,
    ...(notes.length > 0 && { notes }),
    clauses,
  };
}

/** A shard that was killed does not say how it was asked for: it is told of as a problem. */
function askedOf({ mode, share }: RunReport): { readonly [name: string]: string } {
  if (share === undefined) return { 'the mode': mode };
  return {
    'the mode': mode,
    '--only': share.only.join(' ') || 'none',
    '--strict': String(share.strict),
    '--fail-on': share.failOn.join(',') || 'none',
  };
}

/** What nobody gets through to is weighed anew, over all shards. */
function ownProblems({ problems, share, target }: RunReport): readonly string[] {
  const access = accessProblems(share?.heard ?? [], target);
  return problems.filter((problem) => !access.includes(problem));
}

function knownTogether(all: readonly KnownSeen[]): readonly KnownSeen[] {
  const byName = new Map<string, KnownSeen>();
  for (const one of all) {
    const verdicts = [...(byName.get(one.name)?.verdicts ?? []), ...one.verdicts];
    byName.set(one.name, { ...one, verdicts });
  }
  return [...byName.values()];
}

function mergedClauses(reports: readonly RunReport[]): readonly ClauseReport[] {
  const byId = new Map<string, ClauseReport[]>();
  for (const clause of reports.flatMap(({ clauses }) => clauses)) {
    byId.set(clause.id, [...(byId.get(clause.id) ?? []), clause]);
  }
  return [...byId.values()].flatMap(mergedClause);
}

function mergedClause(told: readonly ClauseReport[]): readonly ClauseReport[] {
  const [first] = told;
  if (first === undefined) return [];
  const cases = sumOf(told);
  const failing = told.filter((clause) => clause.cases.fail > 0);
  const [known] = failing.flatMap((clause) => clause.known ?? []);
  const excused = known !== undefined && failing.every((clause) => clause.known !== undefined);
  return [
    {
      id: first.id,
      level: first.level,
      source: first.source,
      states: first.states,
      verdict: strongestOf(cases),
      cases,
      findings: smallestFindings(told.flatMap(({ findings }) => findings)),
      observations: told
        .flatMap(({ observations }) => observations)
        .sort((a, b) => (a.case < b.case ? -1 : a.case === b.case ? 0 : 1))
        .slice(0, MOST_OBSERVATIONS),
      reasons: [...new Set(told.flatMap(({ reasons }) => reasons))].filter(
        (reason) => reason !== IN_OTHER_SHARDS,
      ),
      ...(excused && { known }),
    },
  ];
}

function sumOf(told: readonly ClauseReport[]): ClauseReport['cases'] {
  const sum: { [V in Verdict]: number } = { ...NO_VERDICTS };
  for (const { cases } of told) {
    for (const verdict of BY_WEIGHT) sum[verdict] += cases[verdict];
  }
  return sum;
}
