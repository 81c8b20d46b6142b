/** GitLab's code quality report: an entry for each cause, which the widget of a merge request shows. */

import { escapeControls, escapeJson } from '../model/index.ts';
import type { PageCause } from './page.ts';
import { type AnyReport, pageOf } from './page-of.ts';
import { fingerprintOf, pathOf } from './sarif.ts';
import { clip } from './text.ts';

const LONGEST = 500;

/** The text of `gl-code-quality-report.json`. */
export function gitlabText(report: AnyReport): string {
  const entries = pageOf(report).causes.map((cause) => ({
    description: clip(escapeControls(`${cause.message} (${cause.extent})`), LONGEST),
    check_name: cause.clauses[0] ?? cause.key,
    fingerprint: fingerprintOf(cause),
    severity: severityOf(cause),
    location: { path: pathOf(cause), lines: { begin: 1 } },
  }));
  return `${escapeJson(JSON.stringify(entries, null, 2))}\n`;
}

function severityOf({ verdict, label, level }: PageCause): string {
  if (label === 'known') return 'info';
  if (verdict !== 'fail') return 'minor';
  return level === 'stated' ? 'critical' : 'major';
}
