/**
 * Touchstone as a library. The usual beginning is `const contract = loadContract()`; everything else
 * takes the contract as its first argument. `touchstone/vitest` has the matchers.
 *
 * @module
 */

export type { OperationId } from './apis/operation-ids.ts';
export { type Contract, loadContract } from './contract/contract.ts';
export { type ErrorCode, TouchstoneError } from './errors.ts';
export { grade } from './judge/grade.ts';
export { type ClauseFindings, judge } from './judge/judge.ts';
export type * from './model.ts';
// Values for property-based tests
export { type PlanOptions, planCases } from './plan/plan.ts';
export { reportFromEvents } from './report/index.ts';
export { type AnswersOptions, type GivenAnswer, judgeAnswers } from './run/answers.ts';
// One exchange, from whatever client
export {
  type ExchangeFinding,
  type ExchangeJudgement,
  type ExchangeOptions,
  type ExchangeViolation,
  validateExchange,
} from './run/exchange.ts';
export type { GivenExchange, GivenHeaders } from './run/given.ts';
export { type LiveRun, runLive as run } from './run/live-run.ts';
// A whole run, and its parts
export { openSession, type Session } from './run/session.ts';
export type { TargetOptions } from './target/index.ts';
