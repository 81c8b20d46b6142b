/** Facts about a target that schemas use (`x-known`). */

import { isList, isMembers, type Json, type JsonSchema } from '../model/index.ts';
import { merged } from './merge.ts';
import { textIn } from './schema.ts';
import { accepts } from './schema-violations.ts';

export function factsIn(schema: JsonSchema): readonly string[] {
  return factUsesIn(schema).map(([name]) => name);
}

/** Returns each use of a fact, with the schema for its value. */
export function factUsesIn(schema: Json): readonly (readonly [string, JsonSchema])[] {
  if (isList(schema)) return schema.flatMap(factUsesIn);
  if (!isMembers(schema)) return [];
  const name = textIn(schema, 'x-known');
  const below = Object.values(schema).flatMap(factUsesIn);
  return name === undefined ? below : [[name, merged(schema)], ...below];
}

/** Returns the values that a schema accepts. Digits from a variable of a profile are text, but can mean a number. */
export function fitting(schema: JsonSchema, values: readonly Json[]): readonly Json[] {
  return values.flatMap((value) => {
    if (accepts(schema, value)) return [value];
    const digits = typeof value === 'string' && /^\d{1,15}$/.test(value);
    return digits && accepts(schema, Number(value)) ? [Number(value)] : [];
  });
}
