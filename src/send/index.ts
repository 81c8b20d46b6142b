/**
 * Sends cases to a target and returns traces: transports, pace and back-off, locks, captures, tokens. Created objects
 * are tracked, noted in a journal, and removed. Judges nothing.
 */

export { type Absences, absencesOf, isUnreachable, isUnsent } from './absence.ts';
export { addressOf } from './address.ts';
export { askerFor, askOn } from './asking.ts';
export { type BackOffOptions, backingOff, endOfRun } from './back-off.ts';
export type { CircuitBreaker } from './circuit-breaker.ts';
export { streamDialler } from './connection.ts';
export { type End, endAfterError, endOf, leftBehind } from './ending.ts';
export { CLOSED, fault, faultOf, withReset } from './fault.ts';
export { liveTransport } from './live.ts';
export { type LoadSummary, loadNotes } from './load.ts';
export { createLocks, type Locks, type Release } from './locks.ts';
export { type Pace, paceOf, pause } from './pace.ts';
export { isLoad, NOT_THE_TARGETS } from './policy.ts';
export { connectionFault } from './reach.ts';
export { fillValue, type Past } from './reference.ts';
export { retryFor } from './retry.ts';
export type { RunContext } from './run-context.ts';
export { sendCases } from './send.ts';
export { traceOf } from './trace.ts';
export { transportTo } from './transport-to.ts';
