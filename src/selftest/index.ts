/**
 * The self-test: whether every fault of the reference target is caught by the clauses that it breaks, and no
 * variation is flagged.
 */
export { faults } from '../reference/index.ts';
export { prove, type SelftestReport } from './selftest.ts';
export { isCaught } from './summary.ts';
