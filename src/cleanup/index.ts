/**
 * Removes objects that runs create: tracks them, proves that they are the run's own, notes them in a journal, and
 * sweeps leftovers of interrupted runs. Used by `send` and `touchstone cleanup`.
 */

export { whyPerhapsThere } from './absence.ts';
export {
  type Announced,
  type CreationRegister,
  openRegister,
} from './announcing.ts';
export { bodiesIn, responsesIn } from './calls.ts';
export { isId, readingOf, resourceCollectionsOf } from './collections.ts';
export type { CleanupContext, Encode } from './context.ts';
export {
  type CreationContract,
  changesBy,
  membersIn,
  type RemovalAnswer,
  readInstead,
  removalAnswer,
  strangersBy,
  whyKept,
  whyNotCarriedOut,
  whyNotGone,
} from './creation.ts';
export { forbidden, mayWrite } from './guard.ts';
export { intentsBy } from './intents.ts';
export {
  type Creation,
  type Journal,
  type JournalOwner,
  openJournal,
  type Restoration,
} from './journal.ts';
export {
  type Account,
  discard,
  type Outstanding,
  readJournals,
  untrack,
} from './journal-reading.ts';
export { type ListedObject, seenBy } from './listed.ts';
export { markedIn, type SendRequest } from './listing.ts';
export {
  hasMarkOfRun,
  isFindable,
  markedNames,
  namesOfRuns,
  withoutGaps,
} from './object-names.ts';
export { openRemovals } from './removals.ts';
export { removeCreation, restore } from './removing.ts';
export { beginJournal, journalFolder, journalFor } from './run-journal.ts';
export { type LeftoverCause, NOTHING_KNOWN, removeListed, type Swept, sweep } from './sweep.ts';
export { openTracker, type ResourceTracker } from './tracker.ts';
