/**
 * Records the reference target anew into `recordings/reference`, which CI replays: `npm run
 * record:reference`, after a build. Not the whole plan, which would take forty megabytes: for each clause
 * the cases with the fewest requests, so that no clause goes without.
 */

import { fileURLToPath } from 'node:url';
import { loadContract } from '../dist/contract/contract.js';
import { openSession, runLive } from '../dist/session.js';

const SEED = 1;
const RUNS = 1;
const folder =
  process.argv[2] ?? fileURLToPath(new URL('../recordings/reference', import.meta.url));

/** A small part of the plan that is evidence for all that the whole is evidence for. */
function cover(planned) {
  const shown = new Set();
  return [...planned]
    .sort((a, b) => a.steps.length - b.steps.length)
    .filter(({ evidence }) => {
      const fresh = evidence.filter((id) => !shown.has(id));
      for (const id of fresh) shown.add(id);
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
  for await (const event of runLive({
    contract,
    // One after the other, so that what is created gets the same ids each time.
    target: { ...session.target, name: 'reference target', concurrency: 1 },
    seed: SEED,
    runs: RUNS,
    choose: cover,
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
