/** Lines about new, worse and gone findings compared with a baseline. */

import picocolors from 'picocolors';
import {
  type BaselineCause,
  type BaselineComparison,
  escapeControls,
  formatNumber,
  type RunReport,
  type SinceReport,
} from '../model/index.ts';
import { type Paint, tint } from './paint.ts';
import { count } from './text.ts';

/** Maximum number of causes of one sort without `--verbose`. */
const MOST_CAUSES = 5;

const KINDS: { readonly [K in BaselineCause['kind']]: string } = {
  accepted: 'carried out although it breaks',
  refused: 'answered with 4xx',
  failed: 'answered with 5xx',
  status: 'another status',
  missing: 'missing',
  null: 'null',
  value: 'another value',
};

/** The comparison of a run with an earlier report, or else with its baseline. */
export interface SinceLastTime {
  readonly against: string;
  /** Numbers of new, gone and unchanged causes, and of others if there are any. */
  readonly words: string;
  readonly new: readonly BaselineCause[];
  readonly worse: readonly BaselineCause[];
  readonly gone: readonly BaselineCause[];
}

/** The comparison with an earlier report or the baseline; undefined without either. */
export function sinceLastTime({
  since,
  baseline,
}: Pick<RunReport, 'since' | 'baseline'>): SinceLastTime | undefined {
  if (since !== undefined) {
    const against = `${since.report}, ${dayOf(since)}`;
    return { ...since, against, words: changesInWords(since, since.same) };
  }
  if (baseline === undefined) return undefined;
  const words = changesInWords(baseline, baseline.accepted);
  return { ...baseline, against: baseline.file, words };
}

function dayOf({ startedAt }: SinceReport): string {
  return startedAt.slice(0, 10);
}

function changesInWords(
  { new: added, worse, gone, uncompared = [] }: Omit<BaselineComparison, 'file' | 'accepted'>,
  same: number,
): string {
  const some = (causes: readonly BaselineCause[], word: string) =>
    causes.length === 0 ? [] : [`${formatNumber(causes.length)} ${word}`];
  return [
    `${formatNumber(added.length)} new`,
    ...some(worse, 'worse'),
    `${formatNumber(gone.length)} gone`,
    `${formatNumber(same)} the same`,
    ...some(uncompared, 'not compared'),
  ].join(', ');
}

/** The differences to an earlier report, in lines; empty without one. */
export function sinceLines(
  { since, exitCode }: Pick<RunReport, 'since' | 'exitCode'>,
  coloured: boolean,
): readonly string[] {
  const colours = picocolors.createColors(coloured);
  const last = since && sinceLastTime({ since });
  if (last === undefined) return [];
  const listed = (label: string, causes: readonly BaselineCause[]) =>
    causesListed(label, causes, { colours, verbose: false });
  return [
    escapeControls(`since ${last.against}: ${last.words}`),
    ...listed(tint(colours, 'fail', 'NEW  '), last.new),
    ...listed(tint(colours, 'fail', 'WORSE'), last.worse),
    ...listed(tint(colours, 'pass', 'gone '), last.gone),
    ...(exitCode === 0 && last.new.length + last.worse.length > 0
      ? [colours.dim('  they do not fail this run: only `--fail-on` and the baseline decide that')]
      : []),
  ];
}

function causesListed(
  label: string,
  causes: readonly BaselineCause[],
  { colours, verbose }: Pick<Paint, 'colours' | 'verbose'>,
): readonly string[] {
  const named = verbose ? causes : causes.slice(0, MOST_CAUSES);
  const more = causes.length - named.length;
  return [
    ...named.map((cause) => `  ${label}  ${causeInWords(cause)}`),
    ...(more > 0 ? [colours.dim(`  and ${count(more, 'cause')} more (--verbose)`)] : []),
  ];
}

/** The differences to the baseline; empty without one. */
export function baselineLines(
  { baseline }: Pick<RunReport, 'baseline'>,
  paint: Paint,
): readonly string[] {
  if (baseline === undefined) return [];
  const { colours } = paint;
  const { file, accepted, new: added, worse, gone, uncompared = [] } = baseline;
  const listed = (label: string, causes: readonly BaselineCause[]) =>
    causesListed(label, causes, paint);
  return [
    `${escapeControls(file)}: ${count(accepted, 'cause')} accepted, ${added.length} new, ${worse.length} worse, ${gone.length} gone${uncompared.length > 0 ? `, ${uncompared.length} not compared` : ''}`,
    ...listed(tint(colours, 'fail', 'NEW  '), added),
    ...listed(tint(colours, 'fail', 'WORSE'), worse),
    ...listed(tint(colours, 'pass', 'gone '), gone),
    ...uncomparedLines(baseline, paint),
    ...(gone.length > 0
      ? [colours.dim('  what is gone leaves the baseline with `touchstone baseline`')]
      : []),
    '',
  ];
}

/** Failures that the baseline can neither know nor fail; a quiet run says these too. */
export function uncomparedLines(
  { uncompared = [] }: Pick<BaselineComparison, 'uncompared'>,
  paint: Paint,
): readonly string[] {
  if (uncompared.length === 0) return [];
  const { colours } = paint;
  return [
    ...causesListed(tint(colours, 'warn', 'not compared'), uncompared, paint),
    colours.dim('  their clauses are newer than the baseline; `touchstone baseline` accepts them'),
  ];
}

/** For the last line of a run; empty without new findings. */
export function baselineWords({ baseline }: Pick<RunReport, 'baseline'>): readonly string[] {
  if (baseline === undefined) return [];
  const { file, new: added, worse } = baseline;
  const parts = [
    ...(added.length > 0 ? [`${added.length} new`] : []),
    ...(worse.length > 0 ? [`${worse.length} worse`] : []),
  ];
  return parts.length === 0 ? [] : [`${parts.join(' and ')} since ${escapeControls(file)}`];
}

/** A cause on one line: clauses, violation, and place. */
export function causeInWords({ verdict, kind, at, clauses }: BaselineCause): string {
  const ids = Object.keys(clauses);
  const operations = new Set(Object.values(clauses).flat());
  const [first = ''] = ids;
  const what = at === '' ? KINDS[kind] : `${KINDS[kind]} (${at})`;
  const where = operations.size === 0 ? '' : `, at ${[...operations].slice(0, 2).join(', ')}`;
  const others = operations.size > 2 ? ` and ${operations.size - 2} more` : '';
  const of = ids.length === 1 ? first : `${first} and ${count(ids.length - 1, 'clause')} more`;
  return escapeControls(`${verdict} ${of}: ${what}${where}${others}`);
}
