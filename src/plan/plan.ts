import type { Contract } from '../contract/contract.ts';
import type { Case, Operation, Target } from '../model.ts';
import { lackFor, validCases } from './generated.ts';
import { boundaryCases, refusalCases, refusalsOf, standIn } from './refusals.ts';
import { casesOfScenario, evidenceOf } from './scenarios.ts';
import { writeCases } from './writes.ts';

export interface PlanOptions {
  /** Any 32-bit number. */
  readonly seed: number;
  /** Generated valid cases for each operation. */
  readonly runs: number;
  /**
   * Whether requests are generated for operations that change the target's state. `none` if absent: a
   * case stands for them, with the reason, because what creates things has to remove them again.
   * Scenarios know what they leave behind, and are planned as they are written.
   */
  readonly writes?: 'none' | 'allowed';
}

const NO_WRITES =
  'it changes the state of the target, and no such requests are generated in this run';

/**
 * All cases for a target: scenarios, generated valid requests, boundaries, and violations with their
 * controls. Pure: the same contract, target facts and options give the same cases, byte for byte.
 */
export function planCases(
  contract: Contract,
  target: Target,
  options: PlanOptions,
): readonly Case[] {
  const scenarios = contract.scenarios.flatMap((scenario) => {
    const endpoint = target.endpoints[scenario.document];
    return endpoint ? casesOfScenario(contract, scenario, endpoint.known) : [];
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
  if (operation.writes && operation.document === 'content') {
    const cases = writeCases(contract, operation, style, options.seed);
    return mayWrite ? cases : cases.map((item) => ({ ...item, lacks: NO_WRITES }));
  }
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
