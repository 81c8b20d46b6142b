/** Failures, errors and warnings on a terminal, by cause: sentence, findings, and commands to reproduce them. */

import { type Cause, isBreakdown, type Mistake, mistakesOf } from '../findings/index.ts';
import {
  type ClauseReport,
  escapeControls,
  type FindingReport,
  groupedBy,
  type RunReport,
} from '../model/index.ts';
import { failsAnew } from './groups.ts';
import { INTERRUPTED, interruptionOf, isCutShort } from './interruption.ts';
import { placeName } from './message.ts';
import { clausesInWords } from './outcome.ts';
import { type Colors, type Paint, shown, tint } from './paint.ts';
import { clip, clipApart, count } from './text.ts';

const INDENT = '      ';
/** Maximum number of findings of one clause; the files of `--out` have the rest. */
const MOST_FINDINGS = 3;
/** Maximum number of kinds of errors; a target that is down has one for nearly every clause. */
const MOST_ERRORS = 6;
/** Number of causes in full, and of further ones in a line each. */
const MOST_WHOLE = 3;
const MOST_LINES = 8;
/** Maximum number of named clauses of a cause, and of preceding requests. */
const MOST_NAMES = 3;
const MOST_STEPS = 3;
/** Maximum number of named places of a cause. */
const MOST_PLACES = 6;
/** Maximum lengths of a request and of its answer in a line. */
const LONGEST_REQUEST = 160;
const LONGEST_ANSWER = 60;
/** A longer line is useless on a screen. */
const LONGEST_CURL = 4_000;

function curlShown({ curl }: FindingReport['reproduce']): string {
  if (curl.length <= LONGEST_CURL) return escapeControls(curl);
  return `a curl line of ${Math.round(curl.length / 1000)} kB is in the reports that --out DIR writes`;
}

/** The preceding requests of a finding, one line each. */
function stepLines({ steps = [] }: FindingReport): readonly string[] {
  const requests = clipApart(
    steps.map(({ request }) => escapeControls(request)),
    LONGEST_REQUEST,
  );
  return steps.map(
    ({ answer }, at) => `${requests[at]} -> ${clip(escapeControls(answer), LONGEST_ANSWER)}`,
  );
}

/** A finding without final lines that equal those of the previous one. */
function findingLines(
  finding: FindingReport,
  above: FindingReport | undefined,
  colours: Colors,
): readonly string[] {
  const { curl, touchstone } = finding.reproduce;
  return [
    `${INDENT}${shown(finding.message)}`,
    ...(above === undefined ? stepLines(finding) : []).map(
      (line) => `${INDENT}  ${colours.dim(line)}`,
    ),
    ...(touchstone === above?.reproduce.touchstone
      ? []
      : [`${INDENT}${colours.dim(`again: ${escapeControls(touchstone)}`)}`]),
    ...(curl === '' || curl === above?.reproduce.curl
      ? []
      : [`${INDENT}${colours.dim(curlShown(finding.reproduce))}`]),
  ];
}

function headOf(label: string, clause: ClauseReport, colours: Colors): string {
  const all = Object.values(clause.cases).reduce((sum, number) => sum + number, 0);
  const share = all > 1 ? `   ${clause.cases[clause.verdict]} of ${all} cases` : '';
  const verdict = tint(colours, clause.verdict, colours.bold(label.padEnd(5)));
  const place = colours.dim(escapeControls(`section ${clause.source.section}${share}`));
  return `${verdict} ${colours.bold(escapeControls(clause.id))}   ${place}`;
}

/** A clause with a problem: verdict, place, findings and how to reproduce them. */
function troubleLines(
  label: string,
  clause: ClauseReport,
  { colours, verbose }: Paint,
): readonly string[] {
  const findings = verbose ? clause.findings : clause.findings.slice(0, MOST_FINDINGS);
  const more = clause.findings.length - findings.length;
  const reasons = clause.findings.length === 0 ? clause.reasons : [];
  return [
    headOf(label, clause, colours),
    `${INDENT}${shown(clause.states)}`,
    ...findings.flatMap((finding, index) => findingLines(finding, findings[index - 1], colours)),
    ...reasons.map((reason) => `${INDENT}${shown(reason)}`),
    ...(more > 0 ? [`${INDENT}${colours.dim(`and ${more} more (--verbose shows all)`)}`] : []),
    '',
  ];
}

/**
 * Clauses that an error kept from being judged. If the target is unreachable these are nearly all, so they are grouped
 * by reasons.
 */
function errors(report: RunReport, options: Paint): readonly string[] {
  const { colours, verbose, quiet = false } = options;
  const cutShort = interruptionOf(report) === undefined || verbose ? () => false : isCutShort;
  const alike = groupedBy(
    report.clauses.filter((one) => one.verdict === 'error' && !(quiet && cutShort(one))),
    (one) => {
      if (cutShort(one)) return INTERRUPTED;
      return JSON.stringify(one.findings.length > 0 ? one.id : one.reasons);
    },
  );
  const all = [...alike.values()].sort((one, other) => other.length - one.length);
  const reported = verbose ? all : all.slice(0, MOST_ERRORS);
  const untold = all.slice(reported.length).reduce((sum, { length }) => sum + length, 0);
  const lines = reported.flatMap((clauses) => {
    const [first] = clauses;
    if (first === undefined || clauses.length === 1) {
      return clauses.flatMap((clause) => troubleLines('ERROR', clause, options));
    }
    const label = tint(colours, 'error', colours.bold('ERROR'));
    const whose = colours.bold(
      `${count(clauses.length, 'clause')}, the first ${escapeControls(first.id)}`,
    );
    const all = cutShort(first) ? [INTERRUPTED] : first.reasons;
    const reasons = verbose ? all : all.slice(0, MOST_FINDINGS);
    return [`${label} ${whose}`, ...reasons.map((reason) => `${INDENT}${shown(reason)}`), ''];
  });
  if (untold === 0) return lines;
  const more = `and ${count(untold, 'clause ends', 'clauses end')} in other errors (--verbose)`;
  return [...lines, `      ${colours.dim(more)}`, ''];
}

