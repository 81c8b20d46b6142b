import fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import { partSchemaOf } from '../contract/prove.ts';
import type { Case, Json, JsonSchema, Operation, PlannedRequest, Role } from '../model.ts';
import { isObject } from '../pointer.ts';
import { evidenceOf, type Known } from './scenarios.ts';
import { valuesOf } from './values.ts';

/** The generated parts of one operation's request. */
export interface Parts {
  readonly path: { readonly [name: string]: Json };
  readonly query: { readonly [name: string]: Json };
  /** Absent for an operation without a body. */
  readonly body: Json | undefined;
}

/**
 * The schema of all that is generated for an operation, its parts as members. Of bodies, only those
 * whose effect the document describes.
 */
export function requestSchema(operation: Operation): JsonSchema {
  const parts = (['path', 'query'] as const).flatMap((part) => {
    const schema = partSchemaOf(operation, part);
    return schema ? [[part, schema] as const] : [];
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

/** A generated value as the parts of a request. */
export function partsOf(value: Json): Parts {
  const object = isObject(value) ? value : {};
  return { path: valuesIn(object.path), query: valuesIn(object.query), body: jsonIn(object.body) };
}

function valuesIn(value: unknown): Parts['path'] {
  return isObject(value) ? (value as Parts['path']) : {};
}

function jsonIn(value: unknown): Json | undefined {
  return value === undefined ? undefined : (value as Json);
}

export function requestOf(operation: Operation, parts: Parts): PlannedRequest {
  return {
    operation: operation.id,
    path: parts.path,
    query: parts.query,
    headers: [],
    body: parts.body === undefined ? { kind: 'none' } : { kind: 'json', value: parts.body },
    credential: { kind: 'valid' },
  };
}

/** Facts about the target that a schema draws on, by name. */
export function knownNamesIn(schema: Json): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(knownNamesIn);
  if (!isObject(schema)) return [];
  const own = schema['x-known'];
  const below = Object.values(schema).flatMap((value) => knownNamesIn(value as Json));
  return typeof own === 'string' ? [own, ...below] : below;
}

/** What the target's profile would have to state for the operation to be called validly. */
export function lackFor(operation: Operation, known: Known): string | undefined {
  const missing = knownNamesIn(requestSchema(operation)).find(
    (name) => (known[name] ?? []).length === 0,
  );
  return missing && `the target profile names no ${missing}`;
}

export interface Generated {
  readonly arbitrary: fc.Arbitrary<Json>;
  readonly caseOf: (value: Json, index: number, seed: number) => Case;
}

/** The generator of valid cases of one operation: the same for planning and for shrinking. */
export function generatorOf(contract: Contract, operation: Operation, known: Known): Generated {
  const evidence = evidenceOf(contract, {
    steps: [{ role: 'valid', operation: operation.id }],
  });
  return {
    arbitrary: valuesOf(requestSchema(operation), { known }),
    caseOf: (value, index, seed) => ({
      id: `${operation.id}/valid/${seed}-${index}`,
      title: `carries out a generated valid request`,
      document: operation.document,
      evidence,
      origin: { kind: 'valid', seed, index },
      steps: [stepOf('request', 'valid', requestOf(operation, partsOf(value)))],
    }),
  };
}

export function stepOf(id: string, role: Role, request: PlannedRequest) {
  return { id, role, request };
}

/**
 * Valid cases of an operation: so many values of its request schema, each once.
 * The same seed gives the same cases, whatever else is planned.
 */
export function validCases(
  contract: Contract,
  operation: Operation,
  known: Known,
  options: { readonly seed: number; readonly runs: number },
): readonly Case[] {
  const { arbitrary, caseOf } = generatorOf(contract, operation, known);
  const values = fc.sample(arbitrary, {
    seed: seedFor(operation, options.seed),
    numRuns: options.runs,
  });
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    const text = JSON.stringify(value);
    if (seen.has(text)) return [];
    seen.add(text);
    return [caseOf(value, index, options.seed)];
  });
}

/** Each operation draws from a stream of its own, so that adding one does not change the others' cases. */
export function seedFor(operation: Operation, seed: number): number {
  let hash = seed | 0;
  for (const letter of operation.id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash;
}
