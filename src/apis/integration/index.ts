/** The helper endpoints of an integration platform. */

import type { Api } from '../api.ts';
import { about } from './about.ts';
import { inspect } from './inspect.ts';

export const integration = {
  name: 'integration',
  scheme: 'Bearer',
  routings: { path: { kind: 'path' } },
  about,
  facts: ['systems', 'timezones'],
  inspect,
  trials: (_, known) => [
    { operation: 'integration/timezones' },
    {
      operation: 'integration/dependencies',
      body: { kind: 'json', value: { systems: known.systems ?? [] } },
    },
  ],
} as const satisfies Api;
