/** Defaults in the tables for fields of a write and their members (2.2, 2.3). */

import type { Json, JsonSchema } from '../model/index.ts';
import { listIn, membersOf } from './schema.ts';

interface FieldDefault {
  /** The field, and the path of members to the default. */
  readonly path: readonly string[];
  readonly value: Json;
  /** True if a request may send it: one default is not an allowed value. */
  readonly sendable: boolean;
}

export function defaultsOf(path: readonly string[], schema: JsonSchema): readonly FieldDefault[] {
  const { default: value } = schema;
  const sendable = value !== undefined && (listIn(schema, 'enum')?.includes(value) ?? true);
  return [
    ...(value === undefined ? [] : [{ path, value, sendable }]),
    ...membersOf(schema).flatMap(([name, inner]) => defaultsOf([...path, name], inner)),
  ];
}
