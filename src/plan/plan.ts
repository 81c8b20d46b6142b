import type { Contract } from '../contract/contract.ts';
import type { Case, Operation, Target } from '../model.ts';
import { lackFor, validCases } from './generated.ts';
import { boundaryCases, refusalCases, refusalsOf, standIn } from './refusals.ts';
import { casesOfScenario, evidenceOf } from './scenarios.ts';

export interface PlanOptions {
  /** Any 32-bit number. */
  readonly seed: number;
  /** Generated valid cases for each operation. */
  readonly runs: number;
  /**
   * Whether operations that change the target's state are called. `none` if absent: a case stands for
   * what they would be sent, with the reason. What creates things has to remove them again.
   */
  readonly writes?: 'none' | 'allowed';
}

const NO_WRITES = 'it changes the state of the target, and this run does not write';

/**
 * All cases for a target: scenarios, generated valid requests, boundaries, and violations with their
 * controls. Pure: the same contract, target facts and options give the same cases, byte for byte.
 */
export function planCases(
  contract: Contract,
  target: Target,
  options: PlanOptions,
): readonly Case[] {
  const writing = new Set(contract.operations.filter(({ writes }) => writes).map(({ id }) => id));
  const scenarios = contract.scenarios.flatMap((scenario): readonly Case[] => {
    const endpoint = target.endpoints[scenario.document];
    if (!endpoint) return [];
    const cases = casesOfScenario(contract, scenario, endpoint.known);
    const writes = scenario.steps.some(({ operation }) => writing.has(operation));
    if (!writes || options.writes === 'allowed') return cases;
    return cases.map((item) => ({ ...item, lacks: NO_WRITES }));
  });
  const generated = contract.operations.flatMap((operation) =>
    generatedCases(contract, target, operation, options),
  );
  return [...scenarios, ...generated];
}

function generatedCases(
  contract: Contract,
  target: Target,
  operation: Operation,
  options: PlanOptions,
): readonly Case[] {
  const endpoint = target.endpoints[operation.document];
  if (!endpoint) return [];
  const { known, style } = endpoint;
  const mayWrite = !operation.writes || options.writes === 'allowed';
  const lacks = mayWrite ? lackFor(operation, known) : NO_WRITES;
  if (lacks !== undefined) {
    const evidence = [
      ...evidenceOf(contract, { steps: [{ role: 'valid', operation: operation.id }] }),
      ...refusalsOf(contract, operation),
    ];
    return [standIn(operation, `${operation.id}/generated`, evidence, lacks)];
  }
  return [
    ...validCases(contract, operation, known, options),
    ...boundaryCases(contract, operation, known),
    ...refusalCases(contract, operation, known, style),
  ];
}
