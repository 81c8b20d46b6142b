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
  isForEditing,
  leftOpen,
  type ModelState,
  markInconclusive,
  mayHaveHappened,
  type Note,
  noteDate,
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
  const known = { all, operations, validate, living: new Map(), kept: new Map() };
  const notes: Note[] = [];
  for (const shown of all.filter(({ step }) => step.role !== 'setup')) {
    const judge = JUDGES[actionOn(shown.operation)] ?? judgeRevisions;
    judge({ ...known, notes, shown, collection: collectionOf(shown.operation) });
  }
  return notes;
}

const JUDGES: { readonly [action: string]: (modelState: ModelState) => void } = {
  create: born,
  update: changed,
  delete: removed,
  get: shownAlone,
  list: judgeList,
};

function shownAlone(modelState: ModelState): void {
  const judge = isForEditing(modelState) ? judgeRead : judgeView;
  judge(subjectOf('id', modelState), modelState);
}

const METHODS: { readonly [method: string]: UpdateMethod } = { PUT: 'put', PATCH: 'patch' };

function born(modelState: ModelState): void {
  const { shown, collection } = modelState;
  const { standing, step, operation } = shown;
  if (standing.kind !== 'succeeded') {
    markInconclusive(modelState);
    if (mayHaveHappened(modelState)) leftOpen(undefined, modelState);
    return;
  }
  const answer = jsonOf(standing.answer);
  const id = child(answer, 'id');
  const sent = sentIn(modelState);
  if (id === undefined) {
    blocked('the answer to a creation has no `id`', modelState);
    return;
  }
  if (!readsFields(step.request.body, answer, operation)) {
    blocked(UNREAD_FIELDS, modelState);
    return;
  }
  const object: TrackedResource = {
    ...{ name: step.id, collection, id, sent, token: tokenOf(sent) },
    ...{ state: 'there', since: [], proven: new Set(), titles: new Set(), dated: false },
    password: sent.password,
  };
  noteTitle(object, sent);
  noteDate(object, sent);
  modelState.living.set(object.name, object);
  happened({ kind: 'create', subject: object, sent }, modelState);
}

/** The owner token in a slug or title. */
function tokenOf(sent: { readonly [name: string]: Json }): string {
  const raw = isObject(sent.title) ? sent.title.raw : sent.title;
  return typeof raw === 'string' && raw !== '' ? raw : String(sent.slug ?? '');
}

function changed(modelState: ModelState): void {
  const { standing, operation } = modelState.shown;
  const subject = subjectOf('id', modelState);
  if (!subject) return;
  if (standing.kind !== 'succeeded') {
    markInconclusive(modelState);
    if (mayHaveHappened(modelState)) leftOpen(subject, modelState);
    return;
  }
  const sent = sentIn(modelState);
  noteTitle(subject, sent);
  noteDate(subject, sent);
  if (sent.password !== undefined) subject.password = sent.password;
  const method = METHODS[operation.method] ?? 'post';
  happened({ kind: 'update', subject, sent, method }, modelState);
}

function removed(modelState: ModelState): void {
  const { standing, step } = modelState.shown;
  const subject = subjectOf('id', modelState);
  if (!subject) return;
  const forced = step.request.query.force === true;
  if (standing.kind !== 'succeeded') {
    // A collection without trash says nothing about what its creations store.
    markInconclusive(modelState, BUT_CREATION);
    if (mayHaveHappened(modelState)) leftOpen(subject, modelState);
    subject.state = 'unknown';
    return;
  }
  if (subject.state === 'unknown' || subject.state === 'gone') return;
  subject.state = forced ? 'gone' : 'in-trash';
  delete subject.afterwards;
  happened({ kind: forced ? 'delete' : 'trash', subject }, modelState);
}
