#!/usr/bin/env node
// Unplanned faults, made from a grammar: "the list of X ignores P where Q is asked for", "an update of X by
// PATCH that writes P empties Q", for any operation and any two of its parameters. Each is put in front of the reference
// target, and the suites have to find it.
//
//   npm run drawn-faults [-- --sample 40] [--seed 7] [--only CLASS] [--workers 2] [--list-idle]
//
// --sample: so many of each class, drawn by --seed; 0 takes all. --only: classes whose name begins so, several are
// possible. --list-idle also names those that changed nothing: what no case asks for.
//
// Prints a table of classes, and each fault that was missed with the first request whose answer differed. What is
// missed may be something that servers do with good reason: a person has to look. Exit code 0 unless something broke.

import { parseArgs } from 'node:util';
import { loadContract } from '../dist/contract/contract.js';
import { faultsOf } from './drawn-faults/grammar.js';
import { draw } from './mutants/draw.js';
import { tryAll } from './mutants/pool.js';

const VERDICTS = ['failed', 'warned', 'missed', 'same', 'idle', 'timed-out'];

const { values } = optionsIn();
const seed = Number(values.seed);
const faults = faultsOf(loadContract()).filter(
  (fault) => values.only.length === 0 || values.only.some((start) => fault.kind.startsWith(start)),
);
const kinds = [...new Set(faults.map(({ kind }) => kind))];
const chosen = kinds.flatMap((kind) =>
  draw(
    faults.filter((fault) => fault.kind === kind).map(({ id }) => ({ id, file: kind })),
    Number(values.sample),
    seed,
  ),
);
process.stderr.write(`${chosen.length} of ${faults.length} faults, seed ${seed}\n`);

const results = await tryAll(chosen, {
  entry: new URL('./drawn-faults/worker.js', import.meta.url),
  data: { seed },
  workers: Number(values.workers),
  progress: (done, { mutant, found }) => {
    const line = `${done}/${chosen.length} ${found.verdict} ${mutant.id}`;
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line.slice(0, 100)}`);
    else if (done % 25 === 0) process.stderr.write(`${line}\n`);
  },
});
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');

for (const { mutant, found } of results) {
  if (found.verdict === 'missed') console.log(`missed ${mutant.id}\n    ${found.request}`);
  if (values['list-idle'] && found.verdict === 'idle') console.log(`idle   ${mutant.id}`);
}
console.log(`\n${'class'.padEnd(44)}${VERDICTS.map((verdict) => verdict.padStart(10)).join('')}`);
for (const kind of kinds) console.log(row(kind, ofKind(kind)));
console.log(row('all', results));
console.log(`
failed, warned: a clause said so · missed: an answer differed, and nothing noticed
same: requests were changed and no answer differed · idle: no request was changed`);

function ofKind(kind) {
  return results.filter(({ mutant }) => mutant.file === kind);
}

function row(name, some) {
  const counts = VERDICTS.map(
    (verdict) => some.filter(({ found }) => found.verdict === verdict).length,
  );
  return `${name.padEnd(44)}${counts.map((count) => String(count).padStart(10)).join('')}`;
}

function optionsIn() {
  try {
    return parseArgs({
      options: {
        sample: { type: 'string', default: '40' },
        seed: { type: 'string', default: '7' },
        only: { type: 'string', multiple: true, default: [] },
        workers: { type: 'string', default: '2' },
        'list-idle': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}
