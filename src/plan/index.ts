/**
 * Plans cases from the contract: suite, stream of a campaign, scenarios, relations, lifecycles, shards; also minimises
 * failing cases. Pure and deterministic by contract, facts and seed. Planners for one API are in
 * `src/apis/<name>/plan`, which belongs to this room.
 */

export { mix } from './chance.ts';
export { corpusCases } from './corpus-cases.ts';
export { imaginedFacts } from './facts.ts';
export { firstIdIn } from './found-objects.ts';
export { requestSchema } from './generated.ts';
export type { Inputs } from './inputs.ts';
export { pairwise } from './pairwise.ts';
export { type PlanOptions, planCases, rowsLeftOut } from './plan.ts';
export { evidenceOf, type FactValues } from './scenarios.ts';
export { isCaseInShard, isInShard } from './shard.ts';
export { shrinkRequest, shrinkSteps } from './shrink.ts';
export { isOrdinary, placesOf, type SmallestStep, smallestStep, valueAtPlace } from './smaller.ts';
export { openStream, type Stream } from './stream.ts';
export { STATEFUL } from './stream-choice.ts';
export { MUTATED } from './stream-inputs.ts';
export { expanded, expandedSize } from './value-notation.ts';
