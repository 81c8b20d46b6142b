#!/usr/bin/env node
// Runs both suites with many seeds on the plain reference target, within the process and spread over the
// cores: none may give a fail, a warn or an error. `npm run seeds`, or `npm run seeds -- 20 1000` for twenty
// seeds that begin with 1000.
import { loadContract } from '../dist/contract/contract.js';
import { flagsOf } from '../dist/selftest/summary.js';
import { carryOut } from '../dist/selftest/worker-pool.js';

const [count, first] = numbersIn(process.argv.slice(2));
const seeds = Array.from({ length: count }, (_, index) => first + index);
const attempts = seeds.flatMap((seed) =>
  ['integration', 'content'].map((document) => ({
    document,
    faults: [],
    variations: [],
    seed,
    over: 'process',
  })),
);

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());
const started = performance.now();
try {
  const found = await carryOut(attempts, {
    contract: loadContract(),
    signal: stop.signal,
    progress: (done, total) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${done}/${total} `);
    },
  });
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  process.exitCode = report(found);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

function report(found) {
  const flagged = found.flatMap((one, index) => {
    const { document, seed } = attempts[index];
    return flagsOf(one).map((flag) => `seed ${seed}, ${document}: ${flag}`);
  });
  for (const line of flagged) process.stdout.write(`${line}\n`);
  const requests = found.reduce((sum, one) => sum + one.requests, 0);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `${found.length} runs with ${seeds.length} seeds from ${first}, ${requests} requests in ${seconds} s: ${flagged.length} flagged\n`,
  );
  return flagged.length === 0 ? 0 : 1;
}

function numbersIn(args) {
  const [count = 200, first = 1] = args.map(Number);
  if (!Number.isInteger(count) || count < 1 || !Number.isInteger(first) || first < 0) {
    process.stderr.write('usage: node scripts/seeds.js [how many, 200] [the first, 1]\n');
    process.exit(2);
  }
  return [count, first];
}
