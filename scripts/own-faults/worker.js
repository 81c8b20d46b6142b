import { parentPort, workerData } from 'node:worker_threads';
import { loadContract } from '../../dist/contract/contract.js';
import { withInFront } from '../../dist/reference/in-front.js';
import { readOwnFaults, referenceHandler } from '../../dist/reference/index.js';
import { createTryOut } from '../../dist/selftest/mutant-run.js';
import { fits } from '../../dist/selftest/pattern.js';

const PREFIXES = { content: '/content', integration: '' };

const { file, seed } = workerData;
const contract = loadContract();
const { faults, variations } = readOwnFaults(file, contract);
const known = new Map(
  [...faults, ...variations].map((one) => [`${one.kind} ${one.document} ${one.name}`, one]),
);
const tryOut = createTryOut(contract);

async function verdictOn(deviation) {
  const { document, kind } = deviation;
  const { flags } = await tryOut(
    { document, faults: [], variations: [], seed, over: 'process' },
    new AbortController().signal,
    {
      handlerOf: (...given) => {
        const plain = referenceHandler(...given);
        return { ...plain, handler: withInFront(plain.handler, [deviation], PREFIXES[document]) };
      },
      chosen: (plan) => plan,
      through: (transport) => transport,
      endsAtFailure: false,
    },
  );
  const clauses = flags.map(({ clause }) => clause);
  const fails = flags.some(({ verdict }) => verdict === 'fail');
  if (kind === 'variation')
    return { verdict: clauses.length > 0 ? 'flagged' : 'quiet', clauses, fails };
  const isOwn = deviation.breaks.some((entry) => clauses.some((clause) => fits(entry, clause)));
  return { verdict: isOwn ? 'found' : clauses.length > 0 ? 'elsewhere' : 'missed', clauses, fails };
}

parentPort.on('message', async ({ id }) => {
  try {
    parentPort.postMessage({ kind: 'found', found: await verdictOn(known.get(id)) });
  } catch (error) {
    parentPort.postMessage({
      kind: 'broken',
      why: error instanceof Error ? error.stack : `${error}`,
    });
  }
});
