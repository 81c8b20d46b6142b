import { faultsOfBatchToPosts } from './second/content-batch-to-posts.ts';
import { faultsOfBlocksToPages } from './second/content-blocks-to-pages.ts';
import { faultsOfEmbedsToTemplates } from './second/content-embeds-to-templates.ts';
import { ofAnswers, ofRecords } from './second/content-variations.ts';
import { ofTransport } from './second/content-variations-of-transport.ts';

export { integrationFaults } from './second/integration.ts';
export { integrationVariations } from './second/integration-variations.ts';

export const contentVariations = [...ofRecords, ...ofAnswers, ...ofTransport];

export const contentFaults = [
  ...faultsOfEmbedsToTemplates,
  ...faultsOfBlocksToPages,
  ...faultsOfBatchToPosts,
];
