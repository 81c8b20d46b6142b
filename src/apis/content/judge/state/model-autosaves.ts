/** Models autosaves of objects. */

import { effectiveStatusText } from '../../../../contract/index.ts';
import { jsonOf } from '../../../../judge/check.ts';
import { describeValue } from '../../../../judge/describe.ts';
import { isObject, numberOf, pointerOf } from '../../../../model/index.ts';
import {
  answerIn,
  blocked,
  breaks,
  happened,
  holds,
  isForEditing,
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
export function saved(parent: TrackedResource, modelState: ModelState): void {
  const { shown } = modelState;
  if (shown.standing.kind !== 'succeeded') {
    markInconclusive(modelState);
    if (mayHaveHappened(modelState)) {
      const sent = sentIn(modelState);
      noteTitle(parent, sent);
      happened({ kind: 'unknown', subject: parent, sent }, modelState);
      modelState.kept.set(shown.step.id, { parent, id: undefined, sent, state: 'unknown' });
    }
    return;
  }
  const sent = sentIn(modelState);
  noteTitle(parent, sent);
  happened({ kind: 'autosave', subject: parent, sent }, modelState);
  const id = numberOf(jsonOf(shown.standing.answer));
  if (id === undefined) {
    blocked('the answer to an autosave has no `id`', modelState);
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

export function listedAutosaves(parent: TrackedResource, modelState: ModelState): void {
  const list = answerIn(modelState);
  const autosave = lastAutosave(parent, modelState);
  if (autosave === undefined || autosave.state === 'unknown' || !Array.isArray(list)) return;
  const index = list.findIndex((one) => numberOf(one) === autosave.id);
  if (index >= 0) {
    holds('autosave-listed', modelState);
    judgeTyped(autosave, list[index], [String(index)], modelState);
    if (isForEditing(modelState)) autosave.listedRaw = rawTextsIn(list[index]);
    return;
  }
  breaks('autosave-listed', modelState, {
    pointer: '',
    actual: `a list of ${list.length} without ${describeValue(autosave.id)}`,
    expected: 'one with the autosave that was just made',
  });
}

export function readAutosave(parent: TrackedResource, modelState: ModelState): void {
  const autosave = lastAutosave(parent, modelState);
  if (autosave?.state !== 'there') {
    markInconclusive(modelState);
    return;
  }
  const { standing } = modelState.shown;
  if (standing.kind === 'refused') {
    breaks('autosave-kept', modelState, {
      pointer: 'status',
      actual: effectiveStatusText(standing.answer, standing.status),
      expected: 'the autosave that was just made',
    });
    return;
  }
  const record = answerIn(modelState);
  judgeTyped(autosave, record, [], modelState);
  if (isForEditing(modelState)) judgeLikeList(autosave, record, modelState);
}

function rawTextsIn(record: unknown): readonly string[] {
  if (!isObject(record)) return [];
  return Object.entries(record).flatMap(([name, text]) =>
    isObject(text) && typeof text.raw === 'string' ? [name] : [],
  );
}

/** The content of an autosave is unspecified, but its list and its read in one context agree. */
function judgeLikeList(autosave: SavedRevision, record: unknown, modelState: ModelState): void {
  if (!isObject(record)) return;
  const raw = rawTextsIn(record);
  for (const name of autosave.listedRaw ?? []) {
    if (raw.includes(name)) holds('autosave-as-listed', modelState);
    else if (isObject(record[name])) {
      breaks('autosave-as-listed', modelState, {
        pointer: pointerOf([name]),
        actual: `${describeValue(record[name])}, without its raw form`,
        expected: 'the raw form, as the list of autosaves shows it in the edit context',
      });
    }
  }
}

/**
 * Compares the record of an autosave with the last typed texts.
 *
 * @param at path of the record in the answer
 */
function judgeTyped(
  autosave: SavedRevision,
  record: unknown,
  at: readonly string[],
  modelState: ModelState,
): void {
  const { proven } = autosave.parent;
  if (!isObject(record)) return;
  for (const [name, sent] of Object.entries(autosave.sent)) {
    // An autosave need not show a text; a shown text is the typed one.
    if (!proven.has(name) || record[name] === undefined) continue;
    const like = likeness(name, sent, record[name], undefined);
    if (like.kind === 'same') holds('autosave-kept', modelState);
    if (like.kind !== 'other') continue;
    const pointer = pointerOf([...at, name]) + like.pointer;
    breaks('autosave-kept', modelState, { ...like, pointer });
  }
}
