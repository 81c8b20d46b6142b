/**
 * Cases from the contract: suite, stream of a campaign, scenarios, relations, lifecycles, shards; and smaller ones of a case that fails.
 * Pure: the same contract, facts and seed give the same cases. What only one API plans is in `src/apis/<name>/plan`,
 * which belongs to this room.
 */

export { imaginedFacts } from './facts.ts';
export { requestSchema } from './generated.ts';
export { pairwise } from './pairwise.ts';
export { type PlanOptions, planCases, rowsLeftOut } from './plan.ts';
export { evidenceOf, type FactValues } from './scenarios.ts';
export { isCaseInShard, isInShard } from './shard.ts';
export { shrinkCase, shrinkSteps } from './shrink.ts';
export { isOrdinary, placesOf, smallerSteps } from './smaller.ts';
export { openStream, type Stream } from './stream.ts';
export { STATEFUL } from './stream-choice.ts';
