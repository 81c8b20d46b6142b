/**
 * The shards of one run or campaign become one report; a report is also read from its folder here, whole or of a run that
 * was killed.
 */

export { mergeCampaigns } from './campaigns.ts';
export { copyFindings } from './files.ts';
export { readReport, readReports, reportAt, type ShardContents } from './read.ts';
export { mergeRuns } from './runs.ts';
