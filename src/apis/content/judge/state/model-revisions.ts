/** Models revisions and autosaves of objects. */

import { actionOn, effectiveStatusText } from '../../../../contract/index.ts';
import { jsonOf } from '../../../../judge/check.ts';
import { describeValue } from '../../../../judge/describe.ts';
import { isObject, numberOf } from '../../../../model/index.ts';
import { listedAutosaves, readAutosave, saved } from './model-autosaves.ts';
import {
  answerIn,
  breaks,
  happened,
  holds,
  type ModelState,
  markInconclusive,
  subjectOf,
  type TrackedResource,
} from './model-state.ts';
import { meant } from './model-values.ts';

export function judgeRevisions(modelState: ModelState): void {
  const parent = subjectOf('parent', modelState) ?? subjectOf('id', modelState);
  if (parent?.state !== 'there') {
    markInconclusive(modelState);
    return;
  }
  switch (actionOn(modelState.shown.operation)) {
    case 'autosaves/create':
      saved(parent, modelState);
      return;
    case 'autosaves/list':
      listedAutosaves(parent, modelState);
      return;
    case 'autosaves/get':
      readAutosave(parent, modelState);
      return;
    case 'revisions/list':
      listedRevisions(parent, modelState);
      return;
    case 'revisions/get':
      readRevision(parent, modelState);
      return;
    case 'revisions/delete':
      removedRevision(parent, modelState);
      return;
  }
}

function revisionOf({ all, shown }: ModelState): unknown {
  const { id } = shown.step.request.path;
  return id === undefined ? undefined : meant(id, all);
}

function keyOf(parent: TrackedResource, id: unknown): string {
  return `revision ${String(id)} of ${parent.name}`;
}

function listedRevisions(parent: TrackedResource, modelState: ModelState): void {
  const list = answerIn(modelState);
  if (!Array.isArray(list)) return;
  for (const [key, { state, id }] of modelState.kept) {
    if (state !== 'gone' || key !== keyOf(parent, id)) continue;
    if (!list.some((one) => numberOf(one) === id)) holds('revision-gone', modelState);
    else stillThere(modelState);
  }
  judgeOthers(parent, list, modelState);
  parent.revisions = list.map((one) => numberOf(one));
  parent.revisionTitles = new Map(list.map((one) => [numberOf(one), titleOf(one)]));
  for (const [at, one] of list.entries()) judgeState(parent, one, `/${at}`, modelState);
}

/** Removing a revision does not change the others. */
function judgeOthers(
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
  if (missing.length === 0) holds('revision-gone', modelState);
  for (const id of missing.slice(0, 1)) {
    breaks('revision-gone', modelState, {
      pointer: '',
      actual: `a list of ${list.length} without ${describeValue(id)}`,
      expected: 'one with that revision, since another was deleted',
    });
  }
}

function readRevision(parent: TrackedResource, modelState: ModelState): void {
  const id = revisionOf(modelState);
  if (id === undefined) {
    markInconclusive(modelState);
    return;
  }
  const key = keyOf(parent, id);
  const known = modelState.kept.get(key);
  const { standing } = modelState.shown;
  if (known?.state === 'unknown') {
    markInconclusive(modelState);
    return;
  }
  if (standing.kind === 'refused') {
    if (known?.state === 'gone') {
      holds('revision-gone', modelState);
      return;
    }
    const rule = known ? 'revision-unforced' : 'revision-readable';
    breaks(rule, modelState, {
      pointer: 'status',
      actual: effectiveStatusText(standing.answer, standing.status),
      expected: known ? 'the revision, which cannot be trashed' : 'the revision that is listed',
    });
    return;
  }
  if (standing.kind !== 'succeeded') {
    markInconclusive(modelState);
    return;
  }
  const record = jsonOf(standing.answer);
  if (known?.state === 'gone') {
    stillThere(modelState);
    return;
  }
  if (known) {
    holds('revision-unforced', modelState);
    return;
  }
  modelState.kept.set(key, { parent, id, sent: {}, state: 'there' });
  holds('revision-readable', modelState);
  const [listed, title] = [parent.revisionTitles?.get(id), titleOf(record)];
  if (listed !== undefined && title !== undefined && listed !== title) {
    breaks('revision-is-state', modelState, {
      pointer: '/title/raw',
      actual: describeValue(title),
      expected: `${describeValue(listed)}, as the list of revisions shows it`,
    });
    return;
  }
  judgeState(parent, record, '', modelState);
}

/** The raw title of a record, if shown. */
function titleOf(record: unknown): string | undefined {
  const title = isObject(record) && isObject(record.title) ? record.title.raw : undefined;
  return typeof title === 'string' ? title : undefined;
}

function stillThere(modelState: ModelState): void {
  breaks('revision-gone', modelState, {
    pointer: '',
    actual: 'the revision',
    expected: 'nothing of it, since it was deleted',
  });
}

function removedRevision(parent: TrackedResource, modelState: ModelState): void {
  const id = revisionOf(modelState);
  const key = keyOf(parent, id);
  const known = modelState.kept.get(key);
  const { standing, step } = modelState.shown;
  const forced = step.request.query.force === true;
  if (!known || forced) markInconclusive(modelState);
  if (!known) {
    // It was not read before, so its absence afterwards proves nothing.
    if (forced && id !== undefined)
      modelState.kept.set(key, { parent, id, sent: {}, state: 'unknown' });
    return;
  }
  happened({ kind: 'revision', subject: parent }, modelState);
  if (forced) known.state = standing.kind === 'succeeded' ? 'gone' : 'unknown';
}

/** A revision shows a former state of the object: its title is one that was written. */
function judgeState(
  parent: TrackedResource,
  record: unknown,
  at: string,
  modelState: ModelState,
): void {
  const title = titleOf(record);
  if (title === undefined || !parent.proven.has('title')) return;
  if (parent.titles.has(title)) {
    holds('revision-is-state', modelState);
    return;
  }
  breaks('revision-is-state', modelState, {
    pointer: `${at}/title/raw`,
    actual: describeValue(title),
    expected: 'a title that the object had',
  });
}
