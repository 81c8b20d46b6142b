/**
 * The reference target: a server for both documents, with faults to catch and variations that must not be flagged. Only
 * for `serve`, the self-test and the default target.
 */
export { CHOICE_NAMES, optionsOf } from './content/choices.ts';
export {
  type Deviation,
  deviations,
  type Fault,
  faults,
  faultsNamed,
  type Variation,
  variations,
  variationsNamed,
} from './deviations.ts';
export { readOwnFaults } from './faults/files.ts';
export { currentName } from './faults/former-names.ts';
export type { ServedRequest } from './http.ts';
export { canStandInFront, serveInFrontOf } from './in-front-of.ts';
export {
  REFERENCE_PASSWORD,
  REFERENCE_TOKEN,
  REFERENCE_USER,
  referenceHandler,
  serveReference,
} from './serve.ts';
export { type AnswersByStep, type BareAnswer, bareAnswer, inProcess } from './transport.ts';
