// Tries changed targets in threads of their own: one that never answers again is ended with its thread.

import { Worker } from 'node:worker_threads';

/** Milliseconds for one mutant. The first of a thread also waits for the plain target. */
const LIMIT_MS = 180_000;
const FIRST_LIMIT_MS = 480_000;

const ROOM = { maxYoungGenerationSizeMb: 384, maxOldGenerationSizeMb: 3072 };

/**
 * @param entry the file that each thread runs
 * @param data what each thread is given
 * @returns `{mutant, found}` of each, in their order
 */
export async function tryAll(mutants, { entry, data, workers, progress }) {
  const results = new Map();
  let next = 0;
  const take = () => {
    const at = next++;
    const mutant = mutants[at];
    return mutant && { at, mutant };
  };
  const done = ({ at, mutant }, found) => {
    results.set(at, { mutant, found });
    progress(results.size, { mutant, found });
  };
  const lanes = Array.from({ length: Math.min(workers, mutants.length) }, () =>
    work(entry, data, take, done),
  );
  await Promise.all(lanes);
  return mutants.map((_, at) => results.get(at));
}

async function work(entry, workerData, take, done) {
  let worker;
  let fresh = true;
  for (let task = take(); task; task = take()) {
    if (!worker) {
      worker = new Worker(entry, { workerData, resourceLimits: ROOM });
      fresh = true;
    }
    const answer = await ask(worker, task.mutant, fresh ? FIRST_LIMIT_MS : LIMIT_MS);
    fresh = false;
    if (answer.kind === 'broken') throw new Error(`with ${nameOf(task.mutant)}: ${answer.why}`);
    done(task, answer.found);
    if (answer.found.verdict !== 'timed-out') continue;
    await worker.terminate();
    worker = undefined;
  }
  await worker?.terminate();
}

/** The thread's result for a mutant. If the thread runs out of memory, the mutant counts as timed out. */
function ask(worker, mutant, limit) {
  return new Promise((resolve) => {
    const over = (why) =>
      settle({ kind: 'found', found: { verdict: 'timed-out', clauses: [why] } });
    const timer = setTimeout(() => over(`no end within ${limit / 1000} s`), limit);
    const onError = (error) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? over('no memory left')
        : settle({ kind: 'broken', why: error.stack ?? String(error) });
    const settle = (answer) => {
      clearTimeout(timer);
      worker.off('message', settle);
      worker.off('error', onError);
      resolve(answer);
    };
    worker.on('message', settle);
    worker.on('error', onError);
    worker.postMessage(mutant);
  });
}

function nameOf({ file, line, replacement }) {
  return `${file}:${line} (${replacement})`;
}
