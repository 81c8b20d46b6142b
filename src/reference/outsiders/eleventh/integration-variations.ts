import { taking } from '../../integration/deviation.ts';

export const integrationVariations = taking([]);