/** A cause on several lines: its clauses, the sentence of the first, and one finding. */
function causeLines(
  cause: Cause,
  mistake: Mistake | undefined,
  { colours }: Paint,
): readonly string[] {
  const { verdict, clauses, findings, example, furtherPlaces } = cause;
  const [first] = clauses;
  if (first === undefined) return [];
  const label = tint(colours, verdict, colours.bold(verdict.toUpperCase().padEnd(5)));
  const isAlone = clauses.length === 1;
  const names = clauses.slice(0, MOST_NAMES).map(({ id }) => escapeControls(id));
  const others = clauses.length - names.length;
  return [
    isAlone
      ? headOf(verdict.toUpperCase(), first, colours)
      : `${label} ${colours.bold(clausesInWords(cause))}`,
    ...(isAlone ? [] : [`${INDENT}${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`]),
    `${INDENT}${shown(first.states)}${isAlone ? '' : ` (section ${escapeControls(first.source.section)})`}`,
    ...(example === undefined ? first.reasons.map((reason) => `${INDENT}${shown(reason)}`) : []),
    ...(example === undefined ? [] : findingLines(withLastSteps(example), undefined, colours)),
    ...(mistake === undefined ? [] : mistakeLine(mistake)),
    ...(furtherPlaces.length > 0 ? [`${INDENT}${shown(placesInWords(furtherPlaces))}`] : []),
    ...(findings > 1
      ? [
          `${INDENT}${colours.dim(`${count(findings, 'example')} in all: --verbose lists them, as do the files of --out`)}`,
        ]
      : []),
    '',
  ];
}

/** A line below the first of several causes; empty for a single one. */
function mistakeLine({ causes, shared }: Mistake): readonly string[] {
  const others = causes.length - 1;
  if (others === 0) return [];
  const whom = others === 1 ? 'the next one' : `the next ${others}`;
  return [
    `${INDENT}${shown(`probably one mistake with ${whom}: they share ${shared.join(', ')}`)}`,
  ];
}

function placesInWords(places: readonly string[]): string {
  const names = [...new Set(places.map(placeName))];
  const named = names.slice(0, MOST_PLACES);
  const others = names.length - named.length;
  return `the same at ${named.join(', ')}${others > 0 ? ` and ${count(others, 'place')} more` : ''}`;
}

function withLastSteps(finding: FindingReport): FindingReport {
  return finding.steps === undefined
    ? finding
    : { ...finding, steps: finding.steps.slice(-MOST_STEPS) };
}

function causeLine({ verdict, clauses, example }: Cause, { colours }: Paint): string {
  const [first] = clauses;
  const more = clauses.length > 1 ? ` (${count(clauses.length, 'clause')})` : '';
  const what = example?.message ?? first?.reasons[0] ?? '';
  const label = tint(colours, verdict, colours.bold(verdict.toUpperCase().padEnd(5)));
  return `${label} ${escapeControls(first?.id ?? '')}${more}: ${clip(escapeControls(what), LONGEST_REQUEST)}`;
}

/** Failures and warnings: breakdowns and the most severe in full, the next in a line each. */
function causeList(given: readonly Cause[], options: Paint): readonly string[] {
  const mistakes = mistakesOf(given);
  const all = mistakes.flatMap(({ causes }) => causes);
  // A breakdown hides nothing else: the other causes have their room as well.
  const breakdowns = all.filter(isBreakdown).slice(0, MOST_WHOLE);
  const others = all.filter((cause) => !breakdowns.includes(cause));
  const inALine = others.slice(MOST_WHOLE, MOST_WHOLE + MOST_LINES);
  const untold = others.length - Math.min(others.length, MOST_WHOLE) - inALine.length;
  return [
    ...[...breakdowns, ...others.slice(0, MOST_WHOLE)].flatMap((cause) => {
      const mistake = mistakes.find(({ causes }) => causes[0] === cause);
      return causeLines(cause, mistake, options);
    }),
    ...inALine.map((cause) => causeLine(cause, options)),
    ...(untold > 0
      ? [
          options.colours.dim(
            `and ${count(untold, 'cause')} more (--verbose, or the files of --out)`,
          ),
        ]
      : []),
    ...(inALine.length > 0 ? [''] : []),
  ];
}

/**
 * All problems, most severe first: by cause, or with `--verbose` by clause.
 *
 * @param causes causes of the report's clauses
 */
export function troubles(
  report: RunReport,
  causes: readonly Cause[],
  options: Paint,
): readonly string[] {
  if (!options.verbose) return [...causeList(causes, options), ...errors(report, options)];
  const lines = (label: string, wanted: (clause: ClauseReport) => boolean) =>
    report.clauses.filter(wanted).flatMap((clause) => troubleLines(label, clause, options));
  return [
    ...lines('FAIL', failsAnew),
    ...errors(report, options),
    ...lines('WARN', ({ verdict }) => verdict === 'warn'),
  ];
}
