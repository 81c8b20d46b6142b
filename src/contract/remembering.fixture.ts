import { rmSync } from 'node:fs';
import { rememberContract } from './contract.ts';
import { PLACE } from './snapshot.ts';

/**
 * What a build does, done for the sources before their tests: hundreds of them load the contract.
 * @returns what takes it away again
 */
export default function remember(): () => void {
  rememberContract();
  return () => rmSync(PLACE, { force: true });
}
