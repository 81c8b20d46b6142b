/**
 * One run, from a target to a report: session, credential, facts, selection, sending, judging, confirming, minimising,
 * baseline, drift. `pipeline.ts` connects the stages, `session.ts` finds the target.
 */

export { type AnswersOptions, type GivenAnswer, judgeAnswers } from './answers.ts';
export { answersTogether, RULES_OF_ANSWERS } from './crashes.ts';
export { driftLines } from './drift.ts';
export {
  buildsOnOthers,
  credentialShown,
  type ExchangeFilter,
  reportViolation,
  shortestFindings,
} from './evidence.ts';
export {
  type ExchangeFinding,
  type ExchangeJudgement,
  type ExchangeOptions,
  type ExchangeViolation,
  judgeGiven,
  traceOfExchange,
  validateExchange,
} from './exchange.ts';
export { type GivenExchange, type GivenHeaders, pairsOf } from './given.ts';
export { runLive } from './live-run.ts';
export { run } from './pipeline.ts';
export { type ReadableResponse, responseOf } from './received.ts';
export { manifestOf, recordedTarget, secretsToKeepOut } from './recorded.ts';
export { refusalsTogether } from './refusals.ts';
export { VALID_REQUESTS } from './refused-parameters.ts';
export { ALL_RULES, RULES_FOR_ALL_REQUESTS } from './rules-for-all.ts';
export { DEFAULT_RUNS, type Killable, type LiveRun } from './run-options.ts';
export { headerOf, skippedClauses } from './scope.ts';
export { select } from './select.ts';
export { openSession, type Session } from './session.ts';
export { STEADY_ANSWERS } from './unsteady.ts';
export { caseEvent, resultOf } from './weighing.ts';
