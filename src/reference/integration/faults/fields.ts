import { type IntegrationFault, inFamily } from '../deviation.ts';

/** Faults in the members of entries and of fields: sections 2.2 and 2.3. */
export const fieldFaults: readonly IntegrationFault[] = [
  ...inFamily('entry member wrong', []),
  ...inFamily('field member wrong', []),
];
