/**
 * The self-test: every fault of the reference target is caught by the clauses that it violates, and no variation is
 * flagged.
 */
export {
  currentName,
  type Fault,
  faults,
  type Variation,
  variations,
} from '../reference/index.ts';
export { fits } from './pattern.ts';
export type { SelftestExtent } from './runs.ts';
export { runSelftest, type SelftestReport } from './selftest.ts';
export { isCaught, isUndetected } from './summary.ts';
