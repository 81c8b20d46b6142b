import type { IntegrationLiberty } from '../deviation.ts';
import { answerLiberties } from './answers.ts';
import { credentialLiberties } from './credentials.ts';
import { httpLiberties } from './http.ts';
import { requestLiberties } from './requests.ts';
import { timezoneLiberties } from './timezones.ts';

/**
 * All liberties with the integration document, by section. They may be taken in any number at once;
 * where two choose for the same choice, the one named last wins. In the order of this table, all of them
 * together serve every valid request.
 */
export const integrationLiberties: readonly IntegrationLiberty[] = [
  ...credentialLiberties,
  ...requestLiberties,
  ...answerLiberties,
  ...timezoneLiberties,
  ...httpLiberties,
];
