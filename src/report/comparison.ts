/** A comparison of reports, for a terminal, as Markdown and as a page. */

import picocolors from 'picocolors';
import type { Change, ComparedCause, Comparison } from '../findings/index.ts';
import { escapeControls, type Verdict } from '../model/index.ts';
import { causeInWords } from './baseline-lines.ts';
import { inMarkdown } from './markdown.ts';
import { type Colors, tint } from './paint.ts';
import { clip, count } from './text.ts';

/** Maximum number of rows of one sort in a terminal or comment. */
const MOST_LINES = 20;
const MOST_ROWS = 60;
const LONGEST = 300;

type Sort = 'new' | 'worse' | 'gone' | 'drift';

const LABELS: readonly (readonly [sort: Sort, label: string, tone: Verdict])[] = [
  ['new', 'new', 'fail'],
  ['worse', 'worse', 'fail'],
  ['gone', 'gone', 'pass'],
  ['drift', 'drift', 'observed'],
];

function causeLine(compared: ComparedCause): string {
  if (compared.kind === 'cause') return causeInWords(compared.cause);
  const { verdict, message, id } = compared.finding;
  return escapeControls(`${verdict} ${clip(message, LONGEST)} (${id})`);
}

function linesOf(change: Change, sort: Sort): readonly string[] {
  if (sort !== 'drift') return change[sort].map(causeLine);
  return change.drift.map(({ clause, place, before, after }) =>
    escapeControls(`${clause}: ${place} was ${observed(before)}, is ${observed(after)}`),
  );
}

function observed(value: string): string {
  return value === '' ? 'absent' : clip(value, LONGEST);
}

/** Summary of new and gone findings, in one line. */
function changeInWords(change: Change): string {
  const amounts = LABELS.map(([sort, label]) => `${change[sort].length} ${label}`);
  return `${amounts.join(', ')}, ${change.stayed} stayed`;
}

/** A line about parts that only one report judged; empty without any. */
function extentsInWords(first: string, { name, extents }: Change): readonly string[] {
  if (extents === undefined) return [];
  const { of: what, uncompared } = extents;
  const verb = what === 'clause' ? 'judged' : 'called';
  const alone = `${count(extents.first, what)} ${verb} in ${first} alone, ${extents.later} in ${name} alone`;
  const causes =
    uncompared.length === 0 ? '' : `; ${count(uncompared.length, 'cause')} there not compared`;
  return [escapeControls(`the extents differ: ${alone}${causes}`)];
}

/** Explains the word, if it occurs. */
function worseInWords({ worse }: Change): readonly string[] {
  return worse.length === 0
    ? []
    : ['worse: a cause that both reports have, now at further clauses or operations'];
}

function alikeInWords({ alike, partly, clauses }: Comparison): string {
  const noun = clauses.length > 0 ? 'other clause' : 'clause';
  const some = partly === 0 ? '' : `; ${count(partly, noun)} not judged in all, with nothing wrong`;
  return `${count(alike, noun)} with the same verdict in all${some}`;
}

export function comparisonLines(comparison: Comparison, colour: boolean): readonly string[] {
  const colours = picocolors.createColors(colour);
  const [first = ''] = comparison.names;
  return [
    ...comparison.changes.flatMap((change) => [
      colours.bold(
        escapeControls(`${change.name} compared with ${first}: ${changeInWords(change)}`),
      ),
      ...[...worseInWords(change), ...extentsInWords(first, change)].map((line) => `  ${line}`),
      ...LABELS.flatMap(([sort, label, tone]) =>
        cut(linesOf(change, sort)).map(
          (line) => `  ${tint(colours, tone, label.padEnd(5))}  ${line}`,
        ),
      ),
      '',
    ]),
    ...matrixLines(comparison, colours),
  ];
}

function cut(lines: readonly string[], most = MOST_LINES): readonly string[] {
  const more = lines.length - most;
  return more > 0 ? [...lines.slice(0, most), `and ${more} more`] : lines;
}

function matrixLines(comparison: Comparison, colours: Colors): readonly string[] {
  const { names, clauses } = comparison;
  if (clauses.length === 0) return [alikeInWords(comparison)];
  const widths = names.map((name) => Math.max(8, escapeControls(name).length));
  const rows = clauses.slice(0, MOST_ROWS).map(({ id, verdicts }) =>
    [
      ...verdicts.map((verdict, index) => {
        const text = (verdict ?? '–').padEnd(widths[index] ?? 0);
        return verdict === undefined ? text : tint(colours, verdict, text);
      }),
      escapeControls(id),
    ].join('  '),
  );
  const more = clauses.length - rows.length;
  return [
    [...names.map((name, index) => escapeControls(name).padEnd(widths[index] ?? 0)), 'clause'].join(
      '  ',
    ),
    ...rows,
    ...(more > 0 ? [`and ${more} more`] : []),
    alikeInWords(comparison),
  ];
}

/** Markdown for a comment. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { names, changes, clauses } = comparison;
  const [first = ''] = names;
  const rows = clauses.slice(0, MOST_ROWS);
  const more = clauses.length - rows.length;
  return [
    ...changes.flatMap((change) => [
      `## ${inMarkdown(change.name)} compared with ${inMarkdown(first)}`,
      '',
      `${[
        changeInWords(change),
        ...worseInWords(change),
        ...extentsInWords(first, change).map(inMarkdown),
      ].join('; ')}.`,
      '',
      ...LABELS.flatMap(([sort, label]) =>
        cut(linesOf(change, sort)).map((line) => `- **${label}**: ${inMarkdown(line)}`),
      ),
      '',
    ]),
    ...(rows.length === 0
      ? []
      : [
          `| ${names.map(inMarkdown).join(' | ')} | clause |`,
          `|${'---|'.repeat(names.length + 1)}`,
          ...rows.map(
            ({ id, verdicts }) =>
              `| ${verdicts.map((verdict) => verdict ?? '–').join(' | ')} | ${inMarkdown(id)} |`,
          ),
          '',
        ]),
    ...(more > 0 ? [`And ${more} more clauses.`, ''] : []),
    `${alikeInWords(comparison)}.`,
    '',
  ].join('\n');
}
