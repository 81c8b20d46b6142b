/** The end of a run, as lines for a terminal: what went wrong first, the totals last. */

import type picocolors from 'picocolors';
import type { ClauseReport, FindingReport, RunReport, Verdict } from '../model.ts';
import { placeName } from './message.ts';
import { clip, count, duration, visible } from './text.ts';
import { countVerdicts, failsAnew, groupClauses, verdictsIn } from './verdicts.ts';

export type Colors = ReturnType<typeof picocolors.createColors>;

export interface SummaryOptions {
  readonly colours: Colors;
  /** List every clause with its verdict, and every observation. */
  readonly verbose: boolean;
}

const INDENT = '      ';
/** Findings of one clause that are shown; the rest are in the files of `--out`. */
const MOST_FINDINGS = 3;
const MOST_REASONS = 6;
const LONGEST_MESSAGE = 600;
/** A longer line is no help on a screen. */
const LONGEST_CURL = 4_000;

function tint(colours: Colors, verdict: Verdict, text: string): string {
  switch (verdict) {
    case 'fail':
    case 'error':
      return colours.red(text);
    case 'warn':
    case 'blocked':
      return colours.yellow(text);
    case 'pass':
      return colours.green(text);
    case 'observed':
      return colours.cyan(text);
    case 'skipped':
      return colours.dim(text);
  }
}

function shown(text: string): string {
  return clip(visible(text), LONGEST_MESSAGE);
}

function curlShown({ curl }: FindingReport['reproduce']): string {
  if (curl.length <= LONGEST_CURL) return visible(curl);
  return `a curl line of ${Math.round(curl.length / 1000)} kB is in the reports that --out DIR writes`;
}

/** A finding, without the lines that the one above it ends with as well. */
function findingLines(
  finding: FindingReport,
  above: FindingReport | undefined,
  colours: Colors,
): readonly string[] {
  const { curl, touchstone } = finding.reproduce;
  return [
    `${INDENT}${shown(finding.message)}`,
    ...(touchstone === above?.reproduce.touchstone
      ? []
      : [`${INDENT}${colours.dim(`again: ${visible(touchstone)}`)}`]),
    ...(curl === above?.reproduce.curl
      ? []
      : [`${INDENT}${colours.dim(curlShown(finding.reproduce))}`]),
  ];
}

function headOf(label: string, clause: ClauseReport, colours: Colors): string {
  const all = Object.values(clause.cases).reduce((sum, number) => sum + number, 0);
  const share = all > 1 ? `   ${clause.cases[clause.verdict]} of ${all} cases` : '';
  const verdict = tint(colours, clause.verdict, colours.bold(label.padEnd(5)));
  const place = colours.dim(visible(`section ${clause.source.section}${share}`));
  return `${verdict} ${colours.bold(visible(clause.id))}   ${place}`;
}

/** A clause that needs a person: its verdict, where it stands, what was found and how to see it again. */
function troubleLines(
  label: string,
  clause: ClauseReport,
  { colours, verbose }: SummaryOptions,
): readonly string[] {
  const findings = verbose ? clause.findings : clause.findings.slice(0, MOST_FINDINGS);
  const more = clause.findings.length - findings.length;
  const reasons = clause.findings.length === 0 ? clause.reasons : [];
  return [
    headOf(label, clause, colours),
    ...findings.flatMap((finding, index) => findingLines(finding, findings[index - 1], colours)),
    ...reasons.map((reason) => `${INDENT}${shown(reason)}`),
    ...(more > 0 ? [`${INDENT}${colours.dim(`and ${more} more (--verbose shows all)`)}`] : []),
    '',
  ];
}

function troubles(report: RunReport, options: SummaryOptions): readonly string[] {
  const lines = (label: string, wanted: (clause: ClauseReport) => boolean) =>
    report.clauses.filter(wanted).flatMap((clause) => troubleLines(label, clause, options));
  return [
    ...lines('FAIL', failsAnew),
    ...lines('ERROR', ({ verdict }) => verdict === 'error'),
    ...lines('WARN', ({ verdict }) => verdict === 'warn'),
  ];
}

function knownFailures(report: RunReport, { colours }: SummaryOptions): readonly string[] {
  const known = report.clauses.filter(({ verdict, known }) => verdict === 'fail' && known);
  const lines = [
    ...known.map(
      ({ id, known: reason = '' }) => `${colours.dim('known')} ${visible(id)}: ${shown(reason)}`,
    ),
    ...report.stale.map(
      (entry) =>
        `${colours.red(colours.bold('STALE'))} ${shown(entry)} (no longer fails, or has expired: mend the list of known failures)`,
    ),
  ];
  return lines.length === 0 ? [] : [...lines, ''];
}

function countsLine(clauses: readonly ClauseReport[], colours: Colors, separator: string): string {
  const counts = countVerdicts(clauses.map(({ verdict }) => verdict));
  return verdictsIn(counts)
    .map(([verdict, number]) => tint(colours, verdict, `${number} ${verdict}`))
    .join(separator);
}

