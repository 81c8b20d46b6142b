/**
 * Brings cases to a target and traces back: transports, pace and back-off, locks, captures, tokens; and what is created on
 * a target: tracked, written down in a journal, removed. Judges nothing.
 */

export { addressOf } from './address.ts';
export {
  type Announced,
  type Announcement,
  type CreationRegister,
  openRegister,
} from './announcing.ts';
export { askerFor, askOn } from './asking.ts';
export { type BackOffOptions, backingOff, endOfRun } from './back-off.ts';
export { responsesIn } from './calls.ts';
export { type CircuitBreaker, NOT_THE_TARGETS, UNREACHABLE } from './circuit-breaker.ts';
export { isId, resourceCollectionsOf } from './collections.ts';
export { streamDialler } from './connection.ts';
export {
  changesBy,
  membersIn,
  type RemovalAnswer,
  readInstead,
  removalAnswer,
  strangersBy,
  whyKept,
} from './creation.ts';
export { type End, endOf, leftBehind } from './ending.ts';
export { CLOSED, fault, faultOf, isNothingSent } from './fault.ts';
export { intentsBy } from './intents.ts';
export { type Journal, type JournalOwner, openJournal } from './journal.ts';
export {
  type Account,
  discard,
  type Outstanding,
  readJournals,
  untrack,
} from './journal-reading.ts';
export { type ListedObject, seenBy } from './listed.ts';
export { listAfter, markedIn } from './listing.ts';
export { liveTransport } from './live.ts';
export { createLocks, type Locks, type Release } from './locks.ts';
export { isFindable } from './object-names.ts';
export { ownObjects } from './own-objects.ts';
export { type Pace, paceOf, pause } from './pace.ts';
export { connectionFault } from './reach.ts';
export { fillValue, type Past } from './reference.ts';
export { openRemovals } from './removals.ts';
export { removeCreation, restore } from './removing.ts';
export { retryFor } from './retry.ts';
export type { RunContext } from './run-context.ts';
export { type Encode, sendCases } from './send.ts';
export { NOTHING_KNOWN, sweep, whyLeft } from './sweep.ts';
export { traceOf } from './trace.ts';
export { transportTo } from './transport-to.ts';
