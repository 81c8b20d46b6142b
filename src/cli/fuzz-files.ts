/** The files of `fuzz --out`. */

import { join } from 'node:path';
import type { Contract } from '../contract/index.ts';
import {
  isOutsideStream,
  type LaneOptions,
  type ReportedFinding,
  replayOf,
} from '../fuzz/index.ts';
import type { CampaignFinding, CampaignReport, Target } from '../model/index.ts';
import { writeInput } from '../profiles/index.ts';
import { findingFolder, quoted, writeFinding, writeReports } from '../report/index.ts';
import { secretsToKeepOut } from '../run/index.ts';
import { redactorFor } from '../secrets/index.ts';

interface FileOptions {
  readonly contract: Contract;
  readonly target: Target;
  readonly targetOptions: readonly string[];
  /** The output folder; none if absent. */
  readonly out?: string;
  /** The same in the words of the user. */
  readonly named?: string;
  /** Keeps an input in the corpus. */
  readonly keep?: LaneOptions['keep'];
}

/** Writes files that reproduce the findings, and adds their paths to the report. */
export function withFiles(
  report: CampaignReport,
  shown: readonly ReportedFinding[],
  options: FileOptions,
): CampaignReport {
  const { contract, target, out, keep } = options;
  for (const { finding, input } of shown) if (input) keep?.(input, finding.message);
  if (out === undefined) return report;
  const changed = new Map<number, CampaignFinding>();
  for (const one of shown) {
    const { finding } = one;
    const input = inputFile(out, one, target);
    const touchstone =
      input !== undefined && isOutsideStream(finding.index)
        ? inputLine(input, options)
        : finding.reproduce.touchstone;
    const own = { ...finding, reproduce: { ...finding.reproduce, touchstone } };
    const replay = replayOf({ ...one, finding: own }, contract, target);
    if (replay === undefined) continue;
    const written = writeFinding(out, replay, redactorFor(target));
    const files = [...written, ...(input === undefined ? [] : [input])];
    changed.set(finding.number, { ...own, files });
  }
  const withOwn = (finding: CampaignFinding) => changed.get(finding.number) ?? finding;
  const { findings, unconfirmed } = report;
  const whole = {
    ...report,
    findings: findings.map(withOwn),
    unconfirmed: unconfirmed.map(withOwn),
  };
  writeReports(out, whole);
  return whole;
}

/** Writes the input of a finding. @returns its path, relative to `out`; undefined if it is not written */
function inputFile(
  out: string,
  { finding, input }: ReportedFinding,
  target: Target,
): string | undefined {
  const file = `${findingFolder(finding.number)}/input.yaml`;
  const isWritten =
    input && writeInput(join(out, file), input, finding.message, secretsToKeepOut(target));
  return isWritten ? file : undefined;
}

/** The line that sends an input again. */
function inputLine(input: string, { named = '', targetOptions }: FileOptions): string {
  const words = ['--corpus', join(named, input), '--runs', '0', ...targetOptions];
  return `npx touchstone fuzz ${words.map(quoted).join(' ')}`;
}
