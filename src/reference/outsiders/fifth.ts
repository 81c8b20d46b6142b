import { faultsOfFields } from './fifth/content-fields.ts';
import { faultsOfIndexToSignOn } from './fifth/content-index-to-sign-on.ts';
import { faultsOfLists } from './fifth/content-lists.ts';
import { faultsOfRevisionsToDeletion } from './fifth/content-revisions-to-deletion.ts';
import { ofRecords } from './fifth/content-variations.ts';
import { ofTransport } from './fifth/content-variations-of-transport.ts';

export { integrationFaults } from './fifth/integration.ts';
export { integrationVariations } from './fifth/integration-variations.ts';

export const contentVariations = [...ofTransport, ...ofRecords];

export const contentFaults = [
  ...faultsOfIndexToSignOn,
  ...faultsOfLists,
  ...faultsOfFields,
  ...faultsOfRevisionsToDeletion,
];
