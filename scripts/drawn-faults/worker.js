import { parentPort, workerData } from 'node:worker_threads';
import { loadContract } from '../../dist/contract/contract.js';
import { createTrial } from './trial.js';

const judgeFault = createTrial(loadContract(), workerData.seed);

parentPort.on('message', async ({ id }) => {
  try {
    parentPort.postMessage({ kind: 'found', found: await judgeFault(id) });
  } catch (error) {
    parentPort.postMessage({
      kind: 'broken',
      why: error instanceof Error ? error.stack : `${error}`,
    });
  }
});
