/**
 * The readable form of a report of any kind: the page `report.html` has all of it (templates are in `page/`), and the
 * forms for CI have parts.
 */

import {
  BY_WEIGHT,
  type DriftReport,
  type ExchangeExcerpt,
  escapeControls,
  formatNumber,
  type Level,
  type MessageExcerpt,
  type RunHeader,
  type StepReport,
  type Verdict,
} from '../model/index.ts';
import type { SinceLastTime } from './baseline-lines.ts';

/** The meaning of a part of a bar. */
type BarKind = 'pass' | 'fail' | 'warn' | 'observed' | 'unjudged';

interface BarPart {
  readonly kind: BarKind;
  readonly name: string;
  readonly amount: number;
  /** In percent of the bar. */
  readonly x: number;
  readonly width: number;
}

export interface Bar {
  readonly label: string;
  readonly parts: readonly BarPart[];
}

interface PageLine {
  readonly text: string;
  readonly marked: boolean;
}

export interface PageCause {
  /** Identity of the cause in every run. */
  readonly key: string;
  readonly anchor: string;
  readonly verdict: Verdict;
  readonly label: string;
  /** The sentence of its clause, which the target breaks. */
  readonly title: string;
  /** The deviation of the target from it. */
  readonly message: string;
  /** Absent for a cause by itself. */
  readonly mistake?: { readonly number: number; readonly shared: string };
  /** Its extent: `88 clauses · 240 findings`. */
  readonly extent: string;
  readonly level: Level;
  readonly source: string;
  readonly areas: readonly string[];
  readonly operations: readonly string[];
  readonly remarks: readonly string[];
  readonly compared?: {
    readonly where: string;
    readonly expected: string;
    readonly actual: string;
  };
  readonly steps: readonly PageStep[];
  readonly exchange?: PageExchange;
  readonly commands: readonly string[];
  readonly holdsAt: string;
  readonly clauses: readonly string[];
  readonly moreClauses: number;
  /** True if the clauses have anchors on the page. */
  readonly linked: boolean;
  readonly open: boolean;
}

interface PageKnown {
  readonly verdict: Verdict;
  readonly clause: string;
  readonly states: string;
  readonly reason: string;
}

interface PageExchange {
  readonly request: readonly PageLine[];
  readonly answer: readonly PageLine[];
}

/** A request before the last one of a finding. */
export interface PageStep {
  readonly request: string;
  readonly answer: string;
  readonly exchange?: PageExchange;
  /** Absent if it cannot be sent by itself. */
  readonly curl?: string;
}

export interface PageArea {
  readonly name: string;
  readonly bar: Bar;
  readonly clauses: number;
  readonly failed: number;
}

export interface PageClass {
  readonly name: string;
  readonly requests: number;
  readonly statuses: string;
  readonly words: string;
  /** 1: few requests; 4: many. */
  readonly heat: number;
  /** Some of its answers had a status from 500, or are missing. */
  readonly failed: boolean;
}

export interface Page {
  readonly tool: RunHeader['tool'];
  readonly kind: string;
  readonly target: string;
  readonly contract: string;
  readonly verdict: {
    readonly tone: 'good' | 'bad' | 'unsure';
    readonly title: string;
    readonly words: string;
  };
  readonly total: Bar;
  /** The unit of the bar, and the total. */
  readonly counted: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly exitCode: 0 | 1 | 2;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly problems: readonly { readonly label: string; readonly text: string }[];
  readonly notes: readonly string[];
  /** A sentence about a server that breaks down, for the first screen, and the card about it. */
  readonly breakdowns?: { readonly words: string; readonly anchor?: string };
  readonly since?: SinceLastTime;
  readonly counts: readonly (readonly [Verdict, number])[];
  readonly causesInWords: string;
  readonly causes: readonly PageCause[];
  /** Failures and warnings that the profile or the baseline accepts, with the reason. */
  readonly known: readonly PageKnown[];
  /** Failures and warnings of clauses that are newer than the baseline. */
  readonly uncompared: readonly PageKnown[];
  readonly areas: readonly PageArea[];
  /** Operations for the filter. */
  readonly operations: readonly string[];
  readonly reasons: readonly {
    readonly verdict: Verdict;
    readonly whose: string;
    readonly reason: string;
  }[];
  /** Observations that differ from an earlier recording. */
  readonly drift: readonly DriftReport[];
  readonly classes: readonly { readonly name: string; readonly classes: readonly PageClass[] }[];
  readonly classesInWords: string;
  readonly hasClauses: boolean;
}

/** Maximum number of causes on a page, for readability. */
export const MOST_CAUSES = 60;

/** Number of failures that are open at first: of many, a list is read first. */
export function openAtFirst(causes: number): number {
  return causes > MOST_WHOLE ? 1 : 3;
}

/** Maximum number of causes to show with some of them open. */
const MOST_WHOLE = 8;

/** Maximum number of named clauses in a cause. */
export const MOST_NAMED = 24;

function kindOf(verdict: Verdict): BarKind {
  switch (verdict) {
    case 'pass':
    case 'fail':
    case 'warn':
    case 'observed':
      return verdict;
    case 'error':
    case 'blocked':
    case 'skipped':
      return 'unjudged';
  }
}

const NAMES: readonly (readonly [BarKind, string])[] = [
  ['fail', 'failed'],
  ['warn', 'warned'],
  ['pass', 'held'],
  ['observed', 'observed'],
  ['unjudged', 'not judged'],
];

/** Smaller parts are invisible, and one failure among thousands matters. */
const LEAST_WIDTH = 0.8;

/** The shares of verdicts in a bar, failures first. */
export function barOf(counts: { readonly [V in Verdict]?: number }): Bar {
  const verdicts = BY_WEIGHT.map((verdict) => [kindOf(verdict), counts[verdict] ?? 0] as const);
  const sumOf = (kind?: BarKind) =>
    verdicts
      .filter(([own]) => kind === undefined || own === kind)
      .reduce((sum, [, amount]) => sum + amount, 0);
  const amounts = NAMES.map(([kind, name]) => ({ kind, name, amount: sumOf(kind) })).filter(
    ({ amount }) => amount > 0,
  );
  const wanted = amounts.map(({ amount }) => Math.max(LEAST_WIDTH, (amount / sumOf()) * 100));
  const scale = 100 / wanted.reduce((sum, width) => sum + width, 0);
  let x = 0;
  const parts = amounts.map((part, index) => {
    const width = Math.round((wanted[index] ?? 0) * scale * 100) / 100;
    const placed = { ...part, x: Math.round(x * 100) / 100, width };
    x += width;
    return placed;
  });
  return {
    label: amounts.map(({ amount, name }) => `${formatNumber(amount)} ${name}`).join(', '),
    parts,
  };
}

function linesOf({ text, marked }: MessageExcerpt): readonly PageLine[] {
  return text.split('\n').map((line, at) => ({
    text: escapeControls(line),
    marked: marked !== undefined && at >= marked[0] && at <= marked[1],
  }));
}

export function exchangeLines({ request, answer }: ExchangeExcerpt): PageExchange {
  return { request: linesOf(request), answer: linesOf(answer) };
}

export function stepShown({ request, answer, exchange, curl }: StepReport): PageStep {
  return {
    request,
    answer,
    ...(exchange && { exchange: exchangeLines(exchange) }),
    ...(curl !== undefined && { curl }),
  };
}
