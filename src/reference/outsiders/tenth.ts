import { faultsOfListsAndRecords } from './tenth/content-lists-and-records.ts';
import { missedFaults } from './tenth/content-missed.ts';
import { faultsOfWritesToIndex } from './tenth/content-writes-to-index.ts';

export { contentVariations } from './tenth/content-variations.ts';
export { integrationFaults } from './tenth/integration.ts';
export { integrationVariations } from './tenth/integration-variations.ts';

export const contentFaults = [
  ...faultsOfListsAndRecords,
  ...faultsOfWritesToIndex,
  ...missedFaults,
];
