/** Reads a JSON Schema (draft 2020-12, references resolved): its keywords, types and combinations. */

import {
  isList,
  isMembers,
  type Json,
  type JsonSchema,
  pointerOf,
  TouchstoneError,
} from '../model/index.ts';

/** Keywords that apply to values of only one type. */
const KEYWORDS_OF = {
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
} as const;

/** Keywords that limit values; `x-known` names a list of the target's facts. */
const CONSTRAINTS = [
  ...['type', 'enum', 'const'],
  ...Object.values(KEYWORDS_OF).flat(),
  ...['oneOf', 'anyOf', 'allOf', 'not'],
];

/** Touchstone's annotations (see `schemas/files/schema.json`). */
export const VOCABULARY = [
  'x-known',
  'x-segments',
  'x-digits',
  'x-style',
  'x-asks',
  'x-chosen',
  'x-inherited',
  'x-shared',
  'x-elsewhere',
  'x-status',
  'x-source',
  'x-level',
] as const;

/** Keywords that say something about a value without limiting it. */
export const ANNOTATIONS = [
  ...VOCABULARY,
  'title',
  'description',
  'default',
  'readOnly',
  'deprecated',
  'examples',
  '$schema',
  '$comment',
] as const;

/** Every keyword that schemas may use; any other is refused. */
export const KEYWORDS: readonly string[] = [...CONSTRAINTS, ...ANNOTATIONS];

const FORMATS: readonly string[] = ['date-time', 'uri', 'date', 'uuid', 'email', 'ipv4'];

export const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const;

export type TypeName = (typeof TYPES)[number];

/** The type that a keyword applies to, if it is only one. */
export const SPEAKS_OF: { readonly [keyword: string]: TypeName } = Object.fromEntries(
  (['number', 'string', 'array', 'object'] as const).flatMap((type) =>
    KEYWORDS_OF[type].map((keyword) => [keyword, type] as const),
  ),
);

function isTypeName(value: Json | undefined): value is TypeName {
  return TYPES.some((type) => type === value);
}

export function numberIn(schema: JsonSchema, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
}

export function textIn(schema: JsonSchema, keyword: string): string | undefined {
  const value = schema[keyword];
  return typeof value === 'string' ? value : undefined;
}

export function listIn(schema: JsonSchema, keyword: string): readonly Json[] | undefined {
  const value = schema[keyword];
  return isList(value) ? value : undefined;
}

/** Schemas of named members, in order; `true` counts as the empty schema. */
export function membersOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const { properties } = schema;
  if (!isMembers(properties)) return [];
  return Object.entries(properties).map(([name, member]) => [
    name,
    isMembers(member) ? member : {},
  ]);
}

export function requiredIn(schema: JsonSchema): readonly string[] {
  return (listIn(schema, 'required') ?? []).filter((name) => typeof name === 'string');
}

/** The types that a schema names, or `undefined` without any. */
export function statedTypes(schema: JsonSchema): readonly TypeName[] | undefined {
  const { type } = schema;
  if (isTypeName(type)) return [type];
  return isList(type) ? type.filter(isTypeName) : undefined;
}

/** The types of a schema's values: named ones, or those of its keywords (`minimum` applies to numbers), or all. */
export function typesOf(schema: JsonSchema): readonly TypeName[] {
  const stated = statedTypes(schema);
  if (stated !== undefined) {
    return stated.includes('number') ? stated.filter((type) => type !== 'integer') : stated;
  }
  const spoken = TYPES.filter((type) =>
    Object.keys(schema).some((keyword) => SPEAKS_OF[keyword] === type),
  );
  return spoken.length > 0 ? spoken : TYPES.filter((type) => type !== 'integer');
}

/**
 * Replaces a choice between types (`anyOf`) by one list of types, with rules at one place. Files do not use lists,
 * since ajv's strict mode rejects them.
 */
export function withTypesUnited(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const branches = isList(anyOf) && anyOf.every(isMembers) ? anyOf : [];
  const types = branches.flatMap(({ type }) => (isTypeName(type) ? [type] : []));
  const united = branches.flatMap((branch) => Object.keys(branch));
  const apart =
    types.length > 1 &&
    types.length === branches.length &&
    new Set(types).size === types.length &&
    branches.every((branch) =>
      Object.keys(branch).every((key) => key === 'type' || SPEAKS_OF[key] === branch.type),
    );
  if (!apart || united.some((keyword) => keyword in rest)) return schema;
  return Object.assign({ type: types }, rest, ...branches, { type: types });
}

/** Returns true if a value has a type of JSON Schema: 5.0 is an integer. */
export function isOfType(value: unknown, type: TypeName): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'boolean':
    case 'string':
      return typeof value === type;
  }
}

/** Returns true for equal JSON values; the order of members does not matter. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return false;
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return names.every((name) => right.has(name) && sameJson(left.get(name), right.get(name)));
}

/** Throws on an unknown keyword or format at any depth, so that no rule is silently ignored. */
export function assertKnownKeywords(schema: JsonSchema, at = ''): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const place = at + pointerOf([keyword]);
    if (!KEYWORDS.includes(keyword)) {
      throw new TouchstoneError(
        'schema-keyword-unknown',
        `keyword "${keyword}" at ${place} is not known`,
        `use one of ${KEYWORDS.join(', ')}`,
      );
    }
    if (keyword === 'format' && !FORMATS.some((format) => format === value)) {
      throw new TouchstoneError(
        'schema-keyword-unknown',
        `keyword "format" at ${place} has the unknown value ${JSON.stringify(value)}`,
        `use one of ${FORMATS.join(', ')}`,
      );
    }
  }
  mapSubschemas(schema, (part, path) => {
    assertKnownKeywords(part, at + pointerOf(path));
    return part;
  });
}

/**
 * Replaces each direct subschema; enums, constants and defaults are data.
 *
 * @param change gets the path tokens, the keyword first
 */
export function mapSubschemas(
  schema: JsonSchema,
  change: (part: JsonSchema, path: readonly (string | number)[]) => Json,
): JsonSchema {
  const mapped = (keyword: string, value: Json): Json => {
    const one = (part: Json, ...rest: readonly (string | number)[]): Json =>
      isMembers(part) ? change(part, [keyword, ...rest]) : part;
    switch (keyword) {
      case 'properties':
      case 'patternProperties':
        return isMembers(value)
          ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, one(part, name)]))
          : value;
      case 'allOf':
      case 'anyOf':
      case 'oneOf':
      case 'prefixItems':
        return isList(value) ? value.map((part, index) => one(part, index)) : value;
      case 'items':
      case 'additionalProperties':
      case 'propertyNames':
      case 'contains':
      case 'not':
      case 'if':
      case 'then':
      case 'else':
        return one(value);
      default:
        return value;
    }
  };
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, mapped(keyword, value)]),
  );
}
