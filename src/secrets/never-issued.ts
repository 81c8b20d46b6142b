/** Credentials that no target ever issued: no secrets, but nothing that looks like a credential is recorded. */

import { neverIssuedCredentials } from '../model/index.ts';
import type { Secret } from './cleaner.ts';

export const NEVER_ISSUED: readonly Secret[] = neverIssuedCredentials().map((value, index) => ({
  name: `never-${index + 1}`,
  value,
}));

/** Returns true if a recorded value has the placeholder of one. */
export function isNeverIssued(recorded: string): boolean {
  return recorded.includes('REDACTED-never-');
}
