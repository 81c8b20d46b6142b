import { PLANNERS, plannerOf } from '../apis/planners.ts';
import {
  type Contract,
  inWords,
  inWordsOfDocuments,
  namesOf,
  sharedBy,
} from '../contract/index.ts';
import {
  type Case,
  mayWriteTo,
  type Operation,
  type Target,
  type WritePolicy,
} from '../model/index.ts';
import { credentialCases } from './credential-cases.ts';
import { lackFor, validCases } from './generated.ts';
import { writesToOthers } from './own-objects.ts';
import { boundaryCases, refusalCases, refusalsOf, unsentCase } from './refusals.ts';
import { relationCases } from './relations.ts';
import { dealRows } from './row-dealing.ts';
import { casesOfScenario, evidenceOf } from './scenarios.ts';
import { OWN } from './stage.ts';
import type { RowOptions } from './value-tables.ts';

export interface PlanOptions {
  /** Any 32-bit number. */
  readonly seed: number;
  /** Generated valid cases for each operation, and sequences for each collection. */
  readonly runs: number;
  /** Each row of the tables of values is sent wherever it fits, and not once for each role. */
  readonly thorough?: boolean;
  /** On loopback alone if absent. A case that would write elsewhere is planned, and lacks leave. */
  readonly writes?: WritePolicy;
}

const NO_LEAVE = {
  nowhere: 'it writes, and this run only reads (--read-only)',
  loopback: 'it writes, and nobody has allowed writing to this target (--allow-writes)',
} as const;

/**
 * All cases for a target: scenarios, generated valid requests, boundaries, violations with their
 * controls, relations between lists, and what becomes of objects. Pure: the same contract, target facts
 * and options give the same cases, byte for byte.
 */
export function planCases(given: Contract, target: Target, options: PlanOptions): readonly Case[] {
  const contract = inWordsOfDocuments(given);
  const scenarios = contract.scenarios.flatMap((scenario) => {
    const endpoint = target.endpoints[scenario.document];
    return endpoint ? casesOfScenario(contract, scenario, endpoint.known) : [];
  });
  const dealing = dealingFor(contract, target, options);
  const generated = contract.operations.flatMap((operation) =>
    generatedCases(contract, target, operation, { ...options, rows: dealing.of(operation) }),
  );
  return [
    ...finished(contract, target, [...scenarios, ...generated], options),
    ...statefulCases(given, target, options),
  ];
}

/** How many rows of the tables of values fit a place at which the plan does not send them. */
export function rowsLeftOut(given: Contract, target: Target, options: PlanOptions): number {
  return dealingFor(inWordsOfDocuments(given), target, options).leftOut;
}

function dealingFor(contract: Contract, { endpoints }: Target, options: PlanOptions) {
  const { seed, thorough = false } = options;
  const isCalled = (operation: Operation): boolean => {
    const endpoint = endpoints[operation.document];
    if (endpoint === undefined) return false;
    const planner = plannerOf(operation.document);
    if (operation.writes && planner) return planner.stageOf(operation, OWN) !== undefined;
    return (
      (writesToOthers(contract.operations, operation) ?? lackFor(operation, endpoint)) === undefined
    );
  };
  return dealRows(contract, { seed, thorough, isCalled });
}

/** The cases of a plan in which several answers are judged together: relations between lists, lives of objects. */
export function statefulCases(
  given: Contract,
  target: Target,
  options: PlanOptions,
): readonly Case[] {
  const contract = inWordsOfDocuments(given);
  const related = relationCases(contract, target, options.seed);
  const lived = PLANNERS.filter(({ api }) => target.endpoints[api]).flatMap((planner) =>
    planner.sequenceCases(contract, options),
  );
  return finished(contract, target, [...related, ...lived], options);
}

/** Planned cases with what they share and lack, in the words of the site. */
function finished(
  contract: Contract,
  target: Target,
  cases: readonly Case[],
  options: PlanOptions,
): readonly Case[] {
  const sharesOf = sharedBy(contract.operations);
  const own = namesOf(target);
  // This stage names things by itself, too: all is planned in the documents' words, and then told in the site's.
  const write = own ? inWords(contract, own.names) : <T>(value: T) => value;
  return cases.map((item) =>
    withoutLeave(contract, target, write(withShares(item, sharesOf(item.steps))), options),
  );
}

/** The case with what it shares with others, where it shares anything. */
function withShares(item: Case, shares: readonly string[]): Case {
  return shares.length === 0 ? item : { ...item, shares };
}

/** The case as it is, or, where it would write and must not, with that as what it lacks. */
function withoutLeave(
  contract: Contract,
  target: Target,
  item: Case,
  { writes: policy = 'loopback' }: PlanOptions,
): Case {
  const endpoint = target.endpoints[item.document];
  if (item.lacks !== undefined || !endpoint || mayWriteTo(endpoint, target, policy)) return item;
  const writes = item.steps.some(({ request }) => contract.operation(request.operation).writes);
  return writes && policy !== 'anywhere' ? { ...item, lacks: NO_LEAVE[policy] } : item;
}

function generatedCases(
  contract: Contract,
  target: Target,
  operation: Operation,
  options: PlanOptions & { readonly rows: RowOptions },
): readonly Case[] {
  const endpoint = target.endpoints[operation.document];
  if (!endpoint) return [];
  const planner = plannerOf(operation.document);
  const { seed, rows } = options;
  const { style } = endpoint;
  if (operation.writes && planner) {
    return planner.writeCases(contract, operation, style, { seed, ...rows });
  }
  const lacks = writesToOthers(contract.operations, operation) ?? lackFor(operation, endpoint);
  if (lacks !== undefined) {
    const kept = planner?.keptCases(contract, operation, style, { seed, ...rows }) ?? [];
    if (kept.length > 0) return kept;
    const evidence = [
      ...evidenceOf(contract, { steps: [{ role: 'valid', operation: operation.id }] }),
      ...refusalsOf(contract, operation),
    ];
    return [unsentCase(operation, `${operation.id}/generated`, evidence, lacks)];
  }
  return [
    ...validCases(contract, operation, endpoint, options),
    ...boundaryCases(contract, operation, endpoint, rows),
    ...refusalCases(contract, operation, endpoint, rows),
    ...credentialCases(contract, operation, endpoint),
  ];
}
