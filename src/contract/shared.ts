/** Finds site-wide state that several objects share, and requests that write it. */

import {
  isObject,
  type Json,
  type JsonSchema,
  type Operation,
  type PlannedRequest,
  type Step,
} from '../model/index.ts';
import { merged } from './merge.ts';
import { membersOf } from './schema.ts';

/** Names of shared state that steps can write, sorted; empty if they write only their own objects. */
type SharedBy = (steps: readonly Step[]) => readonly string[];

type SharedFields = ReadonlyMap<string, string>;

/**
 * Finds shared state by the sent fields: the schema of a field names it (`x-shared`). A batch member can be about any
 * object of its document, so any such field counts in a batch.
 */
export function sharedBy(operations: readonly Operation[]): SharedBy {
  const own = new Map(operations.map((one) => [one.id, fieldsIn(one.body?.schema)]));
  const batches = new Map(
    operations.flatMap(({ id, document, body }) =>
      membersOf(body?.schema ?? {}).some(([name]) => name === 'requests')
        ? [[id, fieldsOfAll(operations.filter((one) => one.document === document))] as const]
        : [],
    ),
  );
  return (steps) => {
    const found = new Set<string>();
    for (const { request } of steps) {
      const fields = batches.get(request.operation) ?? own.get(request.operation);
      if (fields === undefined || fields.size === 0) continue;
      for (const [name, thing] of fields) if (mentions(request, name)) found.add(thing);
    }
    return [...found].sort();
  };
}

function fieldsIn(schema: JsonSchema | undefined): SharedFields {
  if (schema === undefined) return new Map();
  return new Map(
    membersOf(merged(schema)).flatMap(([name, field]) => {
      const thing = field['x-shared'];
      return typeof thing === 'string' ? [[name, thing] as const] : [];
    }),
  );
}

function fieldsOfAll(operations: readonly Operation[]): SharedFields {
  return new Map(operations.flatMap(({ body }) => [...fieldsIn(body?.schema)]));
}

/** Returns true if a request has a member of that name, at any depth, or a text that could contain one. */
function mentions({ body, query, raw }: PlannedRequest, name: string): boolean {
  if (hasMember(query, name) || raw?.query?.includes(name) === true) return true;
  if (body.kind === 'json') return hasMember(body.value, name);
  return body.kind === 'text' && body.text.includes(name);
}

function hasMember(value: Json, name: string): boolean {
  if (Array.isArray(value)) return value.some((one: Json) => hasMember(one, name));
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([member, inside]) => member === name || hasMember(inside as Json, name),
  );
}
