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
 * Merges a table: its parts (`allOf`) in order, then its own content. If both have a member, both apply; its own
 * annotations win.
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
    // A member that one of the two forbids is left out.
    if (members[name] !== undefined) properties[name] = members[name];
  }
  return { ...base, ...both, properties };
}

function partOf({ properties }: JsonSchema): { readonly [name: string]: Json } {
  return isMembers(properties) ? properties : {};
}

/** The parameters of a table, all in one place; path parameters are required. */
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
 * Returns true if the document lists a parameter for its route. Some routes capture an ID that their row does not list
 * (autosaves of one object, image edit): it has no type, and an index need not list it.
 */
export function isListed(parameter: Parameter): boolean {
  return parameter.in !== 'path' || 'type' in parameter.schema;
}
