/**
 * Secrets: what is one, where they stand, and how they are taken out. Recordings, reports, logs and
 * `report --verify-clean` all ask this module; it knows no stage.
 */

export type { Cleaned, Cleaner, CleaningScope, Secret } from './cleaner.ts';
export { createCleaner, secretsOf } from './cleaner.ts';
export { isSecretName } from './names.ts';
export { isNeverIssued, NEVER_ISSUED } from './never-issued.ts';
export { PLACEHOLDER } from './place.ts';
export { replacing } from './replacing.ts';
export { redactorFor } from './report.ts';
export type { Leak } from './verify.ts';
export { secretsIn, verifyClean } from './verify.ts';
