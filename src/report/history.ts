/** Runs of one target over time: pass, warn and fail, with version and date, in lines and as a page. */

import { type Named, sinceReport } from '../findings/index.ts';
import { escapeControls, formatNumber, type RunReport, type Verdict } from '../model/index.ts';
import { rendered } from './html.ts';
import { count } from './text.ts';

/** The drawn verdicts, each on a scale of its own: passes would hide the rest. */
const DRAWN = [
  ['fail', 'failed'],
  ['warn', 'warned'],
  ['pass', 'held'],
] as const satisfies readonly (readonly [Verdict, string])[];

interface HistoryRow {
  readonly name: string;
  readonly date: string;
  readonly version: string;
  readonly target: string;
  readonly exitCode: number;
  readonly counts: readonly number[];
  /** Compared with the run before; empty for the first. */
  readonly change: string;
}

/** Runs from the earliest to the latest. */
function rowsOf(runs: readonly Named<RunReport>[]): readonly HistoryRow[] {
  const inOrder = runs.toSorted((a, b) => a.report.startedAt.localeCompare(b.report.startedAt));
  return inOrder.map(({ name, report }, at) => {
    const before = inOrder[at - 1];
    const since = before && sinceReport(before, report);
    const added = since === undefined ? 0 : since.new.length + since.worse.length;
    return {
      name: escapeControls(name),
      date: report.startedAt.replace('T', ' ').slice(0, 16),
      version: escapeControls(report.tool.version),
      target: escapeControls(report.target.name),
      exitCode: report.exitCode,
      counts: DRAWN.map(([verdict]) => report.counts[verdict]),
      change: since === undefined ? '' : `${added} new, ${since.gone.length} gone`,
    };
  });
}

export function historyLines(runs: readonly Named<RunReport>[]): readonly string[] {
  const rows = rowsOf(runs);
  const cells = [
    ['date (UTC)', 'version', ...DRAWN.map(([verdict]) => verdict), 'since the last', 'report'],
    ...rows.map((row) => [
      row.date,
      row.version,
      ...row.counts.map(formatNumber),
      row.change,
      row.name,
    ]),
  ];
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Units of the drawing: a run is one wide, and a plot 100 high. */
const GAP = 0.2;

/** A self-contained page with a drawing for each verdict, and a table with the same numbers. */
export function historyHtml(runs: readonly Named<RunReport>[]): string {
  const rows = rowsOf(runs);
  const targets = [...new Set(rows.map(({ target }) => target))];
  return rendered('./history', {
    target: targets.join(', '),
    words: `${count(rows.length, 'run')}, from ${rows[0]?.date ?? ''} to ${rows.at(-1)?.date ?? ''} (UTC)`,
    rows,
    width: rows.length,
    plots: DRAWN.map(([verdict, name], at) => {
      const amounts = rows.map(({ counts }) => counts[at] ?? 0);
      const most = Math.max(1, ...amounts);
      return {
        verdict,
        name,
        most: Math.max(...amounts),
        label: `Clauses that ${name}: ${amounts.map((amount) => formatNumber(amount)).join(', ')}`,
        columns: amounts.map((amount, index) => ({
          x: index + GAP / 2,
          width: 1 - GAP,
          height: (amount / most) * 100,
          y: 100 - (amount / most) * 100,
          title: `${rows[index]?.date}, ${rows[index]?.version}: ${formatNumber(amount)} ${name}`,
        })),
      };
    }),
  });
}
