/** Schemas as generators of types read them: equal in meaning, flat, with a type in every branch. */

import { isList, isMembers, type Json, type JsonSchema } from '../model/index.ts';
import { merged } from './merge.ts';
import { mapSubschemas, membersOf, requiredIn, VOCABULARY } from './schema.ts';

/** Keywords that only Touchstone reads, or that have no meaning outside their file. */
const PRIVATE: readonly string[] = [...VOCABULARY, '$schema', '$comment'];

/** Keywords that have another meaning in one schema than in two. */
const INSEPARABLE: readonly string[] = ['patternProperties', 'if'];

/** A schema without the annotations that only Touchstone reads, at any depth. */
export function published(schema: JsonSchema): JsonSchema {
  return forGenerators(withoutPrivate(schema));
}

function withoutPrivate(schema: JsonSchema): JsonSchema {
  const own = Object.entries(schema).filter(([keyword]) => !PRIVATE.includes(keyword));
  return mapSubschemas(Object.fromEntries(own), withoutPrivate);
}

/**
 * Generators take the parts of a schema one by one. A part without a type becomes `unknown`, an object without members
 * one that is always empty, and an `allOf` a type that contradicts itself.
 */
function forGenerators(schema: JsonSchema): JsonSchema {
  const flat = isSeparable(schema) ? merged(schema) : schema;
  const chosen = ['anyOf', 'oneOf', 'allOf'].reduce(withTypedBranches, flat);
  return mapSubschemas(opened(chosen), forGenerators);
}

function isSeparable(schema: JsonSchema): boolean {
  const { allOf } = schema;
  if (!isList(allOf)) return false;
  const { $ref, contains } = merged(schema);
  if ($ref !== undefined || contains !== undefined) return false;
  return [schema, ...allOf.filter(isMembers)].every((part) =>
    INSEPARABLE.every((keyword) => part[keyword] === undefined),
  );
}

/** Each branch of a choice has the type that the whole has, and requires those of its members that the whole requires. */
function withTypedBranches(schema: JsonSchema, keyword: string): JsonSchema {
  const branches = schema[keyword];
  if (!isList(branches)) return schema;
  const { type } = schema;
  const typed = branches.map((branch): Json => {
    if (!isMembers(branch)) return branch;
    const named = membersOf(branch).map(([name]) => name);
    const needed = requiredIn(schema).filter((name) => named.includes(name));
    const required = [...new Set([...requiredIn(branch), ...needed])];
    return {
      ...(type !== undefined && { type }),
      ...branch,
      ...(required.length > 0 && { required }),
    };
  });
  return withoutRepeated({ ...schema, [keyword]: typed }, keyword, typed);
}

/** What every branch says of a value is left to the branches: its type, and members of which the whole says nothing. */
function withoutRepeated(
  schema: JsonSchema,
  keyword: string,
  branches: readonly Json[],
): JsonSchema {
  const { properties, required, type, ...rest } = schema;
  if (keyword === 'allOf' || !branches.every(isMembers)) return schema;
  const inAll = (name: string): boolean =>
    branches.every((branch) => isMembers(branch) && Object.hasOwn(membersIn(branch), name));
  const own = Object.entries(membersIn(schema)).filter(
    ([name, member]) => member !== true || !inAll(name),
  );
  const still = requiredIn({ required: required ?? [] }).filter((name) => !inAll(name));
  const isSaid = own.length > 0 || still.length > 0 || rest.additionalProperties !== undefined;
  return {
    ...(type !== undefined &&
      (isSaid || !branches.every((branch) => 'type' in branch)) && { type }),
    ...rest,
    ...(still.length > 0 && { required: still }),
    ...(own.length > 0 && { properties: Object.fromEntries(own) }),
  };
}

function membersIn({ properties }: JsonSchema): JsonSchema {
  return isMembers(properties) ? properties : {};
}

/** An object about whose members nothing is said may have any. */
function opened(schema: JsonSchema): JsonSchema {
  const says = ['properties', 'additionalProperties', 'maxProperties', 'const', 'enum', '$ref'];
  return schema.type === 'object' && says.every((keyword) => schema[keyword] === undefined)
    ? { ...schema, additionalProperties: true }
    : schema;
}
