/** The report of a campaign, or of all shards of one. */

import { breakdownNotes, isBreakdown } from '../judge/index.ts';
import type { CampaignFinding, CampaignReport } from '../model/index.ts';
import type { CampaignTally } from './tally.ts';

/** Data that is not added up, but known at the end of the campaign. */
interface Ended
  extends Omit<
    CampaignReport,
    | 'kind'
    | 'rate'
    | 'judged'
    | 'coverage'
    | 'classes'
    | 'findings'
    | 'unconfirmed'
    | 'exitCode'
    | 'share'
  > {
  /** Confirmed or not. */
  readonly found: readonly CampaignFinding[];
  readonly failOnWarn: boolean;
  /** The system shows that the process of the target ended for good. */
  readonly hasEnded?: boolean;
}

export function summaryOf(ended: Ended, tally: CampaignTally): CampaignReport {
  const { tool, contract, target, seed, modes, shard, startedAt } = ended;
  const { durationMs, cases, requests, problems, notes, stale, found, failOnWarn } = ended;
  const [findings, unconfirmed] = byConfirmation(found);
  return {
    kind: 'campaign',
    tool,
    contract,
    target,
    seed,
    modes,
    ...(shard && { shard }),
    startedAt,
    durationMs,
    cases,
    requests,
    rate: durationMs === 0 ? 0 : (requests / durationMs) * 1000,
    ...tally.sums(),
    findings,
    unconfirmed,
    problems,
    // All shards together count breakdowns.
    notes: shard ? notes : [...breakdownsIn(found), ...notes],
    stale,
    exitCode: ended.hasEnded ? 1 : codeOf({ findings, problems, stale, cases }, failOnWarn),
  };
}

/** A line with the number of crashes, as in a run of the suites. */
function breakdownsIn(found: readonly CampaignFinding[]): readonly string[] {
  const all = found.filter(({ clause }) => isBreakdown(clause));
  return breakdownNotes(
    all.reduce((sum, { hits }) => sum + hits, 0),
    all.length,
  );
}

/** Reproduced violations, those tried again, and those that could not be: one numbering for all. */
function byConfirmation(
  all: readonly CampaignFinding[],
): readonly [findings: readonly CampaignFinding[], unconfirmed: readonly CampaignFinding[]] {
  return [all.filter(({ again }) => again.of > 0), all.filter(({ again }) => again.of === 0)];
}

/** 1: something was found that is not known. 2: it cannot vouch for the target. 0: nothing is wrong. */
function codeOf(
  {
    findings,
    problems,
    stale,
    cases,
  }: Pick<CampaignReport, 'findings' | 'problems' | 'stale' | 'cases'>,
  failOnWarn: boolean,
): 0 | 1 | 2 {
  const open = findings.filter(({ known }) => known === undefined);
  const failed = open.some(
    ({ verdict }) => verdict === 'fail' || (failOnWarn && verdict === 'warn'),
  );
  if (failed || stale.length > 0) return 1;
  return problems.length > 0 || cases === 0 ? 2 : 0;
}
