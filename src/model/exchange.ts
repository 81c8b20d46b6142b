/** Requests as sent, and their outcomes. */

import type { Case } from './case.ts';
import type { Obstacle } from './finding.ts';
import type { EarlierId } from './transport.ts';

/** An encoded request: the bytes to send after the base URL. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, relative to the base URL; begins with `/`. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | undefined;
  /** HTTP/1.1 if absent. */
  readonly version?: '1.0';
  /**
   * All bytes of the connection, if they are no HTTP; the other members only describe the intention. Such a request
   * gets its own connection.
   */
  readonly raw?: Uint8Array;
}

/** The part of a body that arrived. `truncated`: reading stopped at the limit. */
export type Completeness = 'complete' | 'cut-off' | 'too-large' | 'timed-out';

export type Content =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'json';
      readonly value: unknown;
      /** A byte order mark stands before it (RFC 8259, 8.1: it must not be sent). */
      readonly byteOrderMark?: true;
    }
  | { readonly kind: 'text'; readonly text: string; readonly why: string }
  | { readonly kind: 'binary'; readonly why: string };

export interface Body {
  /** As on the wire, before content decoding. */
  readonly bytes: Uint8Array;
  readonly completeness: Completeness;
  /** After content decoding. */
  readonly content: Content;
}

export interface Answer {
  readonly kind: 'answer';
  /** HTTP/1.1 if absent. */
  readonly version?: '1.0';
  readonly status: number;
  readonly reason: string;
  /** In order, with case and duplicates as received. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Body;
  /** The connection was reset within the body. A cut connection is closed otherwise. */
  readonly reset?: true;
}

export type FaultCode =
  | 'refused'
  | 'reset'
  | 'closed'
  | 'timed-out'
  | 'unresolved'
  | 'tls'
  | 'malformed'
  | 'interrupted'
  | 'unsendable'
  /** Not in the recording that is replayed. */
  | 'unrecorded'
  | 'other';

/** The exchange brought no answer to judge. */
export interface TransportFault {
  readonly kind: 'fault';
  readonly code: FaultCode;
  readonly message: string;
  /** Bytes received instead of an HTTP answer, as far as recorded. */
  readonly bytes?: Uint8Array;
}

/** Durations of an exchange: until the request is sent, until the answer begins, until it ends. */
export interface ExchangePhases {
  readonly sendMs: number;
  readonly waitMs: number;
  readonly receiveMs: number;
}

export type Outcome = Answer | TransportFault;

/** One request as sent, and its outcome. */
export interface Exchange {
  readonly step: string;
  readonly request: WireRequest;
  readonly url: string;
  readonly outcome: Outcome;
  readonly startedAt: number;
  readonly durationMs: number;
  /** The target had closed a reused connection, and the request was resent. */
  readonly resent: boolean;
  /** Statuses of refusals for load without `Retry-After`, each followed by a resend. */
  readonly refusedWith?: readonly number[];
  /** As recorded with the request. */
  readonly earlier?: EarlierId;
  /** It never went out: the target had been given up on, or the run was interrupted. */
  readonly unsent?: true;
}

/** A case with its exchanges, in the order of its steps. */
export interface Trace {
  readonly case: Case;
  readonly exchanges: readonly Exchange[];
  /** Steps that were not sent because a referenced value was missing. */
  readonly unsent?: readonly Unsent[];
  /** Sent after all steps, to remove remaining objects. */
  readonly removals?: readonly Exchange[];
  /** Sent before changing or removing an object, to verify that the case created it. */
  readonly ownership?: readonly OwnershipRead[];
  /** Further such reads without a new result. */
  readonly looks?: readonly Exchange[];
  /** Objects that the case created and could not remove, and other leftovers. */
  readonly left?: readonly Leftover[];
}

/** A read of an object whose ID the answer to a creation gave. */
export interface OwnershipRead {
  /** The step that created it, or had it in its answer; empty for what is below an own object. */
  readonly created: string;
  /** Such as `content/posts 4711`. */
  readonly what: string;
  readonly exchange: Exchange;
  /** `existed`: the answer named an object that existed before. */
  readonly shows: 'own' | 'existed' | 'unknown';
  readonly why: string;
}

export interface Unsent {
  readonly step: string;
  readonly why: string;
  /** `fault`: the referenced value was lost, or is a defect of Touchstone. `no-data`: the target does not show it. */
  readonly because: Obstacle;
}

/** An object that a run leaves on a target. */
export interface Leftover {
  /** The object, such as `content/posts 4711`. */
  readonly what: string;
  /** The attempted action: removal of a created object, or a cleanup step. */
  readonly tried: 'remove' | 'clean up';
  readonly why: string;
  /** Its slug, or else title, if known. */
  readonly name?: string;
  /** The request that would remove it, such as `DELETE /cms/v2/posts/4711?force=true`. */
  readonly request?: string;
}
