import { credentialIn, type WireRequest } from '../model/index.ts';
import { isNeverIssued } from '../secrets/index.ts';

export function credentialOf({ headers }: WireRequest): string {
  return credentialIn(headers) ?? '';
}

/** The secrets of the target that would have their placeholders in a request. */
export type OwnedSecrets = ReadonlySet<string> | 'any';

export const MISSING = 5;

/** Numbered within each case: the same number elsewhere is another credential. */
const NUMBERED = /REDACTED-\d/;

/** The target's own credential in its intended form. */
const OWN = /^\S+ REDACTED-([a-z]+-\d+)$/;

/**
 * 0: the same. 1: another, and one was kept that may be the target's own. 2: another, without further knowledge. 3:
 * another, and one was kept that no target issued. 4: another, and not the target's own, which was kept. 5: one was
 * missing.
 */
export function rankOf(kept: string, asked: string, owns: OwnedSecrets): number {
  if (kept === asked && !NUMBERED.test(kept)) return 0;
  if (kept === '' || asked === '') return MISSING;
  if (isNeverIssued(kept)) return 3;
  const own = OWN.exec(kept)?.[1];
  if (own === undefined) return 2;
  return owns === 'any' || owns.has(own) ? 4 : 1;
}
