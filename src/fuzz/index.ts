/**
 * Fuzzing: a campaign sends unusual requests for as long as it may, judges the answers, makes what it finds smaller,
 * tells violations of one cause together, and writes files that reproduce each finding.
 */

export { type CampaignOptions, runCampaign } from './campaign.ts';
export { plannedFuzzCases } from './dry-run.ts';
export { gravityOf, leadOf, type ReportedFinding } from './findings.ts';
export { staleAmong } from './fixture-values.ts';
export { familyOf, isForAll } from './grouping.ts';
export { recordFinding } from './recording.ts';
export { isCauseOf, isOfWholeCases } from './registry.ts';
export { replayOf } from './replays.ts';
export { alike, distinctTriggers, type Showing, type Trigger, whatIsShown } from './similar.ts';
export { summaryOf } from './summary.ts';
export { createTally } from './tally.ts';
