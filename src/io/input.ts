/** Reading files that a user names. */

import { readFileSync, statSync } from 'node:fs';

/**
 * Reads a file whole.
 * @throws what the system says; for what is no regular file an error with the code ENOTREG: a pipe may be waited
 * for without end, and a device such as /dev/zero has none
 */
export function readFile(path: string): Buffer {
  refuseSpecial(path);
  return readFileSync(path);
}

/** Throws where there is something that is no regular file; a folder is left to what is done with it. */
export function refuseSpecial(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile() || found.isDirectory()) return;
  const error = new Error(`${path} is a pipe, a socket or a device, and no regular file`);
  throw Object.assign(error, { code: 'ENOTREG: no regular file' });
}
