/** The state of a case in the model: its objects, events and findings. */

import { membersOf, merged, operationOn, type Validate } from '../../../../contract/index.ts';
import { jsonOf, notJudgeable, type StepResult, violated } from '../../../../judge/check.ts';
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

/** A successful action that can have changed objects. `unknown`: a write that may or may not have been executed. */
export interface Event {
  readonly kind: 'create' | 'update' | 'autosave' | 'trash' | 'delete' | 'revision' | 'unknown';
  readonly subject: TrackedResource | undefined;
  readonly shown: StepResult;
  /** Sent fields, with resolved references. */
  readonly sent: { readonly [name: string]: Json };
  readonly method?: UpdateMethod;
}

/** An object that the case created, named after the creating step. */
export interface TrackedResource {
  readonly name: string;
  readonly collection: string;
  readonly id: unknown;
  /** The fields of its creation. */
  readonly sent: { readonly [name: string]: Json };
  /** A text that no other object has. */
  readonly token: string;
  state: 'there' | 'in-trash' | 'gone' | 'unknown';
  /** State in a read since the last removal: in trash, elsewhere, or unreadable. */
  afterwards?: 'trash' | 'elsewhere' | 'refused';
  /** As last read in the edit context. */
  seen?: { readonly [name: string]: unknown };
  /** IDs of its revisions as last listed, unless written since. */
  revisions?: readonly unknown[];
  /** Their listed titles, by ID. */
  revisionTitles?: ReadonlyMap<unknown, unknown>;
  since: Event[];
  /** Fields that were shown to be stored. */
  readonly proven: Set<string>;
  /** Every title of the object and its autosaves. */
  readonly titles: Set<string>;
  /** True if a write set its date. */
  dated: boolean;
  /** The password in the last write that set one. */
  password: Json | undefined;
}

/** A result of the model for one step and rule. */
export interface Note {
  readonly rule: string;
  readonly field?: string;
  readonly collection: string;
  readonly finding: Finding;
}

/** The state of one case so far. */
export interface ModelState {
  readonly all: readonly StepResult[];
  readonly operations: readonly Operation[];
  readonly validate: Validate;
  /** The step that is judged, and the collection that it is about. */
  readonly shown: StepResult;
  readonly collection: string;
  readonly living: Map<string, TrackedResource>;
  readonly notes: Note[];
  /** Autosaves and revisions by the step that showed them. */
  readonly kept: Map<string, SavedRevision>;
}

/** A saved autosave, or a revision that was read. */
export interface SavedRevision {
  readonly parent: TrackedResource;
  readonly id: unknown;
  readonly sent: { readonly [name: string]: Json };
  state: 'there' | 'gone' | 'unknown';
  /** Texts that were raw in the last list in the edit context. */
  listedRaw?: readonly string[];
}

/** The object that a path parameter refers to. */
export function subjectOf(
  parameter: 'id' | 'parent',
  { shown, living }: ModelState,
): TrackedResource | undefined {
  const named = referenceIn(shown.step.request.path[parameter]);
  return named === undefined ? undefined : living.get(named.step);
}

/** The fields of a body with resolved references; unresolvable ones are left out. */
export function sentIn({ shown, all }: ModelState): { readonly [name: string]: Json } {
  const sent = valueOfBody(shown.step.request.body);
  if (sent === undefined || !isMembers(sent)) return {};
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => {
      const filled = meant(value, all);
      return filled === undefined ? [] : [[name, filled]];
    }),
  );
}

/** The writable fields of a collection with their schemas, from its create body. */
export function tableOf({ collection, operations }: ModelState): ReadonlyMap<string, JsonSchema> {
  const creating = operationOn(operations, 'content', collection, 'create');
  return new Map(creating?.body ? membersOf(merged(creating.body.schema)) : []);
}

export function noteTitle(object: TrackedResource, sent: { readonly [name: string]: Json }): void {
  const raw = isObject(sent.title) ? sent.title.raw : sent.title;
  if (typeof raw === 'string') object.titles.add(raw);
}

/** `null` removes the date. */
export function noteDate(object: TrackedResource, sent: { readonly [name: string]: Json }): void {
  const dates = [sent.date, sent.date_gmt].filter((date) => date !== undefined);
  if (dates.length > 0) object.dated = dates.some((date) => date !== null);
}

const DATED: ReadonlySet<unknown> = new Set(['publish', 'future', 'private']);

