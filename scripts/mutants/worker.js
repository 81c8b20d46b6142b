import { parentPort, workerData } from 'node:worker_threads';
import { loadContract } from '../../dist/contract/contract.js';
import { createTrial } from './try-mutants.js';

const { bundled, seed } = workerData;
const judgeMutant = await createTrial(loadContract(), bundled, seed);

parentPort.on('message', async (mutant) => {
  try {
    parentPort.postMessage({ kind: 'found', found: await judgeMutant(mutant) });
  } catch (error) {
    parentPort.postMessage({
      kind: 'broken',
      why: error instanceof Error ? error.stack : String(error),
    });
  }
});
