/** The files of `fuzz --out`. */

import { join } from 'node:path';
import type { Contract } from '../contract/index.ts';
import { type ReportedFinding, recordFinding, replayOf } from '../fuzz/index.ts';
import type { CampaignFinding, CampaignReport, Target } from '../model/index.ts';
import { findingFolder, writeFinding, writeReports } from '../report/index.ts';

/** Writes files that reproduce the findings, and adds their paths to the report. */
export async function withFiles(
  report: CampaignReport,
  shown: readonly ReportedFinding[],
  contract: Contract,
  target: Target,
  out: string | undefined,
): Promise<CampaignReport> {
  if (out === undefined) return report;
  const files = new Map<number, readonly string[]>();
  for (const one of shown) {
    const { number } = one.finding;
    const replay = replayOf(one, contract, target);
    if (replay === undefined) continue;
    const recording = `${findingFolder(number)}/recording`;
    const written = writeFinding(out, replay);
    await recordFinding(join(out, recording), one, {
      contract,
      target,
      seed: report.seed,
      tool: report.tool,
      now: Date.now,
    });
    files.set(number, [...written, recording]);
  }
  const named = (finding: CampaignFinding): CampaignFinding => {
    const own = files.get(finding.number);
    return own === undefined ? finding : { ...finding, files: own };
  };
  const { findings, unconfirmed } = report;
  const whole = {
    ...report,
    findings: findings.map(named),
    unconfirmed: unconfirmed.map(named),
  };
  writeReports(out, whole);
  return whole;
}
