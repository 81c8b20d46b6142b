import { faultsOfHistory } from './eighth/content-history.ts';
import { faultsOfIndexToSignOn } from './eighth/content-index-to-sign-on.ts';
import { faultsOfLists } from './eighth/content-lists.ts';
import { faultsOfRecords } from './eighth/content-records.ts';
import { variationsOfReads } from './eighth/content-variations-reads.ts';
import { variationsOfWrites } from './eighth/content-variations-writes.ts';

export { integrationFaults } from './eighth/integration.ts';
export { integrationVariations } from './eighth/integration-variations.ts';

export const contentFaults = [
  ...faultsOfIndexToSignOn,
  ...faultsOfRecords,
  ...faultsOfHistory,
  ...faultsOfLists,
];
export const contentVariations = [...variationsOfReads, ...variationsOfWrites];
