/** Requests outside of cases: before, between and after them. */

import type { Encode, SendRequest } from '../cleanup/index.ts';
import type { Contract, EncodeFor } from '../contract/index.ts';
import type { Endpoint, PlannedRequest, Target, Transport, WireRequest } from '../model/index.ts';
import { fault } from './fault.ts';
import { type Pace, pause } from './pace.ts';

export interface AskOptions {
  readonly contract: Pick<Contract, 'operation'>;
  readonly encode: Encode;
  readonly transport: Transport;
  readonly clock: () => number;
  readonly pace: Pace;
  readonly signal: AbortSignal;
}

/** Sends requests to one endpoint, encoded without a credential. */
export function askerFor(
  endpoint: Endpoint,
  { contract, encode, transport, clock, pace, signal }: AskOptions,
): { readonly ask: SendRequest; readonly plain: (request: PlannedRequest) => WireRequest } {
  const wireOf = (request: PlannedRequest, signed: EncodeFor): WireRequest =>
    encode(contract.operation(request.operation), request, signed);
  return {
    ask: async (_, request) => {
      const delay = pace.delay(clock());
      if (delay > 0) await pause(delay, signal);
      const wire = wireOf(request, endpoint);
      return (await transport.send(wire, endpoint.baseUrl, signal)).outcome;
    },
    plain: (request) => wireOf(request, { style: endpoint.style }),
  };
}

export function askOn(target: Pick<Target, 'endpoints'>, options: AskOptions): SendRequest {
  return async (operation, request) => {
    const endpoint = target.endpoints[operation.document];
    if (endpoint === undefined)
      return fault('unsendable', `no ${operation.document} at the target`);
    return askerFor(endpoint, options).ask(operation, request);
  };
}
