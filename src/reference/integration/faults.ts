import type { Fault } from './deviation.ts';
import { credentialFaults } from './faults-credential.ts';
import { dependenciesFaults } from './faults-dependencies.ts';
import { envelopeFaults } from './faults-envelope.ts';
import { timezonesFaults } from './faults-timezones.ts';

/** All faults against the integration document, in the order of its sections. */
export const integrationFaults: readonly Fault[] = [
  ...dependenciesFaults,
  ...timezonesFaults,
  ...envelopeFaults,
  ...credentialFaults,
];
