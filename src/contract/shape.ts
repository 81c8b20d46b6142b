/** What reading a value asks of its schema, found once for each schema: a choice is merged with all that surrounds it. */

import type { JsonSchema } from '../model/index.ts';
import { choiceOf, merged } from './merge.ts';
import { membersOf, type TypeName, typesOf } from './schema.ts';

interface SchemaShape {
  /** The schema with its outermost `allOf` merged. */
  readonly whole: JsonSchema;
  /** The branches of its choice, if it is one. */
  readonly branches: readonly JsonSchema[] | undefined;
  readonly types: readonly TypeName[];
  readonly members: ReadonlyMap<string, JsonSchema>;
}

const shapes = new WeakMap<JsonSchema, SchemaShape>();

export function shapeOf(schema: JsonSchema): SchemaShape {
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const whole = merged(schema);
  const shape = {
    whole,
    branches: choiceOf(whole)?.branches,
    types: typesOf(whole),
    members: new Map(membersOf(whole)),
  };
  shapes.set(schema, shape);
  return shape;
}
