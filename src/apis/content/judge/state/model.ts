/** What the content document states about what becomes of objects, as a model that a trace is held against. */

import { collectionOf, deedOn } from '../../../../contract/resources.ts';
import type { Validate } from '../../../../contract/validate.ts';
import { jsonOf, type Shown } from '../../../../judge/check.ts';
import { readsFields, UNREAD_FIELDS } from '../../../../judge/form-fields.ts';
import type { Json, Operation } from '../../../../model.ts';
import { child, isObject } from '../../../../pointer.ts';
import {
  blocked,
  type Course,
  happened,
  hinder,
  type Living,
  leftOpen,
  mayHaveHappened,
  type Note,
  noteDate,
  noteTitle,
  sentIn,
  subjectOf,
  type UpdateMethod,
} from './model-course.ts';
import { judgeKept } from './model-kept.ts';
import { judgeList } from './model-lists.ts';
import { judgeRead } from './model-read.ts';
import { judgeView } from './model-view.ts';

/**
 * Everything that the model has to say of a case, in the order of its steps. It knows of objects that
 * the case created itself, and says nothing of what the document leaves open: refusals, slugs that the
 * server chose, dates in a timezone that is not told, ids that are used again.
 */
export function follow(
  all: readonly Shown[],
  operations: readonly Operation[],
  validate: Validate,
): readonly Note[] {
  const course: Course = {
    all,
    operations,
    validate,
    living: new Map(),
    notes: [],
    kept: new Map(),
  };
  for (const shown of all) step(shown, course);
  return course.notes;
}

function step(shown: Shown, course: Course): void {
  if (shown.step.role === 'setup') return;
  const collection = collectionOf(shown.operation);
  switch (deedOn(shown.operation)) {
    case 'create':
      born(shown, collection, course);
      return;
    case 'update':
      changed(shown, methodOf(shown), course);
      return;
    case 'delete':
      removed(shown, course);
      return;
    case 'get':
      {
        const object = subjectOf(shown, 'id', course);
        if (shown.step.request.query.context === 'edit') judgeRead(shown, object, course);
        else judgeView(shown, object, course);
      }
      return;
    case 'list':
      judgeList(shown, collection, course);
      return;
    default:
      judgeKept(shown, course);
      return;
  }
}

function methodOf({ operation: { method } }: Shown): UpdateMethod {
  return method === 'PUT' ? 'put' : method === 'PATCH' ? 'patch' : 'post';
}

function born(shown: Shown, collection: string, course: Course): void {
  if (shown.standing.kind !== 'succeeded') {
    hinder(shown, collection, course);
    if (mayHaveHappened(shown)) leftOpen(shown, undefined, course);
    return;
  }
  const id = child(jsonOf(shown.standing.answer), 'id');
  const sent = sentIn(shown, course.all);
  if (id === undefined) {
    blocked('the answer to a creation has no `id`', collection, course);
    return;
  }
  if (!readsFields(shown.step.request.body, jsonOf(shown.standing.answer))) {
    blocked(UNREAD_FIELDS, collection, course);
    return;
  }
  const object: Living = {
    name: shown.step.id,
    collection,
    id,
    sent,
    token: tokenOf(sent),
    fate: 'there',
    since: [],
    proven: new Set(),
    titles: new Set(),
    dated: false,
  };
  noteTitle(object, sent);
  noteDate(object, sent);
  course.living.set(object.name, object);
  happened({ kind: 'create', subject: object, shown, sent }, course);
}

/** What the slug or the title say of whose object it is. */
function tokenOf(sent: { readonly [name: string]: Json }): string {
  const raw = isObject(sent.title) ? sent.title.raw : sent.title;
  return typeof raw === 'string' && raw !== '' ? raw : String(sent.slug ?? '');
}

function changed(shown: Shown, method: UpdateMethod, course: Course): void {
  const subject = subjectOf(shown, 'id', course);
  if (!subject) return;
  if (shown.standing.kind !== 'succeeded') {
    hinder(shown, subject.collection, course);
    if (mayHaveHappened(shown)) leftOpen(shown, subject, course);
    return;
  }
  const sent = sentIn(shown, course.all);
  noteTitle(subject, sent);
  noteDate(subject, sent);
  happened({ kind: 'update', subject, shown, sent, method }, course);
}

function removed(shown: Shown, course: Course): void {
  const subject = subjectOf(shown, 'id', course);
  if (!subject) return;
  const forced = shown.step.request.query.force === true;
  if (shown.standing.kind !== 'succeeded') {
    hinder(shown, subject.collection, course);
    if (mayHaveHappened(shown)) leftOpen(shown, subject, course);
    subject.fate = 'unknown';
    return;
  }
  if (subject.fate === 'unknown' || subject.fate === 'gone') return;
  subject.fate = forced ? 'gone' : 'in-trash';
  delete subject.afterwards;
  happened({ kind: forced ? 'delete' : 'trash', subject, shown, sent: {} }, course);
}
