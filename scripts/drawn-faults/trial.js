// Runs the cases that call an operation against the reference target with one fault in front of it.

import { matcherOf } from '../../dist/contract/match.js';
import { withInFront } from '../../dist/reference/in-front.js';
import { referenceHandler } from '../../dist/reference/serve.js';
import { createTryOut } from '../../dist/selftest/mutant-run.js';
import { faultsOf } from './grammar.js';

const PREFIXES = { content: '/content', integration: '' };
const BY_PATH = { routing: { kind: 'path' } };

/**
 * @returns a function that gives the verdict on a fault by id: `failed` or `warned`, with the clauses; `missed`, with
 * the first request whose answer differed; `same` if no answer differed; `idle` if nothing was changed
 */
export function createTrial(contract, seed) {
  const tryOut = createTryOut(contract);
  const faults = new Map(faultsOf(contract).map((fault) => [fault.id, fault]));
  const matchers = Object.fromEntries(
    Object.keys(PREFIXES).map((document) => [
      document,
      matcherOf(contract.operations, document, BY_PATH),
    ]),
  );
  return async (id) => {
    const { operation, middleware } = faults.get(id);
    const { document } = operation;
    const match = ({ method, route }) => matchers[document](method, encodeURI(route))?.operation;
    const seen = { changed: 0, request: undefined };
    const inFront = () => {
      const handle = middleware(seen);
      return (request, ask) => (match(request) === operation ? handle(request, ask) : ask(request));
    };
    const { flags } = await tryOut(
      { document, faults: [], variations: [], seed, over: 'process' },
      new AbortController().signal,
      {
        handlerOf: (...given) => {
          const plain = referenceHandler(...given);
          const handler = withInFront(plain.handler, [{ inFront }], PREFIXES[document]);
          return { ...plain, handler };
        },
        chosen: (plan) => plan.filter((one) => calls(one, operation.id)),
        through: (transport) => transport,
        endsAtFailure: true,
      },
    );
    const clauses = flags.map(({ clause }) => clause);
    if (flags.some(({ verdict }) => verdict === 'fail')) return { verdict: 'failed', clauses };
    if (flags.some(({ verdict }) => verdict === 'warn')) return { verdict: 'warned', clauses };
    if (seen.request) return { verdict: 'missed', request: seen.request };
    return { verdict: seen.changed > 0 ? 'same' : 'idle' };
  };
}

function calls({ steps }, id) {
  return steps.some(({ request }) => request.operation === id);
}
