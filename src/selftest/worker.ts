import { parentPort } from 'node:worker_threads';
import { loadContract } from '../contract/index.ts';
import { createTryOut, type MutantResult, type MutantRun } from './mutant-run.ts';

/** A task for a worker; answers bear the number of their task. */
export interface WorkerTask {
  readonly number: number;
  readonly mutantRun: MutantRun;
}

export type WorkerReport =
  | { readonly kind: 'found'; readonly number: number; readonly found: MutantResult }
  | { readonly kind: 'failed'; readonly number: number; readonly why: string };

const tryOut = createTryOut(loadContract());
const never = new AbortController().signal;

parentPort?.on('message', async ({ number, mutantRun }: WorkerTask) => {
  parentPort?.postMessage(await answerTo(number, mutantRun));
});

async function answerTo(number: number, mutantRun: MutantRun): Promise<WorkerReport> {
  try {
    return { kind: 'found', number, found: await tryOut(mutantRun, never) };
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: 'failed', number, why };
  }
}
