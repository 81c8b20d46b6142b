import type { Json } from '../../model/index.ts';
import type { HeaderList } from './choice.ts';

/** An answer before it has bytes. */
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

export type IntegrationOperationId = 'integration/dependencies' | 'integration/timezones';

/** The data behind all answers. */
export interface ReferenceData {
  /** Entries by system ID. */
  readonly systems: ReadonlyMap<string, Json>;
  /** Timezone entries in the order of the answer. */
  readonly zones: readonly Json[];
}

/** The state of a credential. */
export type CredentialState = 'valid' | 'invalid' | 'missing' | 'malformed';
