/** What is kept about objects of the model: revisions and autosaves. */

import { collectionOf, deedOn } from '../../../../contract/resources.ts';
import { spokenStatus } from '../../../../contract/told.ts';
import { jsonOf, type Shown } from '../../../../judge/check.ts';
import { describeValue } from '../../../../judge/describe.ts';
import { numberOf } from '../../../../kept-id.ts';
import { isObject, pointerOf } from '../../../../pointer.ts';
import {
  blocked,
  breaks,
  type Course,
  type Fields,
  happened,
  hinder,
  holds,
  type Kept,
  type Living,
  mayHaveHappened,
  noteTitle,
  sentIn,
  subjectOf,
} from './model-course.ts';
import { likeness, meant } from './model-values.ts';

/** Judges one step about revisions or autosaves. */
export function judgeKept(shown: Shown, course: Course): void {
  const parent = subjectOf(shown, 'parent', course) ?? subjectOf(shown, 'id', course);
  if (parent?.fate !== 'there') {
    hinder(shown, collectionOf(shown.operation), course);
    return;
  }
  switch (deedOn(shown.operation)) {
    case 'autosaves/create':
      saved(shown, parent, course);
      return;
    case 'autosaves/list':
      listedAutosaves(shown, parent, course);
      return;
    case 'autosaves/get':
      readAutosave(shown, parent, course);
      return;
    case 'revisions/list':
      listedRevisions(shown, parent, course);
      return;
    case 'revisions/get':
      readRevision(shown, parent, course);
      return;
    case 'revisions/delete':
      removedRevision(shown, parent, course);
      return;
  }
}

function saved(shown: Shown, parent: Living, course: Course): void {
  if (shown.standing.kind !== 'succeeded') {
    hinder(shown, parent.collection, course);
    if (mayHaveHappened(shown)) {
      const sent = sentIn(shown, course.all);
      noteTitle(parent, sent);
      happened({ kind: 'unknown', subject: parent, shown, sent }, course);
      course.kept.set(shown.step.id, { parent, id: undefined, sent, fate: 'unknown' });
    }
    return;
  }
  const sent = sentIn(shown, course.all);
  noteTitle(parent, sent);
  happened({ kind: 'autosave', subject: parent, shown, sent }, course);
  const id = numberOf(jsonOf(shown.standing.answer));
  if (id === undefined) {
    blocked('the answer to an autosave has no `id`', parent.collection, course);
    return;
  }
  // An author has one autosave of an object, and a later one takes its place.
  course.kept.set(shown.step.id, { parent, id, sent, fate: 'there' });
}

function lastAutosave(parent: Living, { kept }: Course): Kept | undefined {
  return [...kept.values()].findLast((one) => one.parent === parent && isAutosave(one));
}

function isAutosave({ sent }: Kept): boolean {
  return Object.keys(sent).length > 0;
}

function listedAutosaves(shown: Shown, parent: Living, course: Course): void {
  const { collection } = parent;
  if (shown.standing.kind !== 'succeeded') {
    hinder(shown, collection, course);
    return;
  }
  const autosave = lastAutosave(parent, course);
  if (autosave?.fate === 'unknown') return;
  const list = jsonOf(shown.standing.answer);
  if (!autosave || !Array.isArray(list)) return;
  if (list.some((one) => numberOf(one) === autosave.id)) {
    holds('autosave-listed', collection, course);
    return;
  }
  breaks('autosave-listed', collection, course, {
    shown,
    pointer: '',
    actual: `a list of ${list.length} without ${describeValue(autosave.id)}`,
    expected: 'one with the autosave that was just made',
  });
}

function readAutosave(shown: Shown, parent: Living, course: Course): void {
  const { collection, proven } = parent;
  const autosave = lastAutosave(parent, course);
  if (autosave?.fate !== 'there') {
    hinder(shown, collection, course);
    return;
  }
  const { standing } = shown;
  if (standing.kind === 'refused') {
    breaks('autosave-kept', collection, course, {
      shown,
      pointer: 'status',
      actual: spokenStatus(standing.answer, standing.status),
      expected: 'the autosave that was just made',
    });
    return;
  }
  if (standing.kind !== 'succeeded') {
    hinder(shown, collection, course);
    return;
  }
  const record = jsonOf(standing.answer);
  if (!isObject(record)) return;
  for (const [name, sent] of Object.entries(autosave.sent)) {
    // What autosaves show is not told; a text that they do show is the one that was typed.
    if (!proven.has(name) || record[name] === undefined) continue;
    const like = likeness(name, sent, record[name], undefined);
    if (like.kind === 'same') holds('autosave-kept', collection, course);
    if (like.kind !== 'other') continue;
    const pointer = pointerOf([name]) + like.pointer;
    breaks('autosave-kept', collection, course, { ...like, shown, pointer });
  }
}

/** The id of the revision that a step is about, as it was sent. */
function revisionOf({ step }: Shown, course: Course): unknown {
  const { id } = step.request.path;
  return id === undefined ? undefined : meant(id, course.all);
}

