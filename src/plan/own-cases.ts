/** Cases on objects that the case creates, for APIs without a planner of their own. */

import { accepts, actsOn, type Contract, merged, operationOn } from '../contract/index.ts';
import {
  type Case,
  chunks,
  type Json,
  type Operation,
  recordsOf,
  requestTo,
  type Step,
} from '../model/index.ts';
import { credentialCases } from './credential-cases.ts';
import {
  lackFor,
  type PlanTarget,
  partsOf,
  plannableSchema,
  requestOf,
  validCases,
} from './generated.ts';
import { writesToOthers } from './own-objects.ts';
import { lettersOf, plainValue, withOwnTexts } from './plain-values.ts';
import { boundaryCases, refusalCases, withoutOptions } from './refusals.ts';
import { from, step } from './stage.ts';
import type { RowOptions } from './value-tables.ts';
import { samplesOf } from './values.ts';

/** The operations on one kind of object, which a run can create and remove. */
export interface OwnCollection {
  readonly creation: Operation;
  readonly removal: Operation;
  /** The path parameter with the ID of an object. */
  readonly parameter: string;
  /** Stands for the ID in planned requests. */
  readonly placeholder: Json;
}

/** Values that no other part of a request has. */
const PLACEHOLDERS: readonly Json[] = [
  4_711_001,
  'touchstone-stand-in',
  '47110010-0000-4000-8000-000000000000',
];

/** Maximum number of violations, and of valid requests, on one object. */
const VIOLATIONS = 16;
const VALID = 4;

/** Number of generated valid requests for an operation on an object of the case. */
const RUNS = 8;

/** The collection of the object that an operation is about; undefined if a run cannot create one. */
export function ownCollection(
  operations: readonly Operation[],
  operation: Operation,
  target: PlanTarget,
): OwnCollection | undefined {
  const [object, ...others] = operation.parameters.filter((one) => one.in === 'path');
  const kind = object?.schema['x-known'];
  if (object === undefined || others.length > 0 || typeof kind !== 'string') return undefined;
  const creation = operationOn(operations, operation.document, kind, 'create');
  const removal = operationOn(operations, operation.document, kind, 'delete');
  if (creation === undefined || removal === undefined) return undefined;
  if (writesToOthers(operations, creation) ?? lackFor(creation, target)) return undefined;
  const { 'x-known': _, ...schema } = merged(object.schema);
  const fitting = PLACEHOLDERS.find((one) => accepts(schema, one));
  const [placeholder = fitting] = fitting === undefined ? samplesOf(schema, 1, target) : [fitting];
  if (placeholder === undefined) return undefined;
  return { creation, removal, parameter: object.name, placeholder };
}

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
  const kind = String(
    operation.parameters.find((one) => one.name === collection.parameter)?.schema['x-known'],
  );
  const reached = { ...target, known: { ...target.known, [kind]: [collection.placeholder] } };
  if (lackFor(operation, reached) !== undefined) return [];
  const isRemoval = actsOn(operation, 'delete');
  const below = creates(operation) ? removalBelow(contract.operations, operation) : undefined;
  const isKept = collection.removal.answers.some(({ status }) => status === CONFLICT);
  // Objects below it can keep the object.
  if (creates(operation) && below === undefined && isKept) return [];
  const { seed } = options;
  const valid = [
    ...validCases(contract, operation, reached, { seed, runs: RUNS }),
    ...boundaryCases(contract, operation, reached, options),
  ];
  const refused = refusalCases(contract, operation, reached, { ...options, isPlain: true });
  const sent = refused.filter(({ steps }) => steps.length > 0);
  const together = chunks(valid, isRemoval ? 1 : VALID).map((some) => joined(some, 'valid'));
  const refusals = chunks(sent, VIOLATIONS).map((some, at) => ({
    ...joined(some, 'refused'),
    id: `${operation.id}/refused/${at + 1}`,
  }));
  const denied = credentialCases(contract, operation, reached);
  return [
    ...[...together, ...refusals, ...denied].map((item) =>
      onOwnObject(item, collection, target, { isRemoval, seed, below }),
    ),
    ...refused.filter(({ steps }) => steps.length === 0),
  ];
}

