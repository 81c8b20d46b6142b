/**
 * Touchstone as a library. The usual beginning is `const contract = loadContract()`; everything else
 * takes the contract as its first argument. `touchstone/vitest` has the matchers.
 *
 * @module
 */

export type { OperationId } from './apis/operation-ids.ts';
export { journalFor } from './cleanup/index.ts';
export { type Contract, loadContract } from './contract/index.ts';
export { type ClauseFindings, grade, judge } from './judge/index.ts';
export type * from './model/index.ts';
export { type ErrorCode, TouchstoneError } from './model/index.ts';
// Values for property-based tests
export { type PlanOptions, planCases } from './plan/index.ts';
export type { TargetOptions } from './profiles/index.ts';
export { reportFromEvents } from './report/index.ts';
export type { GivenExchange, GivenHeaders } from './run/index.ts';
// One exchange, from any client
// A whole run, and its parts
export {
  type AnswersOptions,
  type ExchangeFinding,
  type ExchangeJudgement,
  type ExchangeOptions,
  type ExchangeViolation,
  type GivenAnswer,
  judgeAnswers,
  type LiveRun,
  openSession,
  runLive as run,
  type Session,
  validateExchange,
} from './run/index.ts';
