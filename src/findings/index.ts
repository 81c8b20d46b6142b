/**
 * Decides which findings are the same: identity, grouping, counting and comparing. Serves check, fuzz, baseline,
 * comparison and merged shards. Takes reports as plain data; knows no stage.
 */

export { absentInAll, absentNames, coversAbsent } from './absent.ts';
export { acceptRun, besideBaseline, goneOf } from './baseline.ts';
export { breakdownCause } from './breakdown.ts';
export { type Cause, causesOf, isBreakdown } from './causes.ts';
export {
  type Change,
  type ComparedCause,
  type Comparison,
  compareCampaigns,
  compareRunReports,
  type Named,
  sinceReport,
} from './comparison.ts';
export { type DriftWatch, driftWatch } from './drift.ts';
export { countMistakes, type Mistake, mistakesOf } from './mistakes.ts';
export { TIERS, type Tier } from './observations.ts';
export { violationOf } from './violation.ts';
