import { faultsOfLists } from './fourteenth/content-lists.ts';
import { faultsOfRecords } from './fourteenth/content-records.ts';

export { contentVariations } from './fourteenth/content-variations.ts';
export { integrationFaults } from './fourteenth/integration.ts';

export const contentFaults = [...faultsOfLists, ...faultsOfRecords];
