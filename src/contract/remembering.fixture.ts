import { rmSync } from 'node:fs';
import { rememberContract } from './contract.ts';
import { PLACE } from './snapshot.ts';

/**
 * Writes the snapshot of a build for tests of the sources: hundreds of them load the contract.
 *
 * @returns a function that removes it
 */
export default function remember(): () => void {
  rememberContract();
  return () => rmSync(PLACE, { force: true });
}
