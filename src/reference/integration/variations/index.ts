import type { IntegrationVariation } from '../deviation.ts';
import { answerVariations } from './answers.ts';
import { credentialVariations } from './credentials.ts';
import { httpVariations } from './http.ts';
import { requestVariations } from './requests.ts';
import { systemVariations } from './systems.ts';
import { timezoneVariations } from './timezones.ts';

/**
 * All variations of the integration document, by section. Any number can be combined; for the same choice, the last
 * wins. In this order, all of them together serve every valid request.
 */
export const integrationVariations: readonly IntegrationVariation[] = [
  ...credentialVariations,
  ...requestVariations,
  ...answerVariations,
  ...timezoneVariations,
  ...httpVariations,
  ...systemVariations,
];
