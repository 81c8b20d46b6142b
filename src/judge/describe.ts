import type { SchemaError } from '../contract/index.ts';
import {
  type Answer,
  isMembers,
  isObject,
  type Json,
  type JsonSchema,
  type Operation,
} from '../model/index.ts';

const LONGEST = 120;

/** A value for a message: shortened JSON, with its type if that helps. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value) && value.length > 3) return `an array of ${value.length} elements`;
  const text = JSON.stringify(value) ?? String(value);
  if (text.length <= LONGEST) return text;
  if (isObject(value)) {
    const count = Object.keys(value).length;
    return `an object with ${count} ${count === 1 ? 'member' : 'members'}`;
  }
  return `${text.slice(0, LONGEST)}…`;
}

/** A request as reports name it: `GET /cms/v2/posts/{id}`. */
export function requestOf({ method, route }: Operation): string {
  return `${method} ${route}`;
}

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
    rangeOf(schema),
    Array.isArray(schema.anyOf) &&
      `that is ${schema.anyOf.filter(isMembers).map(describeSchema).join(', or ')}`,
    isMembers(schema.items) && `of elements that are ${describeSchema(schema.items)}`,
  ].filter((limit) => typeof limit === 'string');
  if (base === '' && limits.length === 0) return 'a value that fits the schema';
  return [base || 'a value', ...limits].join(' ');
}

function rangeOf({ minimum, maximum }: JsonSchema): string | undefined {
  const bounds = [
    ...(typeof minimum === 'number' ? [`at least ${minimum}`] : []),
    ...(typeof maximum === 'number' ? [`at most ${maximum}`] : []),
  ];
  return bounds.length === 0 ? undefined : `of ${bounds.join(' and ')}`;
}

/** Maximum number of allowed values in a message. */
const NAMED = 5;

function oneOf(values: readonly Json[]): string {
  const [kind = '', ...others] = new Set(values.map(kindOf));
  const same = others.length === 0 && kind !== '';
  const texts = values.map((value) => JSON.stringify(value));
  const [first = '', second = '', ...rest] = texts;
  if (rest.length === 0) {
    const named = texts.length > 1 ? `${first} or ${second}` : first;
    return same ? `the ${kind} ${named}` : named;
  }
  const more = texts.length - NAMED;
  const named = more > 1 ? [...texts.slice(0, NAMED), `${more} more`] : texts;
  return `one of ${same ? `the ${kind}s ` : ''}${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}

function typed(value: Json): string {
  const kind = kindOf(value);
  return kind === '' ? JSON.stringify(value) : `the ${kind} ${JSON.stringify(value)}`;
}

/** The word that distinguishes "1" from 1; empty if there is no ambiguity. */
function kindOf(value: Json): string {
  return value === null || typeof value === 'object' ? '' : typeof value;
}

/** Describes the expected value inside a schema, by the error that it gave. */
export function describeError({ keyword, message, allowed }: SchemaError): string {
  switch (keyword) {
    case 'type':
      return message
        .replace(/^must be /, '')
        .split(',')
        .map((type) => TYPES[type] ?? type)
        .join(' or ');
    case 'required':
      return 'a member that has to be there';
    case 'additionalProperties':
      return 'no such member';
    case 'enum':
    case 'const':
      return describeSchema({ [keyword]: allowed as Json });
    default:
      return `a value that ${message}`;
  }
}
