/** Merges the reports of the shards of a run of the suites. */

import { createHash } from 'node:crypto';
import { concludeBeside, createTally } from '../judge/index.ts';
import {
  type Clause,
  type ClauseReport,
  countIn,
  type DocumentName,
  type DriftReport,
  type RunReport,
} from '../model/index.ts';
import {
  answersTogether,
  RULES_FOR_ALL_REQUESTS,
  RULES_OF_ANSWERS,
  refusalsTogether,
  STEADY_ANSWERS,
  VALID_REQUESTS,
} from '../run/index.ts';
import { type ShardPart, sentencesOf, wholeOf } from './whole.ts';

const OTHER_PLAN =
  'the shards did not plan the same cases: the discovered facts of the target, which decide the plan, changed between them';

/**
 * Merges the reports of all shards into the report of the whole run, except for what depends
 * on time, and for the requests of minimising failing cases in each shard.
 *
 * @param known the clauses of the contract, whose order the report has
 * @throws TouchstoneError 'report-unmergeable' if they are not all shards of one run, each once
 */
export function mergeRuns(
  parts: readonly ShardPart<RunReport>[],
  known: readonly Pick<Clause, 'id'>[],
): RunReport {
  const whole = wholeOf(parts, askedOf);
  const { reports, first, shares, startedAt, durationMs, requests } = whole;
  const verdict = shares.some(({ strict }) => strict) ? 'fail' : 'warn';
  const reads = shares.flatMap((share) => share.reads ?? []);
  const refusals = refusalsTogether(reads, verdict);
  const tally = createTally(describedIn(reports, known, refusals.length > 0));
  for (const report of withSteadiness(withAnswers(reports))) tally.addShard(report);
  for (const result of refusals) tally.add(result);
  const today = startedAt.slice(0, 10);
  const { name: _, ...addresses } = first.target;
  const documents: readonly DocumentName[] = Object.keys(addresses);
  const failOn = new Set(shares.flatMap((share) => share.failOn));
  const isPart = shares.some(({ only }) => only.length > 0);
  const { clauses, footer: end } = concludeBeside(first.share?.baseline, isPart, {
    clauses: tally.reports(today),
    stale: tally.stale(today),
    failOn,
    cutShort: whole.problems,
    accessProblems: whole.accessProblems,
    others: new Set(shares.map(({ plan }) => plan)).size > 1 ? [OTHER_PLAN] : [],
    documents,
  });
  // Each shard sees only its own drift.
  const drifted = failOn.has('drift') && reports.some((report) => report.exitCode === 1);
  const notes = sentencesOf(reports, (report) => report.notes ?? []);
  const drift = driftIn(reports);
  const times = timesIn(reports);
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
    requests,
    ...end,
    exitCode: end.exitCode === 0 && drifted ? 1 : end.exitCode,
    ...(notes.length > 0 && { notes }),
    ...(drift.length > 0 && { drift }),
    clauses: clauses.map((clause) => {
      const durationMs = times.get(clause.id);
      return durationMs === undefined ? clause : { ...clause, durationMs };
    }),
  };
}

/** The reports with one finding for each cause of wrong answers, in the first report that has the rule. */
function withAnswers(reports: readonly RunReport[]): readonly RunReport[] {
  const left = new Map(answersTogether(reports.flatMap(({ share }) => share?.answers ?? [])));
  return reports.map((report) => {
    if (report.share?.answers === undefined) return report;
    const clauses = report.clauses.map((clause) => {
      if (!RULES_OF_ANSWERS.some(({ id }) => id === clause.id)) return clause;
      const findings = left.get(clause.id) ?? [];
      left.delete(clause.id);
      return { ...clause, findings };
    });
    return { ...report, clauses };
  });
}

/**
 * The reports with the whole run's results about unsteady reads: one for each operation, or one that all are steady. A
 * read can succeed in one shard and be refused in another.
 */
function withSteadiness(reports: readonly RunReport[]): readonly RunReport[] {
  const warnsIn = ({ clauses }: RunReport) =>
    clauses.some(({ id, cases }) => id === STEADY_ANSWERS.id && cases.warn > 0);
  let isSteady = !reports.some(warnsIn);
  const reported = new Set<string>();
  return reports.map((report) => {
    const clauses = report.clauses.map((clause) => {
      if (clause.id !== STEADY_ANSWERS.id) return clause;
      const findings = clause.findings.filter(({ operations = [] }) => {
        const key = operations.join(' ');
        return !reported.has(key) && reported.add(key);
      });
      const pass = isSteady ? clause.cases.pass : 0;
      if (pass > 0) isSteady = false;
      return { ...clause, cases: { ...clause.cases, pass, warn: findings.length }, findings };
    });
    return { ...report, clauses };
  });
}

type Described = Pick<ClauseReport, 'id' | 'level' | 'source' | 'states' | 'operations'>;

/**
 * Each clause once, as reported by a shard that has cases for it. Includes clauses of other APIs, and the rules.
 *
 * @param hasReads true if the shards together judged what no shard can judge
 */
function describedIn(
  reports: readonly RunReport[],
  known: readonly Pick<Clause, 'id'>[],
  hasReads: boolean,
): readonly Described[] {
  const rules = RULES_FOR_ALL_REQUESTS.map(({ id }) => id);
  const all: readonly Described[] = [
    ...reports.flatMap(({ clauses }) => clauses),
    ...(hasReads ? [VALID_REQUESTS] : []),
  ];
  const described = new Map(all.map((one) => [one.id, one]));
  const others = [...described.keys()].filter((id) => !rules.includes(id));
  const ids = new Set([...known.map(({ id }) => id), ...others, ...rules]);
  return [...ids].flatMap((id) => described.get(id) ?? []);
}

/** A baseline's name, with a digest of its content. */
function baselineIn({ baseline }: NonNullable<RunReport['share']>): string {
  if (baseline === undefined) return 'none';
  const digest = createHash('sha256').update(JSON.stringify(baseline)).digest('hex');
  return `${baseline.file} (${digest.slice(0, 12)})`;
}

function driftIn(reports: readonly RunReport[]): readonly DriftReport[] {
  const all = new Map<string, DriftReport>();
  for (const one of reports.flatMap(({ drift = [] }) => drift)) {
    const key = `${one.clause}\n${one.place}`;
    const { cases = 0, ...before } = all.get(key) ?? {};
    all.set(key, { ...one, ...before, cases: one.cases + cases });
  }
  return [...all.values()];
}

/** Duration of the cases of each clause, over all shards. */
function timesIn(reports: readonly RunReport[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { id, durationMs } of reports.flatMap(({ clauses }) => clauses)) {
    if (durationMs !== undefined) countIn(times, id, durationMs);
  }
  return times;
}

/** The options of a shard. A killed shard does not report them, and counts as a problem. */
function askedOf({ mode, share }: RunReport): { readonly [name: string]: string } {
  if (share === undefined) return { 'the mode': mode };
  return {
    'the mode': mode,
    '--only': share.only.join(' ') || 'none',
    '--strict': String(share.strict),
    '--fail-on': share.failOn.join(',') || 'none',
    'the baseline': baselineIn(share),
  };
}
