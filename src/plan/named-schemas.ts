import { choiceOf, membersOf, merged } from '../contract/index.ts';
import { isMembers, type JsonSchema } from '../model/index.ts';

/** Calls `visit` with each nested schema, and the name of its parameter or member. */
export function eachNamed(
  declared: JsonSchema,
  name: string,
  visit: (name: string, schema: JsonSchema) => void,
): void {
  const schema = merged(declared);
  visit(name, schema);
  for (const branch of choiceOf(schema)?.branches ?? []) eachNamed(branch, name, visit);
  for (const [member, inner] of membersOf(schema)) eachNamed(inner, member, visit);
  for (const inner of [schema.items, schema.additionalProperties]) {
    if (isMembers(inner)) eachNamed(inner, name, visit);
  }
}
