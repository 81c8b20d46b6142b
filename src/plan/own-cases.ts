/** Cases on objects that the case creates, for APIs without a planner of their own. */

import { actsOn, type Contract } from '../contract/index.ts';
import {
  type Case,
  chunks,
  type Operation,
  recordsOf,
  requestTo,
  type Step,
} from '../model/index.ts';
import { credentialCases } from './credential-cases.ts';
import { lackFor, type PlanTarget, validCases } from './generated.ts';
import { joined } from './joined-cases.ts';
import {
  creationSteps,
  type OwnCollection,
  ownCollection,
  ownPath,
  removalSteps,
  withOwnPath,
  withPlaceholders,
} from './own-collection.ts';
import { withOwnBodies } from './plain-values.ts';
import { boundaryCases, refusalCases } from './refusals.ts';
import { from, step } from './stage.ts';
import type { RowOptions } from './value-tables.ts';

/** Maximum number of violations, and of valid requests, on one object. */
const VIOLATIONS = 16;
const VALID = 4;

/** Number of generated valid requests for an operation on an object of the case. */
const RUNS = 8;

/** The cases of an operation on an object; empty if a run cannot create one. */
export function ownCases(
  contract: Contract,
  operation: Operation,
  target: PlanTarget,
  options: RowOptions & { readonly seed: number },
): readonly Case[] {
  if (operation.lacks !== undefined) return [];
  const collection = ownCollection(contract.operations, operation, target);
  if (collection === undefined) return [];
  const reached = withPlaceholders(target, collection);
  if (lackFor(operation, reached) !== undefined) return [];
  const isRemoval = actsOn(operation, 'delete');
  const below = creates(operation) ? removalBelow(contract.operations, operation) : undefined;
  if (leavesObjects(contract.operations, operation, collection)) return [];
  const { seed } = options;
  const valid = [
    ...validCases(contract, operation, reached, { seed, runs: RUNS }),
    ...boundaryCases(contract, operation, reached, { ...options, isPlain: true }),
  ];
  const refused = refusalCases(contract, operation, reached, { ...options, isPlain: true });
  const sent = refused.filter(({ steps }) => steps.length > 0);
  const together = chunks(valid, isRemoval ? 1 : VALID).map((some) => joined(some, 'valid'));
  const refusals = chunks(sent, VIOLATIONS).map((some, at) => ({
    ...joined(some, 'refused'),
    id: `${operation.id}/refused/${at + 1}`,
  }));
  const denied = credentialCases(contract, operation, reached, true);
  return [
    ...[...together, ...refusals, ...denied].map((item) =>
      onOwnObject(withOwnBodies(operation, item, seed), collection, target, {
        isRemoval,
        seed,
        below,
      }),
    ),
    ...refused.filter(({ steps }) => steps.length === 0),
  ];
}

/** The case with an object of its own: created first, and removed at its end. */
function onOwnObject(
  item: Case,
  collection: OwnCollection,
  target: PlanTarget,
  {
    isRemoval,
    seed,
    below,
  }: {
    readonly isRemoval: boolean;
    readonly seed: number;
    readonly below: Operation | undefined;
  },
): Case {
  const steps = item.steps.map((one): Step => {
    const path = withOwnPath(one.request.path, collection);
    return { ...one, request: { ...one.request, path } };
  });
  // Nothing can be asked of an object that was removed.
  const controls = steps.filter(({ role }) => role === 'control');
  const ordered = isRemoval
    ? [...steps.filter(({ role }) => role !== 'control'), ...controls.slice(0, 1)]
    : steps;
  const undone = below
    ? steps
        .filter(({ role }) => role !== 'unauthorised')
        .map(({ id }) => step(`undo-${id}`, 'cleanup', removalOf(below, collection, id)))
    : [];
  return {
    ...item,
    steps: [
      ...creationSteps(collection, target, `${seed} ${item.id}`),
      ...ordered,
      ...undone,
      ...removalSteps(collection),
    ],
  };
}

const CONFLICT = 409;

/** Returns true if what an operation creates below an object can keep the object, or stay where it is removed elsewhere. */
export function leavesObjects(
  operations: readonly Operation[],
  operation: Operation,
  { removal }: OwnCollection,
): boolean {
  if (!creates(operation) || removalBelow(operations, operation) !== undefined) return false;
  const isKept = removal.answers.some(({ status }) => status === CONFLICT);
  return isKept || isRemovedElsewhere(operations, operation);
}

/** Returns true for an operation that creates something below an object. */
export function creates({ method, answers }: Operation): boolean {
  return method === 'POST' && answers.some(({ status }) => status === 201);
}

/** Returns true if a collection of another route has the name, and a removal. Its objects can be those of others. */
function isRemovedElsewhere(
  operations: readonly Operation[],
  { document, route }: Operation,
): boolean {
  const name = route.split('/').at(-1) ?? '';
  return operations.some(
    (one) =>
      one.document === document &&
      one.method === 'DELETE' &&
      one.route.endsWith('}') &&
      one.route.split('/').at(-2) === name &&
      !one.route.startsWith(`${route}/{`),
  );
}

/** The removal of what an operation creates, below its own route. */
function removalBelow(
  operations: readonly Operation[],
  { document, route, answers }: Operation,
): Operation | undefined {
  const showsIt = answers.some(({ status, schema }) => status === 201 && schema !== undefined);
  const removals = operations.filter(
    (one) => one.document === document && one.method === 'DELETE' && one.lacks === undefined,
  );
  const isOf = (one: Operation) =>
    one.route.startsWith(`${route}/{`) && !one.route.slice(route.length + 1).includes('/');
  return showsIt ? removals.find(isOf) : undefined;
}

function removalOf(below: Operation, collection: OwnCollection, created: string) {
  const name = below.parameters.findLast((one) => one.in === 'path')?.name ?? '';
  const id = from(`${created}#${recordsOf(below).id ?? '/id'}`);
  return requestTo(below.id, { ...ownPath(collection), [name]: id });
}
