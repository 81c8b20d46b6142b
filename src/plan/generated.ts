import fc from 'fast-check';
import { type Contract, merged, partSchemaOf, typesOf, UNSTEADY } from '../contract/index.ts';
import {
  type Case,
  type Endpoint,
  isMembers,
  isObject,
  type Json,
  type JsonSchema,
  type Operation,
  type PlannedRequest,
  requestTo,
} from '../model/index.ts';
import { affordable, missingFact } from './facts.ts';
import { evidenceOf } from './scenarios.ts';
import { step } from './stage.ts';
import { valuesOf } from './values.ts';

export interface RequestParts {
  readonly path: { readonly [name: string]: Json };
  readonly query: { readonly [name: string]: Json };
  /** Absent for an operation without a body. */
  readonly body: Json | undefined;
}

/**
 * The schema of all generated parts of an operation, as members. Only bodies with a documented effect. Its values can
 * be sent in any style.
 */
export function requestSchema(operation: Operation): JsonSchema {
  const parts = (['path', 'query'] as const).flatMap((part) => {
    const schema = partSchemaOf(operation, part);
    if (schema === undefined) return [];
    return [[part, part === 'path' ? steadyPath(schema) : schema] as const];
  });
  const body = operation.body ? [['body', operation.body.settled] as const] : [];
  const properties = Object.fromEntries([...parts, ...body]);
  return {
    type: 'object',
    required: Object.keys(properties),
    properties,
    additionalProperties: false,
  };
}

/**
 * Paths that can be sent: IDs have decimal digits (section 4 of the content document) even without a type, and no
 * segment gets lost on the way.
 */
function steadyPath(schema: JsonSchema): JsonSchema {
  const unsteady: JsonSchema = { pattern: UNSTEADY };
  const { properties } = schema;
  if (!isMembers(properties)) return schema;
  const steady = Object.entries(properties).map(([name, declared]) => {
    const whole = isMembers(declared) ? merged(declared) : {};
    const text = whole.type !== undefined && typesOf(whole).includes('string');
    return [name, text ? { ...whole, not: unsteady } : { ...whole, type: 'integer', minimum: 0 }];
  });
  return { ...schema, properties: Object.fromEntries(steady) };
}

export function partsOf(value: Json): RequestParts {
  const object = isObject(value) ? value : {};
  return { path: valuesIn(object.path), query: valuesIn(object.query), body: jsonIn(object.body) };
}

function valuesIn(value: unknown): RequestParts['path'] {
  return isObject(value) ? (value as RequestParts['path']) : {};
}

function jsonIn(value: unknown): Json | undefined {
  return value === undefined ? undefined : (value as Json);
}

export function requestOf({ id }: Operation, { path, query, body }: RequestParts): PlannedRequest {
  return requestTo(id, path, query, body);
}

/** The parts of a target that planning needs: facts, and the encoding of requests. */
export type PlanTarget = Pick<Endpoint, 'known' | 'style'>;

/** The missing facts for a valid call of the operation. */
export function lackFor(operation: Operation, { known }: PlanTarget): string | undefined {
  if (operation.lacks !== undefined) return operation.lacks;
  const missing = missingFact(requestSchema(operation), known);
  if (missing === undefined) return undefined;
  const some = (known[missing] ?? []).length > 0;
  return some
    ? `none of the known ${missing} of the target can be part of a request`
    : `the target has no known ${missing}`;
}

/** The schema of possible requests to a target: without members that need unknown facts. */
export function plannableSchema(operation: Operation, { known }: PlanTarget): JsonSchema {
  return affordable(requestSchema(operation), known);
}

/** Distinct valid cases of an operation's request schema. Deterministic by seed, independent of other operations. */
export function validCases(
  contract: Contract,
  operation: Operation,
  reached: PlanTarget,
  options: { readonly seed: number; readonly runs: number },
): readonly Case[] {
  const evidence = evidenceOf(contract, { steps: [{ role: 'valid', operation: operation.id }] });
  const { seed } = options;
  const caseOf = (value: Json, index: number): Case => ({
    id: `${operation.id}/valid/${seed}-${index}`,
    title: `carries out a generated valid request`,
    document: operation.document,
    evidence,
    origin: { kind: 'valid', seed, index },
    steps: [step('request', 'valid', requestOf(operation, partsOf(value)))],
  });
  const arbitrary = valuesOf(plannableSchema(operation, reached), { known: reached.known });
  const values = fc.sample(arbitrary, {
    seed: seedFor(operation, seed),
    numRuns: options.runs,
  });
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    const text = JSON.stringify(value);
    if (seen.has(text)) return [];
    seen.add(text);
    return [caseOf(value, index)];
  });
}

/** Each operation has its own random stream, so that adding one does not change other cases. */
function seedFor(operation: Operation, seed: number): number {
  let hash = seed | 0;
  for (const letter of operation.id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash;
}
