import type { IntegrationFault } from '../deviation.ts';
import { credentialFaults } from './credential.ts';
import { entryFaults } from './entries.ts';
import { envelopeFaults } from './envelope-members.ts';
import { fieldFaults } from './fields.ts';
import { malformedFaults } from './malformed.ts';
import { successFaults } from './successes.ts';
import { zoneEntryFaults } from './zone-entries.ts';
import { zoneListFaults } from './zone-list.ts';

/** All faults against the integration document, in the order of its sections. */
export const integrationFaults: readonly IntegrationFault[] = [
  ...entryFaults,
  ...fieldFaults,
  ...malformedFaults,
  ...zoneEntryFaults,
  ...zoneListFaults,
  ...envelopeFaults,
  ...successFaults,
  ...credentialFaults,
];
