/**
 * Findings and verdicts: checks of a trace (`checks/`, `registry.ts`), rules for every answer, the grade that weighs a
 * finding by its clause's level, the tally of a run. Needs only the contract and a trace. Checks for one API are in
 * `src/apis/<name>/judge`, which belongs to this room.
 */

export { alteredIn, KEEPS_VALUES } from './altered-values.ts';
export {
  breakdownNotes,
  isBreakdown,
  isInvalid,
  NO_SERVER_ERROR,
  ruleFamily,
  SURVIVES_INVALID,
} from './breakdowns.ts';
export { cellWith } from './comparison.ts';
export { conclude, concludeBeside, type RunEnding } from './conclusion.ts';
export { describeError, describeValue } from './describe.ts';
export { type FailOn, grade } from './grade.ts';
export { type ClauseFindings, judge, NO_STEP } from './judge.ts';
export { STAYS_PRIVATE, shownToAnyone } from './privacy.ts';
export { joinsAnswers } from './registry.ts';
export { repeatedNames } from './repeated-names.ts';
export {
  BODY_AS_TYPED,
  CREATES_NEW,
  clauseOf,
  codeIn,
  IN_TIME,
  isFleeting,
  KEEPS_CONNECTION,
  NO_SECTION,
  type ReusedId,
  type RobustnessViolation,
  RULES,
  reusedIdsIn,
  robustnessViolationsOf,
  SLOW_MS,
  SPEAKS_HTTP,
  STEADY,
  TIME_OF_LENGTH,
  UNIQUE_NAMES,
  VALID_ACCEPTED,
} from './rules.ts';
export { stepOutcomeOf } from './step-outcome.ts';
export { bySize, type CaseResult, createTally } from './tally.ts';
export { isHiddenByViolations } from './unjudged.ts';
