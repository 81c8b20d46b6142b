/** Models revisions and autosaves of objects. */

import { actionOn, collectionOf, effectiveStatusText } from '../../../../contract/index.ts';
import { jsonOf, type StepResult } from '../../../../judge/check.ts';
import { describeValue } from '../../../../judge/describe.ts';
import { isObject, numberOf } from '../../../../model/index.ts';
import { listedAutosaves, readAutosave, saved } from './model-autosaves.ts';
import {
  breaks,
  happened,
  holds,
  type ModelState,
  markInconclusive,
  subjectOf,
  type TrackedResource,
} from './model-state.ts';
import { meant } from './model-values.ts';

export function judgeRevisions(shown: StepResult, modelState: ModelState): void {
  const parent = subjectOf(shown, 'parent', modelState) ?? subjectOf(shown, 'id', modelState);
  if (parent?.state !== 'there') {
    markInconclusive(shown, collectionOf(shown.operation), modelState);
    return;
  }
  switch (actionOn(shown.operation)) {
    case 'autosaves/create':
      saved(shown, parent, modelState);
      return;
    case 'autosaves/list':
      listedAutosaves(shown, parent, modelState);
      return;
    case 'autosaves/get':
      readAutosave(shown, parent, modelState);
      return;
    case 'revisions/list':
      listedRevisions(shown, parent, modelState);
      return;
    case 'revisions/get':
      readRevision(shown, parent, modelState);
      return;
    case 'revisions/delete':
      removedRevision(shown, parent, modelState);
      return;
  }
}

function revisionOf({ step }: StepResult, modelState: ModelState): unknown {
  const { id } = step.request.path;
  return id === undefined ? undefined : meant(id, modelState.all);
}

function keyOf(parent: TrackedResource, id: unknown): string {
  return `revision ${String(id)} of ${parent.name}`;
}

function listedRevisions(shown: StepResult, parent: TrackedResource, modelState: ModelState): void {
  const { collection } = parent;
  if (shown.standing.kind !== 'succeeded') {
    markInconclusive(shown, collection, modelState);
    return;
  }
  const list = jsonOf(shown.standing.answer);
  if (!Array.isArray(list)) return;
  for (const [key, { state, id }] of modelState.kept) {
    if (state !== 'gone' || key !== keyOf(parent, id)) continue;
    if (!list.some((one) => numberOf(one) === id)) holds('revision-gone', collection, modelState);
    else stillThere('revision-gone', shown, collection, modelState);
  }
  judgeOthers(shown, parent, list, modelState);
  parent.revisions = list.map((one) => numberOf(one));
  parent.revisionTitles = new Map(list.map((one) => [numberOf(one), titleOf(one)]));
  for (const [at, one] of list.entries()) judgeState(shown, parent, one, `/${at}`, modelState);
}

/** Removing a revision does not change the others. */
function judgeOthers(
  shown: StepResult,
  parent: TrackedResource,
  list: readonly unknown[],
  modelState: ModelState,
): void {
  const removed = new Set(
    [...modelState.kept]
      .filter(([key, { id, state }]) => state !== 'there' && key === keyOf(parent, id))
      .map(([, { id }]) => id),
  );
  const others = (parent.revisions ?? []).filter((id) => id !== undefined && !removed.has(id));
  if (removed.size === 0 || others.length === 0) return;
  const there = new Set(list.map((one) => numberOf(one)));
  const missing = others.filter((id) => !there.has(id));
  if (missing.length === 0) holds('revision-gone', parent.collection, modelState);
  for (const id of missing.slice(0, 1)) {
    breaks('revision-gone', parent.collection, modelState, {
      shown,
      pointer: '',
      actual: `a list of ${list.length} without ${describeValue(id)}`,
      expected: 'one with that revision, since another was deleted',
    });
  }
}

function readRevision(shown: StepResult, parent: TrackedResource, modelState: ModelState): void {
  const { collection } = parent;
  const id = revisionOf(shown, modelState);
  if (id === undefined) {
    markInconclusive(shown, collection, modelState);
    return;
  }
  const key = keyOf(parent, id);
  const known = modelState.kept.get(key);
  const { standing } = shown;
  if (known?.state === 'unknown') {
    markInconclusive(shown, collection, modelState);
    return;
  }
  if (standing.kind === 'refused') {
    if (known?.state === 'gone') {
      holds('revision-gone', collection, modelState);
      return;
    }
    const rule = known ? 'revision-unforced' : 'revision-readable';
    breaks(rule, collection, modelState, {
      shown,
      pointer: 'status',
      actual: effectiveStatusText(standing.answer, standing.status),
      expected: known ? 'the revision, which cannot be trashed' : 'the revision that is listed',
    });
    return;
  }
  if (standing.kind !== 'succeeded') {
    markInconclusive(shown, collection, modelState);
    return;
  }
  const record = jsonOf(standing.answer);
  if (known?.state === 'gone') {
    stillThere('revision-gone', shown, collection, modelState);
    return;
  }
  if (known) {
    holds('revision-unforced', collection, modelState);
    return;
  }
  modelState.kept.set(key, { parent, id, sent: {}, state: 'there' });
  holds('revision-readable', collection, modelState);
  const [listed, title] = [parent.revisionTitles?.get(id), titleOf(record)];
  if (listed !== undefined && title !== undefined && listed !== title) {
    breaks('revision-is-state', collection, modelState, {
      shown,
      pointer: '/title/raw',
      actual: describeValue(title),
      expected: `${describeValue(listed)}, as the list of revisions shows it`,
    });
    return;
  }
  judgeState(shown, parent, record, '', modelState);
}

/** The raw title of a record, if shown. */
function titleOf(record: unknown): string | undefined {
  const title = isObject(record) && isObject(record.title) ? record.title.raw : undefined;
  return typeof title === 'string' ? title : undefined;
}

function stillThere(
  rule: string,
  shown: StepResult,
  collection: string,
  modelState: ModelState,
): void {
  breaks(rule, collection, modelState, {
    shown,
    pointer: '',
    actual: 'the revision',
    expected: 'nothing of it, since it was deleted',
  });
}

function removedRevision(shown: StepResult, parent: TrackedResource, modelState: ModelState): void {
  const { collection } = parent;
  const id = revisionOf(shown, modelState);
  const key = keyOf(parent, id);
  const known = modelState.kept.get(key);
  const forced = shown.step.request.query.force === true;
  if (!known || forced) markInconclusive(shown, collection, modelState);
  if (!known) {
    // It was not read before, so its absence afterwards proves nothing.
    if (forced && id !== undefined)
      modelState.kept.set(key, { parent, id, sent: {}, state: 'unknown' });
    return;
  }
  happened({ kind: 'revision', subject: parent, shown, sent: {} }, modelState);
  if (forced) known.state = shown.standing.kind === 'succeeded' ? 'gone' : 'unknown';
}

/** A revision shows a former state of the object: its title is one that was written. */
function judgeState(
  shown: StepResult,
  parent: TrackedResource,
  record: unknown,
  at: string,
  modelState: ModelState,
): void {
  const title = titleOf(record);
  if (title === undefined || !parent.proven.has('title')) return;
  if (parent.titles.has(title)) {
    holds('revision-is-state', parent.collection, modelState);
    return;
  }
  breaks('revision-is-state', parent.collection, modelState, {
    shown,
    pointer: `${at}/title/raw`,
    actual: describeValue(title),
    expected: 'a title that the object had',
  });
}
