/**
 * Merges the shards of one run or campaign into one report. Also reads a report from its folder, whole or of a killed
 * run.
 */

export { mergeCampaigns } from './campaigns.ts';
export { copyFindings } from './files.ts';
export { hasReport, readReport, readReports, reportAt, type ShardContents } from './read.ts';
export { mergeRuns } from './runs.ts';
