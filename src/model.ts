/**
 * The data that flows between the stages. Nothing here has behaviour; every type is plain and readonly.
 */

export type * from './model/case.ts';
export type * from './model/contract.ts';
export type * from './model/exchange.ts';
export type * from './model/finding.ts';
export type * from './model/report.ts';
export type * from './model/target.ts';
