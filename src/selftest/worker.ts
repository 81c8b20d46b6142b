import { parentPort } from 'node:worker_threads';
import { loadContract } from '../contract/contract.ts';
import { type AttemptResult, createTryOut, type MutantRun } from './attempt.ts';

/** What a worker is told to do; answers bear the number of their task. */
export interface WorkerTask {
  readonly number: number;
  readonly attempt: MutantRun;
}

export type WorkerReport =
  | { readonly kind: 'found'; readonly number: number; readonly found: AttemptResult }
  | { readonly kind: 'failed'; readonly number: number; readonly why: string };

const tryOut = createTryOut(loadContract());
const never = new AbortController().signal;

parentPort?.on('message', async ({ number, attempt }: WorkerTask) => {
  parentPort?.postMessage(await answerTo(number, attempt));
});

async function answerTo(number: number, attempt: MutantRun): Promise<WorkerReport> {
  try {
    return { kind: 'found', number, found: await tryOut(attempt, never) };
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: 'failed', number, why };
  }
}
