/** The policy for pace, resending and giving up: one table, for check, fuzz, replay and cleanup. */

import { type FaultCode, fieldOf, type Outcome } from '../model/index.ts';

/**
 * `load`: the target refuses requests because there are too many. `gateway`: a gateway has no answer of the target.
 * `broken`: the target failed, or its answer is unreadable. `silent`: no answer in time. `unable`: the target does not
 * support this. `unreachable`: there is no connection.
 */
export type TroubleKind = 'load' | 'gateway' | 'broken' | 'silent' | 'unable' | 'unreachable';

interface TroublePolicy {
  /** Consecutive refusals before requests slow down; undefined if slowing down does not help. */
  readonly slowsAfter: number | undefined;
  /** Requests to resend. Not after resets and timeouts: a write may have been carried out. */
  readonly resends: {
    readonly reads: boolean;
    readonly writes: boolean;
    readonly removals: boolean;
  };
  /** Consecutive troubled answers before giving up: after the target once answered, and before. */
  readonly givesUpAfter: { readonly answered: number; readonly never: number };
}

const NOTHING = { reads: false, writes: false, removals: false };
const FIFTEEN = { answered: 15, never: 15 };

export const POLICY: { readonly [kind in TroubleKind]: TroublePolicy } = {
  load: {
    slowsAfter: 1,
    resends: { reads: true, writes: true, removals: true },
    givesUpAfter: FIFTEEN,
  },
  gateway: {
    slowsAfter: 5,
    resends: { ...NOTHING, removals: true },
    givesUpAfter: FIFTEEN,
  },
  broken: { slowsAfter: 5, resends: NOTHING, givesUpAfter: FIFTEEN },
  silent: { slowsAfter: 5, resends: NOTHING, givesUpAfter: { answered: 15, never: 5 } },
  unable: { slowsAfter: undefined, resends: NOTHING, givesUpAfter: FIFTEEN },
  unreachable: { slowsAfter: undefined, resends: NOTHING, givesUpAfter: { answered: 5, never: 5 } },
};

/** Limits of waiting, in milliseconds. */
export const WAITS = {
  /** The first wait for a target in trouble. It doubles each time, up to `longest`. */
  first: 100,
  longest: 1_000,
  /** Maximum total of consecutive waits. */
  inARow: 60_000,
  /** Maximum total of all waits in a run, which would otherwise take hours. */
  inAll: 600_000,
  /** Waits before a removal is resent. */
  removals: [200, 1_000],
  /** Wait of a campaign for a missing target: the request that crashed it is what it looks for. */
  absence: 10_000,
} as const;

/** Limits of resending and giving up, in requests. */
export const BOUNDS = {
  /** For one request, while others succeed: then the refusal is not caused by load. */
  refusals: 10,
  /** Resent removals in one run. */
  removals: 20,
  /** Consecutive timeouts before an operation is no longer called. */
  silentCalls: 5,
  /** Operations with consecutive timeouts before the target counts as dead. */
  silentOperations: { answered: 3, never: 2 },
  /** Consecutive timeouts of a campaign, for each parallel case. */
  silentCases: 2,
  /** Operations in trouble before a healthy target counts as in trouble. */
  operations: 3,
} as const;

/** Faults that any further request would meet. */
export const UNREACHABLE: ReadonlySet<FaultCode> = new Set(['refused', 'unresolved', 'tls']);

/** Faults of the client, before the target got the request. */
export const NOT_THE_TARGETS: ReadonlySet<FaultCode> = new Set(['interrupted', 'unsendable']);

/** The target was reached, and gave no readable answer. */
const UNREADABLE: ReadonlySet<FaultCode> = new Set(['malformed', 'other', 'reset', 'closed']);

export interface Trouble {
  readonly kind: TroubleKind;
  readonly what: string;
  /** Requested wait in milliseconds (RFC 9110, 10.2.3). */
  readonly waitMs?: number;
}

/** @param now milliseconds since 1970, to read a date */
export function troubleIn(outcome: Outcome, now: number): Trouble | undefined {
  if (outcome.kind === 'fault') {
    const what = outcome.message;
    if (outcome.code === 'timed-out') return { kind: 'silent', what };
    if (UNREACHABLE.has(outcome.code)) return { kind: 'unreachable', what };
    return UNREADABLE.has(outcome.code) ? { kind: 'broken', what } : undefined;
  }
  const { status, headers } = outcome;
  const what = `HTTP ${status}`;
  if (isLoad(status)) {
    const field = fieldOf(headers, 'retry-after');
    const waitMs = field === undefined ? undefined : waitIn(field, now);
    if (waitMs === undefined) return { kind: 'load', what };
    return { kind: 'load', waitMs, what: `${what} with Retry-After: ${field}` };
  }
  const { completeness } = outcome.body;
  if (completeness === 'timed-out') return { kind: 'silent', what: 'a body stopped arriving' };
  if (completeness !== 'complete') return { kind: 'broken', what: `the body is ${completeness}` };
  if (status === 501) return { kind: 'unable', what };
  if (status === 502 || status === 504) return { kind: 'gateway', what };
  return status >= 500 ? { kind: 'broken', what } : undefined;
}

export function isLoad(status: number): boolean {
  return status === 429 || status === 503;
}

/** Milliseconds in a `Retry-After`; undefined for a value that is neither seconds nor a date. */
function waitIn(field: string, now: number): number | undefined {
  if (/^\d{1,12}$/.test(field)) return Number(field) * 1000;
  const date = /^[A-Z][a-z]+, /.test(field) ? Date.parse(field) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
