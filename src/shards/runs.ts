/** The report of a run of the suites, of those of its shards. */

import { conclude } from '../judge/conclusion.ts';
import { createTally } from '../judge/tally.ts';
import type { DocumentName, RunReport } from '../model.ts';
import { type ShardPart, sentencesOf, wholeOf } from './whole.ts';

const OTHER_PLAN =
  'the shards did not plan the same cases: what the target shows of itself, by which cases are planned, changed between them';

/**
 * One report of the reports of all shards: what the whole run would have reported, but for what depends
 * on time, and for the requests that making a failing case smaller takes in each shard.
 *
 * @throws TouchstoneError 'report-unmergeable' where they are not the shards of one run, each once
 */
export function mergeRuns(parts: readonly ShardPart<RunReport>[]): RunReport {
  const whole = wholeOf(parts, askedOf);
  const { reports, first, shares, startedAt, durationMs, requests } = whole;
  const described = new Map(reports.flatMap(({ clauses }) => clauses).map((one) => [one.id, one]));
  const tally = createTally([...described.values()]);
  for (const report of reports) tally.addShard(report);
  const today = startedAt.slice(0, 10);
  const { name: _, ...addresses } = first.target;
  const documents: readonly DocumentName[] = Object.keys(addresses);
  const clauses = tally.reports(today);
  const failOn = new Set(
    shares.flatMap((share) => share.failOn).filter((what) => what === 'warn' || what === 'drift'),
  );
  const end = conclude({
    clauses,
    stale: tally.stale(today),
    failOn,
    cutShort: whole.problems,
    unheard: whole.unheard,
    others: new Set(shares.map(({ plan }) => plan)).size > 1 ? [OTHER_PLAN] : [],
    documents,
  });
  // Of these, only drift is seen by each shard for itself.
  const drifted = failOn.has('drift') && reports.some((report) => report.exitCode === 1);
  const notes = sentencesOf(reports, (report) => report.notes ?? []);
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
    clauses,
  };
}

/** A shard that was killed does not say how it was asked for: it is reported as a problem. */
function askedOf({ mode, share }: RunReport): { readonly [name: string]: string } {
  if (share === undefined) return { 'the mode': mode };
  return {
    'the mode': mode,
    '--only': share.only.join(' ') || 'none',
    '--strict': String(share.strict),
    '--fail-on': share.failOn.join(',') || 'none',
  };
}
