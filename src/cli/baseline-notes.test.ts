import { expect, it } from 'vitest';
import type { Clause, ClauseReport, RunReport } from '../model/index.ts';
import type { ShardContents } from '../shards/index.ts';
import { partialNotes } from './baseline-notes.ts';

const clauses = ['content/a', 'content/b', 'integration/a'].map(
  (id) => ({ id, document: id.split('/')[0] }) as Clause,
);

function runOf(
  verdicts: readonly (readonly [string, ClauseReport['verdict'], string?])[],
  problems: readonly string[] = [],
): ShardContents {
  const reported = verdicts.map(([id, verdict, reason]) => ({
    ...{ id, verdict, reasons: reason === undefined ? [] : [reason] },
  }));
  const target = { name: 'site', content: 'http://127.0.0.1' };
  const report = { clauses: reported, problems, target } as unknown as RunReport;
  return { kind: 'run', folder: 'reports', report } as unknown as ShardContents;
}

it('a baseline of a whole run needs no note', () => {
  const run = runOf([
    ['content/a', 'fail'],
    ['content/b', 'observed'],
  ]);
  expect(partialNotes(run, { clauses })).toEqual([]);
});

it.each([
  ['interrupted', 'error' as const, ['interrupted after 1 of 2 cases']],
  ['read-only', 'skipped' as const, []],
])('a baseline of a run that was %s says what it does not cover', (_, verdict, problems) => {
  const run = runOf(
    [
      ['content/a', 'fail'],
      ['content/b', verdict, 'it writes'],
    ],
    problems,
  );
  expect(partialNotes(run, { clauses })).toEqual([
    'note: the run in reports judged 1 of 2 clauses: the baseline does not cover the others, so what a later run finds there is new',
    ...problems.map((problem) => `  ${problem}`),
    '  1 clause: it writes',
  ]);
});

it('a baseline of a part of the clauses counts those that the run left out', () => {
  const [note] = partialNotes(runOf([['content/a', 'fail']]), { clauses });
  expect(note).toContain('judged 1 of 2 clauses');
});
