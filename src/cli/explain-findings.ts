/** Numbers the findings of a report, for questions about one. */

import { causesOf } from '../findings/index.ts';
import {
  type CampaignFinding,
  type ExchangeExcerpt,
  escapeControls,
  type FindingReport,
  type MessageExcerpt,
  type StepReport,
} from '../model/index.ts';
import { type AnyReport, clausesInWords, count } from '../report/index.ts';

/** A cause, or a finding of a campaign. */
export interface ShownFinding {
  readonly number: string;
  /** Its other names: clauses, cases, its identity in campaigns. */
  readonly ids: readonly string[];
  readonly verdict: string;
  readonly clause: string;
  readonly message: string;
  readonly extent: string;
  readonly finding?: Pick<FindingReport, 'actual' | 'expected' | 'steps' | 'reproduce'>;
  readonly exchange?: ExchangeExcerpt;
}

export function findingsIn(report: AnyReport): readonly ShownFinding[] {
  if ('kind' in report) return [...report.findings, ...report.unconfirmed].map(ofCampaign);
  return causesOf(report.clauses).flatMap(({ verdict, clauses, findings, example }, at) => {
    const [clause] = clauses;
    if (clause === undefined) return [];
    const extent = `${clausesInWords({ verdict, clauses })}, ${count(findings, 'example')}`;
    const cases = clauses.flatMap((one) => one.findings.map((finding) => finding.case));
    return {
      number: String(at + 1),
      ids: [...clauses.map(({ id }) => id), ...cases],
      verdict,
      clause: clause.id,
      message: example?.message ?? clause.reasons[0] ?? '',
      extent,
      ...(example && { finding: example }),
      ...(example?.exchange && { exchange: example.exchange }),
    };
  });
}

/** The finding of a clause or case itself, which can be another one than the first of its cause. */
export function findingOf(report: AnyReport, id: string): ShownFinding | undefined {
  if ('kind' in report) return undefined;
  const clause = report.clauses.find(
    (one) => one.id === id || one.findings.some((finding) => finding.case === id),
  );
  const finding = clause?.findings.find((one) => clause.id === id || one.case === id);
  if (clause === undefined || finding === undefined) return undefined;
  const cause = findingsIn(report).find(({ ids }) => ids.includes(id));
  return {
    number: cause?.number ?? '',
    ids: [id],
    verdict: clause.verdict,
    clause: clause.id,
    message: finding.message,
    extent: clause.known === undefined ? (cause?.extent ?? '') : `known: ${clause.known}`,
    finding,
    ...(finding.exchange && { exchange: finding.exchange }),
  };
}

function ofCampaign(finding: CampaignFinding): ShownFinding {
  const { number, id, ids, verdict, clause, message, hits, operations, exchange } = finding;
  return {
    number: String(number),
    ids: [id, ...ids],
    verdict,
    clause,
    message,
    extent: `${count(hits, 'answer')} at ${operations.join(', ')}`,
    finding,
    ...(exchange && { exchange }),
  };
}

export function listLines(findings: readonly ShownFinding[], folder: string): readonly string[] {
  if (findings.length === 0) return ['the report has no new failure and no new warning'];
  return [
    ...findings.map(
      ({ number, verdict, clause, message, extent }) =>
        `${number.padStart(3)}  ${verdict.toUpperCase()}  ${escapeControls(clause)}: ${escapeControls(message)} (${extent})`,
    ),
    `one of them: npx touchstone explain NUMBER --report ${folder}`,
  ];
}

/** Failures and warnings that the profile or the baseline accepts, with the reason. */
export function knownLines(report: AnyReport): readonly string[] {
  if ('kind' in report) return [];
  return report.clauses.flatMap(({ id, verdict, known }) =>
    known !== undefined && (verdict === 'fail' || verdict === 'warn')
      ? [escapeControls(`known  ${verdict.toUpperCase()}  ${id}: ${known}`)]
      : [],
  );
}

export function findingLines(shown: ShownFinding): readonly string[] {
  const { number, verdict, clause, message, extent, finding, exchange } = shown;
  const steps = finding?.steps ?? [];
  const excerpt = (name: string, message: MessageExcerpt | undefined) =>
    message === undefined ? [] : ['', `${name}:`, ...markedLines(message)];
  return [
    `${number === '' ? clause : `finding ${number}`}: ${verdict}${extent === '' ? '' : ` (${escapeControls(extent)})`}`,
    `  ${escapeControls(message)}`,
    ...(finding === undefined
      ? []
      : [
          `  expected  ${escapeControls(finding.expected)}`,
          `  actual    ${escapeControls(finding.actual)}`,
        ]),
    ...(steps.length === 0 ? [] : ['', 'what led to it:']),
    ...steps.flatMap(stepLines),
    ...excerpt('request', exchange?.request),
    ...excerpt('answer', exchange?.answer),
    ...(finding === undefined ? [] : againLines(finding.reproduce)),
  ];
}

/** A request before the last one, with its bodies if the report has them. */
function stepLines({ request, answer, exchange, curl }: StepReport): readonly string[] {
  const bodies = exchange === undefined ? [] : [exchange.request, exchange.answer];
  return [
    `  ${escapeControls(request)} -> ${escapeControls(answer)}`,
    ...bodies.flatMap((message) => indented(markedLines(message))),
    ...(curl === undefined ? [] : indented([`  ${curl}`])),
  ];
}

/** The lines of a message, with an arrow at what the finding is about. */
function markedLines({ text, marked: [first, last] = [-1, -1] }: MessageExcerpt) {
  return text
    .split('\n')
    .map((line, at) => `${at >= first && at <= last ? '>' : ' '} ${escapeControls(line)}`);
}

function againLines({ curl, touchstone }: FindingReport['reproduce']): readonly string[] {
  return ['', 'to see it again:', ...indented([curl, touchstone].filter((line) => line !== ''))];
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${escapeControls(line)}`);
}
