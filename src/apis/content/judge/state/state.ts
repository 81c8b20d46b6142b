import type { Check, CheckContext } from '../../../../judge/check.ts';
import type { Finding } from '../../../../model/index.ts';
import { follow } from './model.ts';
import { ANY, BUT_CREATION, type Note } from './model-state.ts';

/** Rules about what a creation sends or leaves out. */
const OF_CREATION: ReadonlySet<string> = new Set(['default', 'written']);

/**
 * What became of the objects that a case created is what a model of the document's statements says.
 * Each clause picks one rule of the model, for rules about fields one field, and for some one collection.
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

/** One walk serves all clauses of a case: each asks for its own rule of the same notes. */
const WALKED = new WeakMap<CheckContext['all'], readonly Note[]>();

function notesOf({ all, operations, validate }: CheckContext): readonly Note[] {
  const known = WALKED.get(all) ?? follow(all, operations, validate);
  WALKED.set(all, known);
  return known;
}
