import type { Json } from '../../model/index.ts';
import type { HeaderList } from './choice.ts';

/** An answer without bytes. */
export interface Draft {
  readonly status: number;
  readonly headers: HeaderList;
  readonly payload: Payload;
}

export type Payload =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly contentType: string }
  | { readonly kind: 'empty' };

/** The reason for a refusal, also used as its `error_code`. */
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

export interface ReferenceData {
  readonly systems: ReadonlyMap<string, Json>;
  /** Timezone entries in answer order. */
  readonly zones: readonly Json[];
}

export type CredentialState = 'valid' | 'invalid' | 'missing' | 'malformed';
