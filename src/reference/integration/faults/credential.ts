import { type IntegrationFault, inFamily } from '../deviation.ts';
import { DEPENDENCIES, TIMEZONES } from '../wrap.ts';

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
  ]),
  ...inFamily('status of a denial', []),
  ...inFamily('body of a denial', []),
  ...inFamily('denial member missing', []),
  ...inFamily('denial member wrong', []),
];