function clauseLines(clause: ClauseReport, { colours }: SummaryOptions): readonly string[] {
  const verdict = tint(colours, clause.verdict, clause.verdict.padEnd(8));
  return [
    `    ${verdict}  ${visible(clause.id)}`,
    ...clause.observations.map(
      ({ case: id, step, where, value }) =>
        `              ${colours.dim(`${visible(id)} ${visible(step)}:`)} ${shown(`${placeName(where)} is ${value}`)}`,
    ),
    ...clause.reasons.map((reason) => `              ${colours.dim(shown(reason))}`),
  ];
}

function groups(report: RunReport, options: SummaryOptions): readonly string[] {
  const all = groupClauses(report.clauses);
  const width = Math.max(0, ...all.map(({ name }) => visible(name).length));
  const lines = all.flatMap(({ name, clauses }) => [
    `  ${visible(name).padEnd(width)}  ${countsLine(clauses, options.colours, '  ')}`,
    ...(options.verbose ? clauses.flatMap((clause) => clauseLines(clause, options)) : []),
  ]);
  return lines.length === 0 ? [] : [...lines, ''];
}

/** Why clauses were skipped or blocked: each reason once, with how many it holds for. */
function notJudged(report: RunReport, { colours, verbose }: SummaryOptions): readonly string[] {
  if (verbose) return [];
  const held = new Map<string, { readonly verdict: Verdict; readonly ids: string[] }>();
  for (const { id, verdict, reasons } of report.clauses) {
    if (verdict !== 'skipped' && verdict !== 'blocked') continue;
    for (const reason of reasons.length > 0 ? reasons : ['no reason was given']) {
      const key = `${verdict} ${reason}`;
      const group = held.get(key);
      if (group === undefined) held.set(key, { verdict, ids: [id] });
      else group.ids.push(id);
    }
  }
  if (held.size === 0) return [];
  const lines = [...held]
    .sort(([, a], [, b]) => a.verdict.localeCompare(b.verdict) || b.ids.length - a.ids.length)
    .map(([key, { verdict, ids }]) => {
      const [only = ''] = ids;
      const whose = ids.length === 1 ? visible(only) : count(ids.length, 'clause');
      const reason = shown(key.slice(verdict.length + 1));
      return `  ${tint(colours, verdict, verdict)}  ${whose}: ${reason}`;
    });
  const more = lines.length - MOST_REASONS;
  return [
    'Not judged:',
    ...lines.slice(0, MOST_REASONS),
    ...(more > 0 ? [colours.dim(`  and ${count(more, 'reason')} more (--verbose)`)] : []),
    '',
  ];
}

function observations(report: RunReport, { colours, verbose }: SummaryOptions): readonly string[] {
  const amount = report.clauses.reduce((sum, clause) => sum + clause.observations.length, 0);
  if (amount === 0 || verbose) return [];
  return [
    colours.dim(`${count(amount, 'observation')} of what the documents leave open (--verbose)`),
    '',
  ];
}

/** The outcome of a run in words, and whether it is a good one. */
export function outcomeInWords(report: RunReport): {
  readonly good: boolean;
  readonly words: string;
} {
  const failing = report.clauses.filter(failsAnew).length;
  const errors = report.clauses.filter(({ verdict }) => verdict === 'error').length;
  const warnings = report.clauses.filter(({ verdict }) => verdict === 'warn').length;
  const parts = [
    ...(report.interrupted === undefined ? [] : [`interrupted: ${visible(report.interrupted)}`]),
    ...(failing > 0 ? [count(failing, 'clause fails', 'clauses fail')] : []),
    ...(errors > 0 ? [`${count(errors, 'clause')} could not be judged for an error`] : []),
    ...(report.stale.length > 0 ? [count(report.stale.length, 'stale known failure')] : []),
  ];
  if (parts.length > 0) return { good: false, words: parts.join(' · ') };
  switch (report.exitCode) {
    case 0:
      return { good: true, words: 'nothing failed' };
    case 1:
      return warnings > 0
        ? {
            good: false,
            words: `${count(warnings, 'clause warns', 'clauses warn')}, and that fails this run`,
          }
        : { good: false, words: 'the run fails' };
    case 2:
      return { good: false, words: 'nothing could be judged' };
  }
}

function totals(report: RunReport, { colours }: SummaryOptions): readonly string[] {
  const { good, words } = outcomeInWords(report);
  const cost = report.durationMs > 0 ? ` in ${duration(report.durationMs)}` : '';
  const figures = [
    `${count(report.clauses.length, 'clause')}: ${countsLine(report.clauses, colours, ', ') || 'none judged'}`,
    `${count(report.requests, 'request')}${cost}`,
    `seed ${report.seed}`,
  ];
  return [figures.join(' · '), colours.bold(good ? colours.green(words) : colours.red(words))];
}

/**
 * The lines that end a run (section 7 of the design): failures, errors and warnings with how to see them
 * again; known failures; a line per group of clauses; what was not judged and why; totals; the outcome.
 */
export function summaryLines(report: RunReport, options: SummaryOptions): readonly string[] {
  return [
    ...troubles(report, options),
    ...knownFailures(report, options),
    ...groups(report, options),
    ...notJudged(report, options),
    ...observations(report, options),
    ...totals(report, options),
  ];
}
