import { faultsOfIndexAndBatch } from './ninth/content-index-and-batch.ts';
import { faultsOfLists } from './ninth/content-lists.ts';
import { variationsOfReads } from './ninth/content-variations-reads.ts';
import { variationsOfWrites } from './ninth/content-variations-writes.ts';
import { faultsOfWritesToSignOn } from './ninth/content-writes-to-sign-on.ts';

export { integrationFaults } from './ninth/integration.ts';
export { integrationVariations } from './ninth/integration-variations.ts';

export const contentFaults = [
  ...faultsOfIndexAndBatch,
  ...faultsOfLists,
  ...faultsOfWritesToSignOn,
];
export const contentVariations = [...variationsOfReads, ...variationsOfWrites];
