import type { Answer, Json, JsonSchema } from '../model.ts';
import { isObject } from '../pointer.ts';

const LONGEST = 120;

/** A value as a person reads it in a message: JSON, cut where it is long, with its type where that helps. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value) && value.length > 3) return `an array of ${value.length} elements`;
  const text = JSON.stringify(value) ?? String(value);
  if (text.length <= LONGEST) return text;
  if (isObject(value)) return `an object with ${Object.keys(value).length} members`;
  return `${text.slice(0, LONGEST)}…`;
}

/** The body of an answer that is not JSON, in a few words. */
export function describeBody(answer: Answer): string {
  const { content } = answer.body;
  switch (content.kind) {
    case 'json':
      return describeValue(content.value);
    case 'empty':
      return 'an empty body';
    case 'binary':
      return `${answer.body.bytes.length} bytes that are no text (${content.why})`;
    case 'text':
      return `no JSON (${content.why}): ${describeValue(content.text.slice(0, LONGEST))}`;
  }
}

const TYPES: { readonly [type: string]: string } = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  null: 'null',
};

/** What a schema asks for, in a few words. */
export function describeSchema(schema: JsonSchema): string {
  if (schema.const !== undefined) return typed(schema.const);
  if (Array.isArray(schema.enum)) return oneOf(schema.enum);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  const base = types
    .filter((type): type is string => typeof type === 'string')
    .map((type) => TYPES[type] ?? type)
    .join(' or ');
  const limits = [
    schema.maxProperties === 0 && 'without members',
    typeof schema.pattern === 'string' && `matching ${schema.pattern}`,
    typeof schema.format === 'string' && `of format ${schema.format}`,
    typeof schema.minimum === 'number' && `of at least ${schema.minimum}`,
    typeof schema.maximum === 'number' && `of at most ${schema.maximum}`,
    Array.isArray(schema.anyOf) &&
      `that is ${schema.anyOf.filter(isSchema).map(describeSchema).join(', or ')}`,
    isSchema(schema.items) && `of elements that are ${describeSchema(schema.items)}`,
  ].filter((limit) => typeof limit === 'string');
  if (base === '' && limits.length === 0) return 'a value that fits the schema';
  return [base || 'a value', ...limits].join(' ');
}

function isSchema(value: Json | undefined): value is JsonSchema {
  return isObject(value);
}

/** So many of a long list of allowed values are named. */
const NAMED = 5;

function oneOf(values: readonly Json[]): string {
  const more = values.length - NAMED;
  const named = values.slice(0, more > 1 ? NAMED : undefined).map(typed);
  return `one of ${named.join(', ')}${more > 1 ? ` and ${more} more` : ''}`;
}

function typed(value: Json): string {
  const kind = value === null ? '' : `the ${typeof value} `;
  return `${kind}${JSON.stringify(value)}`;
}
