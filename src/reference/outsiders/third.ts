import { faultsOfFields } from './third/content-fields.ts';
import { faultsOfIndexToEmbeds } from './third/content-index-to-embeds.ts';
import { faultsOfLists } from './third/content-lists.ts';
import { faultsOfTemplatesToDeletion } from './third/content-templates-to-deletion.ts';
import { ofLists, ofRecords } from './third/content-variations.ts';
import { ofTransport } from './third/content-variations-of-transport.ts';

export { integrationFaults } from './third/integration.ts';
export { integrationVariations } from './third/integration-variations.ts';

export const contentVariations = [...ofTransport, ...ofRecords, ...ofLists];

export const contentFaults = [
  ...faultsOfIndexToEmbeds,
  ...faultsOfLists,
  ...faultsOfFields,
  ...faultsOfTemplatesToDeletion,
];
