/**
 * Output of runs, campaigns and self-tests: lines, NDJSON, JSON, JUnit, SARIF, CTRF, GitLab, Markdown, pages of HTML;
 * files that reproduce a finding. Takes plain data and judges nothing. `formats.ts` lists the formats.
 */

export { sinceLines } from './baseline-lines.ts';
export { campaignLines, creationLine, progressLine } from './campaign.ts';
export { comparisonLines, comparisonMarkdown } from './comparison.ts';
export { excerptOf } from './excerpt.ts';
export { findingFolder, removeFindings, writeFinding } from './finding-files.ts';
export { FORMAT_FILES, FORMATS, writeReports } from './formats.ts';
export { githubLines } from './github.ts';
export { historyHtml, historyLines } from './history.ts';
export { interruptionOf } from './interruption.ts';
export { markdownText } from './markdown.ts';
export { acceptedMessage, messageOf, partsOf } from './message.ts';
export { clearRun, eventsOf, openRunLog, RUN_LOG, retireRunLog } from './ndjson.ts';
export { clausesInWords, knownInWords } from './outcome.ts';
export type { AnyReport } from './page-of.ts';
export { type RecordedRow, recordingHtml } from './recording-html.ts';
export type { Capture, Expectation, RefusalSign, Replay, ReplayStep } from './replay.ts';
export { collect, reportFromEvents, reportJson } from './report.ts';
export { curlLine, type RedactedCredential, touchstoneLine } from './reproduction.ts';
export { openRequestsFile, type PlannedFuzzCase } from './requests-file.ts';
export { quoted } from './shell.ts';
export { problemLines, problemsIn, summaryLines } from './summary.ts';
export { terminalReporter } from './terminal.ts';
export { clipApart, count } from './text.ts';
