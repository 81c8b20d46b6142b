import { posix } from 'node:path';
import { TouchstoneError } from '../errors.ts';
import type { Json, JsonSchema } from '../model.ts';
import { isObject, valueAt } from '../pointer.ts';
import type { Source } from './source.ts';

/** Every schema file by its path below `schemas/`, such as `integration/timezone-entry.json`. */
export type SchemaFiles = ReadonlyMap<string, Source>;

export function isSchema(value: unknown): value is JsonSchema {
  return isObject(value);
}

/**
 * The schema that a reference names, with every `$ref` below it replaced by what it points at.
 * A `$ref` may have siblings (draft 2020-12); they are joined by `allOf`, or simply merged where they
 * are annotations or do not meet.
 *
 * @param reference `file#/pointer`, the file relative to `schemas/`
 * @throws TouchstoneError 'contract-broken' where a file or pointer is missing, or references run in a circle
 */
export function resolveSchema(files: SchemaFiles, reference: string): JsonSchema {
  return inline(files, reference, [], 'schemas');
}

function inline(
  files: SchemaFiles,
  reference: string,
  trail: readonly string[],
  from: string,
): JsonSchema {
  if (trail.includes(reference)) {
    throw broken(from, `the references run in a circle: ${[...trail, reference].join(' -> ')}`);
  }
  const [file = '', pointer = ''] = reference.split('#');
  const source = files.get(file);
  if (!source)
    throw broken(from, `there is no schema file "${file}" (in reference "${reference}")`);
  const target = valueAt(source.value, decodeURIComponent(pointer));
  // A pointer to a keyword stands for a schema of that keyword alone: a clause may rest on one keyword.
  const keyword = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (!isSchema(target)) {
    if (isJson(target)) return { [keyword]: target };
    throw broken(from, `"${reference}" points at nothing`);
  }
  return expand(target, (ref) => {
    const [refFile = '', refPointer] = ref.split('#');
    const absolute = refFile === '' ? file : posix.join(posix.dirname(file), refFile);
    const full = refPointer === undefined ? absolute : `${absolute}#${refPointer}`;
    return inline(files, full, [...trail, reference], `schemas/${file}`);
  });
}

function isJson(value: unknown): value is Json {
  return value !== undefined && typeof value !== 'function';
}

function broken(file: string, reason: string): TouchstoneError {
  return new TouchstoneError('contract-broken', `${file}: ${reason}`, 'mend the reference');
}

/** Replaces every `$ref` in a schema, wherever a schema may stand; enums, constants and defaults are data. */
function expand(schema: JsonSchema, lookUp: (ref: string) => JsonSchema): JsonSchema {
  const own: Record<string, Json> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    // Every reference is inlined, so the definitions themselves are of no more use.
    if (keyword === '$ref' || keyword === '$schema' || keyword === '$defs') continue;
    own[keyword] = expandKeyword(keyword, value, lookUp);
  }
  const ref = schema.$ref;
  if (typeof ref !== 'string') return own;
  return merge(lookUp(ref), own);
}

function expandKeyword(keyword: string, value: Json, lookUp: (ref: string) => JsonSchema): Json {
  const one = (item: Json): Json => (isSchema(item) ? expand(item, lookUp) : item);
  switch (keyword) {
    case 'properties':
    case 'patternProperties':
      return isSchema(value)
        ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, one(item)]))
        : value;
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
    case 'prefixItems':
      return Array.isArray(value) ? value.map(one) : value;
    case 'items':
    case 'additionalProperties':
    case 'propertyNames':
    case 'contains':
    case 'not':
      return one(value);
    default:
      return value;
  }
}

const ANNOTATIONS = new Set(['title', 'description', 'default', 'deprecated', 'readOnly']);

function merge(base: JsonSchema, own: JsonSchema): JsonSchema {
  const meets = Object.keys(own).some((keyword) => keyword in base && !ANNOTATIONS.has(keyword));
  if (!meets) return { ...base, ...own };
  return { ...own, allOf: [...(Array.isArray(own.allOf) ? own.allOf : []), base] };
}
