/** The page of a recording: its exchanges with their verdicts. */

import { loadContract } from '../contract/index.ts';
import { count, strongest, TouchstoneError, type Verdict } from '../model/index.ts';
import type { Recording } from '../record/index.ts';
import { type RecordedRow, recordingHtml } from '../report/index.ts';
import { openSession } from '../run/index.ts';
import {
  answerLines,
  figuresOf,
  inWords,
  judgeTraffic,
  type ListedExchange,
  type OperationFigures,
  placeKept,
  placer,
  requestLines,
  type TrafficVerdict,
} from '../traffic/index.ts';
import type { Io } from './io.ts';

/** Bodies of more than this are too much for a browser. */
const MOST_CHARACTERS = 24_000_000;

/** A longer message is cut. */
const LONGEST_MESSAGE = 20_000;

export const OUTSIDE = 'outside the documents';

interface Judged {
  readonly verdict: Verdict;
  readonly words: readonly string[];
  /** The documented operation of an exchange that was recorded outside of cases. */
  readonly operation?: string;
}

/** @returns the page, and a sentence about what it leaves out, if anything */
export async function pageOf(
  name: string,
  recording: Recording,
  exchanges: readonly ListedExchange[],
  io: Io,
): Promise<{ readonly page: string; readonly leftOut?: string }> {
  const judge = await judgeOf(recording, io);
  let left = MOST_CHARACTERS;
  let without = 0;
  const rows = exchanges.map((one): RecordedRow => {
    const { number, status, method, target, entry } = one;
    const exchange = entry.read();
    const [request, answer] = [requestLines(exchange), answerLines(exchange.outcome)].map((lines) =>
      clipped(lines.join('\n')),
    );
    left -= (request?.length ?? 0) + (answer?.length ?? 0);
    if (left < 0) without += 1;
    return {
      ...{ number, status, method, target },
      operation: one.operation ?? OUTSIDE,
      ...judge(one),
      ...(entry.case !== null && { case: entry.case }),
      extent: [timeOf(one.durationMs), sizeOf(one.bytes)].join(' · '),
      ...(left >= 0 && { request, answer }),
    };
  });
  const leftOut =
    without === 0
      ? undefined
      : `the last ${count(without, 'exchange')} without headers and bodies (--only narrows)`;
  const page = recordingHtml({
    name,
    words: [count(exchanges.length, 'exchange'), ...(leftOut === undefined ? [] : [leftOut])].join(
      '; ',
    ),
    figures: figuresOf(exchanges).map(figureRow),
    rows,
  });
  return { page, ...(leftOut !== undefined && { leftOut }) };
}

export function timeOf(ms: number): string {
  return `${Math.round(ms)} ms`;
}

export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function figureRow(figures: OperationFigures) {
  return {
    operation: figures.operation ?? OUTSIDE,
    count: figures.count,
    statuses: Object.entries(figures.statuses)
      .map(([status, times]) => `${status}: ${times}`)
      .join(', '),
    median: timeOf(figures.medianMs),
    longest: timeOf(figures.maxMs),
    size: sizeOf(figures.bytes),
  };
}

function clipped(text: string): string {
  const more = text.length - LONGEST_MESSAGE;
  return more > 0 ? `${text.slice(0, LONGEST_MESSAGE)}\n… ${count(more, 'more character')}` : text;
}

/** The verdict of the time on the case of an exchange, or that of the present contract on the exchange itself. */
async function judgeOf(recording: Recording, io: Io): Promise<(one: ListedExchange) => Judged> {
  const verdicts = new Map(
    [...recording.cases()].map(({ id, verdicts: own = [] }) => [
      id,
      strongest(own.map(([, verdict]) => verdict)),
    ]),
  );
  const session = await offline(recording.folder, io);
  const place = session && placer(session.contract, session.target);
  return ({ entry }) => {
    const planned = entry.case === null ? undefined : verdicts.get(entry.case);
    if (planned !== undefined) return { verdict: planned, words: [] };
    if (session === undefined || place === undefined) return { verdict: 'skipped', words: [] };
    const kept = entry.read();
    const placed = placeKept(place, session.target, kept);
    const verdict = judgeTraffic(session.contract, placed, kept.outcome, false, kept.lost);
    const { operation } = placed;
    const known = operation && { operation: operation.id };
    return { verdict: weightOf(verdict), words: inWords(verdict), ...known };
  };
}

function weightOf(verdict: TrafficVerdict): Verdict {
  if (verdict.kind === 'unanswered') return 'error';
  if (verdict.kind !== 'judged') return 'skipped';
  const { outcome, violations } = verdict.judgement;
  if (violations.length > 0) return strongest(violations.map((one) => one.verdict));
  return outcome === 'conforms' ? 'pass' : 'skipped';
}

/** The contract and the target of a recording; undefined for an API that only its profile describes. */
async function offline(folder: string, io: Io) {
  try {
    return await openSession(loadContract(), { replay: folder }, io);
  } catch (error) {
    if (error instanceof TouchstoneError) return undefined;
    throw error;
  }
}
