import { faultsOfBatchToRateLimit } from './first/content-batch-to-rate-limit.ts';
import { faultsOfDatesToAutosaves } from './first/content-dates-to-autosaves.ts';
import { faultsOfOffsetToMediaList } from './first/content-offset-to-media-list.ts';
import { variationsOfEmbedsToIndex } from './first/content-variations-embeds-to-index.ts';
import { variationsOfErrorsToAutosaves } from './first/content-variations-errors-to-autosaves.ts';

export { integrationFaults } from './first/integration.ts';
export { integrationVariations } from './first/integration-variations.ts';

export const contentVariations = [...variationsOfErrorsToAutosaves, ...variationsOfEmbedsToIndex];

export const contentFaults = [
  ...faultsOfOffsetToMediaList,
  ...faultsOfDatesToAutosaves,
  ...faultsOfBatchToRateLimit,
];
