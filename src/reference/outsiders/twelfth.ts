import { faultsOfLists } from './twelfth/content-lists.ts';
import { missedFaults } from './twelfth/content-missed.ts';
import { faultsOfRecords } from './twelfth/content-records.ts';

export { contentVariations } from './twelfth/content-variations.ts';
export { integrationFaults } from './twelfth/integration.ts';

export const contentFaults = [...faultsOfLists, ...faultsOfRecords, ...missedFaults];
