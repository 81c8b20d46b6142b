/** Bodies of a HAR that are files of their own. */

import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFile } from '../../input.ts';

/** Greatest size of an attached body; a larger one is not imported. */
export const MOST_ATTACHED_BYTES = 64 * 1024 * 1024;

/** The size of a body that is too large to be imported. */
interface TooLarge {
  readonly size: number;
}

/** The bytes of a body by the name of its file; undefined where there is none. */
export type Attached = (name: string) => Uint8Array | TooLarge | undefined;

/** Whether a name is that of a file next to the HAR, and of nothing else on the disk. */
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
