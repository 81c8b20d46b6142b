import { inFamily } from '../../content/deviation.ts';
import { FAMILY } from './integration.ts';

const ofIndex = inFamily(FAMILY, []);

const ofBatch = inFamily(FAMILY, []);

export const faultsOfIndexAndBatch = [...ofIndex, ...ofBatch];
