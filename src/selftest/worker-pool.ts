import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Contract } from '../contract/contract.ts';
import { TouchstoneError } from '../errors.ts';
import { type AttemptResult, createTryOut, type MutantRun } from './attempt.ts';
import type { WorkerReport, WorkerTask } from './worker.ts';

/** More workers than this only share the same memory and the same patience. */
const MOST_WORKERS = 4;

/** A worker runs what a build has made. Without a build, as in our unit tests, all is done in this thread. */
const ENTRY = new URL('./worker.js', import.meta.url);

/** A run makes much that is soon thrown away: with room for it, half as much time goes into collecting it. */
const ROOM = { maxYoungGenerationSizeMb: 128, maxOldGenerationSizeMb: 2048 };

interface WorkerPoolOptions {
  readonly contract: Contract;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
  /** Threads to spread over; as many as there are cores, but four at the most, if absent. */
  readonly workers?: number;
}

/**
 * Carries attempts out, spread over the cores of the machine.
 * @returns what each of them found, in their order
 * @throws TouchstoneError 'interrupted' when the signal comes, 'internal' for a defect of ours
 */
export async function carryOut(
  attempts: readonly MutantRun[],
  options: WorkerPoolOptions,
): Promise<readonly AttemptResult[]> {
  const { workers = Math.min(MOST_WORKERS, availableParallelism()), signal } = options;
  const found = new Map<number, AttemptResult>();
  const alone = workers < 2 || attempts.length < 2 || !existsSync(ENTRY);
  const done = (number: number, one: AttemptResult) => {
    found.set(number, one);
    options.progress(found.size, attempts.length);
  };
  if (alone) await oneByOne(attempts, options, done);
  else await spread(attempts, Math.min(workers, attempts.length), options, done);
  if (signal.aborted) {
    throw new TouchstoneError('interrupted', `stopped after ${found.size} of ${attempts.length}`);
  }
  return attempts.flatMap((_, number) => found.get(number) ?? []);
}

type Done = (number: number, found: AttemptResult) => void;

async function oneByOne(
  attempts: readonly MutantRun[],
  { contract, signal }: WorkerPoolOptions,
  done: Done,
): Promise<void> {
  const tryOut = createTryOut(contract);
  for (const [number, attempt] of attempts.entries()) {
    if (signal.aborted) return;
    const found = await tryOut(attempt, signal);
    if (!signal.aborted) done(number, found);
  }
}

async function spread(
  attempts: readonly MutantRun[],
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
        const attempt = attempts[number];
        if (!attempt || signal.aborted) return resolve();
        const requestContext: WorkerTask = { number, attempt };
        worker.postMessage(requestContext);
      };
      worker.on('error', reject);
      worker.on('exit', () => resolve());
      worker.on('message', (answer: WorkerReport) => {
        if (answer.kind === 'failed') return reject(failed(attempts[answer.number], answer.why));
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

function failed(attempt: MutantRun | undefined, why: string): TouchstoneError {
  const names = [...(attempt?.faults ?? []), ...(attempt?.variations ?? [])].join(', ');
  return new TouchstoneError(
    'internal',
    `with ${names || 'no deviation'} the run broke off: ${why}`,
    'this is a defect of touchstone itself; please report it with this text',
  );
}
