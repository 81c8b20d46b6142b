/** The course of one case through the model of state: its objects, what happened, and what there is to say. */

import { membersOf, merged, operationOn, type Validate } from '../../../../contract/index.ts';
import { notJudgeable, type StepResult, violated } from '../../../../judge/check.ts';
import { requestOf } from '../../../../judge/describe.ts';
import {
  type Finding,
  isMembers,
  isObject,
  type Json,
  type JsonSchema,
  type Obstacle,
  type Operation,
  valueOfBody,
} from '../../../../model/index.ts';
import { meant, referenceIn } from './model-values.ts';

export type UpdateMethod = 'post' | 'put' | 'patch';

/**
 * Something that was done and answered as done, as far as it may have changed objects. `unknown`: a write of
 * which nobody knows whether it was carried out.
 */
export interface Event {
  readonly kind: 'create' | 'update' | 'autosave' | 'trash' | 'delete' | 'revision' | 'unknown';
  readonly subject: TrackedResource | undefined;
  readonly shown: StepResult;
  /** Fields that were sent, references filled in. */
  readonly sent: { readonly [name: string]: Json };
  readonly method?: UpdateMethod;
}

/** An object that the case created. Its name is that of the step that did. */
export interface TrackedResource {
  readonly name: string;
  readonly collection: string;
  readonly id: unknown;
  /** What it was created with. */
  readonly sent: { readonly [name: string]: Json };
  /** A text that no other object has. */
  readonly token: string;
  state: 'there' | 'in-trash' | 'gone' | 'unknown';
  /** How a read since the last removal showed it: in trash, elsewhere, or not at all. */
  afterwards?: 'trash' | 'elsewhere' | 'refused';
  /** As last read in the edit context. */
  seen?: { readonly [name: string]: unknown };
  /** IDs of its revisions as last listed, unless it was written to since. */
  revisions?: readonly unknown[];
  /** Their titles by their IDs, as the list shows them. */
  revisionTitles?: ReadonlyMap<unknown, unknown>;
  /** What happened in the case since. */
  since: Event[];
  /** Fields that were seen to be kept. */
  readonly proven: Set<string>;
  /** Every title that it was given, and that an autosave of it was. */
  readonly titles: Set<string>;
  /** True if a write gave it a date of its own. */
  dated: boolean;
  /** What the last write that spoke of a password sent for it. */
  password: Json | undefined;
}

/** What the model says of one step about one rule. */
export interface Note {
  readonly rule: string;
  /** The field that it is about, where the rule is about one. */
  readonly field?: string;
  readonly collection: string;
  readonly finding: Finding;
}

/** The course of one case so far. */
export interface ModelState {
  readonly all: readonly StepResult[];
  readonly operations: readonly Operation[];
  readonly validate: Validate;
  readonly living: Map<string, TrackedResource>;
  readonly notes: Note[];
  /** Autosaves and revisions by the step that told of them. */
  readonly kept: Map<string, SavedRevision>;
}

/** An autosave that was answered as saved, or a revision that was read. */
export interface SavedRevision {
  readonly parent: TrackedResource;
  readonly id: unknown;
  readonly sent: { readonly [name: string]: Json };
  state: 'there' | 'gone' | 'unknown';
  /** The texts that the last list of the edit context showed in their raw form. */
  listedRaw?: readonly string[];
}

/** The object that a path parameter refers to. */
export function subjectOf(
  { step }: StepResult,
  parameter: 'id' | 'parent',
  { living }: ModelState,
): TrackedResource | undefined {
  const named = referenceIn(step.request.path[parameter]);
  return named === undefined ? undefined : living.get(named.step);
}

/** The fields of a body, references filled in; those that cannot be are left out. */
export function sentIn(
  { step }: StepResult,
  all: readonly StepResult[],
): { readonly [name: string]: Json } {
  const sent = valueOfBody(step.request.body);
  if (sent === undefined || !isMembers(sent)) return {};
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => {
      const filled = meant(value, all);
      return filled === undefined ? [] : [[name, filled]];
    }),
  );
}

/** The writable fields of a collection by name, with their schemas: those of its create body. */
export function tableOf(
  collection: string,
  { operations }: ModelState,
): ReadonlyMap<string, JsonSchema> {
  const creating = operationOn(operations, 'content', collection, 'create');
  return new Map(creating?.body ? membersOf(merged(creating.body.schema)) : []);
}

export function noteTitle(object: TrackedResource, sent: { readonly [name: string]: Json }): void {
  const raw = isObject(sent.title) ? sent.title.raw : sent.title;
  if (typeof raw === 'string') object.titles.add(raw);
}

export function notePassword(
  object: TrackedResource,
  { password }: { readonly [name: string]: Json },
): void {
  if (password !== undefined) object.password = password;
}

/** `null` takes the date away again. */
export function noteDate(object: TrackedResource, sent: { readonly [name: string]: Json }): void {
  const dates = [sent.date, sent.date_gmt].filter((date) => date !== undefined);
  if (dates.length > 0) object.dated = dates.some((date) => date !== null);
}

const DATED: ReadonlySet<unknown> = new Set(['publish', 'future', 'private']);

