import { fileURLToPath } from 'node:url';
import { readSource } from '../../../contract/index.ts';
import { type IntegrationVariation, taking } from '../deviation.ts';
import { variationsInFront } from './in-front.ts';

const FILE = fileURLToPath(
  new URL('../../../../fixtures/reference/integration-variations.yaml', import.meta.url),
);

/**
 * All variations of the integration document, by section. Any number can be combined; for the same choice, the last
 * wins. In this order, all of them together serve every valid request.
 */
export function integrationVariations(): readonly IntegrationVariation[] {
  // A test applies each to the server.
  const ofChoices = readSource(FILE, FILE).value as Parameters<typeof taking>[0];
  return [...taking(ofChoices), ...variationsInFront];
}
