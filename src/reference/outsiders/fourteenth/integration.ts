import { inFamily } from '../../integration/deviation.ts';

export const FAMILY = 'outsider-14';

export const integrationFaults = inFamily(FAMILY, []);
