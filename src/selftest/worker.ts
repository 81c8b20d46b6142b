import { parentPort } from 'node:worker_threads';
import { loadContract } from '../contract/contract.ts';
import { type Attempt, createTryOut, type Found } from './attempt.ts';

/** What a worker is told to do; answers bear the number of their errand. */
export interface Errand {
  readonly number: number;
  readonly attempt: Attempt;
}

export type Answer =
  | { readonly kind: 'found'; readonly number: number; readonly found: Found }
  | { readonly kind: 'failed'; readonly number: number; readonly why: string };

const tryOut = createTryOut(loadContract());
const never = new AbortController().signal;

parentPort?.on('message', async ({ number, attempt }: Errand) => {
  parentPort?.postMessage(await answerTo(number, attempt));
});

async function answerTo(number: number, attempt: Attempt): Promise<Answer> {
  try {
    return { kind: 'found', number, found: await tryOut(attempt, never) };
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: 'failed', number, why };
  }
}
