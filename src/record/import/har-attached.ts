/** Bodies of a HAR in separate files. */

import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFile } from '../../io/index.ts';

/** Maximum size of an attached body to import. */
export const MOST_ATTACHED_BYTES = 64 * 1024 * 1024;

interface TooLarge {
  readonly size: number;
}

/** Returns the bytes of a body by the name of its file, or undefined if the file is missing. */
export type Attached = (name: string) => Uint8Array | TooLarge | undefined;

/** Returns true for the name of a file next to the HAR, but not for a path or `__proto__`. */
export function isPlainName(name: string): boolean {
  return /^[\w][\w.-]*$/.test(name) && name !== '__proto__';
}

/** Reads files from the folder of a HAR. Links out of the folder are not followed. */
export function attachedNextTo(har: string): Attached {
  return (name) => {
    try {
      const folder = realpathSync(dirname(har));
      const path = realpathSync(join(folder, name));
      if (dirname(path) !== folder) return undefined;
      const { size } = statSync(path);
      return size > MOST_ATTACHED_BYTES ? { size } : readFile(path);
    } catch {
      return undefined;
    }
  };
}

export interface AttachedBody {
  readonly bytes?: Uint8Array;
  /** Why there are no bytes. */
  readonly missing?: string;
}

export function attachedBody(attached: Attached, name: string): AttachedBody {
  const found = isPlainName(name) ? attached(name) : undefined;
  if (found === undefined) return { missing: `${name} is not there` };
  if (found instanceof Uint8Array) return { bytes: found };
  const limit = `at most ${MOST_ATTACHED_BYTES} are imported`;
  return { missing: `${name} has ${found.size} bytes, and ${limit}` };
}
