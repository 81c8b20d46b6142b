/** Models autosaves of objects. */

import { effectiveStatusText } from '../../../../contract/index.ts';
import { jsonOf, type StepResult } from '../../../../judge/check.ts';
import { describeValue } from '../../../../judge/describe.ts';
import { isObject, numberOf, pointerOf } from '../../../../model/index.ts';
import {
  blocked,
  breaks,
  happened,
  holds,
  type ModelState,
  markInconclusive,
  mayHaveHappened,
  noteTitle,
  type SavedRevision,
  sentIn,
  type TrackedResource,
} from './model-state.ts';
import { likeness } from './model-values.ts';

/** Records the typed texts. */
export function saved(shown: StepResult, parent: TrackedResource, modelState: ModelState): void {
  if (shown.standing.kind !== 'succeeded') {
    markInconclusive(shown, parent.collection, modelState);
    if (mayHaveHappened(shown)) {
      const sent = sentIn(shown, modelState.all);
      noteTitle(parent, sent);
      happened({ kind: 'unknown', subject: parent, shown, sent }, modelState);
      modelState.kept.set(shown.step.id, { parent, id: undefined, sent, state: 'unknown' });
    }
    return;
  }
  const sent = sentIn(shown, modelState.all);
  noteTitle(parent, sent);
  happened({ kind: 'autosave', subject: parent, shown, sent }, modelState);
  const id = numberOf(jsonOf(shown.standing.answer));
  if (id === undefined) {
    blocked('the answer to an autosave has no `id`', parent.collection, modelState);
    return;
  }
  // An author has one autosave of an object, and a later one replaces it.
  modelState.kept.set(shown.step.id, { parent, id, sent, state: 'there' });
}

function lastAutosave(parent: TrackedResource, { kept }: ModelState): SavedRevision | undefined {
  return [...kept.values()].findLast((one) => one.parent === parent && isAutosave(one));
}

function isAutosave({ sent }: SavedRevision): boolean {
  return Object.keys(sent).length > 0;
}

export function listedAutosaves(
  shown: StepResult,
  parent: TrackedResource,
  modelState: ModelState,
): void {
  const { collection } = parent;
  if (shown.standing.kind !== 'succeeded') {
    markInconclusive(shown, collection, modelState);
    return;
  }
  const autosave = lastAutosave(parent, modelState);
  if (autosave?.state === 'unknown') return;
  const list = jsonOf(shown.standing.answer);
  if (!autosave || !Array.isArray(list)) return;
  const index = list.findIndex((one) => numberOf(one) === autosave.id);
  if (index >= 0) {
    holds('autosave-listed', collection, modelState);
    judgeTyped({ shown, autosave, record: list[index], at: [String(index)] }, modelState);
    if (isForEditing(shown)) autosave.listedRaw = rawTextsIn(list[index]);
    return;
  }
  breaks('autosave-listed', collection, modelState, {
    shown,
    pointer: '',
    actual: `a list of ${list.length} without ${describeValue(autosave.id)}`,
    expected: 'one with the autosave that was just made',
  });
}

export function readAutosave(
  shown: StepResult,
  parent: TrackedResource,
  modelState: ModelState,
): void {
  const { collection } = parent;
  const autosave = lastAutosave(parent, modelState);
  if (autosave?.state !== 'there') {
    markInconclusive(shown, collection, modelState);
    return;
  }
  const { standing } = shown;
  if (standing.kind === 'refused') {
    breaks('autosave-kept', collection, modelState, {
      shown,
      pointer: 'status',
      actual: effectiveStatusText(standing.answer, standing.status),
      expected: 'the autosave that was just made',
    });
    return;
  }
  if (standing.kind !== 'succeeded') {
    markInconclusive(shown, collection, modelState);
    return;
  }
  const record = jsonOf(standing.answer);
  judgeTyped({ shown, autosave, record, at: [] }, modelState);
  if (isForEditing(shown)) judgeLikeList({ shown, autosave, record, at: [] }, modelState);
}

function isForEditing({ step }: StepResult): boolean {
  return step.request.query.context === 'edit';
}

function rawTextsIn(record: unknown): readonly string[] {
  if (!isObject(record)) return [];
  return Object.entries(record).flatMap(([name, text]) =>
    isObject(text) && typeof text.raw === 'string' ? [name] : [],
  );
}

/** The content of an autosave is unspecified, but its list and its read in one context agree. */
function judgeLikeList({ shown, autosave, record }: ShownAutosave, modelState: ModelState): void {
  const { collection } = autosave.parent;
  if (!isObject(record)) return;
  const raw = rawTextsIn(record);
  for (const name of autosave.listedRaw ?? []) {
    if (raw.includes(name)) holds('autosave-as-listed', collection, modelState);
    else if (isObject(record[name])) {
      breaks('autosave-as-listed', collection, modelState, {
        shown,
        pointer: pointerOf([name]),
        actual: `${describeValue(record[name])}, without its raw form`,
        expected: 'the raw form, as the list of autosaves shows it in the edit context',
      });
    }
  }
}

interface ShownAutosave {
  readonly shown: StepResult;
  readonly autosave: SavedRevision;
  readonly record: unknown;
  /** Path of the record in the answer. */
  readonly at: readonly string[];
}

/** Compares the record of an autosave with the last typed texts. */
function judgeTyped({ shown, autosave, record, at }: ShownAutosave, modelState: ModelState): void {
  const { collection, proven } = autosave.parent;
  if (!isObject(record)) return;
  for (const [name, sent] of Object.entries(autosave.sent)) {
    // An autosave need not show a text; a shown text is the typed one.
    if (!proven.has(name) || record[name] === undefined) continue;
    const like = likeness(name, sent, record[name], undefined);
    if (like.kind === 'same') holds('autosave-kept', collection, modelState);
    if (like.kind !== 'other') continue;
    const pointer = pointerOf([...at, name]) + like.pointer;
    breaks('autosave-kept', collection, modelState, { ...like, shown, pointer });
  }
}
