import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Contract } from '../contract/index.ts';
import { TouchstoneError } from '../model/index.ts';
import { createTryOut, type MutantResult, type MutantRun } from './mutant-run.ts';
import type { WorkerReport, WorkerTask } from './worker.ts';

/** More workers only compete for memory and cores. */
const MOST_WORKERS = 4;

/** Workers run built code. Without a build, as in unit tests, all runs in this thread. */
const ENTRY = new URL('./worker.js', import.meta.url);

/** A run makes much garbage: with this room, collecting it takes half the time. */
const ROOM = { maxYoungGenerationSizeMb: 384, maxOldGenerationSizeMb: 2048 };

interface WorkerPoolOptions {
  readonly contract: Contract;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
  /** Number of threads; the number of cores, at most four, if absent. */
  readonly workers?: number;
}

/**
 * Runs mutants on a pool of threads.
 *
 * @returns their results, in order
 * @throws TouchstoneError 'interrupted' when the signal comes, 'internal' for a defect of Touchstone
 */
export async function carryOut(
  mutantRuns: readonly MutantRun[],
  options: WorkerPoolOptions,
): Promise<readonly MutantResult[]> {
  const { workers = Math.min(MOST_WORKERS, availableParallelism()), signal } = options;
  const found = new Map<number, MutantResult>();
  const alone = workers < 2 || mutantRuns.length < 2 || !existsSync(ENTRY);
  const done = (number: number, one: MutantResult) => {
    found.set(number, one);
    options.progress(found.size, mutantRuns.length);
  };
  if (alone) await oneByOne(mutantRuns, options, done);
  else await spread(mutantRuns, Math.min(workers, mutantRuns.length), options, done);
  if (signal.aborted) {
    throw new TouchstoneError('interrupted', `stopped after ${found.size} of ${mutantRuns.length}`);
  }
  return mutantRuns.flatMap((_, number) => found.get(number) ?? []);
}

type Done = (number: number, found: MutantResult) => void;

async function oneByOne(
  mutantRuns: readonly MutantRun[],
  { contract, signal }: WorkerPoolOptions,
  done: Done,
): Promise<void> {
  const tryOut = createTryOut(contract);
  for (const [number, mutantRun] of mutantRuns.entries()) {
    if (signal.aborted) return;
    const found = await tryOut(mutantRun, signal);
    if (!signal.aborted) done(number, found);
  }
}

async function spread(
  mutantRuns: readonly MutantRun[],
  workers: number,
  { signal }: WorkerPoolOptions,
  done: Done,
): Promise<void> {
  const workerPool = Array.from(
    { length: workers },
    () => new Worker(ENTRY, { resourceLimits: ROOM }),
  );
  const stop = () => Promise.all(workerPool.map((worker) => worker.terminate()));
  let next = 0;
  const work = (worker: Worker) =>
    new Promise<void>((resolve, reject) => {
      const turn = () => {
        const number = next++;
        const mutantRun = mutantRuns[number];
        if (!mutantRun || signal.aborted) return resolve();
        const requestContext: WorkerTask = { number, mutantRun };
        worker.postMessage(requestContext);
      };
      worker.on('error', reject);
      worker.on('exit', () => resolve());
      worker.on('message', (answer: WorkerReport) => {
        if (answer.kind === 'failed') return reject(failed(mutantRuns[answer.number], answer.why));
        done(answer.number, answer.found);
        turn();
      });
      turn();
    });
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.all(workerPool.map(work));
  } finally {
    signal.removeEventListener('abort', stop);
    await stop();
  }
}

function failed(mutantRun: MutantRun | undefined, why: string): TouchstoneError {
  const names = [...(mutantRun?.faults ?? []), ...(mutantRun?.variations ?? [])].join(', ');
  return new TouchstoneError(
    'internal',
    `with ${names || 'no deviation'} the run broke off: ${why}`,
    'this is a defect of touchstone itself; please report it with this text',
  );
}
