/** Single keywords of schemas in OpenAPI documents, as the keywords of JSON Schema that the engine reads. */

import { isMembers, type Json, type JsonSchema } from '../model/index.ts';

/** Members of schemas that say nothing about values, or that are read elsewhere. */
export const SILENT: ReadonlySet<string> = new Set([
  ...['$ref', '$id', 'id', '$schema', '$anchor', '$comment', '$defs', 'definitions', '$vocabulary'],
  ...['title', 'description', 'example', 'examples', 'xml', 'externalDocs', 'discriminator'],
  ...['nullable', 'readOnly', 'writeOnly', 'contentMediaType', 'contentEncoding', 'type'],
  ...['collectionFormat', 'allowEmptyValue', 'format', 'summary', 'then', 'else', 'readonly'],
]);

const TYPES: readonly string[] = [
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
];

/** Formats whose form RFCs define without doubt, and that generators can make. */
const FORMATS: ReadonlySet<string> = new Set(['date-time', 'date', 'uuid', 'email', 'ipv4', 'uri']);

/** Formats that limit nothing beyond the type, or that are limited by what is sent anyway. */
const OPEN_FORMATS: ReadonlySet<string> = new Set([
  ...['int32', 'int64', 'float', 'double', 'password', 'byte', 'binary', 'decimal'],
]);

/** Limits above this are not sent: a request would take longer than a run. */
export const MOST_LENGTH = 100_000;

/** A keyword that is left out, and why. */
export interface LeftOut {
  readonly why: string;
  /** Set if a valid value needs it, so that none can be made. */
  readonly isNeeded?: true;
}

export type Translated = { readonly value: Json } | LeftOut;

export function typesIn({ type, nullable }: JsonSchema): readonly string[] {
  const given = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const known = given.map(String).filter((one) => TYPES.includes(one));
  if (known.length === 0) return [];
  return nullable === true && !known.includes('null') ? [...known, 'null'] : known;
}

/** Types that JSON Schema does not have. */
export function unknownTypes({ type }: JsonSchema): readonly string[] {
  const given = Array.isArray(type) ? type : type === undefined ? [] : [type];
  return given.map(String).filter((one) => !TYPES.includes(one));
}

/** The format of a schema, if values are judged by it. */
export function formatIn(schema: JsonSchema): Translated | undefined {
  const { format } = schema;
  if (typeof format !== 'string' || OPEN_FORMATS.has(format)) return undefined;
  if (FORMATS.has(format) && typesIn(schema).includes('string')) return { value: format };
  return { why: `format "${format}" is not judged` };
}

/** A keyword with a plain value; undefined for one that says nothing, `none` for one with another value. */
export function plainKeyword(
  keyword: string,
  schema: JsonSchema,
  isRequest: boolean,
): Translated | undefined | 'none' {
  const value = schema[keyword] ?? null;
  switch (keyword) {
    case 'minimum':
    case 'maximum':
      if (schema[exclusive(keyword)] === true) return undefined;
      return typeof value === 'number' ? { value } : wrong(keyword, value);
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return exclusiveLimit(keyword, schema);
    case 'multipleOf':
      return multiple(value);
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
      return length(keyword, value, isRequest);
    case 'pattern':
      return pattern(value, isRequest);
    case 'enum':
      return listing(schema, value, isRequest);
    case 'const':
      return { value };
    case 'uniqueItems':
    case 'deprecated':
      return typeof value === 'boolean' ? { value } : wrong(keyword, value);
    case 'default':
      return isRequest ? { value } : undefined;
    default:
      return 'none';
  }
}

function exclusive(keyword: string): string {
  return keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
}

function wrong(keyword: string, value: Json): LeftOut {
  return { why: `\`${keyword}: ${JSON.stringify(value).slice(0, 60)}\` has no meaning` };
}

/** Before 3.1, a boolean that makes the other limit exclusive. */
function exclusiveLimit(keyword: string, schema: JsonSchema): Translated | undefined {
  const value = schema[keyword] ?? null;
  if (typeof value === 'number') return { value };
  if (value === false) return undefined;
  const limit = schema[keyword === 'exclusiveMinimum' ? 'minimum' : 'maximum'];
  return value === true && typeof limit === 'number' ? { value: limit } : wrong(keyword, value);
}

/** Steps below one cannot be divided exactly by a double. */
function multiple(value: Json): Translated {
  if (typeof value !== 'number' || value <= 0) return wrong('multipleOf', value);
  return Number.isInteger(value) ? { value } : { why: `\`multipleOf: ${value}\` is not judged` };
}

function length(keyword: string, value: Json, isRequest: boolean): Translated {
  const count = typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : -1;
  if (count < 0) return wrong(keyword, value);
  if (count <= MOST_LENGTH || !isRequest) return { value: count };
  const why = `\`${keyword}: ${value}\` is more than ${MOST_LENGTH}, the most that is sent`;
  return keyword.startsWith('min') ? { why, isNeeded: true } : { why };
}

export function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function pattern(value: Json, isRequest: boolean): Translated {
  if (typeof value !== 'string') return wrong('pattern', value);
  const shown = `\`pattern: ${JSON.stringify(value).slice(0, 60)}\``;
  try {
    new RegExp(value, 'u');
  } catch (error) {
    const [, why = ''] = /:\s*([^:]*)$/.exec(error instanceof Error ? error.message : '') ?? [];
    return { why: `${shown} is no regular expression of ECMA-262: ${why}` };
  }
  const repeated = [...value.matchAll(/\{(\d+)/g)].map(([, times]) => Number(times));
  if (isRequest && Math.max(0, ...repeated) > 1_000) {
    return { why: `${shown} repeats more than 1000 times, the most that is sent`, isNeeded: true };
  }
  return { value };
}

/** A nullable value may be null, even if the listed values lack it. */
function listing(schema: JsonSchema, value: Json, isRequest: boolean): Translated {
  if (!Array.isArray(value) || value.length === 0) return wrong('enum', value);
  const listed: readonly Json[] = [...new Map(value.map((one) => [JSON.stringify(one), one]))].map(
    ([, one]) => one,
  );
  const isNullable = !isRequest && typesIn(schema).includes('null') && !listed.includes(null);
  return { value: isNullable ? [...listed, null] : listed };
}

/** Returns true for a schema that accepts everything. */
export function isOpen(schema: Json): boolean {
  return schema === true || (isMembers(schema) && Object.keys(schema).length === 0);
}