/** Several cases as one: their steps on one object, with one control. */
function joined(cases: readonly Case[], kind: 'valid' | 'refused'): Case {
  const [first, ...others] = cases;
  if (first === undefined) throw new TypeError('no cases to join');
  if (others.length === 0) return first;
  const steps = cases.flatMap((item, at) =>
    item.steps
      .filter(({ role }) => role !== 'control' || at === 0)
      .map(
        (one): Step =>
          one.role === 'control'
            ? one
            : {
                ...one,
                id: `${one.id}-${at + 1}`,
                ...(kind === 'refused' && { shows: item.evidence }),
              },
      ),
  );
  const unproven = cases.find((one) => one.unproven !== undefined)?.unproven;
  return {
    ...first,
    title: kind === 'refused' ? `refuses ${cases.length} breaches of its rules` : first.title,
    evidence: [...new Set(cases.flatMap(({ evidence }) => evidence))],
    origin: { kind: 'scenario' },
    steps,
    ...(unproven !== undefined && { unproven }),
  };
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
  const { parameter, placeholder } = collection;
  const steps = item.steps.map((one): Step => {
    const { path } = one.request;
    if (path[parameter] !== placeholder) return one;
    return {
      ...one,
      request: { ...one.request, path: { ...path, [parameter]: ownId(collection) } },
    };
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
      creationStep(collection, target, `${seed} ${item.id}`),
      ...ordered,
      ...undone,
      removalStep(collection),
    ],
  };
}

const CONFLICT = 409;

/** Returns true for an operation that creates something below an object. */
function creates({ method, answers }: Operation): boolean {
  return method === 'POST' && answers.some(({ status }) => status === 201);
}

/** The removal of what an operation creates: below its own route, or of a collection of that name. */
function removalBelow(
  operations: readonly Operation[],
  { document, route, answers }: Operation,
): Operation | undefined {
  const name = route.split('/').at(-1) ?? '';
  const showsIt = answers.some(({ status, schema }) => status === 201 && schema !== undefined);
  const removals = operations.filter(
    (one) => one.document === document && one.method === 'DELETE' && one.lacks === undefined,
  );
  const isOf = (one: Operation, start: string) =>
    one.route.startsWith(`${start}/{`) && !one.route.slice(start.length + 1).includes('/');
  return showsIt
    ? (removals.find((one) => isOf(one, route)) ?? removals.find((one) => isOf(one, `/${name}`)))
    : undefined;
}

function removalOf(below: Operation, collection: OwnCollection, created: string) {
  const names = below.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const id = from(`${created}#${recordsOf(below).id ?? '/id'}`);
  const path = names.map((name, at) => [name, at === names.length - 1 ? id : ownId(collection)]);
  return requestTo(below.id, Object.fromEntries(path));
}

/** The ID in the answer to the creation. */
export function ownId({ creation }: OwnCollection): Json {
  return from(`own#${recordsOf(creation).id ?? '/id'}`);
}

/** The step that creates the object, with a plain body. */
/** @param id of the case, which has texts of its own */
export function creationStep({ creation }: OwnCollection, target: PlanTarget, id: string): Step {
  const required = withoutOptions(plannableSchema(creation, target));
  const plain = plainValue(required, 1);
  const value = plain ?? samplesOf(required, 1, target)[0] ?? {};
  const { body, ...parts } = partsOf(value);
  const schema = creation.body?.schema;
  const own = body && schema ? withOwnTexts(schema, body, lettersOf(id)) : body;
  return step('own', 'setup', requestOf(creation, { ...parts, body: own }));
}

export function removalStep(collection: OwnCollection): Step {
  const { removal, parameter } = collection;
  const request = requestTo(removal.id, { [parameter]: ownId(collection) });
  return step('remove-own', 'cleanup', request);
}
