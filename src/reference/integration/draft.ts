import type { Json } from '../../model/index.ts';
import type { HeaderList } from './choice.ts';

/** An answer before it has bytes, so that it can still be changed as data. */
export interface Draft {
  readonly status: number;
  readonly headers: HeaderList;
  readonly payload: Payload;
}

export type Payload =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly contentType: string }
  | { readonly kind: 'empty' };

/** Why a request was refused; also the word that `error_code` carries then. */
export type RefusalRule =
  | 'not-found'
  | 'method-not-allowed'
  | 'credential'
  | 'content-type'
  | 'body-not-json'
  | 'body-not-object'
  | 'systems-missing'
  | 'systems-type'
  | 'systems-items-type'
  | 'systems-empty'
  | 'systems-too-many'
  | 'system-unknown'
  | 'member-unknown'
  | 'parameter-unknown';

/** What became of a request. */
export type CallOutcome =
  | { readonly kind: 'success' }
  | { readonly kind: 'unauthorised' }
  | { readonly kind: 'refused'; readonly rule: RefusalRule };

export type IntegrationOperationId = 'integration/dependencies' | 'integration/timezones';

/** What is known of a call before it is answered. */
export interface CallContext {
  readonly operation: IntegrationOperationId | undefined;
  /** How many calls of this operation there have been, this one included. */
  readonly call: number;
  /** How many times this very request has come, this one included. */
  readonly repeat: number;
  /** The `Authorization` header field, as it came. */
  readonly authorization: string;
}

/** What is known of a call once its answer is drafted. */
export interface Context extends CallContext {
  readonly outcome: CallOutcome;
  /** The requested systems in order, duplicates kept; empty where they could not be read. */
  readonly requested: readonly string[];
  /** What the service answered from, faults included. */
  readonly data: ReferenceData;
}

/** What the service answers from. Plain JSON, so that a fault may make nonsense of it. */
export interface ReferenceData {
  /** Entries by system ID. */
  readonly systems: ReadonlyMap<string, Json>;
  /** Timezone entries in the order of the answer. */
  readonly zones: readonly Json[];
}

/** What the Authorization header amounts to. */
export type CredentialState = 'valid' | 'invalid' | 'missing' | 'malformed';
