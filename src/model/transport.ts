import type { Case, Outcome, WireRequest } from './index.ts';

/**
 * The lists of a collection, read before a run created anything, decide this for an ID. `listed`: it was there. `older`:
 * IDs above it were there. `new`: it was not there.
 */
export type EarlierId = 'listed' | 'older' | 'new';

/** The outcome of one request, as reported by a transport. */
export interface SentRequest {
  readonly outcome: Outcome;
  /** A reused connection had been closed by the target, and the request was sent once more. */
  readonly resent: boolean;
  /** Statuses of refusals for load without `Retry-After`; the request was sent again after each. */
  readonly refusedWith?: readonly number[];
  /** As recorded with the request. */
  readonly earlier?: EarlierId;
}

/** The case and step of a request. A recording transport distinguishes requests by it. */
export interface RequestContext {
  readonly case: Case;
  /** Id of the step, or what is removed after the steps. */
  readonly step: string;
  /** Id of the operation. */
  readonly operation: string;
  /** Facts about the ID that the request reads, for its recording. */
  readonly earlier?: EarlierId | undefined;
  /** Returns true if the request may be sent again after a refusal for load. If absent, it may. */
  readonly mayResend?: () => Promise<boolean>;
}

/**
 * The way a request travels. `send` never rejects for what the target, the network or the signal did:
 * all of that is an outcome. After `close`, which ends what is in flight, nothing can be sent.
 */
export interface Transport {
  readonly send: (
    request: WireRequest,
    baseUrl: string,
    signal: AbortSignal,
    requestContext?: RequestContext,
  ) => Promise<SentRequest>;
  readonly close: () => Promise<void>;
}
