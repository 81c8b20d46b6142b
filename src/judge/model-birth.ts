/** An object of the model, read for the first time after it was created. */

import type { Json, JsonSchema } from '../model.ts';
import { child, isObject, pointerOf } from '../pointer.ts';
import type { Shown } from './check.ts';
import { describeValue } from './describe.ts';
import {
  breaks,
  type Course,
  claimsReadOnly,
  type Fields,
  holds,
  type Living,
  READ_ONLY,
} from './model-course.ts';
import { characterLikeness, hasOddText, likeness } from './model-values.ts';

/** Every field is as it was sent, or as its default where one is stated. */
export function judgeBirth(
  shown: Shown,
  object: Living,
  record: Fields,
  table: ReadonlyMap<string, JsonSchema>,
  course: Course,
): void {
  const { collection } = object;
  for (const [name, schema] of table) {
    const sent = object.sent[name];
    if (sent === undefined) {
      judgeDefaults(shown, object, record, [name], schema, course);
      continue;
    }
    if (claimsReadOnly(sent)) {
      judgeReadOnly(shown, object, name, sent, record[name], course);
      continue;
    }
    if (hasOddText(sent, record[name])) {
      judgeCharacters(shown, object, name, sent, record[name], course);
      continue;
    }
    const like = likeness(name, sent, record[name], record.status);

    if (like.kind === 'same') {
      if (!isChosen(schema)) object.proven.add(name);
      holds('written', collection, course, name);
    }
    if (like.kind !== 'other') continue;
    const { actual, expected } = like;
    const pointer = pointerOf([name]) + like.pointer;
    breaks('written', collection, course, { shown, pointer, actual, expected, field: name });
  }
}

/** Of odd characters, it matters which they are, and not how they are written. */
function judgeCharacters(
  shown: Shown,
  { collection }: Living,
  name: string,
  sent: Json,
  text: unknown,
  course: Course,
): void {
  const like = characterLikeness(sent, text);
  if (like.kind === 'same') holds('characters', collection, course);
  if (like.kind !== 'other') return;
  const pointer = pointerOf([name]) + like.pointer;
  breaks('characters', collection, course, { ...like, shown, pointer });
}

/** What is chosen from a few values may be right by chance: the default may be what was sent. */
export function isChosen(schema: JsonSchema): boolean {
  return schema.enum !== undefined || schema.type === 'boolean';
}

/** Defaults that the contract states for what a creation leaves out, at any depth. */
function judgeDefaults(
  shown: Shown,
  object: Living,
  record: Fields,
  path: readonly string[],
  schema: JsonSchema,
  course: Course,
): void {
  const { collection } = object;
  const value = path.reduce<unknown>(child, record);
  const initial = schema.default;
  if (initial !== undefined && value !== undefined) {
    const field = path.join('/');
    const like = likeness(field, initial, value, record.status);
    if (like.kind === 'same') holds('default', collection, course, field);
    if (like.kind === 'other') {
      breaks('default', collection, course, {
        shown,
        pointer: pointerOf(path) + like.pointer,
        actual: like.actual,
        expected: `${describeValue(initial)}, the default`,
        field,
      });
    }
  }
  const { properties } = schema;
  if (!isObject(properties)) return;
  for (const [name, inner] of Object.entries(properties)) {
    if (isSchemaObject(inner)) {
      judgeDefaults(shown, object, record, [...path, name], inner, course);
    }
  }
}

function isSchemaObject(value: unknown): value is JsonSchema {
  return isObject(value);
}

/** What was sent for read-only members shows nowhere. */
function judgeReadOnly(
  shown: Shown,
  object: Living,
  name: string,
  sent: Json,
  text: unknown,
  course: Course,
): void {
  if (!isObject(sent) || !isObject(text)) return;
  const { collection } = object;
  for (const member of READ_ONLY) {
    const claimed = sent[member];
    if (claimed === undefined) continue;
    const places = member === 'rendered' ? ['raw', 'rendered'] : [member];
    const taken = places.find((place) => takes(text[place], claimed));
    if (taken === undefined) {
      if (text[member] !== undefined) holds('read-only', collection, course, member);
      continue;
    }
    breaks('read-only', collection, course, {
      shown,
      pointer: pointerOf([name, taken]),
      actual: `${describeValue(text[taken])}, as it was sent for ${member}`,
      expected: 'nothing of it, since it is read-only',
      field: member,
    });
  }
}

function takes(shown: unknown, claimed: unknown): boolean {
  return typeof shown === 'string' && typeof claimed === 'string'
    ? shown.includes(claimed)
    : shown === claimed;
}
