import { describe, expect, it } from 'vitest';
import { sequenceCases } from '../plan/sequences.ts';
import { stateClauses } from '../plan/sequences-evidence.ts';
import { contentFaults } from '../reference/content/faults.ts';
import { combine, contentLiberties } from '../reference/content/liberties.ts';
import { contract, idsOf, siteFor, violatedIn } from './state.fixture.ts';

const cases = sequenceCases(contract, { seed: 42, runs: 3 });

/** Those about one collection: enough for a fault that is not of another. */
const posts = cases.filter(({ id }) => id.startsWith('content/posts/'));

/** A fault of each kind that the model is there for, with the clauses that find it. */
const FAULTS: readonly (readonly [name: string, clauses: readonly string[]])[] = [
  ['creation-not-kept', ['state/created-is-there']],
  ['put-changes-nothing', ['state/put-updates']],
  ['trash-deletes-for-good', ['state/force-default', 'state/trash-keeps']],
  ['trash-makes-drafts', ['state/trash-moves']],
  ['force-true-unheeded', ['state/deleted-is-unlisted', 'state/force-deletes']],
  ['revision-deleted-without-force', ['state/revision-needs-force']],
  ['autosave-changes-item', ['state/autosave-apart']],
  ['slug-not-unique', ['state/slug-unique']],
  ['excerpt-not-kept', ['written/excerpt']],
  ['patch-answers-without-title', ['state/answer-shows-outcome']],
  ['read-only-rendered-written', ['record/read-only-rendered']],
  ['password-guards-no-excerpt', ['record/password-guards-excerpt']],
  ['protected-never-true', ['record/protected']],
];

describe('state, on a site with a state of its own', () => {
  it('finds nothing in a site without faults, and every statement shown', async () => {
    const found = await siteFor().judged(cases);
    expect(violatedIn(found)).toEqual([]);
    const held = idsOf(found, 'holds');
    const silent = stateClauses(contract).filter(({ id }) => !held.includes(id));
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it.each([
    ['all', contentLiberties],
    ['all, of each choice the other end', contentLiberties.toReversed()],
  ])('finds nothing in a site that takes every liberty (%s)', async (_, liberties) => {
    const found = await siteFor({ choices: combine(liberties) }).judged(cases);
    expect(violatedIn(found)).toEqual([]);
  });

  it.each(FAULTS)('finds %s', async (name, clauses) => {
    const fault = contentFaults.find((one) => one.name === name);
    if (!fault) throw new Error(`there is no fault ${name}`);
    const found = await siteFor({ fault }).judged(posts);
    expect(violatedIn(found)).toEqual(clauses.map((clause) => `content/${clause}`));
  });
});
