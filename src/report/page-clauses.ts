/** All clauses of a run as compact data for the page's script, for thousands of findings. */

import {
  type ClauseReport,
  type ExchangeExcerpt,
  escapeControls,
  excuseInWords,
  type FindingReport,
} from '../model/index.ts';
import { areaOf } from './groups.ts';
import { placeName } from './message.ts';
import { clip } from './text.ts';

/**
 * A text as the length of its common beginning with the previous one, and the rest. Messages, cases and curl lines of
 * one clause differ little, and ten thousand have to fit on a page.
 */
type Shared = readonly [length: number, rest: string] | number;

/** Message and case; with enough room also place, expected, actual, curl line and touchstone line. */
type FindingRow = readonly Shared[];

interface ClauseData {
  readonly id: string;
  readonly area: string;
  readonly level: string;
  readonly verdict: string;
  readonly source: string;
  readonly states: string;
  /** Indices of operations. */
  readonly operations?: readonly number[];
  readonly known?: string;
  readonly reasons?: readonly string[];
  readonly findings?: readonly FindingRow[];
  /** By the index of the finding. */
  readonly exchanges?: { readonly [finding: number]: ExchangeExcerpt };
  readonly observations?: readonly (readonly string[])[];
}

export interface ClausesData {
  readonly operations: readonly string[];
  readonly clauses: readonly ClauseData[];
}

/** Maximum size of the data of all clauses. Beyond it, findings only have their message; `report.json` has the rest. */
const MOST_CHARACTERS = 2_200_000;

/** Maximum length of one text. */
const LONGEST_TEXT = 2_000;
const LONGEST_MESSAGE = 300;

/** @param apart findings that the page shows elsewhere with their exchange */
export function clausesData(
  clauses: readonly ClauseReport[],
  operations: readonly string[],
  apart: ReadonlySet<FindingReport>,
): ClausesData {
  const indexes = new Map(operations.map((operation, index) => [operation, index]));
  const short = clauses.map((clause) => clauseData(clause, indexes));
  let left = MOST_CHARACTERS - JSON.stringify(short).length;
  const whole = clauses.map((clause, index): ClauseData => {
    const data = short[index] ?? clauseData(clause, indexes);
    if (clause.findings.length === 0) return data;
    const detailed = { ...data, ...detailsOf(clause, apart) };
    const more = JSON.stringify(detailed).length - JSON.stringify(data).length;
    if (more > left) return data;
    left -= more;
    return detailed;
  });
  return { operations, clauses: whole };
}

function clauseData(clause: ClauseReport, indexes: ReadonlyMap<string, number>): ClauseData {
  const { id, level, verdict, source, states, known, reasons, findings, observations } = clause;
  const own = (clause.operations ?? []).flatMap((name) => indexes.get(name) ?? []);
  return {
    id,
    area: areaOf(id),
    level,
    verdict,
    source: sourceInWords(source),
    states,
    ...(own.length > 0 && { operations: own }),
    ...(known !== undefined && { known: excuseInWords(known) }),
    ...(reasons.length > 0 && { reasons }),
    ...(findings.length > 0 && {
      findings: rowsOf(
        findings.map(({ message, case: item }) => [clip(message, LONGEST_MESSAGE), item]),
      ),
    }),
    ...(observations.length > 0 && {
      observations: observations.map((one) => [
        `${one.case} ${one.step}`,
        placeName(one.where),
        clip(one.value, LONGEST_TEXT),
      ]),
    }),
  };
}

function detailsOf(
  { findings }: ClauseReport,
  apart: ReadonlySet<FindingReport>,
): Pick<ClauseData, 'findings' | 'exchanges'> {
  const exchanges = Object.fromEntries(
    findings.flatMap((finding, index) =>
      finding.exchange && !apart.has(finding) ? [[index, finding.exchange]] : [],
    ),
  );
  const rows = findings.map(({ message, case: item, where, actual, expected, reproduce }) => [
    message,
    item,
    placeName(where),
    expected,
    actual,
    reproduce.curl,
    reproduce.touchstone,
  ]);
  return {
    findings: rowsOf(rows),
    ...(Object.keys(exchanges).length > 0 && { exchanges }),
  };
}

export function sourceInWords({ section, rule }: ClauseReport['source']): string {
  return `section ${section}${rule === undefined ? '' : `, ${rule}`}`;
}

function rowsOf(rows: readonly (readonly string[])[]): readonly FindingRow[] {
  let before: readonly string[] = [];
  return rows.map((row) => {
    const texts = row.map((text) => clip(escapeControls(text), LONGEST_TEXT));
    const shared = texts.map((text, column) => sharedWith(before[column] ?? '', text));
    before = texts;
    return shared;
  });
}

function sharedWith(before: string, text: string): Shared {
  let length = 0;
  while (length < text.length && text[length] === before[length]) length += 1;
  return length === text.length ? length : [length, text.slice(length)];
}
