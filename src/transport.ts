import type { Outcome, WireRequest } from './model.ts';

/** What a transport says of one request. */
export interface Sent {
  readonly outcome: Outcome;
  /** A reused connection had been closed by the target, and the request was sent once more. */
  readonly resent: boolean;
}

/**
 * The way a request travels. `send` never rejects for what the target, the network or the signal did:
 * all of that is an outcome. After `close`, which ends what is in flight, nothing can be sent.
 */
export interface Transport {
  readonly send: (request: WireRequest, baseUrl: string, signal: AbortSignal) => Promise<Sent>;
  readonly close: () => Promise<void>;
}
