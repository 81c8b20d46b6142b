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
  TouchstoneError,
  type WritePolicy,
} from '../model/index.ts';
import { askedListCases } from './asked-lists.ts';
import { credentialCases } from './credential-cases.ts';
import { foundCases } from './found-objects.ts';
import { lackFor, validCases } from './generated.ts';
import { joinedByRule } from './joined-cases.ts';
import { ownCases } from './own-cases.ts';
import { ownChildCases } from './own-children.ts';
import { ownCollection } from './own-collection.ts';
import { writesToOthers } from './own-objects.ts';
import { ownStateCases } from './own-states.ts';
import { withOwnBodies } from './plain-values.ts';
import { reachedTarget, withReferredObjects } from './referred-objects.ts';
import { boundaryCases, refusalCases, refusalsOf, unsentCase } from './refusals.ts';
import { relationCases } from './relations.ts';
import { dealRows } from './row-dealing.ts';
import { casesOfScenario, evidenceOf } from './scenarios.ts';
import { OWN } from './stage.ts';
import type { RowOptions } from './value-tables.ts';

export interface PlanOptions {
  readonly seed: number;
  /** Number of generated valid cases for each operation, and of sequences for each collection. */
  readonly runs: number;
  /** Sends each row of the tables of values wherever it fits, not once for each role. */
  readonly thorough?: boolean;
  /** Only on loopback if absent. Cases that would write elsewhere are planned and not sent. */
  readonly writes?: WritePolicy;
}

const NO_LEAVE = {
  nowhere: 'it writes, and this run only reads (--read-only)',
  loopback: 'it writes, and writing to this target is not allowed (--allow-writes)',
} as const;

/**
 * All cases for a target: scenarios, generated valid requests, boundaries, violations with controls, relations between
 * lists, and states of objects. Pure and deterministic.
 */
export function planCases(given: Contract, asked: Target, options: PlanOptions): readonly Case[] {
  const contract = inWordsOfDocuments(given);
  const target = reachedTarget(contract, asked);
  const scenarios = contract.scenarios.flatMap((scenario) => {
    const endpoint = target.endpoints[scenario.document];
    return endpoint ? casesOfScenario(contract, scenario, endpoint.known) : [];
  });
  const dealing = dealingFor(contract, target, options);
  const generated = contract.operations.flatMap((operation) =>
    plannableCases(contract, operation, () =>
      generatedCases(contract, target, operation, { ...options, rows: dealing.of(operation) }),
    ),
  );
  const stateful = statefulCases(given, asked, options);
  // Lists of one's own API are short before other cases create objects.
  const isFirst = ({ id, document }: Case) => !plannerOf(document) && id.includes('/state/');
  return [
    ...stateful.filter(isFirst),
    ...finished(contract, asked, [...scenarios, ...generated], options),
    ...stateful.filter((one) => !isFirst(one)),
  ];
}

/** Number of matching rows of the tables of values that the plan does not send at a place. */
export function rowsLeftOut(given: Contract, target: Target, options: PlanOptions): number {
  const contract = inWordsOfDocuments(given);
  return dealingFor(contract, reachedTarget(contract, target), options).leftOut;
}

function dealingFor(contract: Contract, { endpoints }: Target, options: PlanOptions) {
  const { seed, thorough = false } = options;
  const isCalled = (operation: Operation): boolean => {
    const endpoint = endpoints[operation.document];
    if (endpoint === undefined) return false;
    const planner = plannerOf(operation.document);
    if (operation.writes && planner) return planner.stageOf(operation, OWN) !== undefined;
    if (!planner && ownCollection(contract.operations, operation, endpoint)) return true;
    return (
      (writesToOthers(contract.operations, operation) ?? lackFor(operation, endpoint)) === undefined
    );
  };
  return dealRows(contract, { seed, thorough, isCalled });
}

/** Cases that judge several answers together: relations between lists, and lifecycles. */
export function statefulCases(
  given: Contract,
  asked: Target,
  options: PlanOptions,
): readonly Case[] {
  const contract = inWordsOfDocuments(given);
  const target = reachedTarget(contract, asked);
  const related = relationCases(contract, target, options.seed);
  const lived = PLANNERS.filter(({ api }) => target.endpoints[api]).flatMap((planner) =>
    planner.sequenceCases(contract, options),
  );
  const states = [
    ...ownStateCases(contract, target, options.seed),
    ...ownChildCases(contract, target, options.seed),
  ];
  const lists = askedListCases(contract, target);
  return finished(contract, asked, [...related, ...lived, ...states, ...lists], options);
}

/** Adds shared state and obstacles to planned cases, in the site's words. */
function finished(
  contract: Contract,
  target: Target,
  cases: readonly Case[],
  options: PlanOptions,
): readonly Case[] {
  const sharesOf = sharedBy(contract.operations);
  const own = namesOf(target);
  // Fixtures add names too, so all is planned in the documents' words, and then translated.
  const write = own ? inWords(contract, own.names) : <T>(value: T) => value;
  return cases.map((given) => {
    const endpoint = target.endpoints[given.document];
    const item =
      endpoint && !plannerOf(given.document)
        ? withReferredObjects(contract, endpoint, given, options.seed)
        : given;
    const shares = sharesOf(item.steps);
    const whole = shares.length === 0 ? item : { ...item, shares };
    return withoutLeave(contract, target, write(whole), options);
  });
}

/** Marks a case that must not write as not to be sent. */
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

/** Reasons why no values can be made for a schema. */
const UNPLANNABLE: ReadonlySet<unknown> = new Set([
  'schema-unsatisfiable',
  'schema-keyword-unknown',
]);

/** The cases of an operation; if no values can be made for its schemas, one that says why. */
function plannableCases(
  contract: Contract,
  operation: Operation,
  plan: () => readonly Case[],
): readonly Case[] {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof TouchstoneError) || !UNPLANNABLE.has(error.code)) throw error;
    return [ungenerated(contract, operation, error.message)];
  }
}

/** The case of an operation whose requests are not generated. */
function ungenerated(contract: Contract, operation: Operation, lacks: string): Case {
  const evidence = [
    ...evidenceOf(contract, { steps: [{ role: 'valid', operation: operation.id }] }),
    ...refusalsOf(contract, operation),
  ];
  return unsentCase(operation, `${operation.id}/generated`, evidence, lacks);
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
    const kept = planner
      ? planner.keptCases(contract, operation, style, { seed, ...rows })
      : ownCases(contract, operation, endpoint, { seed, ...rows });
    if (kept.length > 0) return kept;
    const found = planner ? [] : foundCases(contract, operation, endpoint, { seed, ...rows });
    if (found.length > 0) return found;
    return [ungenerated(contract, operation, lacks)];
  }
  const plain = { ...rows, isPlain: planner === undefined };
  const refusals = refusalCases(contract, operation, endpoint, plain);
  const cases = [
    ...validCases(contract, operation, endpoint, options),
    ...boundaryCases(contract, operation, endpoint, plain),
    ...(operation.writes ? refusals : joinedByRule(refusals)),
    ...credentialCases(contract, operation, endpoint, planner === undefined),
  ];
  return operation.writes ? cases.map((item) => withOwnBodies(operation, item, seed)) : cases;
}
