import type { Case, Outcome, WireRequest } from './index.ts';

/**
 * The lists of a collection, read before a run created anything, decide this for an ID. `listed`: it was there. `older`:
 * IDs above it were there. `new`: it was not there.
 */
export type EarlierId = 'listed' | 'older' | 'new';

/** The outcome of one request, as reported by a transport. */
export interface SentRequest {
  readonly outcome: Outcome;
  /** The target had closed a reused connection, and the request was resent. */
  readonly resent: boolean;
  /** Statuses of refusals for load without `Retry-After`, each followed by a resend. */
  readonly refusedWith?: readonly number[];
  /** As recorded with the request. */
  readonly earlier?: EarlierId;
}

/** The case and step of a request, which distinguish it in a recording. */
export interface RequestContext {
  readonly case: Case;
  /** Id of the step, or the object that is removed after the steps. */
  readonly step: string;
  readonly operation: string;
  /** Facts about the ID that the request reads, for its recording. */
  readonly earlier?: EarlierId | undefined;
  /** Returns true if the request may be sent again after a refusal for load. If absent, it may. */
  readonly mayResend?: () => Promise<boolean>;
}

/**
 * Sends requests. `send` never rejects because of the target, the network or the signal: these are outcomes. `close`
 * ends pending requests; nothing can be sent afterwards.
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
