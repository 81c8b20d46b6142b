/** Merges the reports of the shards of a campaign. */

import {
  createTally,
  type MergedFinding,
  mergedFindings,
  staleAmong,
  summaryOf,
} from '../fuzz/index.ts';
import type { CampaignReport, KnownFinding } from '../model/index.ts';
import { type ShardPart, sentencesOf, wholeOf } from './whole.ts';

/**
 * Merges the reports of all shards into one. Where the shards sent certain positions of the stream (--runs),
 * it equals the report of the whole campaign, except for times and for the requests of controls and
 * of triage, which each shard sends for itself.
 *
 * @param given read one by one, so that a thousand shards need little memory
 * @throws TouchstoneError 'report-unmergeable' if they are not all shards of one campaign, each once
 */
export function mergeCampaigns(given: Iterable<ShardPart<CampaignReport>>): {
  readonly report: CampaignReport;
  readonly merged: readonly MergedFinding[];
} {
  const tally = createTally({ operations: 0, rules: new Set(), classes: [] });
  const parts: ShardPart<CampaignReport>[] = [];
  for (const { folder, report } of given) {
    tally.addShard(report);
    parts.push({ folder, report: withoutSums(report) });
  }
  const whole = wholeOf(parts, askedOf);
  const { reports, first, shares, startedAt, durationMs, requests } = whole;
  const merged = mergedFindings(whole.parts);
  const { tool, contract, target, seed, modes } = first;
  const report = summaryOf(
    {
      tool,
      contract,
      target,
      seed,
      modes,
      startedAt,
      durationMs,
      cases: sum(reports, ({ cases }) => cases),
      requests,
      found: merged.map(({ finding }) => finding),
      problems: [...whole.problems, ...whole.accessProblems],
      notes: sentencesOf(reports, ({ notes }) => notes),
      stale: staleAmong(
        knownTogether(shares.flatMap(({ known }) => known)),
        startedAt.slice(0, 10),
      ),
      failOnWarn: shares.some((share) => share.failOnWarn),
    },
    tally,
  );
  return { report, merged };
}

function withoutSums(report: CampaignReport): CampaignReport {
  const { share, coverage } = report;
  const { unreached: _names, ...rules } = coverage.rules;
  const reached = { operations: [], rules: [], classes: [] };
  return {
    ...report,
    classes: [],
    coverage: { ...coverage, rules },
    ...(share && { share: { ...share, reached } }),
  };
}

function askedOf({ kind, modes, share }: CampaignReport): { readonly [name: string]: string } {
  return {
    'the kind of report': kind,
    '--mode': modes.join(', '),
    '--only': share?.only.join(' ') || 'none',
    '--from': String(share?.from),
    '--strict': String(share?.strict),
    '--fail-on': share?.failOnWarn ? 'warn' : 'none',
  };
}

function knownTogether(all: readonly KnownFinding[]): readonly KnownFinding[] {
  const byName = new Map<string, KnownFinding>();
  for (const one of all) {
    const before = byName.get(one.finding);
    const tried = one.tried || before?.tried === true;
    const found = one.found || before?.found === true;
    byName.set(one.finding, { ...one, tried, found });
  }
  return [...byName.values()];
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
