/** Models an object that is read again after events. */

import { listIn } from '../../../../contract/index.ts';
import { jsonOf } from '../../../../judge/check.ts';
import { describeValue } from '../../../../judge/describe.ts';
import { isObject, type Json, type JsonSchema, pointerOf } from '../../../../model/index.ts';
import { judgedApart } from './model-creation.ts';
import {
  breaks,
  claimsReadOnly,
  type Event,
  holds,
  isFloating,
  type ModelState,
  type RecordMembers,
  type TrackedResource,
} from './model-state.ts';
import { exactLikeness, likeness, rawOf, unchanged } from './model-values.ts';

/** The rule for an unrequested change, by the events since the last read. */
export function ruleOfEvents(object: TrackedResource): string | undefined {
  const [event, ...more] = object.since;
  if (event === undefined) return 'steady';
  if (event.kind === 'unknown') return undefined;
  if (object.seen === undefined) return event.subject === object ? 'readable' : undefined;
  // With several events, none can be blamed.
  if (more.length > 0) return undefined;
  if (event.subject !== object) return 'others';
  switch (event.kind) {
    case 'update':
      return `rest-${event.method}`;
    case 'autosave':
      // An autosave of an unpublished object can change the object itself.
      return object.seen.status === 'publish' || object.seen.status === undefined
        ? 'autosave-apart'
        : undefined;
    case 'revision':
      return 'others';
    default:
      return undefined;
  }
}

interface ShownObject {
  readonly object: TrackedResource;
  readonly record: RecordMembers;
  readonly table: ReadonlyMap<string, JsonSchema>;
}

/** Fields of an update are stored. */
export function judgeUpdate(
  { object, record, table }: ShownObject,
  event: Event,
  modelState: ModelState,
): void {
  const rule = `updated-${event.method}`;
  const others: string[] = [];
  for (const [name, sent] of Object.entries(event.sent)) {
    if (judgedApart(object, name, sent, record, modelState)) continue;
    const like = isOwnSlug(name, sent, object, record)
      ? exactLikeness(sent, record[name])
      : likeness(name, sent, record[name], record.status);
    const moved = object.seen !== undefined && !unchanged(object.seen[name], record[name]);
    if (like.kind === 'same' && moved) object.proven.add(name);
    if (like.kind !== 'other') continue;
    // The clause about the field judges one that was not stored at creation.
    const isForUpdate =
      isKept(name, object, table.get(name)) || isClaimed(name, sent, record, event);
    if (!isForUpdate) continue;
    others.push(name);
    const pointer = pointerOf([name]) + like.pointer;
    breaks(rule, modelState, { ...like, pointer });
  }
  if (others.length === 0) holds(rule, modelState);
}

/** Returns true if a published object was sent the slug that it had. */
function isOwnSlug(
  name: string,
  sent: Json,
  { seen }: TrackedResource,
  { status }: RecordMembers,
): boolean {
  return (
    name === 'slug' && seen?.slug === sent && seen.status === 'publish' && status === 'publish'
  );
}

/**
 * Returns true if the object stores the field: its creation value was shown, and is not the default. Status transitions
 * are unspecified (section 3).
 */
function isKept(
  name: string,
  { proven, sent, seen }: TrackedResource,
  schema?: JsonSchema,
): boolean {
  if (proven.has(name)) return true;
  const first = sent[name];
  const [usual] = (schema && listIn(schema, 'enum')) ?? [];
  if (name === 'status' || !first || first === usual) return false;
  return likeness(name, first, seen?.[name], seen?.status).kind === 'same';
}

/** Returns true if the answer to the update showed the sent value, so that the server accepted it. */
function isClaimed(name: string, sent: Json, { id }: RecordMembers, { shown }: Event): boolean {
  if (name === 'status' || shown.standing.kind !== 'succeeded') return false;
  const answer = jsonOf(shown.standing.answer);
  if (!isObject(answer) || answer.id !== id) return false;
  return likeness(name, sent, answer[name], answer.status).kind === 'same';
}

/** Fields that were not sent are unchanged. */
export function judgeRest(
  object: TrackedResource,
  record: RecordMembers,
  table: ReadonlyMap<string, JsonSchema>,
  modelState: ModelState,
): void {
  const { seen, since } = object;
  const rule = ruleOfEvents(object);
  if (rule === undefined || seen === undefined) return;
  const [event] = since;
  const sent = event?.subject === object && event.kind === 'update' ? event.sent : {};
  const moved = [...table.keys()].filter(
    (name) =>
      !Object.hasOwn(sent, name) &&
      !mayFollow(name, Object.keys(sent)) &&
      !isFloating(name, object) &&
      seen[name] !== undefined &&
      !(name === 'slug' && (seen.slug === '' || seen.status !== 'publish')) &&
      !refersTo(seen[name], event) &&
      !unchanged(seen[name], record[name]),
  );
  for (const name of moved) {
    breaks(rule, modelState, {
      pointer: pointerOf([name]),
      actual: describeValue(shownOf(record[name])),
      expected: `${describeValue(shownOf(seen[name]))}, as before`,
    });
  }
  if (moved.length === 0) holds(rule, modelState);
}

function shownOf(value: unknown): unknown {
  return isObject(value) && value.raw !== undefined ? value.raw : value;
}

/** Fields that a server may derive from others. */
const FOLLOWS: { readonly [field: string]: readonly string[] } = {
  date: ['date_gmt', 'status'],
  date_gmt: ['date', 'status'],
  status: ['date', 'date_gmt', 'password'],
  slug: ['status', 'parent'],
  sticky: ['password', 'status'],
  password: ['status', 'sticky'],
  object: ['type', 'object_id', 'url'],
  object_id: ['type', 'object', 'url'],
  url: ['type', 'object', 'object_id'],
  type: ['object', 'object_id', 'url'],
};

export function mayFollow(name: string, sent: readonly string[]): boolean {
  const unset = name === 'date' || name === 'date_gmt' ? [] : sent;
  return (FOLLOWS[name] ?? []).some((cause) => unset.includes(cause) || sent.includes(cause));
}

/** Removing an object can lift or release references to it. */
function refersTo(value: unknown, event: Event | undefined): boolean {
  const removed = event?.kind === 'trash' || event?.kind === 'delete';
  return removed && value !== undefined && value === event.subject?.id;
}

/** The next read shows the sent values that the answer to a write showed. */
export function judgeAnswer(
  object: TrackedResource,
  record: RecordMembers,
  event: Event | undefined,
  modelState: ModelState,
): void {
  if (event === undefined || (event.kind !== 'create' && event.kind !== 'update')) return;
  const { standing } = event.shown;
  if (standing.kind !== 'succeeded' || object.since.length > 1) return;
  const answer = jsonOf(standing.answer);
  if (!isObject(answer) || answer.id !== record.id) return;
  let judged = false;
  for (const [name, sent] of Object.entries(event.sent)) {
    if (claimsReadOnly(sent) || answer[name] === undefined) continue;
    if (likeness(name, sent, record[name], record.status).kind !== 'same') continue;
    const like = likeness(name, sent, answer[name], record.status);
    judged ||= like.kind === 'same';
    if (like.kind !== 'other') continue;
    breaks('answer', modelState, {
      shown: event.shown,
      pointer: pointerOf([name]) + like.pointer,
      actual: like.actual,
      expected: `${describeValue(rawOf(sent) ?? sent)}, as a read shows it`,
    });
    return;
  }
  if (judged) holds('answer', modelState);
}
