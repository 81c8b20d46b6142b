/**
 * Fuzzing: a campaign sends unusual requests for as long as it may, judges the answers, makes what it finds smaller,
 * tells violations of one cause together, and writes files that reproduce each finding.
 */

export { type CampaignOptions, runCampaign } from './campaign.ts';
export { plannedFuzzCases } from './dry-run.ts';
export type { ReportedFinding } from './findings.ts';
export { staleAmong } from './fixture-values.ts';
export { isOutsideStream, type LaneOptions } from './lane.ts';
export { type MergedFinding, mergedFindings } from './merged-findings.ts';
export { replayOf } from './replays.ts';
export type { TargetProcess } from './state.ts';
export { summaryOf } from './summary.ts';
export { createTally } from './tally.ts';
