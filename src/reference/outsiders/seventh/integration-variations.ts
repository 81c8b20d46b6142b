import { taking } from '../../integration/deviation.ts';

const ofDependencyAnswers = taking([]);

const ofZonesAndRefusals = taking([]);

export const integrationVariations = [...ofDependencyAnswers, ...ofZonesAndRefusals];
