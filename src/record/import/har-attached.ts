/** Bodies of a HAR that are files of their own. */

import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFile } from '../../io/index.ts';

/** Greatest size of an attached body; a larger one is not imported. */
export const MOST_ATTACHED_BYTES = 64 * 1024 * 1024;

/** The size of a body that is too large to be imported. */
interface TooLarge {
  readonly size: number;
}

/** Returns the bytes of a body by the name of its file, or undefined if the file is missing. */
export type Attached = (name: string) => Uint8Array | TooLarge | undefined;

/** Returns true for the name of a file next to the HAR. A path or `__proto__` is not one. */
export function isPlainName(name: string): boolean {
  return /^[\w][\w.-]*$/.test(name) && name !== '__proto__';
}

/** Reads files from the folder of a HAR. A link that leads out of the folder is not followed. */
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
