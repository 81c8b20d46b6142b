import type { Contract } from '../contract/contract.ts';
import type { Case, Operation, Target } from '../model.ts';
import { lackFor, validCases } from './generated.ts';
import { boundaryCases, refusalCases } from './refusals.ts';
import { casesOfScenario, evidenceOf } from './scenarios.ts';

export interface PlanOptions {
  /** Any 32-bit number. */
  readonly seed: number;
  /** Generated valid cases for each operation. */
  readonly runs: number;
}

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
  const lacks = lackFor(operation, known);
  if (lacks !== undefined) return [withoutFacts(contract, operation, lacks)];
  return [
    ...validCases(contract, operation, known, options),
    ...boundaryCases(contract, operation, known),
    ...refusalCases(contract, operation, known, style),
  ];
}

/** Stands for all the cases that could be made if the target's profile stated more. */
function withoutFacts(contract: Contract, operation: Operation, lacks: string): Case {
  const refusals = contract.clauses.filter(
    ({ on, operations }) => on === 'refusal' && operations.includes(operation.id),
  );
  return {
    id: `${operation.id}/generated`,
    title: 'carries out generated requests',
    document: operation.document,
    evidence: [
      ...evidenceOf(contract, { steps: [{ role: 'valid', operation: operation.id }] }),
      ...refusals.map(({ id }) => id),
    ],
    origin: { kind: 'scenario' },
    steps: [],
    lacks,
  };
}
