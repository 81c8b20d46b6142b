import type { IntegrationChoices } from './choice.ts';
import type { CredentialState } from './draft.ts';

/** The token of the reference target, published with the sources and not used elsewhere. */
export const REFERENCE_TOKEN = 'touchstone-reference-token';

/**
 * Classifies an Authorization header (section 5: `Bearer <ACCESS_TOKEN>`).
 *
 * @param authorization the header's value, or undefined without the header.
 * @returns `invalid` for another token in the described form; `odd` for any other form, on which
 * the document is silent.
 */
export function readCredential(
  authorization: string | undefined,
  choices: Pick<IntegrationChoices, 'schemeCase' | 'schemeSpaces' | 'nakedToken'>,
): CredentialState {
  if (authorization === undefined || authorization === '') return 'missing';
  if (authorization === REFERENCE_TOKEN)
    return choices.nakedToken === 'taken' ? 'valid' : 'malformed';
  const space = authorization.indexOf(' ');
  const scheme = space < 0 ? authorization : authorization.slice(0, space);
  const isBearer =
    choices.schemeCase === 'any' ? scheme.toLowerCase() === 'bearer' : scheme === 'Bearer';
  if (space < 0 || !isBearer) return 'malformed';
  const rest = authorization.slice(space + 1);
  const token = choices.schemeSpaces === 'any' ? rest.trimStart() : rest;
  if (token.startsWith(' ')) return 'malformed';
  return token === REFERENCE_TOKEN ? 'valid' : 'invalid';
}
