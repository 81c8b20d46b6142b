/** The helper endpoints of an integration platform. */

import type { Api } from '../api.ts';
import { about } from './about.ts';
import { inspect } from './inspect.ts';

export const integration = {
  name: 'integration',
  scheme: 'Bearer',
  routings: { path: { kind: 'path' } },
  about,
  facts: {
    systems: 'IDs of systems that exist there, two or more: only you can say which',
    timezones: 'zones that the platform is known to support',
  },
  inspect,
  trials: (_, known) => [
    { operation: 'integration/timezones' },
    {
      operation: 'integration/dependencies',
      body: { kind: 'json', value: { systems: known.systems ?? [] } },
    },
  ],
} as const satisfies Api;
