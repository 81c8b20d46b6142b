import { REFERENCE_TOKEN } from '../credential.ts';
import { type IntegrationFault, inFamily } from '../deviation.ts';
import { DEPENDENCIES, TIMEZONES } from '../wrap.ts';

/** Makes an invalid token valid if it passes a careless comparison. */
function takenIf(isTaken: (token: string) => boolean): NonNullable<IntegrationFault['admits']> {
  return (credential, { authorization }) => {
    const token = authorization.replace(/^Bearer /, '');
    return credential === 'invalid' && isTaken(token) ? 'valid' : credential;
  };
}

const HTTP = 'integration/unauthorised/status-code';

/** Faults against sections 2.6, 5 (rule 2) and 7. */
export const credentialFaults: readonly IntegrationFault[] = [
  ...inFamily('invalid token accepted', [
    {
      name: 'any-token',
      what: 'carries out calls with any token',
      breaks: [HTTP],
      admits: (credential) => (credential === 'invalid' ? 'valid' : credential),
    },
    {
      name: 'any-token-for-timezones',
      what: 'lists the timezones under any token',
      breaks: [HTTP],
      admits: (credential, { operation }) =>
        credential === 'invalid' && operation === TIMEZONES ? 'valid' : credential,
    },
    {
      name: 'any-token-for-dependencies',
      what: 'returns dependencies under any token',
      breaks: [HTTP],
      admits: (credential, { operation }) =>
        credential === 'invalid' && operation === DEPENDENCIES ? 'valid' : credential,
    },
    {
      name: 'any-token-on-second-attempt',
      what: 'refuses an invalid token once, and carries the same call out when it comes again',
      breaks: [HTTP],
      admits: (credential, { repeat }) =>
        credential === 'invalid' && repeat > 1 ? 'valid' : credential,
    },
    {
      name: 'token-of-same-length',
      what: 'takes any token that is as long as the right one and begins like it',
      breaks: [HTTP],
      admits: takenIf(
        (token) =>
          token.length === REFERENCE_TOKEN.length &&
          token.slice(0, 4) === REFERENCE_TOKEN.slice(0, 4),
      ),
    },
    {
      name: 'token-read-to-last-part',
      what: 'does not read the last part of a token',
      breaks: [HTTP],
      admits: takenIf((token) => token.startsWith(REFERENCE_TOKEN.slice(0, -5))),
    },
    {
      name: 'token-with-one-wrong-letter',
      what: 'takes a token with one wrong letter in the middle',
      breaks: [HTTP],
      admits: takenIf(
        (token) =>
          token.slice(0, 9) === REFERENCE_TOKEN.slice(0, 9) &&
          token.slice(15) === REFERENCE_TOKEN.slice(15),
      ),
    },
  ]),
  ...inFamily('status of a denial', []),
  ...inFamily('body of a denial', []),
  ...inFamily('denial member missing', []),
  ...inFamily('denial member wrong', []),
];
