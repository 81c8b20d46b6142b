/** An object of the model, read as its editor sees it. */

import { collectionOf } from '../../../../contract/resources.ts';
import { spokenStatus } from '../../../../contract/told.ts';
import { jsonOf, type Shown } from '../../../../judge/check.ts';
import { describeValue } from '../../../../judge/describe.ts';
import { isObject } from '../../../../pointer.ts';
import { judgeBirth } from './model-birth.ts';
import { judgeAnswer, judgeRest, judgeUpdate, ruleOfEvents } from './model-change.ts';
import {
  blocked,
  breaks,
  type Course,
  type Fields,
  hinder,
  holds,
  isOurs,
  keepsInTrash,
  type Living,
  tableOf,
} from './model-course.ts';
import { judgeShape } from './model-view.ts';

/** Holds what a read shows, or that it shows nothing, against what became of the object. */
export function judgeRead(shown: Shown, object: Living | undefined, course: Course): void {
  if (!object) {
    hinderIfUnheard(shown, course);
    return;
  }
  if (object.fate === 'unknown') return;
  const { standing } = shown;
  if (standing.kind !== 'succeeded') {
    if (standing.kind !== 'refused') {
      hinder(shown, object.collection, course);
      return;
    }
    refusedRead(shown, object, course, spokenStatus(standing.answer, standing.status));
    return;
  }
  const record = jsonOf(standing.answer);
  if (!isObject(record)) {
    blocked(`${shown.step.id}: the answer is no object`, object.collection, course);
    return;
  }
  switch (object.fate) {
    case 'gone':
      readAfterDeletion(shown, object, record, course);
      return;
    case 'in-trash':
      readInTrash(shown, object, record, course);
      return;
    case 'there':
      readAlive(shown, object, record, course);
      return;
  }
}

function hinderIfUnheard(shown: Shown, course: Course): void {
  if (shown.standing.kind !== 'succeeded') {
    hinder(shown, collectionOf(shown.operation), course);
  }
}

function refusedRead(shown: Shown, object: Living, course: Course, actual: string): void {
  const { collection } = object;
  const missing = {
    shown,
    pointer: 'status',
    actual,
    expected: 'the object, which was created and not removed',
  };
  switch (object.fate) {
    case 'gone':
      holds('gone', collection, course);
      return;
    case 'in-trash':
      // What is in trash may be shown or not; the list of trash tells whether it is there.
      object.afterwards = 'refused';
      return;
    default: {
      const rule = ruleOfEvents(object);
      object.fate = 'unknown';
      if (rule !== undefined) breaks(rule, collection, course, missing);
    }
  }
}

function readAfterDeletion(shown: Shown, object: Living, record: Fields, course: Course): void {
  const { collection } = object;
  if (!isOurs(record, object)) {
    holds('gone', collection, course);
    return;
  }
  breaks('gone', collection, course, {
    shown,
    pointer: '',
    actual: `the object, with status ${describeValue(record.status)}`,
    expected: 'a refusal, since it was deleted with force true',
  });
}

function readInTrash(shown: Shown, object: Living, record: Fields, course: Course): void {
  const { collection } = object;
  if (!isOurs(record, object)) return;
  object.afterwards = record.status === 'trash' ? 'trash' : 'elsewhere';
  keepsInTrash(object, course);
  if (record.status === undefined) return;
  if (record.status === 'trash') {
    holds('trash-moves', collection, course);
    return;
  }
  breaks('trash-moves', collection, course, {
    shown,
    pointer: '/status',
    actual: describeValue(record.status),
    expected: '"trash", since it was deleted without force',
  });
}

function readAlive(shown: Shown, object: Living, record: Fields, course: Course): void {
  const { collection, since, seen } = object;
  const table = tableOf(collection, course);
  const own = since.filter(({ subject }) => subject === object);
  const first = seen === undefined;
  if (first) holds('readable', collection, course);
  const isKnown = since.every(({ kind }) => kind !== 'unknown');
  if (first && own.length === 1 && isKnown) {
    judgeBirth(shown, object, record, table, course);
  } else if (since.length === 1 && own[0]?.kind === 'update') {
    judgeUpdate(shown, object, record, own[0], course);
  }
  if (!first) judgeRest(shown, object, record, table, course);
  if (own.length === 1) judgeAnswer(object, record, own[0], course);
  judgeShape(shown, object, record, course);
  judgeSlug(shown, object, record, course);
  object.seen = record;
  object.since = [];
}

/** A slug is unique within its type, as far as both are published: drafts have none to be found by. */
function judgeSlug(shown: Shown, object: Living, record: Fields, course: Course): void {
  const { slug, status } = record;
  if (typeof slug !== 'string' || slug === '' || status !== 'publish') return;
  const own = object.since.filter(({ subject }) => subject === object);
  for (const other of course.living.values()) {
    if (other === object || other.collection !== object.collection) continue;
    if (other.fate !== 'there' || other.seen?.status !== 'publish') continue;
    const taken = other.seen.slug;
    if (!own.some(({ sent }) => sent.slug !== undefined && sent.slug === taken)) continue;
    if (slug !== taken) holds('slug-unique', object.collection, course);
    else {
      breaks('slug-unique', object.collection, course, {
        shown,
        pointer: '/slug',
        actual: `${describeValue(slug)}, which another object of its type has`,
        expected: 'a slug of its own',
      });
    }
  }
}
