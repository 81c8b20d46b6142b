/** Objects that a case creates for itself, with those above them, and the steps that create and remove them. */

import { accepts, merged, operationOn } from '../contract/index.ts';
import {
  type Json,
  type JsonSchema,
  type Operation,
  type Parameter,
  recordsOf,
  requestTo,
  type Step,
  type Values,
} from '../model/index.ts';
import { lackFor, type PlanTarget, partsOf, plannableSchema, requestOf } from './generated.ts';
import { writesToOthers } from './own-objects.ts';
import { lettersOf, plainValue, withOwnTexts } from './plain-values.ts';
import { withoutOptions } from './refusals.ts';
import { from, step } from './stage.ts';
import { samplesOf } from './values.ts';

/** The operations on one kind of object, which a run can create and remove. */
export interface OwnCollection {
  readonly creation: Operation;
  readonly removal: Operation;
  /** The path parameter with the ID of an object. */
  readonly parameter: string;
  readonly kind: string;
  /** Stands for the ID in planned requests. */
  readonly placeholder: Json;
  /** The collection of the object above it. */
  readonly above?: OwnCollection;
  /** The number of objects above it. */
  readonly depth: number;
}

/** Values that no other part of a request has. */
function placeholders(at: number): readonly Json[] {
  return [4_711_001 + at, `touchstone-stand-in-${at}`, `47110010-0000-4000-8000-00000000000${at}`];
}

/** Stands for an ID of the schema in planned requests: the one at a place in the path. */
export function placeholderFor(
  { 'x-known': _, ...schema }: JsonSchema,
  at: number,
  target: PlanTarget,
): Json | undefined {
  const own = placeholders(at).find((one) => accepts(schema, one));
  return own ?? samplesOf(schema, at + 1, target).at(-1);
}

/** The collection of the object that an operation is about; undefined if a run cannot create one. */
export function ownCollection(
  operations: readonly Operation[],
  operation: Operation,
  target: PlanTarget,
): OwnCollection | undefined {
  const objects = operation.parameters.filter((one) => one.in === 'path');
  let above: OwnCollection | undefined;
  for (const [at, object] of objects.entries()) {
    const found = collectionFor(operations, operation, object, { at, above, target });
    if (found === undefined) return undefined;
    above = found;
  }
  return above;
}

function collectionFor(
  operations: readonly Operation[],
  { document }: Operation,
  { name, schema }: Parameter,
  {
    at,
    above,
    target,
  }: {
    readonly at: number;
    readonly above: OwnCollection | undefined;
    readonly target: PlanTarget;
  },
): OwnCollection | undefined {
  const kind = schema['x-known'];
  if (typeof kind !== 'string') return undefined;
  const creation = operationOn(operations, document, kind, 'create');
  const removal = operationOn(operations, document, kind, 'delete');
  if (creation === undefined || removal === undefined) return undefined;
  const path = creation.parameters.filter((one) => one.in === 'path');
  const isBelow = above !== undefined && path.at(-1)?.name === above.parameter;
  if (path.length !== at || (above !== undefined && !isBelow)) return undefined;
  // Objects below an object of the run are its own as well.
  if (at === 0 && writesToOthers(operations, creation) !== undefined) return undefined;
  const ids = removal.parameters.filter((one) => one.in === 'path');
  if (ids.length !== at + 1 || removal.lacks !== undefined) return undefined;
  if (lackFor(creation, withPlaceholders(target, above)) !== undefined) return undefined;
  const placeholder = placeholderFor(merged(schema), at, target);
  if (placeholder === undefined) return undefined;
  const place = { parameter: name, kind, placeholder, depth: at, ...(above && { above }) };
  return { creation, removal, ...place };
}

/** The target, as if it had the objects of a collection and those above them. */
export function withPlaceholders(target: PlanTarget, own: OwnCollection | undefined): PlanTarget {
  if (own === undefined) return target;
  const { known, ...others } = withPlaceholders(target, own.above);
  return { ...others, known: { ...known, [own.kind]: [own.placeholder] } };
}

/** The ID in the answer to the creation. A prefix stands for further objects of the kind. */
function ownId(own: OwnCollection, prefix: string): Json {
  return from(`${nameOfCreation(own, prefix)}#${recordsOf(own.creation).id ?? '/id'}`);
}

/** The name of the step that creates the object. */
export function nameOfCreation({ depth }: Pick<OwnCollection, 'depth'>, prefix = ''): string {
  return `${prefix}${depth === 0 ? 'own' : `own-${depth + 1}`}`;
}

/** The path of the object, by references to the steps that create it and those above it. */
export function ownPath(own: OwnCollection | undefined, prefix = ''): Values {
  return own === undefined
    ? {}
    : { ...ownPath(own.above, prefix), [own.parameter]: ownId(own, prefix) };
}

/** The path with references in place of placeholders. */
export function withOwnPath(path: Values, own: OwnCollection | undefined): Values {
  if (own === undefined) return path;
  const outer = withOwnPath(path, own.above);
  const isOwn = outer[own.parameter] === own.placeholder;
  return isOwn ? { ...outer, [own.parameter]: ownId(own, '') } : outer;
}

/**
 * The steps that create the object and those above it, with plain bodies.
 *
 * @param id of the case, which has texts of its own
 */
export function creationSteps(
  own: OwnCollection | undefined,
  target: PlanTarget,
  id: string,
  prefix = '',
): readonly Step[] {
  if (own === undefined) return [];
  const { creation, above } = own;
  const required = withoutOptions(plannableSchema(creation, withPlaceholders(target, above)));
  const plain = plainValue(required, 1, target.known);
  const value = plain ?? samplesOf(required, 1, target)[0] ?? {};
  const { body, query } = partsOf(value);
  const schema = creation.body?.schema;
  const texts = body && schema ? withOwnTexts(schema, body, lettersOf(id)) : body;
  const request = requestOf(creation, { path: ownPath(above, prefix), query, body: texts });
  return [
    ...creationSteps(above, target, id, prefix),
    step(nameOfCreation(own, prefix), 'setup', request),
  ];
}

/** The steps that remove the object, and then those above it. */
export function removalSteps(own: OwnCollection | undefined, prefix = ''): readonly Step[] {
  if (own === undefined) return [];
  const { removal, above } = own;
  const request = requestTo(removal.id, ownPath(own, prefix));
  return [
    step(`remove-${nameOfCreation(own, prefix)}`, 'cleanup', request),
    ...removalSteps(above, prefix),
  ];
}
