/** Bodies of a HAR in separate files. */

import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFile } from '../../io/index.ts';

/** Maximum size of an attached body to import. */
const MOST_ATTACHED_BYTES = 64 * 1024 * 1024;

export interface AttachedBody {
  readonly bytes?: Uint8Array;
  /** Why there are no bytes. */
  readonly missing?: string;
}

/** Reads a file in the folder of a HAR. Links out of the folder are not followed. */
export function attachedBody(har: string, name: string): AttachedBody {
  const missing = `${name} is not there`;
  if (!/^\w[\w.-]*$/.test(name)) return { missing };
  try {
    const folder = realpathSync(dirname(har));
    const path = realpathSync(join(folder, name));
    if (dirname(path) !== folder) return { missing };
    const { size } = statSync(path);
    if (size <= MOST_ATTACHED_BYTES) return { bytes: readFile(path) };
    const limit = `at most ${MOST_ATTACHED_BYTES} are imported`;
    return { missing: `${name} has ${size} bytes, and ${limit}` };
  } catch {
    return { missing };
  }
}
