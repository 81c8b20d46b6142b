import { faultsOfLists } from './thirteenth/content-lists.ts';
import { faultsOfRecordsToProxy } from './thirteenth/content-records-to-proxy.ts';

export { contentVariations } from './thirteenth/content-variations.ts';
export { integrationFaults } from './thirteenth/integration.ts';
export { integrationVariations } from './thirteenth/integration-variations.ts';

export const contentFaults = [...faultsOfLists, ...faultsOfRecordsToProxy];
