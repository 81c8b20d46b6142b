/** Places in answers, by their schemas: the ID of an object, and the records of a list. */

import {
  isMembers,
  type JsonSchema,
  type Operation,
  type Parameter,
  pointerOf,
} from '../model/index.ts';
import { merged } from './merge.ts';
import { membersOf, typesOf } from './schema.ts';

/**
 * Pointer to the ID of the object in an answer; undefined for `/id`, and if no member shows it.
 *
 * @param key the path parameter that takes it
 */
export function idPointer(
  schema: JsonSchema | undefined,
  key: string | undefined,
): string | undefined {
  if (schema === undefined) return undefined;
  const members = membersOf(merged(schema));
  const names = members.map(([name]) => name);
  if (names.includes('id')) return undefined;
  const own = names.find((name) => key !== undefined && plainName(name) === plainName(key));
  if (own !== undefined) return pointerOf([own]);
  const [wrapper, ...others] = members.filter(([, one]) => membersOf(merged(one)).length > 0);
  if (wrapper === undefined || others.length > 0) return undefined;
  const [name, inner] = wrapper;
  const below = membersOf(merged(inner)).map(([member]) => member);
  const found = below.includes('id')
    ? 'id'
    : below.find((member) => key !== undefined && plainName(member) === plainName(key));
  return found === undefined ? undefined : pointerOf([name, found]);
}

/** Pointer to the only list of objects in an answer; undefined for the answer itself, and without one. */
export function itemsPointer(schema: JsonSchema | undefined): string | undefined {
  if (schema === undefined) return undefined;
  const lists = membersOf(merged(schema)).filter(([, one]) => isListOfObjects(merged(one)));
  const [only, ...others] = lists;
  return only === undefined || others.length > 0 ? undefined : pointerOf([only[0]]);
}

/** The schema of a record in a list; undefined for other answers. */
export function recordSchema(schema: JsonSchema): JsonSchema | undefined {
  const pointer = itemsPointer(schema);
  const whole = merged(schema);
  const list =
    pointer === undefined
      ? whole
      : merged(membersOf(whole).find(([name]) => pointerOf([name]) === pointer)?.[1] ?? {});
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

const SIZE = /^(?:limit|size|count|top|first|max|page_?size|per_?page|max_?results)$/i;

/** The query parameter with the amount of records that a list shows at most. */
export function sizeIn({ parameters }: Pick<Operation, 'parameters'>): Parameter | undefined {
  return parameters.find(
    ({ in: where, name, schema }) =>
      where === 'query' && SIZE.test(name) && typesOf(merged(schema)).includes('integer'),
  );
}
