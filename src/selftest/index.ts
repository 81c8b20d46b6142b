/**
 * The self-test: whether every fault of the reference target is caught by the clauses that it breaks, and no
 * variation is flagged.
 */
export { faults } from '../reference/index.ts';
export { type Proof, prove } from './prove.ts';
export { isCaught } from './summary.ts';
