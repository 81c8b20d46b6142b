import { inFamily } from '../../integration/deviation.ts';

export const FAMILY = 'outsider-6';

const ofZones = inFamily(FAMILY, []);

const ofSystems = inFamily(FAMILY, []);

export const integrationFaults = [...ofZones, ...ofSystems];
