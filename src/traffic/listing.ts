/** The content of a recording, as a list and in figures. */

import { countsOf, groupedBy, type Outcome } from '../model/index.ts';
import { type AlteredBody, alteredIn, type EntryRef, type Recording } from '../record/index.ts';

export interface ListedExchange {
  /** Number of the exchange, from 1, in sending order. */
  readonly number: number;
  readonly entry: EntryRef;
  readonly operation: string | null;
  readonly method: string;
  readonly target: string;
  /** HTTP status, or the reason for a missing answer. */
  readonly status: string;
  readonly durationMs: number;
  /** Size of the answer's body on the wire. */
  readonly bytes: number;
  /** Bodies in which a secret was replaced. */
  readonly altered: readonly AlteredBody[];
}

/** Figures of the exchanges of one operation. */
export interface OperationFigures {
  /** Null for undocumented traffic. */
  readonly operation: string | null;
  readonly count: number;
  readonly statuses: { readonly [status: string]: number };
  readonly medianMs: number;
  readonly maxMs: number;
  readonly bytes: number;
}

/** @param only prefixes of operations, cases or targets; all if empty */
export function listed(
  { entries }: Recording,
  only: readonly string[] = [],
): readonly ListedExchange[] {
  return entries
    .map((entry) => ({ entry, exchange: entry.read() }))
    .toSorted((a, b) => a.exchange.startedAt - b.exchange.startedAt || a.entry.at - b.entry.at)
    .map(({ entry, exchange }, index): ListedExchange => {
      const { operation, request, outcome, durationMs } = exchange;
      const { method, target } = request;
      return {
        number: index + 1,
        entry,
        operation,
        method,
        target,
        status: statusOf(outcome),
        durationMs,
        bytes: outcome.kind === 'answer' ? outcome.body.bytes.length : 0,
        altered: alteredIn(entry.har()),
      };
    })
    .filter(({ entry, operation, target }) => {
      const names = [operation ?? '', entry.case ?? '', target];
      return only.length === 0 || only.some((one) => names.some((name) => name.startsWith(one)));
    });
}

function statusOf(outcome: Outcome): string {
  return outcome.kind === 'answer' ? String(outcome.status) : outcome.code;
}

/** By operation, most exchanges first. */
export function figuresOf(exchanges: readonly ListedExchange[]): readonly OperationFigures[] {
  return [...groupedBy(exchanges, ({ operation }) => operation)]
    .map(([operation, own]) => {
      const times = own.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
      return {
        operation,
        count: own.length,
        statuses: Object.fromEntries(countsOf(own.map(({ status }) => status))),
        medianMs: times[Math.floor(times.length / 2)] ?? 0,
        maxMs: times.at(-1) ?? 0,
        bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    })
    .toSorted((a, b) => b.count - a.count);
}

/** All of a recording as one HAR 1.2 file, in sending order. */
export function harOf(
  exchanges: readonly ListedExchange[],
  creator: { readonly name: string; readonly version: string },
): object {
  const entries = exchanges.map(({ entry }) => {
    const { _sum: _, request, ...har } = entry.har();
    return { ...har, request: { ...request, queryString: queryIn(request._target) } };
  });
  return { log: { version: '1.2', creator, entries } };
}

/** Names and values as in the URL, like browsers: converters such as har-to-k6 decode them. */
function queryIn(target: string): readonly { readonly name: string; readonly value: string }[] {
  const [, query = ''] = /\?([^#]*)/.exec(target) ?? [];
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
      return { name, value };
    });
}