function keyOf(parent: Living, id: unknown): string {
  return `revision ${String(id)} of ${parent.name}`;
}

function listedRevisions(shown: Shown, parent: Living, course: Course): void {
  const { collection } = parent;
  if (shown.standing.kind !== 'succeeded') {
    hinder(shown, collection, course);
    return;
  }
  const list = jsonOf(shown.standing.answer);
  if (!Array.isArray(list)) return;
  for (const [key, { fate, id }] of course.kept) {
    if (fate !== 'gone' || key !== keyOf(parent, id)) continue;
    if (!list.some((one) => numberOf(one) === id)) holds('revision-gone', collection, course);
    else stillThere('revision-gone', shown, collection, course);
  }
  judgeOthers(shown, parent, list, course);
  parent.revisions = list.map((one) => numberOf(one));
  for (const [at, one] of list.entries()) judgeState(shown, parent, one, `/${at}`, course);
}

/** Taking a revision away leaves the others where they were. */
function judgeOthers(shown: Shown, parent: Living, list: readonly unknown[], course: Course): void {
  const removed = new Set(
    [...course.kept]
      .filter(([key, { id, fate }]) => fate !== 'there' && key === keyOf(parent, id))
      .map(([, { id }]) => id),
  );
  const others = (parent.revisions ?? []).filter((id) => id !== undefined && !removed.has(id));
  if (removed.size === 0 || others.length === 0) return;
  const there = new Set(list.map((one) => numberOf(one)));
  const missing = others.filter((id) => !there.has(id));
  if (missing.length === 0) holds('revision-gone', parent.collection, course);
  for (const id of missing.slice(0, 1)) {
    breaks('revision-gone', parent.collection, course, {
      shown,
      pointer: '',
      actual: `a list of ${list.length} without ${describeValue(id)}`,
      expected: 'one with that revision, since another was deleted',
    });
  }
}

function readRevision(shown: Shown, parent: Living, course: Course): void {
  const { collection } = parent;
  const id = revisionOf(shown, course);
  if (id === undefined) {
    hinder(shown, collection, course);
    return;
  }
  const key = keyOf(parent, id);
  const known = course.kept.get(key);
  const { standing } = shown;
  if (known?.fate === 'unknown') {
    hinder(shown, collection, course);
    return;
  }
  if (standing.kind === 'refused') {
    if (known?.fate === 'gone') {
      holds('revision-gone', collection, course);
      return;
    }
    const rule = known ? 'revision-unforced' : 'revision-readable';
    breaks(rule, collection, course, {
      shown,
      pointer: 'status',
      actual: spokenStatus(standing.answer, standing.status),
      expected: known ? 'the revision, which cannot be trashed' : 'the revision that is listed',
    });
    return;
  }
  if (standing.kind !== 'succeeded') {
    hinder(shown, collection, course);
    return;
  }
  const record = jsonOf(standing.answer);
  if (known?.fate === 'gone') {
    stillThere('revision-gone', shown, collection, course);
    return;
  }
  if (known) {
    holds('revision-unforced', collection, course);
    return;
  }
  course.kept.set(key, { parent, id, sent: {}, fate: 'there' });
  holds('revision-readable', collection, course);
  judgeState(shown, parent, record, '', course);
}

function stillThere(rule: string, shown: Shown, collection: string, course: Course): void {
  breaks(rule, collection, course, {
    shown,
    pointer: '',
    actual: 'the revision',
    expected: 'nothing of it, since it was deleted',
  });
}

function removedRevision(shown: Shown, parent: Living, course: Course): void {
  const { collection } = parent;
  const id = revisionOf(shown, course);
  const key = keyOf(parent, id);
  const known = course.kept.get(key);
  const forced = shown.step.request.query.force === true;
  if (!known || forced) hinder(shown, collection, course);
  if (!known) {
    // It was not read before: whether it is gone afterwards is not to be told.
    if (forced && id !== undefined) course.kept.set(key, { parent, id, sent: {}, fate: 'unknown' });
    return;
  }
  happened({ kind: 'revision', subject: parent, shown, sent: {} }, course);
  if (forced) known.fate = shown.standing.kind === 'succeeded' ? 'gone' : 'unknown';
}

/** A revision shows a state that the object had: its title is one that it was given. */
function judgeState(
  shown: Shown,
  parent: Living,
  record: unknown,
  at: string,
  course: Course,
): void {
  const title: Fields | undefined =
    isObject(record) && isObject(record.title) ? record.title : undefined;
  if (typeof title?.raw !== 'string' || !parent.proven.has('title')) return;
  if (parent.titles.has(title.raw)) {
    holds('revision-is-state', parent.collection, course);
    return;
  }
  breaks('revision-is-state', parent.collection, course, {
    shown,
    pointer: `${at}/title/raw`,
    actual: describeValue(title.raw),
    expected: 'a title that the object had',
  });
}
