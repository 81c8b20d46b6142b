/** `report.html`: a run on one page that needs nothing else, and runs nothing. */

import { Eta } from 'eta';
import type { ClauseReport, RunReport } from '../model.ts';
import { BY_WEIGHT } from '../verdicts.ts';
import { failsAnew, verdictsIn } from './groups.ts';
import { placeName } from './message.ts';
import { PAGE } from './page.ts';
import { outcomeInWords } from './summary.ts';
import { count, duration, visible } from './text.ts';

interface Section {
  readonly name: string;
  readonly clauses: readonly ClauseReport[];
}

interface DocumentSections {
  readonly name: string;
  readonly sections: readonly Section[];
}

function groupBy(clauses: readonly ClauseReport[], key: (clause: ClauseReport) => string) {
  const groups = new Map<string, ClauseReport[]>();
  for (const clause of clauses) {
    const name = key(clause);
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [clause]);
    else members.push(clause);
  }
  return [...groups];
}

/** Sections in the order of the document: `2.10` comes after `2.9`. */
function bySection([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function byGravity(a: ClauseReport, b: ClauseReport): number {
  return BY_WEIGHT.indexOf(a.verdict) - BY_WEIGHT.indexOf(b.verdict);
}

function documentsOf(clauses: readonly ClauseReport[]): readonly DocumentSections[] {
  return groupBy(clauses, ({ id }) => id.split('/')[0] ?? id).map(([name, members]) => ({
    name,
    sections: groupBy(members, ({ source }) => source.section)
      .sort(bySection)
      .map(([section, inIt]) => ({ name: section, clauses: inIt })),
  }));
}

/** Clauses that need a person, gravest first; they stand at the top of the page as well as in their place. */
function troubled(clauses: readonly ClauseReport[]): readonly ClauseReport[] {
  return clauses
    .filter(
      (clause) => failsAnew(clause) || clause.verdict === 'error' || clause.verdict === 'warn',
    )
    .sort(byGravity);
}

const eta = new Eta({
  autoEscape: true,
  autoFilter: true,
  filterFunction: (value) => visible(String(value)),
});

/** The text of `report.html`. Everything from the run is escaped; the page has no script and loads nothing. */
export function reportHtml(report: RunReport): string {
  return eta.renderString(PAGE, {
    report,
    outcome: outcomeInWords(report),
    counts: verdictsIn(report.counts),
    cost: `${count(report.requests, 'request')} in ${duration(report.durationMs)}`,
    troubled: troubled(report.clauses),
    documents: documentsOf(report.clauses),
    placeName,
  });
}
