import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type JsonSchema, nearNames, TouchstoneError, tokens, valueAt } from '../model/index.ts';
import { parseSource, readText, type SourceFile, type SourceKind } from './source.ts';
import type { SchemaError, Validate } from './validate.ts';

/** Texts of files by path relative to their base, with `/` between segments, sorted. */
export type FileTexts = ReadonlyMap<string, string>;

/**
 * Reads every file in a folder with a given name ending.
 *
 * @throws TouchstoneError 'contract-broken' if the folder or a file is unreadable
 */
export function readTexts(
  base: string,
  folder: string,
  wanted: (name: string) => boolean,
): FileTexts {
  const root = join(base, folder);
  let names: string[];
  try {
    names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    throw new TouchstoneError(
      'contract-broken',
      `${folder}: cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      'the package is not complete; install it again',
      { cause: error },
    );
  }
  return new Map(
    names
      .filter(wanted)
      .map((name) => relative(base, join(root, name)).split(sep).join('/'))
      .sort()
      .map((file) => [file, readText(join(base, file), file)]),
  );
}

/** @throws TouchstoneError 'contract-broken' with file and line, if a text is not YAML */
export function parseAll(texts: FileTexts): ReadonlyMap<string, SourceFile> {
  return new Map(
    [...texts].map(([file, text]) => [file, parseSource(text, file, 'contract-broken')]),
  );
}

/**
 * Validates a file against the schema of its kind.
 *
 * @throws TouchstoneError with file, line, pointer and reason of the first error
 */
export function assertFile(
  source: SourceFile,
  schema: JsonSchema,
  validate: Validate,
  kind: SourceKind,
): void {
  const errors = validate(schema, source.value);
  if (errors.length === 0) return;
  // The deepest error names the cause; an outer union only reports that no branch matches.
  const [deepest] = [...errors].sort((a, b) => b.pointer.length - a.pointer.length);
  if (!deepest) return;
  const error = misspelt(deepest, errors) ?? deepest;
  const unknown = unknownMember(error, schema);
  // A name that resembles no known one could be a secret in the wrong place.
  const isUnnamed = unknown === undefined && error.schemaPath.includes('/propertyNames/');
  const pointer = isUnnamed ? error.pointer.replace(/\/[^/]*$/, '') : error.pointer;
  const reason = unknown ?? notListed(error, source.value) ?? error.message;
  throw complaint(
    source,
    pointer,
    `${pointer || 'the file'} ${reason}`,
    kind,
    allowedAt(error, schema),
  );
}

/** For a missing member, the unknown one next to it that resembles it. */
function misspelt(
  { keyword, pointer }: SchemaError,
  errors: readonly SchemaError[],
): SchemaError | undefined {
  if (keyword !== 'required') return undefined;
  const missing = tokens(pointer);
  return errors.find((other) => {
    const path = tokens(other.pointer);
    const isBeside = path.slice(0, -1).join('/') === missing.slice(0, -1).join('/');
    const isUnknown = other.keyword === 'additionalProperties' && isBeside;
    return isUnknown && nearNames(path.at(-1) ?? '', missing.slice(-1)).length > 0;
  });
}

/** Lists the allowed values. Names the given value only if it resembles one of them: it could be a secret. */
function notListed({ allowed, pointer }: SchemaError, file: unknown): string | undefined {
  if (!Array.isArray(allowed)) return undefined;
  const value = valueAt(file, pointer);
  const isLike = typeof value !== 'string' || nearNames(value, allowed.map(String)).length > 0;
  const has = isLike ? `is ${JSON.stringify(value)}, and ` : '';
  return `${has}must be one of ${allowed.map((one) => JSON.stringify(one)).join(', ')}`;
}

/** Reports an unknown member and the most similar name; undefined for other errors. */
function unknownMember(
  { keyword, schemaPath, pointer }: SchemaError,
  schema: JsonSchema,
): string | undefined {
  const isName = schemaPath.endsWith('/propertyNames/enum');
  const isMember = keyword === 'additionalProperties' || keyword === 'unevaluatedProperties';
  if (!isMember && !isName) return undefined;
  const at = valueAt(schema, isName ? schemaPath : schemaPath.replace(/\/[^/]*$/, ''));
  const names = Array.isArray(at) ? at.map(String) : namesIn(schema, at);
  const near = nearNames(tokens(pointer).at(-1) ?? '', names);
  if (near.length > 0) return `is unknown here; did you mean ${near.join(' or ')}?`;
  return isName ? undefined : 'is unknown here';
}

/** The names that an unknown member may have, and the members that are allowed in place of another value. */
function allowedAt({ keyword, schemaPath }: SchemaError, schema: JsonSchema): readonly string[] {
  const isAbout = ['type', 'additionalProperties', 'unevaluatedProperties'].includes(keyword);
  return isAbout ? namesIn(schema, valueAt(schema, schemaPath.replace(/\/[^/]*$/, ''))) : [];
}

/** Members that a schema names, itself or where it refers to. */
function namesIn(whole: JsonSchema, part: unknown): readonly string[] {
  const { properties, $ref } = Object(part);
  const referred = typeof $ref === 'string' ? valueAt(whole, $ref.replace(/^#/, '')) : undefined;
  const others = referred === undefined ? [] : namesIn(whole, referred);
  return [...Object.keys(Object(properties)), ...others];
}

export function complaint(
  source: SourceFile,
  pointer: string,
  reason: string,
  kind: SourceKind = 'contract-broken',
  allowed: readonly string[] = [],
): TouchstoneError {
  const path = tokens(pointer).map((token) => (/^\d+$/.test(token) ? Number(token) : token));
  return new TouchstoneError(
    kind,
    `${source.file}:${source.lineOf(path)}: ${reason}`,
    allowed.length > 0
      ? `allowed there: ${allowed.join(', ')}; mend the file at that line`
      : 'mend the file at that line',
  );
}