/**
 * Returns true if the date that a field shows is nobody's: a server need not keep one for a draft before it is published, and
 * may show that of the last write, or of the answer.
 */
export function isFloating(name: string, { dated, seen }: TrackedResource): boolean {
  return (name === 'date' || name === 'date_gmt') && !dated && !DATED.has(seen?.status);
}

/** Returns true if a record that has the id of an object is that object, and not another that got its id. */
export function isOurs(record: unknown, object: TrackedResource): boolean {
  const text = (JSON.stringify(record) ?? '').toLowerCase();
  const marks = [object.token, object.sent.slug, object.seen?.slug, ...object.titles];
  return marks.some(
    (mark) =>
      typeof mark === 'string' &&
      mark !== '' &&
      text.includes(JSON.stringify(mark).slice(1, -1).toLowerCase()),
  );
}

/** Every object has to bear with what happens. */
export function happened(event: Event, { living }: ModelState): void {
  for (const object of living.values()) object.since.push(event);
  if (event.kind !== 'revision') delete event.subject?.revisions;
}

/**
 * Returns true if a write may have been carried out although no success was told: its answer was lost or cut off, or the
 * server broke down over it. What was refused was not done, and what was not sent neither.
 */
export function mayHaveHappened({ standing }: StepResult): boolean {
  switch (standing.kind) {
    case 'succeeded':
    case 'refused':
      return false;
    case 'no-response':
      return standing.code !== 'unsent';
    default:
      return true;
  }
}

/** A write that may have been carried out, or not: of its object, nothing more is known. */
export function leftOpen(
  shown: StepResult,
  subject: TrackedResource | undefined,
  modelState: ModelState,
): void {
  if (subject) {
    subject.state = 'unknown';
    // Its texts may show in revisions and lists.
    noteTitle(subject, sentIn(shown, modelState.all));
  }
  happened({ kind: 'unknown', subject, shown, sent: {} }, modelState);
}

export function holds(
  rule: string,
  collection: string,
  modelState: ModelState,
  field?: string,
): void {
  const finding: Finding = { kind: 'holds' };
  modelState.notes.push({ rule, collection, finding, ...(field !== undefined && { field }) });
}

interface StateViolation {
  readonly shown: StepResult;
  readonly pointer: string;
  readonly actual: string;
  readonly expected: string;
  readonly field?: string;
}

export function breaks(
  rule: string,
  collection: string,
  modelState: ModelState,
  breach: StateViolation,
): void {
  const { shown, pointer, actual, expected, field } = breach;
  const finding = violated(shown, pointer, actual, expected);
  modelState.notes.push({ rule, collection, finding, ...(field !== undefined && { field }) });
}

/** Notes why nothing can be said of one field by one rule. */
export function unjudged(
  rule: string,
  collection: string,
  modelState: ModelState,
  field: string,
  why: string,
): void {
  modelState.notes.push({ rule, field, collection, finding: notJudgeable('no-data', why) });
}

/** Notes why nothing can be said: for every rule that has nothing better, and that such a step could show. */
export function markInconclusive(
  { operation, standing }: StepResult,
  collection: string,
  modelState: ModelState,
  rule: typeof ANY | typeof BUT_CREATION = ANY,
): void {
  if (standing.kind === 'succeeded') return;
  const why = `${requestOf(operation)}: ${standing.why}`;
  const because = obstacleIn(standing);
  modelState.notes.push({ rule, collection, finding: notJudgeable(because, why) });
}

/** What was not sent because of a fault is blocked: the fault itself is told where it happened. */
function obstacleIn(standing: StepResult['standing']): Obstacle {
  if (standing.kind !== 'no-response') return 'precondition';
  if (standing.code !== 'unsent') return 'fault';
  return standing.because === 'no-data' ? 'no-data' : 'precondition';
}

export function blocked(why: string, collection: string, modelState: ModelState): void {
  modelState.notes.push({ rule: ANY, collection, finding: notJudgeable('precondition', why) });
}

/** In place of a rule: it hinders all of them. */
export const ANY = '*';

/** In place of a rule: it hinders all but those about what a creation sends or leaves out. */
export const BUT_CREATION = '* but creation';

/** A record, or some of its members. */
export type RecordMembers = { readonly [name: string]: unknown };

/** Members of texts that clients do not write (2.2). */
export const READ_ONLY: readonly string[] = ['rendered', 'protected', 'block_version'];

/** Returns true if a text was sent with a member that is read-only. */
export function claimsReadOnly(sent: Json): boolean {
  return isObject(sent) && READ_ONLY.some((member) => Object.hasOwn(sent, member));
}

/** What was trashed is still there: which rule that keeps depends on whether force was given. */
export function keepsInTrash(object: TrackedResource, modelState: ModelState): void {
  holds(trashRule(object), object.collection, modelState);
}

export function trashRule(object: TrackedResource): 'force-default' | 'trash-keeps' {
  const last = object.since.findLast(({ kind, subject }) => kind === 'trash' && subject === object);
  return last?.shown.step.request.query.force === undefined ? 'force-default' : 'trash-keeps';
}
