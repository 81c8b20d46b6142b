/** A HAR with its bodies in a zip file, as Playwright's `recordHar: { content: 'attach' }` and its traces have it. */

import { unzipSync } from 'fflate';
import { unreadable } from '../files.ts';
import type { Imported, ImportFormat } from './format.ts';
import { readHar } from './har.ts';

export const harZip: ImportFormat = {
  name: 'zipped HAR',
  fits: (bytes) => bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04',
  read,
};

/** So much is unpacked of a file; a zip file says beforehand how much it unpacks to. */
const MOST_UNPACKED_BYTES = 512 * 1024 * 1024;

function read(bytes: Buffer, path: string): Imported {
  const files = unzipped(bytes, path);
  const name = Object.keys(files).find((each) => each.endsWith('.har'));
  const har = name === undefined ? undefined : files[name];
  if (har === undefined) throw unreadable(`${path} has no .har file in it`, 'give a zipped HAR');
  return readHar(Buffer.from(har).toString(), path, (each) => files[each]);
}

function unzipped(bytes: Buffer, path: string): { readonly [name: string]: Uint8Array } {
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ originalSize }) => {
        total += originalSize;
        if (total > MOST_UNPACKED_BYTES) throw new Error(`more than ${MOST_UNPACKED_BYTES} bytes`);
        return true;
      },
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw unreadable(`${path} cannot be unpacked: ${why}`, 'export it again', error);
  }
}
