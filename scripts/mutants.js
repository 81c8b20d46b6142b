#!/usr/bin/env node
// Mutants of the reference target: unplanned changes of its code, made by an engine. The
// suites have to find each one that violates a clause.
//
//   npm run mutants [-- --sample 300] [--seed 7] [--only PREFIX] [--workers 2] [--json] [--list-same]
//
// --sample: so many of them, drawn by --seed; 0 takes all. --only: those whose file, line or text begins so, such as
// src/reference/content/list.ts:40. --list-same also names those that changed no answer: what no case asks for.
//
// Exit code 1 where less than 95 % of those that break a clause are found, and for a mutant that is missed and not
// explained in scripts/mutants/explained.yaml.

import { given } from './given.js';
import { draw } from './mutants/draw.js';
import { explainer } from './mutants/explained.js';
import { instrument } from './mutants/instrument.js';
import { tryAll } from './mutants/pool.js';
import { linesOf, summaryOf, textOf } from './mutants/summary.js';

const { values } = given({
  options: {
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '7' },
    only: { type: 'string', multiple: true, default: [] },
    workers: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
    'list-same': { type: 'boolean', default: false },
  },
});

const started = performance.now();
const seed = Number(values.seed);
const { bundled, mutants } = await instrument();
const eligible = mutants.filter(
  ({ file, line }) =>
    values.only.length === 0 || values.only.some((prefix) => `${file}:${line}`.startsWith(prefix)),
);
const chosen = draw(eligible, Number(values.sample), seed);
process.stderr.write(`${chosen.length} of ${mutants.length} mutants, seed ${seed}\n`);

const explained = explainer();
const results = await tryAll(chosen, {
  entry: new URL('./mutants/worker.js', import.meta.url),
  data: { bundled, seed },
  workers: Number(values.workers),
  progress: (done, { mutant, found }) => {
    const missed =
      found.verdict === 'missed' ? `${linesOf({ ...mutant, ...found }).join('\n')}\n` : '';
    const line = `${done}/${chosen.length} ${found.verdict} ${mutant.file}:${mutant.line}`;
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${missed}${line}`);
    else if (missed || done % 25 === 0) process.stderr.write(`${missed}${line}\n`);
  },
});
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');

const summary = summaryOf(results, explained, {
  seed,
  total: mutants.length,
  seconds: Math.round((performance.now() - started) / 1000),
});
process.stdout.write(
  values.json
    ? `${JSON.stringify(summary, undefined, 2)}\n`
    : textOf(summary, { same: values['list-same'] }),
);
process.exitCode = summary.sound ? 0 : 1;
