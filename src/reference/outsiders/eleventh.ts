import { faultsOfLists } from './eleventh/content-lists.ts';
import { missedFaults } from './eleventh/content-missed.ts';
import { faultsOfRecordsToStyles } from './eleventh/content-records-to-styles.ts';

export { contentVariations } from './eleventh/content-variations.ts';
export { integrationFaults } from './eleventh/integration.ts';
export { integrationVariations } from './eleventh/integration-variations.ts';

export const contentFaults = [...faultsOfLists, ...faultsOfRecordsToStyles, ...missedFaults];
