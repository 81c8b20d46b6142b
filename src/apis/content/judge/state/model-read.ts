/** Models an object that its editor reads. */

import { effectiveStatusText } from '../../../../contract/index.ts';
import { jsonOf } from '../../../../judge/check.ts';
import { describeValue, requestOf } from '../../../../judge/describe.ts';
import { isObject } from '../../../../model/index.ts';
import { judgeAnswer, judgeRest, judgeUpdate, ruleOfEvents } from './model-change.ts';
import { judgeCreation } from './model-creation.ts';
import {
  blocked,
  breaks,
  holds,
  isOurs,
  keepsInTrash,
  type ModelState,
  markInconclusive,
  type RecordMembers,
  type TrackedResource,
  tableOf,
} from './model-state.ts';
import { judgeShape } from './model-view.ts';

export function judgeRead(object: TrackedResource | undefined, modelState: ModelState): void {
  if (!object) {
    markInconclusive(modelState);
    return;
  }
  if (object.state === 'unknown') return;
  const { shown } = modelState;
  const { standing } = shown;
  if (standing.kind !== 'succeeded') {
    if (standing.kind !== 'refused') {
      markInconclusive(modelState);
      return;
    }
    refusedRead(object, modelState, effectiveStatusText(standing.answer, standing.status));
    return;
  }
  const record = jsonOf(standing.answer);
  if (!isObject(record)) {
    blocked(`${requestOf(shown.operation)}: the answer is no object`, modelState);
    return;
  }
  switch (object.state) {
    case 'gone':
      readAfterDeletion(object, record, modelState);
      return;
    case 'in-trash':
      readInTrash(object, record, modelState);
      return;
    case 'there':
      readAlive(object, record, modelState);
      return;
  }
}

function refusedRead(object: TrackedResource, modelState: ModelState, actual: string): void {
  const missing = {
    pointer: 'status',
    actual,
    expected: 'the object, which was created and not removed',
  };
  switch (object.state) {
    case 'gone':
      holds('gone', modelState);
      return;
    case 'in-trash':
      // A trashed object can be readable or not; the trash list shows it.
      object.afterwards = 'refused';
      return;
    default: {
      const rule = ruleOfEvents(object);
      object.state = 'unknown';
      if (rule !== undefined) breaks(rule, modelState, missing);
    }
  }
}

function readAfterDeletion(
  object: TrackedResource,
  record: RecordMembers,
  modelState: ModelState,
): void {
  if (!isOurs(record, object)) {
    holds('gone', modelState);
    return;
  }
  breaks('gone', modelState, {
    pointer: '',
    actual: `the object, with status ${describeValue(record.status)}`,
    expected: 'a refusal, since it was deleted with force true',
  });
}

function readInTrash(object: TrackedResource, record: RecordMembers, modelState: ModelState): void {
  if (!isOurs(record, object)) return;
  object.afterwards = record.status === 'trash' ? 'trash' : 'elsewhere';
  keepsInTrash(object, modelState);
  if (record.status === undefined) return;
  if (record.status === 'trash') {
    holds('trash-moves', modelState);
    return;
  }
  breaks('trash-moves', modelState, {
    pointer: '/status',
    actual: describeValue(record.status),
    expected: '"trash", since it was deleted without force',
  });
}

function readAlive(object: TrackedResource, record: RecordMembers, modelState: ModelState): void {
  const { since, seen } = object;
  const table = tableOf(modelState);
  const own = since.filter(({ subject }) => subject === object);
  const first = seen === undefined;
  if (first) holds('readable', modelState);
  const isKnown = since.every(({ kind }) => kind !== 'unknown');
  if (first && own.length === 1 && isKnown) {
    judgeCreation(object, record, table, modelState);
  } else if (since.length === 1 && own[0]?.kind === 'update') {
    judgeUpdate({ object, record, table }, own[0], modelState);
  }
  if (!first) judgeRest(object, record, table, modelState);
  if (own.length === 1) judgeAnswer(object, record, own[0], modelState);
  judgeShape(object, record, modelState);
  judgeSlug(object, record, modelState);
  object.seen = record;
  object.since = [];
}

/** Slugs are unique within a type among published objects: drafts have none. */
function judgeSlug(object: TrackedResource, record: RecordMembers, modelState: ModelState): void {
  const { slug, status } = record;
  if (typeof slug !== 'string' || slug === '' || status !== 'publish') return;
  const own = object.since.filter(({ subject }) => subject === object);
  for (const other of modelState.living.values()) {
    if (other === object || other.collection !== object.collection) continue;
    if (other.state !== 'there' || other.seen?.status !== 'publish') continue;
    const taken = other.seen.slug;
    if (!own.some(({ sent }) => sent.slug !== undefined && sent.slug === taken)) continue;
    if (slug !== taken) holds('slug-unique', modelState);
    else {
      breaks('slug-unique', modelState, {
        pointer: '/slug',
        actual: `${describeValue(slug)}, which another object of its type has`,
        expected: 'a slug of its own',
      });
    }
  }
}
