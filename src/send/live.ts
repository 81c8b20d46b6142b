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

/** What becomes of a request in plain text that a server takes for the beginning of TLS. */
const MAY_BE_TLS: ReadonlySet<FaultCode> = new Set(['closed', 'reset', 'malformed']);

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
  const pool = connectionPool(connectTo, connections);
  const explained = schemeExplainer(options);

  /** Bytes that may leave a connection in any state get one of their own. */
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
      // Other idle connections may be as stale as this one was, so the second try gets a new one.
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

/** Where a request goes: a scheme with host and port, and what stands behind them. */
interface Place {
  readonly origin: string;
  readonly path: string;
}

/** Says of a fault on plain HTTP that the origin wants TLS, where it does. Each origin is looked into once. */
function schemeExplainer(route: Parameters<typeof schemeFault>[0]) {
  // Origins that have answered, or whose scheme has been looked into.
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
