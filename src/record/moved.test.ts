import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecordingJournal } from './journal.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-moved-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['moved', false],
  ['moved, and another one has its name', true],
])('a recording whose folder was %s says so, at once and at its end', (name, isReplaced) => {
  const place = join(folder, name);
  const said: string[] = [];
  const journal = openRecordingJournal(place, [], (line) => said.push(line));
  journal.write({ kind: 'case', id: 'a', case: {} as never });
  renameSync(place, `${place}-elsewhere`);
  if (isReplaced) mkdirSync(place);
  for (const id of ['b', 'c']) journal.write({ kind: 'case', id, case: {} as never });
  const moved = `${join(place, 'journal.ndjson')} was moved while it was written`;
  expect(said).toEqual([`${moved}; what follows goes to its new place`]);
  expect(() => journal.close()).toThrow(
    expect.objectContaining({
      code: 'output-unwritable',
      message: `${place} was moved while recording`,
      hint: expect.stringContaining('in the journal.ndjson of its new place'),
    }),
  );
});

it('a recording whose folder was moved and put back is in its place', () => {
  const place = join(folder, 'back');
  const journal = openRecordingJournal(place, []);
  renameSync(place, `${place}-elsewhere`);
  journal.write({ kind: 'case', id: 'a', case: {} as never });
  renameSync(`${place}-elsewhere`, place);
  expect(journal.close()).toBe(place);
});
