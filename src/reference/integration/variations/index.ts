import type { IntegrationVariation } from '../deviation.ts';
import { answerVariations } from './answers.ts';
import { credentialVariations } from './credentials.ts';
import { httpVariations } from './http.ts';
import { requestVariations } from './requests.ts';
import { systemVariations } from './systems.ts';
import { timezoneVariations } from './timezones.ts';

/**
 * All variations with the integration document, by section. They may be taken in any number at once;
 * where two choose for the same choice, the one named last wins. In the order of this table, all of them
 * together serve every valid request.
 */
export const integrationVariations: readonly IntegrationVariation[] = [
  ...credentialVariations,
  ...requestVariations,
  ...answerVariations,
  ...timezoneVariations,
  ...httpVariations,
  ...systemVariations,
];
