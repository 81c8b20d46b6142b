/** Places in answers, by their schemas: the ID of an object, and the records of a list. */

import { isMembers, type JsonSchema, pointerOf, tokens } from '../model/index.ts';
import { merged } from './merge.ts';
import { membersOf, typesOf } from './schema.ts';

/**
 * Pointer to the ID of the object in an answer; undefined for `/id`, also if no member shows it.
 *
 * @param key the path parameter that takes it
 * @param route that of its collection
 * @param words fixed segments of all routes of the API
 */
export function idPointer(
  schema: JsonSchema | undefined,
  key: string | undefined,
  route: string,
  words: readonly string[],
): string | undefined {
  if (schema === undefined) return undefined;
  const members = membersOf(merged(schema));
  const own = idAmong(members, key);
  if (own !== undefined) return own === 'id' ? undefined : pointerOf([own]);
  const found = members.flatMap(([name, one]) => {
    const inner = idAmong(membersOf(merged(one)), key);
    return inner !== undefined && isEnvelope(name) ? [pointerOf([name, inner])] : [];
  });
  if (found.length === 1) return found[0];
  // Nothing shows it: `id` is another member.
  return key !== undefined && NAMES.test(plainName(key)) ? pointerOf([key]) : undefined;

  /** Another member with an ID is a reference: its ID is that of an object of others. */
  function isEnvelope(name: string): boolean {
    if (ENVELOPE.test(name) || isWordFor(name, segmentsOf(route).at(-1) ?? '')) return true;
    return members.length === 1 && !words.some((one) => isWordFor(name, one));
  }
}

const ENVELOPE = /^(?:data|result)$/i;

/** Words that are never for the member `id`. */
const NAMES = /(?:slug|name|title|handle|email|login|path|code)$/;

/**
 * The member that the path parameter takes: called like it, or like its end (`number` for `issue_number`). Only
 * without one, `id` is.
 */
function idAmong(
  members: readonly (readonly [string, JsonSchema])[],
  key = '',
): string | undefined {
  const wanted = plainName(key);
  const named = members
    .filter(([, schema]) => membersOf(merged(schema)).length === 0)
    .map(([name]) => name)
    .filter((name) => name.length > 1 && wanted.endsWith(plainName(name)))
    .toSorted((one, other) => plainName(other).length - plainName(one).length);
  return (
    named[0] ?? (NAMES.test(wanted) ? undefined : members.find(([name]) => name === 'id')?.[0])
  );
}

/** Segments of a route that are no parameters. */
export function segmentsOf(route: string): readonly string[] {
  return route.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
}

/** `task` and `task_item` are words for `tasks` and `task-items`. */
export function isWordFor(name: string, segment: string): boolean {
  const one = plainName(name);
  return [one, `${one}s`, `${one}es`, one.replace(/y$/, 'ies')].includes(plainName(segment));
}

/** Pointer to the only list of objects in an answer; undefined for the answer itself, and without one. */
export function itemsPointer(schema: JsonSchema | undefined): string | undefined {
  if (schema === undefined) return undefined;
  const lists = membersOf(merged(schema)).filter(([, one]) => isListOfObjects(merged(one)));
  const [only, ...others] = lists;
  return only === undefined || others.length > 0 ? undefined : pointerOf([only[0]]);
}

/**
 * The schema of a record in a list; undefined for other answers.
 *
 * @param items pointer to the records, if it is known
 */
export function recordSchema(schema: JsonSchema, items?: string): JsonSchema | undefined {
  const list = tokens(items ?? itemsPointer(schema) ?? '').reduce<JsonSchema>(
    (whole, token) => merged(membersOf(whole).find(([name]) => name === token)?.[1] ?? {}),
    merged(schema),
  );
  return isListOfObjects(list) && isMembers(list.items) ? merged(list.items) : undefined;
}

function isListOfObjects(schema: JsonSchema): boolean {
  if (schema.type === undefined || !typesOf(schema).includes('array')) return false;
  return isMembers(schema.items) && membersOf(merged(schema.items)).length > 0;
}

/** `item_id` and `itemId` are one name. */
export function plainName(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '').toLowerCase();
}
