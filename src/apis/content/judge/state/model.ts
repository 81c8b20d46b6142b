/** A model of object states in the content document, compared with a trace. */

import { actionOn, collectionOf, type Validate } from '../../../../contract/index.ts';
import { jsonOf, type StepResult } from '../../../../judge/check.ts';
import { readsFields, UNREAD_FIELDS } from '../../../../judge/form-fields.ts';
import { child, isObject, type Json, type Operation } from '../../../../model/index.ts';
import { judgeList } from './model-lists.ts';
import { judgeRead } from './model-read.ts';
import { judgeRevisions } from './model-revisions.ts';
import {
  BUT_CREATION,
  blocked,
  happened,
  leftOpen,
  type ModelState,
  markInconclusive,
  mayHaveHappened,
  type Note,
  noteDate,
  notePassword,
  noteTitle,
  sentIn,
  subjectOf,
  type TrackedResource,
  type UpdateMethod,
} from './model-state.ts';
import { judgeView } from './model-view.ts';

/**
 * All results of the model for a case, in step order. Covers objects that the case created, and not what the document
 * leaves open: refusals, server-chosen slugs, dates in an unknown timezone, reused ids.
 */
export function follow(
  all: readonly StepResult[],
  operations: readonly Operation[],
  validate: Validate,
): readonly Note[] {
  const modelState: ModelState = {
    all,
    operations,
    validate,
    living: new Map(),
    notes: [],
    kept: new Map(),
  };
  for (const shown of all) step(shown, modelState);
  return modelState.notes;
}

function step(shown: StepResult, modelState: ModelState): void {
  if (shown.step.role === 'setup') return;
  const collection = collectionOf(shown.operation);
  switch (actionOn(shown.operation)) {
    case 'create':
      born(shown, collection, modelState);
      return;
    case 'update':
      changed(shown, methodOf(shown), modelState);
      return;
    case 'delete':
      removed(shown, modelState);
      return;
    case 'get':
      {
        const object = subjectOf(shown, 'id', modelState);
        if (shown.step.request.query.context === 'edit') judgeRead(shown, object, modelState);
        else judgeView(shown, object, modelState);
      }
      return;
    case 'list':
      judgeList(shown, collection, modelState);
      return;
    default:
      judgeRevisions(shown, modelState);
      return;
  }
}

function methodOf({ operation: { method } }: StepResult): UpdateMethod {
  return method === 'PUT' ? 'put' : method === 'PATCH' ? 'patch' : 'post';
}

function born(shown: StepResult, collection: string, modelState: ModelState): void {
  if (shown.standing.kind !== 'succeeded') {
    markInconclusive(shown, collection, modelState);
    if (mayHaveHappened(shown)) leftOpen(shown, undefined, modelState);
    return;
  }
  const id = child(jsonOf(shown.standing.answer), 'id');
  const sent = sentIn(shown, modelState.all);
  if (id === undefined) {
    blocked('the answer to a creation has no `id`', collection, modelState);
    return;
  }
  if (!readsFields(shown.step.request.body, jsonOf(shown.standing.answer), shown.operation)) {
    blocked(UNREAD_FIELDS, collection, modelState);
    return;
  }
  const object: TrackedResource = {
    name: shown.step.id,
    collection,
    id,
    sent,
    token: tokenOf(sent),
    state: 'there',
    since: [],
    proven: new Set(),
    titles: new Set(),
    dated: false,
    password: sent.password,
  };
  noteTitle(object, sent);
  noteDate(object, sent);
  modelState.living.set(object.name, object);
  happened({ kind: 'create', subject: object, shown, sent }, modelState);
}

/** The owner token in a slug or title. */
function tokenOf(sent: { readonly [name: string]: Json }): string {
  const raw = isObject(sent.title) ? sent.title.raw : sent.title;
  return typeof raw === 'string' && raw !== '' ? raw : String(sent.slug ?? '');
}

function changed(shown: StepResult, method: UpdateMethod, modelState: ModelState): void {
  const subject = subjectOf(shown, 'id', modelState);
  if (!subject) return;
  if (shown.standing.kind !== 'succeeded') {
    markInconclusive(shown, subject.collection, modelState);
    if (mayHaveHappened(shown)) leftOpen(shown, subject, modelState);
    return;
  }
  const sent = sentIn(shown, modelState.all);
  noteTitle(subject, sent);
  noteDate(subject, sent);
  notePassword(subject, sent);
  happened({ kind: 'update', subject, shown, sent, method }, modelState);
}

function removed(shown: StepResult, modelState: ModelState): void {
  const subject = subjectOf(shown, 'id', modelState);
  if (!subject) return;
  const forced = shown.step.request.query.force === true;
  if (shown.standing.kind !== 'succeeded') {
    // A collection without trash says nothing about what its creations store.
    markInconclusive(shown, subject.collection, modelState, BUT_CREATION);
    if (mayHaveHappened(shown)) leftOpen(shown, subject, modelState);
    subject.state = 'unknown';
    return;
  }
  if (subject.state === 'unknown' || subject.state === 'gone') return;
  subject.state = forced ? 'gone' : 'in-trash';
  delete subject.afterwards;
  happened({ kind: forced ? 'delete' : 'trash', subject, shown, sent: {} }, modelState);
}
