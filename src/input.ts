import { readFileSync, statSync } from 'node:fs';

/** Throws what the system says; ENOTREG for a pipe or a device, which may never end. */
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
