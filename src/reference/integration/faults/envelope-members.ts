import { type IntegrationFault, inFamily } from '../deviation.ts';

/** Faults in the members of the success envelope: sections 2.5, 4.1 and 4.2. */
export const envelopeFaults: readonly IntegrationFault[] = [
  ...inFamily('envelope member missing', []),
  ...inFamily('envelope member mistyped', []),
  ...inFamily('envelope member of wrong value', []),
];