/** Returns true if nothing determines the shown date: a draft can show the date of the last write or of the answer. */
export function isFloating(name: string, { dated, seen }: TrackedResource): boolean {
  return (name === 'date' || name === 'date_gmt') && !dated && !DATED.has(seen?.status);
}

/** Returns true if a record is the object, and not another one that got its id. */
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

/** Events affect every object. */
export function happened(
  done: Pick<Event, 'kind' | 'subject' | 'method'> & Partial<Event>,
  { shown, living }: ModelState,
): void {
  const event: Event = { sent: {}, ...done, shown };
  for (const object of living.values()) object.since.push(event);
  if (event.kind !== 'revision') delete event.subject?.revisions;
}

export function isForEditing({ shown }: Pick<ModelState, 'shown'>): boolean {
  return shown.step.request.query.context === 'edit';
}

/**
 * Returns true if a write without a success may have been executed: the answer was lost or incomplete, or the server
 * crashed. Refused and unsent writes were not.
 */
export function mayHaveHappened({ shown: { standing } }: ModelState): boolean {
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

/** A write with an unknown outcome: the state of its object is unknown from then on. */
export function leftOpen(subject: TrackedResource | undefined, modelState: ModelState): void {
  if (subject) {
    subject.state = 'unknown';
    // Its texts can show in revisions and lists.
    noteTitle(subject, sentIn(modelState));
  }
  happened({ kind: 'unknown', subject }, modelState);
}

export function holds(rule: string, modelState: ModelState, field?: string): void {
  note(rule, { kind: 'holds' }, modelState, field);
}

function note(
  rule: string,
  finding: Finding,
  { notes, collection }: ModelState,
  field?: string,
): void {
  notes.push({ rule, collection, finding, ...(field !== undefined && { field }) });
}

interface StateViolation {
  /** An earlier step, if that shows it. */
  readonly shown?: StepResult;
  readonly pointer: string;
  readonly actual: string;
  readonly expected: string;
  readonly field?: string;
}

export function breaks(rule: string, modelState: ModelState, breach: StateViolation): void {
  const { shown = modelState.shown, pointer, actual, expected, field } = breach;
  note(rule, violated(shown, pointer, actual, expected), modelState, field);
}

/** Marks one rule inconclusive for one field. */
export function unjudged(rule: string, modelState: ModelState, field: string, why: string): void {
  note(rule, notJudgeable('no-data', why), modelState, field);
}

/** Marks all rules without a better result inconclusive that such a step could show. */
export function markInconclusive(
  modelState: ModelState,
  rule: typeof ANY | typeof BUT_CREATION = ANY,
): void {
  const { operation, standing } = modelState.shown;
  if (standing.kind === 'succeeded') return;
  const why = `${requestOf(operation)}: ${standing.why}`;
  note(rule, notJudgeable(obstacleIn(standing), why), modelState);
}

/** The JSON of a success; undefined for other answers, which show nothing. */
export function answerIn(modelState: ModelState): unknown {
  const { standing } = modelState.shown;
  if (standing.kind === 'succeeded') return jsonOf(standing.answer);
  markInconclusive(modelState);
  return undefined;
}

/** A step that was not sent because of a fault is blocked; the fault is reported where it occurred. */
function obstacleIn(standing: StepResult['standing']): Obstacle {
  if (standing.kind !== 'no-response') return 'precondition';
  if (standing.code !== 'unsent') return 'fault';
  return standing.because === 'no-data' ? 'no-data' : 'precondition';
}

export function blocked(why: string, modelState: ModelState): void {
  note(ANY, notJudgeable('precondition', why), modelState);
}

/** Placeholder for all rules. */
export const ANY = '*';

/** Placeholder for all rules except those about creations. */
export const BUT_CREATION = '* but creation';

export type RecordMembers = { readonly [name: string]: unknown };

/** Members of texts that clients do not write (2.2). */
export const READ_ONLY: readonly string[] = ['rendered', 'protected', 'block_version'];

/** Returns true if a text was sent with a read-only member. */
export function claimsReadOnly(sent: Json): boolean {
  return isObject(sent) && READ_ONLY.some((member) => Object.hasOwn(sent, member));
}

/** A trashed object still exists; the judging rule depends on `force`. */
export function keepsInTrash(object: TrackedResource, modelState: ModelState): void {
  holds(trashRule(object), modelState);
}

export function trashRule(object: TrackedResource): 'force-default' | 'trash-keeps' {
  const last = object.since.findLast(({ kind, subject }) => kind === 'trash' && subject === object);
  return last?.shown.step.request.query.force === undefined ? 'force-default' : 'trash-keeps';
}
