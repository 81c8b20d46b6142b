#!/usr/bin/env node
// Judges the reference target with each fault and each variation of a file, such as one that somebody wrote who has
// only the documents (`schemas/files/faults.json`; CONTRIBUTING.md, "Add a fault or a variation").
//
//   npm run own-faults -- FILE [--only NAME] [--seed 1] [--workers 2] [--json]
//
// Prints for each fault: found at its clause, found elsewhere, or missed; and which variations are flagged. `fails` is
// the share of faults that end a run with exit code 1. Exit code 0 unless something broke: a person has to look.

import { loadContract } from '../dist/contract/contract.js';
import { readOwnFaults } from '../dist/reference/index.js';
import { given } from './given.js';
import { tryAll } from './mutants/pool.js';

const { values, positionals } = given({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
});
const [file] = positionals;
if (file === undefined) {
  process.stderr.write('name a file of faults; schemas/files/faults.json describes it\n');
  process.exit(2);
}

const { faults, variations } = readOwnFaults(file, loadContract());
const listed = [...faults, ...variations]
  .filter(({ name }) => values.only.length === 0 || values.only.some((one) => name.startsWith(one)))
  .map(({ kind, name, document }) => ({ id: `${kind} ${document} ${name}`, file }));

const results = await tryAll(listed, {
  entry: new URL('./own-faults/worker.js', import.meta.url),
  data: { file, seed: Number(values.seed) },
  workers: Number(values.workers),
  progress: (done, { mutant, found }) =>
    process.stderr.write(`${done}/${listed.length} ${found.verdict} ${mutant.id}\n`),
});

const all = results.map(({ mutant, found }) => ({ id: mutant.id, ...found }));
if (values.json) console.log(JSON.stringify(all, null, 2));
else {
  for (const { id, verdict, clauses } of all) {
    console.log(
      `${verdict.padEnd(10)} ${id}${clauses.length > 0 ? `\n    ${clauses.join('\n    ')}` : ''}`,
    );
  }
  const tried = all.filter(({ id }) => id.startsWith('fault '));
  const count = (some, ...verdicts) =>
    some.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const others = all.filter(({ id }) => !id.startsWith('fault '));
  console.log(`
${tried.length} faults: ${count(tried, 'found')} found at their clause, ${count(tried, 'elsewhere')} elsewhere, ${count(tried, 'missed')} missed, ${count(tried, 'timed-out')} without an end
${tried.filter(({ fails }) => fails).length} of them fail a run
${others.length} variations: ${count(others, 'flagged')} flagged, ${count(others, 'timed-out')} without an end`);
}
