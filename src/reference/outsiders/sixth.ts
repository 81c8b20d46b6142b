import { faultsOfIndexToSignOn } from './sixth/content-index-to-sign-on.ts';
import { faultsOfLists } from './sixth/content-lists.ts';
import { faultsOfRecords } from './sixth/content-records.ts';

export { contentVariations } from './sixth/content-variations.ts';
export { integrationFaults } from './sixth/integration.ts';
export { integrationVariations } from './sixth/integration-variations.ts';

export const contentFaults = [...faultsOfIndexToSignOn, ...faultsOfLists, ...faultsOfRecords];
