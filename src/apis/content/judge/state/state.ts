import type { Check, CheckContext } from '../../../../judge/check.ts';
import type { Finding } from '../../../../model/index.ts';
import { follow } from './model.ts';
import { ANY, BUT_CREATION, type Note } from './model-state.ts';

/** Rules about sent and omitted fields of creations. */
const OF_CREATION: ReadonlySet<string> = new Set(['default', 'written']);

/**
 * Objects of a case have the states that a model of the document predicts. Each clause picks one rule of the model, and
 * for some rules one field or collection.
 */
export const state: Check = {
  name: 'state',
  joins: true,
  judge(checkContext, { rule, field, collection }): readonly Finding[] {
    const notes = notesOf(checkContext);
    const found = notes.filter(
      (note) =>
        note.rule === rule &&
        (field === undefined || note.field === field) &&
        (collection === undefined || note.collection === collection),
    );
    if (found.length > 0) return found.map(({ finding }) => finding);
    const hindering = new Set(OF_CREATION.has(String(rule)) ? [ANY] : [ANY, BUT_CREATION]);
    return notes.filter((note) => hindering.has(note.rule)).map(({ finding }) => finding);
  },
};

/** Cached: all clauses of a case use the same results of the model. */
const WALKED = new WeakMap<CheckContext['all'], readonly Note[]>();

function notesOf({ all, operations, validate }: CheckContext): readonly Note[] {
  const known = WALKED.get(all) ?? follow(all, operations, validate);
  WALKED.set(all, known);
  return known;
}
