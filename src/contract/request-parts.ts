/** The parts of a decoded request: strictly read values, and their violations. */

import { type JsonSchema, type Operation, pointerOf } from '../model/index.ts';
import type { DecodedBody, DecodedRequest, RawValue } from './decode.ts';
import { parametersIn } from './parameters.ts';
import { isImplied } from './schema-violations.ts';
import { strictReading } from './strict.ts';
import type { SchemaError, Validate } from './validate.ts';
import type { Part } from './verify-request.ts';

export interface PartError extends SchemaError {
  readonly part: Part;
}

/** The parts of a request as values; an absent body is `undefined`. */
export interface Parts {
  readonly path: { readonly [name: string]: unknown };
  readonly query: { readonly [name: string]: unknown };
  readonly body: unknown;
}

export type Readable = Extract<DecodedRequest, { readonly kind: 'decoded' }>;

export function strictParts(operation: Operation, decoded: Readable): Parts {
  return {
    path: readEach(operation, 'path', decoded.path, strictReading),
    query: readEach(operation, 'query', decoded.query, strictReading),
    body: bodyIn(operation, decoded.body, strictReading),
  };
}

/** The value of a body; texts of a form are read like those of a query. */
export function bodyIn(
  { body: contract }: Operation,
  body: DecodedBody,
  read: (schema: JsonSchema, raw: RawValue) => unknown,
): unknown {
  if (body.kind === 'form') return contract ? read(contract.schema, body.fields) : body.fields;
  return body.kind === 'json' ? body.value : undefined;
}

export function readEach(
  operation: Operation,
  part: 'path' | 'query',
  raws: { readonly [name: string]: RawValue },
  read: (schema: JsonSchema, raw: RawValue) => unknown,
): { readonly [name: string]: unknown } {
  const parameters = parametersIn(operation, part);
  return Object.fromEntries(
    Object.entries(raws).map(([name, raw]) => {
      const schema = parameters.get(name)?.schema;
      return [name, schema === undefined ? raw : read(schema, raw)];
    }),
  );
}

/** Undocumented parameters violate no rule: no document forbids them. */
export function validateParts(
  operation: Operation,
  parts: Parts,
  validate: Validate,
): readonly PartError[] {
  return [
    ...validateParameters(operation, 'path', parts.path, validate),
    ...validateParameters(operation, 'query', parts.query, validate),
    ...validateBody(operation, parts.body, validate),
  ];
}

function validateParameters(
  operation: Operation,
  part: 'path' | 'query',
  values: { readonly [name: string]: unknown },
  validate: Validate,
): readonly PartError[] {
  return operation.parameters.flatMap((parameter): readonly PartError[] => {
    if (parameter.in !== part) return [];
    const at = () => pointerOf([parameter.name]);
    if (Object.hasOwn(values, parameter.name)) {
      const errors = validate(parameter.schema, values[parameter.name]);
      return errors.map((error) => ({ ...error, part, pointer: at() + error.pointer }));
    }
    return parameter.required ? [missing(part, at())] : [];
  });
}

function validateBody(
  operation: Operation,
  body: unknown,
  validate: Validate,
): readonly PartError[] {
  if (body === undefined) return operation.body?.required === true ? [missing('body', '')] : [];
  if (operation.body === undefined) return [];
  return validate(operation.body.schema, body).map((error) => ({ ...error, part: 'body' }));
}

function missing(part: Part, pointer: string): PartError {
  return { part, pointer, keyword: 'required', schemaPath: '/required', message: 'is missing' };
}

export function withoutConsequences(errors: readonly PartError[]): readonly PartError[] {
  const choices = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
  return errors.filter((error) => {
    const inBranch = choices.some(
      ({ part, schemaPath }) =>
        part === error.part && error.schemaPath.startsWith(`${schemaPath}/`),
    );
    const beside = errors.filter(({ part }) => part === error.part);
    return !inBranch && !isImplied(error, beside);
  });
}

/**
 * The schema of a part of a request: an object of its parameters, or that of the body. `undefined` if the operation has
 * no such part.
 */
export function partSchemaOf(operation: Operation, part: Part): JsonSchema | undefined {
  if (part === 'body') return operation.body?.schema;
  const parameters = operation.parameters.filter((parameter) => parameter.in === part);
  if (parameters.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}
