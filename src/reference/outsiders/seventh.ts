import { faultsOfIndexAndBatch } from './seventh/content-index-batch.ts';
import { faultsOfLists } from './seventh/content-lists.ts';
import { faultsOfRecords } from './seventh/content-records.ts';
import { variationsOfAnswers } from './seventh/content-variations.ts';
import { variationsOfState } from './seventh/content-variations-state.ts';

export { integrationFaults } from './seventh/integration.ts';
export { integrationVariations } from './seventh/integration-variations.ts';

export const contentFaults = [...faultsOfIndexAndBatch, ...faultsOfLists, ...faultsOfRecords];
export const contentVariations = [...variationsOfAnswers, ...variationsOfState];
