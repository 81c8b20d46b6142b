/**
 * Records the reference target anew into `recordings/reference`, which CI replays: `npm run
 * record:reference`, after a build. Not the whole plan, which would take forty megabytes: for each clause
 * a case with few requests that decides it, so that no clause goes without.
 */

import { fileURLToPath } from 'node:url';
import { loadContract } from '../dist/contract/contract.js';
import { runLive } from '../dist/run/live-run.js';
import { openSession } from '../dist/run/session.js';

const SEED = 1;
const RUNS = 1;
const UNDECIDED = new Set(['blocked', 'skipped', 'error']);
const folder =
  process.argv[2] ?? fileURLToPath(new URL('../recordings/reference', import.meta.url));

/**
 * A small part of the plan on which every clause is judged that is judged on the whole.
 * @param conclusive for each case, the clauses that it decides
 */
function cover(planned, conclusive) {
  const shown = new Set();
  return [...planned]
    .sort((a, b) => a.steps.length - b.steps.length)
    .filter(({ id, evidence }) => {
      const decided = conclusive.get(id) ?? [];
      const fresh = evidence.filter((clause) => decided.includes(clause) && !shown.has(clause));
      for (const clause of fresh) shown.add(clause);
      return fresh.length > 0;
    });
}

const contract = loadContract();
const session = await openSession(
  contract,
  {},
  { env: {}, cwd: fileURLToPath(new URL('.', import.meta.url)) },
);
let code = 2;
try {
  const plan = { contract, seed: SEED, runs: RUNS };
  const conclusive = new Map();
  for await (const event of runLive({ ...plan, target: session.target })) {
    if (event.kind !== 'case') continue;
    const decided = event.verdicts.filter(({ verdict }) => !UNDECIDED.has(verdict));
    conclusive.set(
      event.id,
      decided.map(({ clause }) => clause),
    );
  }
  for await (const event of runLive({
    ...plan,
    // One after the other, so that what is created gets the same ids each time.
    target: { ...session.target, name: 'reference target', concurrency: 1 },
    choose: (planned) => cover(planned, conclusive),
    record: folder,
    onRecording: (line) => console.log(line),
  })) {
    if (event.kind === 'case' && event.findings.length > 0)
      console.log(event.id, event.findings[0]);
    if (event.kind === 'footer') {
      code = event.exitCode;
      console.log(event.counts, event.problems);
    }
  }
} finally {
  await session.close();
}
process.exitCode = code;
