import {
  isMembers,
  isObject,
  type Json,
  type JsonSchema,
  TouchstoneError,
  valueAt,
} from '../model/index.ts';
import { merge } from './merge.ts';
import { mapSubschemas, withTypesUnited } from './schema.ts';
import type { SourceFile } from './source.ts';

/** Prefix of the `$id`s of schema files, and base of references in other files. */
export const SCHEMA_BASE = 'https://touchstone.example/schemas/';

const META_SCHEMA = 'https://json-schema.org/draft/2020-12/schema';

export type SchemaFiles = ReadonlyMap<string, SourceFile>;

/**
 * @param sources with paths below `schemas/`; a file without an `$id` is known by its path
 * @throws TouchstoneError 'contract-broken' if two files have the same `$id`
 */
export function schemaFiles(sources: Iterable<readonly [string, SourceFile]>): SchemaFiles {
  const files = new Map<string, SourceFile>();
  for (const [path, source] of sources) {
    const given = isObject(source.value) ? source.value.$id : undefined;
    const id = absolute(typeof given === 'string' ? given : path, SCHEMA_BASE);
    const other = files.get(id);
    if (other) throw broken(source.file, `has the $id of ${other.file}: ${id}`);
    files.set(id, source);
  }
  return files;
}

/** Cached: many places refer to the same part of a file. */
const RESOLVED = new WeakMap<SchemaFiles, Map<string, JsonSchema>>();

/**
 * The schema that a reference names, with every `$ref` below it resolved. Keywords next
 * to a `$ref` apply too, and annotations next to it win.
 *
 * @param reference `$id#/pointer`; the `$id` may be relative to `SCHEMA_BASE`
 * @throws TouchstoneError 'contract-broken' for a missing file or pointer, or circular references
 */
export function resolveSchema(files: SchemaFiles, reference: string): JsonSchema {
  return inline(files, absolute(reference, SCHEMA_BASE), [], 'schemas');
}

function inline(
  files: SchemaFiles,
  reference: string,
  trail: readonly string[],
  from: string,
): JsonSchema {
  if (trail.includes(reference)) {
    const circle = [...trail, reference].map(shortened).join(' -> ');
    throw broken(from, `the references run in a circle: ${circle}`);
  }
  const resolved = RESOLVED.get(files) ?? new Map<string, JsonSchema>();
  RESOLVED.set(files, resolved);
  const known = resolved.get(reference);
  if (known) return known;
  const [id = '', pointer = ''] = reference.split('#');
  const source = files.get(id);
  if (!source) {
    const name = shortened(id);
    throw broken(
      from,
      `there is no schema file "${name}" (in reference "${shortened(reference)}")`,
    );
  }
  const target = valueAt(source.value, decodeURIComponent(pointer));
  if (target === undefined) throw broken(from, `"${shortened(reference)}" points at nothing`);
  const schema = isMembers(target)
    ? expand(target, (ref) => inline(files, absolute(ref, id), [...trail, reference], source.file))
    : // A pointer to a keyword stands for a schema with only that keyword: a clause can rest on one.
      { [pointer.slice(pointer.lastIndexOf('/') + 1)]: target as Json };
  resolved.set(reference, schema);
  return schema;
}

/** The unresolved target of a reference. */
export function targetOf(files: SchemaFiles, reference: string): unknown {
  const [id = '', pointer = ''] = reference.split('#');
  return valueAt(files.get(id)?.value, decodeURIComponent(pointer));
}

/** Some keywords of the referenced schema, with every `$ref` below them resolved. */
export function keywordsAlone(
  files: SchemaFiles,
  reference: string,
  keywords: readonly string[],
): JsonSchema {
  const target = targetOf(files, reference);
  const own = isMembers(target) ? Object.entries(target) : [];
  const kept = Object.fromEntries(own.filter(([keyword]) => keywords.includes(keyword)));
  const [id = ''] = reference.split('#');
  return expand(kept, (ref) => inline(files, absolute(ref, id), [reference], id));
}

export function absoluteOf(reference: string, base: string = SCHEMA_BASE): string {
  const [id = ''] = base.split('#');
  return absolute(reference, id);
}

/** The short form of a reference, as in files of the package. */
export function shortened(reference: string): string {
  return reference.replace(SCHEMA_BASE, '');
}

function absolute(reference: string, base: string): string {
  if (reference.startsWith('#')) return base + reference;
  const [id = '', pointer] = reference.split('#');
  const { href } = new URL(id, base);
  return pointer === undefined ? href : `${href}#${pointer}`;
}

function broken(file: string, reason: string): TouchstoneError {
  return new TouchstoneError('contract-broken', `${file}: ${reason}`, 'mend the reference');
}

/** Keywords with a use only inside the file: references are inlined, and comments are for its readers. */
const OF_THE_FILE: readonly string[] = ['$ref', '$schema', '$id', '$defs', '$comment'];

function expand(schema: JsonSchema, lookUp: (ref: string) => JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([keyword]) => !OF_THE_FILE.includes(keyword));
  const own = mapSubschemas(Object.fromEntries(kept), (part) => expand(part, lookUp));
  const united = withTypesUnited(withoutBareMembers(own));
  const { $ref } = schema;
  if (typeof $ref !== 'string') return united;
  // Every validator knows the meta-schema, and it refers to itself.
  if ($ref === META_SCHEMA) return { ...united, $ref };
  const base = lookUp($ref);
  // The keywords of the base first, as if they replaced the reference.
  return { ...base, ...merge(united, base) };
}

/**
 * Removes members without constraints (`true`). Files name them when required, as ajv's strict mode demands. If
 * additional members are forbidden, such a name has a meaning.
 */
function withoutBareMembers(schema: JsonSchema): JsonSchema {
  const { properties, ...rest } = schema;
  if (!isMembers(properties) || 'additionalProperties' in schema) return schema;
  const members = Object.entries(properties).filter(([, member]) => member !== true);
  if (members.length === Object.keys(properties).length) return schema;
  return members.length === 0 ? rest : { ...schema, properties: Object.fromEntries(members) };
}
