import { inFamily } from '../../content/deviation.ts';
import { FAMILY } from './integration.ts';

export const faultsOfWritesToIndex = inFamily(FAMILY, []);
