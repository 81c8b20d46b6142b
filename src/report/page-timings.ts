/** Timings as the page draws them. */

import { LATENCY_BOUNDS_MS, type OperationTimings, type Timings } from '../model/index.ts';
import type { LatencyRow, PageTimings } from './page.ts';
import { count, duration } from './text.ts';

/** Number of operations shown at first. */
const MOST_SLOW = 12;

export function pageTimings({ operations, everyMs, overTime }: Timings): PageTimings | undefined {
  if (overTime.length === 0) return undefined;
  const peak = Math.max(1, ...overTime.map(({ requests }) => requests));
  const perSecond = (requests: number) => Math.round((requests / everyMs) * 1000);
  const rows = [...operations]
    .filter(({ requests }) => requests > 0)
    .sort((a, b) => quantile(b, 0.95) - quantile(a, 0.95) || b.maxMs - a.maxMs)
    .map(rowOf);
  return {
    overTime: {
      duration: duration(overTime.length * everyMs),
      peak: String(perSecond(peak)),
      unanswered: overTime.reduce((sum, { unanswered }) => sum + unanswered, 0),
      columns: overTime.map(({ requests, unanswered }, x) => ({
        x,
        height: share(requests, peak),
        failed: share(unanswered, peak),
        title: `after ${duration(x * everyMs)}: ${perSecond(requests)} a second`,
      })),
    },
    operations: [rows.slice(0, MOST_SLOW), rows.slice(MOST_SLOW)].filter(
      ({ length }) => length > 0,
    ),
  };
}

function share(part: number, of: number): number {
  return Math.round((part / of) * 1000) / 10;
}

function rowOf(timings: OperationTimings): LatencyRow {
  const { operation, requests, maxMs, latencies } = timings;
  const most = Math.max(...latencies);
  return {
    operation,
    requests,
    median: inWords(quantile(timings, 0.5)),
    most: inWords(quantile(timings, 0.95)),
    longest: inWords(maxMs),
    cells: latencies.flatMap((number, x) =>
      number === 0
        ? []
        : [
            {
              x,
              opacity: opacityOf(number / most),
              title: `${count(number, 'answer')} ${classInWords(x)}`,
            },
          ],
    ),
  };
}

/** A single slow answer must be visible next to thousands of fast ones. */
function opacityOf(part: number): number {
  return Math.round((0.18 + 0.82 * part) * 100) / 100;
}

function inWords(ms: number): string {
  return ms < 1 ? 'under 1 ms' : duration(ms);
}

function classInWords(index: number): string {
  const bound = LATENCY_BOUNDS_MS[index];
  return bound === undefined
    ? `in more than ${duration(LATENCY_BOUNDS_MS.at(-1) ?? 0)}`
    : `within ${duration(bound)}`;
}

/** The latency quantile: the upper bound of its class. */
function quantile({ latencies, requests, maxMs }: OperationTimings, part: number): number {
  let seen = 0;
  const index = latencies.findIndex((number) => {
    seen += number;
    return seen >= requests * part;
  });
  return Math.min(maxMs, LATENCY_BOUNDS_MS[index] ?? maxMs);
}
