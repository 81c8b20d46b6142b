import type { SchemaError, Validate } from '../../contract/index.ts';
import { isMembers, isObject, type JsonSchema, type Operation } from '../../model/index.ts';
import type { ContentChoices } from './choices.ts';
import { coerce } from './coerce.ts';
import { GMT, readTime } from './moment.ts';
import type { Params } from './params.ts';
import type { Refusal } from './refusal.ts';

/** The parameters of one operation, in any part of the request. */
export interface Rules {
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  readonly required: readonly string[];
  readonly defaults: Params;
  /** Names in only the body; the item applies their defaults. */
  readonly members: ReadonlySet<string>;
}

export function rulesOf(operation: Operation): Rules {
  const schemas = new Map<string, JsonSchema>();
  const required = new Set<string>();
  const defaults: Record<string, unknown> = {};
  const members = new Set<string>();
  for (const body of bodiesOf(operation.body?.schema)) {
    for (const [name, schema] of Object.entries(isObject(body.properties) ? body.properties : {})) {
      if (isMembers(schema)) schemas.set(name, schema);
      members.add(name);
    }
    if (Array.isArray(body.required)) {
      for (const name of body.required) if (typeof name === 'string') required.add(name);
    }
  }
  for (const parameter of operation.parameters) {
    const schema = settledSchema(parameter.name, parameter.schema);
    schemas.set(parameter.name, schema);
    members.delete(parameter.name);
    if (parameter.required && schema === parameter.schema) required.add(parameter.name);
    // An empty default equals an absent value.
    const none = Array.isArray(schema.default) && schema.default.length === 0;
    if (schema.default !== undefined && !none) defaults[parameter.name] = schema.default;
  }
  return { schemas, required: [...required], defaults, members };
}

/** `force` of revisions: if the schema or the site refuses its absence is an open point. */
function settledSchema(name: string, schema: JsonSchema): JsonSchema {
  return name === 'force' && schema.const === true ? { type: 'boolean' } : schema;
}

function bodiesOf(schema: JsonSchema | undefined): readonly JsonSchema[] {
  if (!schema) return [];
  const parts = Array.isArray(schema.allOf) ? schema.allOf.filter(isMembers) : [];
  return [schema, ...parts];
}

/** Unvalidated values by name, each with a flag for typed ones. */
export interface TypedValue {
  readonly value: unknown;
  readonly typed: boolean;
}

export interface Checked {
  readonly params: Params;
  readonly given: ReadonlySet<string>;
}

/** Validates all parameters of a call, or lists all missing and wrong ones. */
export function checkParams(
  raw: ReadonlyMap<string, TypedValue>,
  rules: Rules,
  choices: ContentChoices,
  validate: Validate,
): Checked | Refusal {
  const params: Record<string, unknown> = { ...rules.defaults };
  const given = new Set<string>();
  const wrong: Record<string, string> = {};
  for (const [name, { value, typed }] of raw) {
    const schema = rules.schemas.get(name);
    if (!schema) {
      if (choices['unknown-parameters'] === 'refuse') wrong[name] = 'is no parameter here';
      continue;
    }
    if (value === null && choices['null-member'] === 'absent' && !allowsNull(schema)) continue;
    const read = coerce(value, schema, { typed, choices, validate });
    const [error] = validate(schema, spelledOut(read, schema));
    if (error) wrong[name] = complaintOf(error);
    params[name] = read;
    given.add(name);
  }
  const missing = rules.required.filter((name) => !given.has(name));
  if (missing.length > 0) return missingRefusal(missing, choices);
  if (Object.keys(wrong).length > 0) return wrongRefusal(wrong, choices);
  return { params, given };
}

function allowsNull(schema: JsonSchema): boolean {
  return Array.isArray(schema.type) && schema.type.includes('null');
}

/** A time without an offset is in the site's zone; the schema gets its full form. */
function spelledOut(value: unknown, schema: JsonSchema): unknown {
  if (schema.format !== 'date-time' || typeof value !== 'string') return value;
  if (readTime(value, GMT) === undefined || /([Zz]|[+-]\d{2}:?\d{2})$/.test(value.slice(10)))
    return value;
  const whole = value.length === 10 ? `${value}T00:00:00` : value;
  return `${whole}${whole.length === 16 ? ':00' : ''}Z`;
}

function complaintOf(error: SchemaError): string {
  return error.pointer === '' ? error.message : `${error.pointer} ${error.message}`;
}

function invalidStatus(choices: ContentChoices): number {
  return choices['invalid-status'] === 'bad-request' ? 400 : 422;
}

function missingRefusal(missing: readonly string[], choices: ContentChoices): Refusal {
  return {
    kind: 'refusal',
    status: invalidStatus(choices),
    code: 'missing_parameter',
    message: `Missing parameter: ${missing.join(', ')}`,
    params: Object.fromEntries(missing.map((name) => [name, 'is required'])),
  };
}

function wrongRefusal(wrong: Readonly<Record<string, string>>, choices: ContentChoices): Refusal {
  const breaksDown = choices['odd-password'] === 'breakdown' && wrong.password !== undefined;
  return {
    kind: 'refusal',
    status: breaksDown ? 500 : invalidStatus(choices),
    code: 'invalid_parameter',
    message: `Invalid parameter: ${Object.keys(wrong).join(', ')}`,
    params: wrong,
  };
}
