/** Requests as sent, and their outcomes. */

import type { Case } from './case.ts';
import type { Obstacle } from './finding.ts';
import type { EarlierId } from './transport.ts';

/** A request with its spelling: what goes out, byte for byte, after the base URL. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, relative to the base URL; begins with `/`. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | undefined;
  /** HTTP/1.1 if absent. */
  readonly version?: '1.0';
  /**
   * All that goes over the connection, head and body, where that is no HTTP and the other members only
   * say what was meant. Such a request gets a connection of its own.
   */
  readonly raw?: Uint8Array;
}

/** The part of a body that arrived. `truncated`: reading stopped at the limit. */
export type Completeness = 'complete' | 'cut-off' | 'too-large' | 'timed-out';

/** The content of a body. */
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
  /** As on the wire, before any content decoding. */
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
  /** Bytes received instead of an HTTP answer, as far as they were recorded. */
  readonly bytes?: Uint8Array;
}

/** Durations of an exchange: until the request is out, until the answer begins, until it is over. */
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
  /** A reused connection had been closed by the target, and the request was sent once more. */
  readonly resent: boolean;
  /** Statuses of refusals for load without `Retry-After`; it was sent again after each. */
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
  /** Steps that could not be sent because what they refer to had not come. */
  readonly unsent?: readonly Unsent[];
  /** Sent after all steps, to remove what they had created and not removed. */
  readonly removals?: readonly Exchange[];
  /** Sent before an object was changed or removed, to see whether the case created it. */
  readonly ownership?: readonly OwnershipRead[];
  /** Reads of the same kind that showed what the ID had shown already. */
  readonly looks?: readonly Exchange[];
  /** Objects that the case created and could not remove, and other leftovers. */
  readonly left?: readonly Leftover[];
}

/** A read of an object whose ID the answer to a creation gave. */
export interface OwnershipRead {
  /** The step that created it, or was answered so; empty for what lies below an own object. */
  readonly created: string;
  /** Such as `content/posts 4711`. */
  readonly what: string;
  readonly exchange: Exchange;
  /** `existed`: the object was there before, and the answer named it. */
  readonly shows: 'own' | 'existed' | 'unknown';
  readonly why: string;
}

export interface Unsent {
  readonly step: string;
  readonly why: string;
  /** `fault`: what it refers to was lost on the way, or is a mistake of ours. `no-data`: the target does not show it. */
  readonly because: Obstacle;
}

/** Something that a run leaves behind on a target. */
export interface Leftover {
  /** The object, such as `content/posts 4711`. */
  readonly what: string;
  /** The attempted action: removal of a created object, or a cleanup step. */
  readonly tried: 'remove' | 'clean up';
  readonly why: string;
  /** Its slug, or else title, as far as that is known. */
  readonly name?: string;
  /** The request that would remove it, such as `DELETE /cms/v2/posts/4711?force=true`. */
  readonly request?: string;
}
