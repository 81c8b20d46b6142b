/** The policy for pace, sending again and giving up: one table, for check, fuzz, replay and cleanup. */

import { type FaultCode, fieldOf, type Outcome } from '../model/index.ts';

/**
 * `load`: the target refuses requests because there are too many. `gateway`: something in front has no answer of the
 * target. `broken`: the target failed, or sent what cannot be read. `silent`: no answer in time. `unable`: the target does not do this.
 * `unreachable`: there is no connection.
 */
export type TroubleKind = 'load' | 'gateway' | 'broken' | 'silent' | 'unable' | 'unreachable';

interface TroublePolicy {
  /** Refusals in a row after which requests slow down; undefined where slowing down does not help. */
  readonly slowsAfter: number | undefined;
  /** Which requests are sent again. Resets and timeouts are not load: a write may have been carried out. */
  readonly resends: {
    readonly reads: boolean;
    readonly writes: boolean;
    readonly removals: boolean;
  };
  /** Troubled answers in a row after which the target is given up on: once it has answered, and before. */
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

/** Bounds of waiting, in milliseconds. */
export const WAITS = {
  /** The first wait of a target in trouble. It doubles each time, up to `longest`. */
  first: 100,
  longest: 1_000,
  /** Waits in a row that add up to more end the run. */
  inARow: 60_000,
  /** Waits of a whole run that add up to more end it: it would take hours. */
  inAll: 600_000,
  /** Before a removal is sent again. */
  removals: [200, 1_000],
  /** A campaign waits so long for a target that is gone: the request that felled it is what it looks for. */
  absence: 10_000,
} as const;

/** Bounds of sending again and of giving up, in requests. */
export const BOUNDS = {
  /** One request, while others are carried out in between: then its refusal is no matter of load. */
  refusals: 10,
  /** Removals that are sent again in one run. */
  removals: 20,
  /** Timeouts in a row of one operation: it is not called any more. */
  silentCalls: 5,
  /** Operations that time out in a row: the target is dead. */
  silentOperations: { answered: 3, never: 2 },
  /** Timeouts in a row of a campaign, for each case under way. */
  silentCases: 2,
  /** A target that was well before is in trouble if so many operations are. */
  operations: 3,
} as const;

/** Faults that the next request would meet as well, whatever it asks. */
export const UNREACHABLE: ReadonlySet<FaultCode> = new Set(['refused', 'unresolved', 'tls']);

/** A client that went away, and a request that was turned away before the target heard of it. */
export const NOT_THE_TARGETS: ReadonlySet<FaultCode> = new Set(['interrupted', 'unsendable']);

/** The target was reached, and gave no answer that can be read. */
const UNREADABLE: ReadonlySet<FaultCode> = new Set(['malformed', 'other', 'reset', 'closed']);

export interface Trouble {
  readonly kind: TroubleKind;
  readonly what: string;
  /** Milliseconds that the answer asks to wait (RFC 9110, 10.2.3). */
  readonly waitMs?: number;
}

/** @param now milliseconds since 1970, to read a date by */
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

/** Too many requests, and not available now. */
export function isLoad(status: number): boolean {
  return status === 429 || status === 503;
}

/** Milliseconds that a `Retry-After` asks for; undefined for a value that is neither seconds nor a date. */
function waitIn(field: string, now: number): number | undefined {
  if (/^\d{1,12}$/.test(field)) return Number(field) * 1000;
  const date = /^[A-Z][a-z]+, /.test(field) ? Date.parse(field) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
