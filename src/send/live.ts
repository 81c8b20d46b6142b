import {
  type FaultCode,
  fieldOf,
  type Limits,
  type Outcome,
  type SentRequest,
  type Target,
  type Transport,
  type TransportFault,
  type WireRequest,
} from '../model/index.ts';
import { addressOf } from './address.ts';
import { attempt } from './attempt.ts';
import { connector, drop } from './connection.ts';
import { connectionPool } from './connection-pool.ts';
import { deadlines } from './deadlines.ts';
import { fault } from './fault.ts';
import { schemeFault } from './reach.ts';

/** Outcomes of plain text that a server takes for the beginning of TLS. */
const MAY_BE_TLS: ReadonlySet<FaultCode> = new Set(['closed', 'reset', 'malformed']);

/**
 * Sends requests over HTTP/1.1 and returns their raw outcomes: no redirect is followed, nothing is decoded,
 * and only headers that HTTP needs are added.
 *
 * @param options.limits time limits of each attempt
 * @param options.connections maximum number of connections to one origin; further requests wait
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
  const pool = connectionPool(connectTo, connections);
  const explained = schemeExplainer(options);

  /** Bytes that can leave a connection in any state get their own. */
  const sendRaw = async (request: WireRequest, { origin, path }: Place, signal: AbortSignal) => {
    const own = connectTo(origin);
    try {
      const { outcome } = await attempt(own, request, path, waits, signal);
      return { outcome, resent: false };
    } finally {
      drop(own);
    }
  };
  const sendPooled = async (request: WireRequest, { origin, path }: Place, signal: AbortSignal) => {
    let connection = await pool.take(origin);
    try {
      if (pool.isClosed()) return faulty('interrupted', 'the transport was closed');
      if (signal.aborted) return faulty('interrupted', 'the run was interrupted');
      const first = await attempt(connection, request, path, waits, signal);
      if (!first.stale || pool.isClosed() || signal.aborted) {
        return { outcome: await explained(first.outcome, origin), resent: false };
      }
      // Other idle connections can be stale too, so the second attempt gets a new one.
      connection = pool.replace(origin, connection);
      const second = await attempt(connection, request, path, waits, signal);
      return { outcome: second.outcome, resent: true };
    } finally {
      pool.give(origin, connection);
    }
  };

  return {
    send: async (request, baseUrl, signal): Promise<SentRequest> => {
      const address = addressOf(baseUrl, request.target);
      if (address.kind === 'nowhere') return faulty('unsendable', address.why);
      const refusal = unsendable(request);
      if (refusal !== undefined) return faulty('unsendable', refusal);
      const send = request.raw === undefined ? sendPooled : sendRaw;
      return send(request, address, signal);
    },
    close: async () => pool.close(),
  };
}

/** The destination of a request: scheme, host and port, and the rest of the address. */
interface Place {
  readonly origin: string;
  readonly path: string;
}

/** Adds to a fault on plain HTTP that the origin wants TLS, if so. Each origin is tested once. */
function schemeExplainer(route: Parameters<typeof schemeFault>[0]) {
  // Origins that have answered, or whose scheme was tested.
  const known = new Map<string, TransportFault | undefined>();
  return async (outcome: Outcome, origin: string): Promise<Outcome> => {
    if (outcome.kind === 'answer') known.set(origin, undefined);
    else if (MAY_BE_TLS.has(outcome.code) && origin.startsWith('http:')) {
      if (!known.has(origin)) known.set(origin, await schemeFault(route, origin));
      return known.get(origin) ?? outcome;
    }
    return outcome;
  };
}

function faulty(code: 'unsendable' | 'interrupted', message: string): SentRequest {
  return { outcome: fault(code, message), resent: false };
}

/** Parts of a request that undici would change. */
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
