import { faultsOfFields } from './fourth/content-fields.ts';
import { faultsOfIndexToEmbeds } from './fourth/content-index-to-embeds.ts';
import { faultsOfLists } from './fourth/content-lists.ts';
import { faultsOfTemplatesToDeletion } from './fourth/content-templates-to-deletion.ts';
import { ofRecords } from './fourth/content-variations.ts';
import { ofLists } from './fourth/content-variations-of-lists.ts';
import { ofTransport } from './fourth/content-variations-of-transport.ts';

export { integrationFaults } from './fourth/integration.ts';
export { integrationVariations } from './fourth/integration-variations.ts';

export const contentVariations = [...ofTransport, ...ofRecords, ...ofLists];

export const contentFaults = [
  ...faultsOfIndexToEmbeds,
  ...faultsOfLists,
  ...faultsOfFields,
  ...faultsOfTemplatesToDeletion,
];
