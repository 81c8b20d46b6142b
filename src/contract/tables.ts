/** Tables of a document as schemas: the parameters of a path or query, the fields of a body. */

import {
  isList,
  isMembers,
  type Json,
  type JsonSchema,
  type Parameter,
  type ParameterPlace,
} from '../model/index.ts';
import { merge } from './merge.ts';
import { membersOf, requiredIn } from './schema.ts';

/**
 * A table put together: the tables that it is made of (`allOf`) in their order, then what it has itself.
 * Where both have a member, both hold; of annotations, its own count.
 */
export function tableOf(schema: JsonSchema): JsonSchema {
  if (!isList(schema.allOf)) return schema;
  const { allOf, ...own } = schema;
  return [...allOf.filter(isMembers).map(tableOf), own].reduce(joined);
}

function joined(base: JsonSchema, own: JsonSchema): JsonSchema {
  const both = merge(own, base);
  const members = partOf(both);
  const properties: { [name: string]: Json } = {};
  for (const name of Object.keys({ ...partOf(base), ...partOf(own) })) {
    // What one of the two forbids is not there.
    if (members[name] !== undefined) properties[name] = members[name];
  }
  return { ...base, ...both, properties };
}

function partOf({ properties }: JsonSchema): { readonly [name: string]: Json } {
  return isMembers(properties) ? properties : {};
}

/** The parameters that a table describes, all in one place; whatever is in the path is required. */
export function parametersOf(table: JsonSchema, place: ParameterPlace): readonly Parameter[] {
  const required = requiredIn(table);
  return membersOf(table).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

/**
 * Returns true if the document lists a parameter among those of its route. Some routes capture an ID that their
 * row does not list (autosaves of one object, image edit): such a parameter has no type, since the
 * document gives types to the parameters that it lists, and an index need not list it either.
 */
export function isListed(parameter: Parameter): boolean {
  return parameter.in !== 'path' || 'type' in parameter.schema;
}
