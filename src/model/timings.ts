/** Response times of a run, counted during sending and added up over shards. */

import type { OperationTimings, Timings } from './index.ts';
import type { Transport } from './transport.ts';

/** Upper bounds of the latency classes, in milliseconds; one more class is beyond the last. */
export const LATENCY_BOUNDS_MS: readonly number[] = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000,
];

/** Initial width of a period; it doubles when there are too many periods. */
const FIRST_PERIOD_MS = 250;
const MOST_PERIODS = 240;

type Period = Timings['overTime'][number];

export interface TimedTransport {
  readonly transport: Transport;
  /** The counts so far; undefined before the first request. */
  readonly timings: () => Timings | undefined;
}

/**
 * A transport that counts what passes.
 * @param monotonic milliseconds from any fixed moment
 */
export function timed(inner: Transport, monotonic: () => number): TimedTransport {
  const operations = new Map<string, { maxMs: number; readonly latencies: number[] }>();
  let everyMs = FIRST_PERIOD_MS;
  let periods: Period[] = [];
  let begun: number | undefined;

  function count(at: number, unanswered: number): void {
    for (; at >= everyMs * MOST_PERIODS; everyMs *= 2) periods = [...joined(periods, 2)];
    const index = Math.floor(at / everyMs);
    while (periods.length <= index) periods.push(NO_REQUESTS);
    const { requests, unanswered: before } = periods[index] ?? NO_REQUESTS;
    periods[index] = { requests: requests + 1, unanswered: before + unanswered };
  }

  return {
    transport: {
      close: inner.close,
      send: async (request, baseUrl, signal, context) => {
        const started = monotonic();
        begun ??= started;
        const sent = await inner.send(request, baseUrl, signal, context);
        const answered = sent.outcome.kind === 'answer';
        count(started - begun, answered ? 0 : 1);
        if (answered && context) {
          const own = operations.get(context.operation) ?? { maxMs: 0, latencies: [...NO_LATENCY] };
          operations.set(context.operation, own);
          const ms = monotonic() - started;
          const latency = classOf(ms);
          own.latencies[latency] = (own.latencies[latency] ?? 0) + 1;
          own.maxMs = Math.max(own.maxMs, ms);
        }
        return sent;
      },
    },
    timings: () =>
      begun === undefined
        ? undefined
        : {
            operations: [...operations]
              .map(([operation, { maxMs, latencies }]) => ({
                operation,
                requests: sum(latencies),
                maxMs: Math.round(maxMs * 10) / 10,
                latencies,
              }))
              .sort((a, b) => (a.operation < b.operation ? -1 : 1)),
            everyMs,
            overTime: periods,
          },
  };
}

const NO_REQUESTS: Period = { requests: 0, unanswered: 0 };
const NO_LATENCY: readonly number[] = [...LATENCY_BOUNDS_MS, Number.POSITIVE_INFINITY].map(() => 0);

function classOf(ms: number): number {
  const index = LATENCY_BOUNDS_MS.findIndex((bound) => ms <= bound);
  return index < 0 ? LATENCY_BOUNDS_MS.length : index;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function joined(periods: readonly Period[], of: number): readonly Period[] {
  return Array.from({ length: Math.ceil(periods.length / of) }, (_, index) =>
    periods.slice(index * of, (index + 1) * of).reduce(added),
  );
}

function added(one: Period, other: Period = NO_REQUESTS): Period {
  return {
    requests: one.requests + other.requests,
    unanswered: one.unanswered + other.unanswered,
  };
}

/** The combined timings of shards, as if all began at once; undefined without any. */
export function mergeTimings(all: readonly (Timings | undefined)[]): Timings | undefined {
  const known = all.filter((timings) => timings !== undefined);
  if (known.length === 0) return undefined;
  const everyMs = Math.max(...known.map((timings) => timings.everyMs));
  const parts = known.map((timings) => joined(timings.overTime, everyMs / timings.everyMs));
  const length = Math.max(...parts.map((periods) => periods.length));
  const operations = new Map<string, OperationTimings>();
  for (const one of known.flatMap((timings) => timings.operations)) {
    const before = operations.get(one.operation);
    operations.set(one.operation, before === undefined ? one : together(before, one));
  }
  return {
    operations: [...operations.values()].sort((a, b) => (a.operation < b.operation ? -1 : 1)),
    everyMs,
    overTime: Array.from({ length }, (_, index) =>
      parts.reduce((total, periods) => added(total, periods[index]), NO_REQUESTS),
    ),
  };
}

function together(one: OperationTimings, other: OperationTimings): OperationTimings {
  return {
    operation: one.operation,
    requests: one.requests + other.requests,
    maxMs: Math.max(one.maxMs, other.maxMs),
    latencies: one.latencies.map((number, index) => number + (other.latencies[index] ?? 0)),
  };
}
