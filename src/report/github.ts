/** Output for GitHub Actions: annotations, which are lines on the output of a step. */

import { escapeControls, escapeLines } from '../model/index.ts';
import type { PageCause } from './page.ts';
import { type AnyReport, pageOf } from './page-of.ts';
import { clip } from './text.ts';

/** GitHub shows no more of a kind from one step. */
const MOST = 10;
const LONGEST = 1_000;

/** Workflow commands: an error or a warning for each cause, and for each problem of the run. */
export function githubLines(report: AnyReport): readonly string[] {
  const { causes, problems } = pageOf(report);
  const open = causes.filter(({ label }) => label !== 'known');
  const failures = open.filter(({ verdict }) => verdict === 'fail').map(lineOf('error'));
  const warnings = open.filter(({ verdict }) => verdict !== 'fail').map(lineOf('warning'));
  const errors = problems.map(({ label, text }) => command('error', label, text));
  return [...[...errors, ...failures].slice(0, MOST), ...warnings.slice(0, MOST)];
}

function lineOf(kind: 'error' | 'warning') {
  return ({ clauses, message, title, source, extent, commands }: PageCause): string => {
    const more = clauses.length > 1 ? ` and ${clauses.length - 1} more` : '';
    const text = [message, `${title} (${source}; ${extent})`, ...commands.slice(-1)];
    return command(kind, `${clauses[0] ?? ''}${more}`, text.join('\n'));
  };
}

function command(kind: 'error' | 'warning', title: string, text: string): string {
  const shown = clip(escapeLines(text), LONGEST);
  const safe = escaped(escapeControls(title)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${kind} title=${safe}::${escaped(shown)}`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
