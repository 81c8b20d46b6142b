/**
 * The data that flows between the stages, with common functions: JSON and pointers, header fields, bodies, groups,
 * verdicts. Pure: no file, clock or network.
 */

export * from './amounts.ts';
export * from './auth-schemes.ts';
export type * from './baseline.ts';
export type * from './case.ts';
export * from './content.ts';
export type * from './contract.ts';
export * from './cors.ts';
export * from './endpoints.ts';
export * from './errors.ts';
export * from './escape.ts';
export * from './exact-json.ts';
export type * from './exchange.ts';
export * from './fields.ts';
export type * from './finding.ts';
export * from './fuzzing.ts';
export * from './grouped.ts';
export * from './http2.ts';
export * from './json.ts';
export * from './literal.ts';
export * from './loopback.ts';
export * from './near.ts';
export * from './nothing-sent.ts';
export * from './plain-text.ts';
export * from './planned-body.ts';
export * from './pointer.ts';
export * from './record-number.ts';
export * from './record-shape.ts';
export type * from './report.ts';
export type * from './rule-evidence.ts';
export type * from './target.ts';
export * from './timer-delay.ts';
export * from './transport.ts';
export * from './url-rewriter.ts';
export * from './utf8.ts';
export * from './verdicts.ts';
export * from './volatile.ts';
