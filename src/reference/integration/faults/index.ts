import type { IntegrationFault } from '../deviation.ts';
import { malformedFaults } from './malformed.ts';
import { systemFaults } from './systems.ts';
import { tokenFaults } from './tokens.ts';
import { zoneFaults } from './zones.ts';

/** Faults against the integration document that need memory, a second request, or code. */
export const integrationFaults: readonly IntegrationFault[] = [
  ...systemFaults,
  ...malformedFaults,
  ...zoneFaults,
  ...tokenFaults,
];
