import { fieldOf } from '../fields.ts';
import type { FaultCode, Limits, Outcome, Target, TransportFault, WireRequest } from '../model.ts';
import type { SentRequest, Transport } from '../transport.ts';
import { addressOf } from './address.ts';
import { attempt } from './attempt.ts';
import { type Connection, connector, drop } from './connection.ts';
import { deadlines } from './deadlines.ts';
import { fault } from './fault.ts';
import { schemeFault } from './reach.ts';

/** What becomes of a request in plain text that a server takes for the beginning of TLS. */
const MAY_BE_TLS: ReadonlySet<FaultCode> = new Set(['closed', 'reset', 'malformed']);

interface Pool {
  readonly idle: Connection[];
  readonly busy: Set<Connection>;
  readonly waiting: (() => void)[];
}

/**
 * Sends requests over HTTP/1.1 and brings back what came of them, as it was on the wire: no redirect is
 * followed, nothing is decoded, no header is added but those that HTTP itself needs.
 *
 * @param options.limits kept for each try to send a request
 * @param options.connections greatest number of connections to one origin; further requests wait
 */
export function liveTransport(
  options: Pick<Target, 'tls' | 'proxies'> & {
    readonly limits: Limits;
    readonly connections: number;
  },
): Transport {
  const { limits, connections } = options;
  const waits = { limits, times: deadlines(limits) };
  const connectTo = connector(options);
  const pools = new Map<string, Pool>();
  let closed = false;

  const poolOf = (origin: string): Pool => {
    const known = pools.get(origin);
    if (known !== undefined) return known;
    const made: Pool = { idle: [], busy: new Set(), waiting: [] };
    pools.set(origin, made);
    return made;
  };
  const free = (pool: Pool): Promise<void> =>
    new Promise((resolve) => {
      pool.waiting.push(resolve);
    });
  const take = (pool: Pool, origin: string): Connection => {
    const connection = pool.idle.pop() ?? connectTo(origin);
    pool.busy.add(connection);
    return connection;
  };
  const give = (pool: Pool, connection: Connection) => {
    pool.busy.delete(connection);
    if (closed) drop(connection);
    else if (!connection.client.destroyed) pool.idle.push(connection);
    pool.waiting.shift()?.();
  };

  // Origins that have answered, or whose scheme has been looked into.
  const known = new Map<string, TransportFault | undefined>();
  const explained = async (outcome: Outcome, origin: string): Promise<Outcome> => {
    if (outcome.kind === 'answer') known.set(origin, undefined);
    else if (MAY_BE_TLS.has(outcome.code) && origin.startsWith('http:')) {
      if (!known.has(origin)) known.set(origin, await schemeFault(options, origin));
      return known.get(origin) ?? outcome;
    }
    return outcome;
  };

  return {
    send: async (request, baseUrl, signal): Promise<SentRequest> => {
      const address = addressOf(baseUrl, request.target);
      if (address.kind === 'nowhere') return faulty('unsendable', address.why);
      const refusal = unsendable(request);
      if (refusal !== undefined) return faulty('unsendable', refusal);
      if (request.raw !== undefined) {
        const own = connectTo(address.origin);
        try {
          const { outcome } = await attempt(own, request, address.path, waits, signal);
          return { outcome, resent: false };
        } finally {
          drop(own);
        }
      }
      const pool = poolOf(address.origin);
      while (pool.busy.size >= connections) await free(pool);
      let connection = take(pool, address.origin);
      try {
        if (closed) return faulty('interrupted', 'the transport was closed');
        if (signal.aborted) return faulty('interrupted', 'the run was interrupted');
        const first = await attempt(connection, request, address.path, waits, signal);
        if (!first.stale || closed || signal.aborted) {
          return { outcome: await explained(first.outcome, address.origin), resent: false };
        }
        // Other idle connections may be as stale as this one was, so the second try gets a new one.
        pool.busy.delete(connection);
        connection = connectTo(address.origin);
        pool.busy.add(connection);
        const second = await attempt(connection, request, address.path, waits, signal);
        return { outcome: second.outcome, resent: true };
      } finally {
        give(pool, connection);
      }
    },
    close: async () => {
      closed = true;
      for (const pool of pools.values()) {
        for (const connection of [...pool.idle, ...pool.busy]) drop(connection);
        pool.idle.length = 0;
      }
    },
  };
}

function faulty(code: 'unsendable' | 'interrupted', message: string): SentRequest {
  return { outcome: fault(code, message), resent: false };
}

/** What undici would send otherwise than it stands there, or in a way of its own. */
function unsendable(request: WireRequest): string | undefined {
  if (request.raw !== undefined) return undefined;
  if (request.method === 'CONNECT') return 'CONNECT asks for a tunnel and not for an answer';
  const announced = fieldOf(request.headers, 'content-length');
  const length = String(request.body?.length ?? 0);
  if (announced !== undefined && announced !== length) {
    return `content-length is ${announced} and the body has ${length} bytes`;
  }
  return undefined;
}
