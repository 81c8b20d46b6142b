/**
 * Cassettes for people's own tests: Polly.JS with a way to `fetch` and undici, and with a persister that keeps
 * recordings of ours. `touchstone/vitest` and `touchstone/polly` hand it out.
 */

export { type Cassette, type InsertedCassette, insertCassette } from './cassette.ts';
export type { DocumentsOptions } from './documents.ts';
export { theContract } from './documents.ts';
export { NodeHttpAdapter } from './node-http-adapter.ts';
export { collectOpened } from './opened.ts';
export type { CassetteMode, CassetteOptions, UnusedPolicy } from './options.ts';
export { CassettePersister, type PersisterOptions } from './persister.ts';
export type { MatchRequestsBy, Polly } from './polly-types.ts';
export { UndiciAdapter, type UndiciAdapterOptions } from './undici-adapter.ts';
