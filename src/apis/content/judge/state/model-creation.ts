/** Models the first read of an object after its creation. */

import { defaultsOf } from '../../../../contract/index.ts';
import { describeValue } from '../../../../judge/describe.ts';
import { child, isObject, type Json, type JsonSchema, pointerOf } from '../../../../model/index.ts';
import {
  breaks,
  claimsReadOnly,
  holds,
  type ModelState,
  READ_ONLY,
  type RecordMembers,
  type TrackedResource,
  unjudged,
} from './model-state.ts';
import { characterLikeness, hasUnusualText, likeness, unchanged } from './model-values.ts';

/** Every field is as sent, or has its stated default. */
export function judgeCreation(
  object: TrackedResource,
  record: RecordMembers,
  table: ReadonlyMap<string, JsonSchema>,
  modelState: ModelState,
): void {
  for (const [name, schema] of table) {
    const sent = object.sent[name];
    if (sent === undefined) {
      judgeDefaults(object, record, name, schema, modelState);
      continue;
    }
    if (judgedApart(object, name, sent, record, modelState)) continue;
    // The slug of a second object with the same slug is unspecified.
    if (name === 'slug' && isTaken(sent, object, modelState)) continue;
    const like = likeness(name, sent, record[name], record.status);
    if (like.kind === 'same') {
      if (!isChosen(schema)) object.proven.add(name);
      holds('written', modelState, name);
    }
    // Sending the default equals omitting the field: it is the control for that.
    if (like.kind !== 'other' || sent === schema.default) continue;
    const { actual, expected } = like;
    const pointer = pointerOf([name]) + like.pointer;
    breaks('written', modelState, { pointer, actual, expected, field: name });
  }
}

/** Judges a value with a read-only member, or with unusual characters; returns false for any other value. */
export function judgedApart(
  object: TrackedResource,
  name: string,
  sent: Json,
  record: RecordMembers,
  modelState: ModelState,
): boolean {
  const shown = record[name];
  if (claimsReadOnly(sent)) judgeReadOnly(object, name, sent, shown, modelState);
  else if (!hasUnusualText(sent, shown)) return false;
  // An unchanged field was not written at all.
  else if (!object.seen || !unchanged(object.seen[name], shown)) {
    judgeCharacters(object, name, sent, shown, modelState);
  }
  return true;
}

/** Returns true if another object of the case requested the same slug. */
function isTaken(slug: Json, { name, collection }: TrackedResource, { living }: ModelState) {
  return [...living.values()].some(
    (other) => other.name !== name && other.collection === collection && other.sent.slug === slug,
  );
}

/**
 * Unusual characters are compared by identity, not by encoding. If plain texts are not stored either, the clause about
 * the field judges it.
 */
function judgeCharacters(
  { collection }: TrackedResource,
  name: string,
  sent: Json,
  text: unknown,
  modelState: ModelState,
): void {
  const like = characterLikeness(sent, text);
  if (like.kind === 'same') holds('characters', modelState);
  if (like.kind !== 'other' || isLost(name, collection, modelState)) return;
  const pointer = pointerOf([name]) + like.pointer;
  breaks('characters', modelState, { ...like, pointer });
}

/** Returns true if an object of the case was created with a plain text for a field, and does not show it. */
function isLost(name: string, collection: string, { living }: ModelState): boolean {
  return [...living.values()].some(
    (object) =>
      object.collection === collection &&
      object.seen !== undefined &&
      object.sent[name] !== undefined &&
      !hasUnusualText(object.sent[name], object.seen[name]) &&
      !object.proven.has(name),
  );
}

/** An enum value can match by chance: the default can equal the sent value. */
function isChosen(schema: JsonSchema): boolean {
  return schema.enum !== undefined || schema.type === 'boolean';
}

/**
 * A default equals an omitted field: both records look the same. If a server shows a sent default differently, it has
 * its own reasons. So an object that was created with the default is the reference, or only the record itself if the
 * default must not be sent.
 */
function judgeDefaults(
  object: TrackedResource,
  record: RecordMembers,
  name: string,
  schema: JsonSchema,
  modelState: ModelState,
): void {
  for (const { path, value, sendable } of defaultsOf([name], schema)) {
    const actual = path.reduce<unknown>(child, record);
    if (actual === undefined) continue;
    const field = path.join('/');
    const like = likeness(field, value, actual, record.status);
    if (like.kind === 'same') holds('default', modelState, field);
    if (like.kind !== 'other') continue;
    const control = sendable ? createdWith(object, path, value, modelState) : undefined;
    if (sendable && control === undefined) continue;
    const sent = control && likeness(field, value, path.reduce<unknown>(child, control), undefined);
    if (sent && sent.kind !== 'same') {
      const why = `an object that was created with the default of ${field} does not show it either`;
      unjudged('default', modelState, field, why);
      continue;
    }
    breaks('default', modelState, {
      pointer: pointerOf(path) + like.pointer,
      actual: like.actual,
      expected: `${describeValue(value)}, the default${sent ? ', as where it is sent' : ''}`,
      field,
    });
  }
}

/** The last read of another object that was created with a value. */
function createdWith(
  object: TrackedResource,
  path: readonly string[],
  value: Json,
  { living }: ModelState,
): RecordMembers | undefined {
  return [...living.values()].find(
    ({ collection, sent, seen }) =>
      collection === object.collection &&
      seen !== undefined &&
      path.reduce<unknown>(child, sent) === value,
  )?.seen;
}

/**
 * Values sent for read-only members are not stored. A flag or number can match by chance: two objects with opposite
 * values that both show their own prove that they are stored.
 */
function judgeReadOnly(
  object: TrackedResource,
  name: string,
  sent: Json,
  text: unknown,
  modelState: ModelState,
): void {
  if (!isObject(sent) || !isObject(text)) return;
  for (const member of READ_ONLY) {
    const claimed = sent[member];
    if (claimed === undefined) continue;
    const places = member === 'rendered' ? ['raw', 'rendered'] : [member];
    const taken = places.find((place) => takes(text[place], claimed));
    if (taken === undefined) {
      if (text[member] !== undefined) holds('read-only', modelState, member);
      continue;
    }
    if (typeof claimed !== 'string') {
      const other = claimedOtherwise(object, name, member, claimed, modelState);
      if (other === undefined) continue;
      if (!other.taken) {
        holds('read-only', modelState, member);
        continue;
      }
    }
    breaks('read-only', modelState, {
      pointer: pointerOf([name, taken]),
      actual: `${describeValue(text[taken])}, as it was sent for ${member}`,
      expected: 'nothing of it, since it is read-only',
      field: member,
    });
  }
}

/** Another object that was created with another value for a member, and if it shows that value. */
function claimedOtherwise(
  object: TrackedResource,
  name: string,
  member: string,
  claimed: unknown,
  { living }: ModelState,
): { readonly taken: boolean } | undefined {
  for (const { collection, sent, seen } of living.values()) {
    const other = child(sent[name], member);
    if (collection !== object.collection || seen === undefined) continue;
    if (other === undefined || other === claimed) continue;
    return { taken: takes(child(seen[name], member), other) };
  }
  return undefined;
}

function takes(shown: unknown, claimed: unknown): boolean {
  return typeof shown === 'string' && typeof claimed === 'string'
    ? shown.includes(claimed)
    : shown === claimed;
}
