/**
 * Parts for a Polly.JS set-up of one's own:
 *
 * ```ts
 * import { Polly } from '@pollyjs/core';
 * import { CassettePersister, UndiciAdapter } from 'touchstone/polly';
 *
 * new Polly('drafts', { adapters: [UndiciAdapter], persister: CassettePersister });
 * ```
 *
 * `UndiciAdapter` records `fetch` and undici as they are on the wire. `CassettePersister` keeps recordings that
 * `touchstone replay`, `replay --serve` and `report --verify-clean` read.
 *
 * @module
 */

export {
  CassettePersister,
  NodeHttpAdapter,
  type PersisterOptions,
  UndiciAdapter,
  type UndiciAdapterOptions,
} from './cassettes/index.ts';
