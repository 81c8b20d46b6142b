/** A HAR with bodies in a zip file, as from Playwright's `recordHar: { content: 'attach' }` and traces. */

import { type UnzipFileInfo, unzipSync } from 'fflate';
import { unreadable } from '../files.ts';
import type { Imported, ImportFormat } from './format.ts';
import { readHar } from './har.ts';
import { type Attached, isPlainName, MOST_ATTACHED_BYTES } from './har-attached.ts';

export const harZip: ImportFormat = {
  name: 'zipped HAR',
  fits: (bytes) => bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04',
  read,
};

/** Maximum size of the HAR itself. A parsed HAR takes several times the memory. */
const MOST_HAR_BYTES = 128 * 1024 * 1024;

/** Maximum total size of attached bodies. */
const MOST_UNPACKED_BYTES = 512 * 1024 * 1024;

function read(bytes: Buffer, path: string): Imported {
  const har = harIn(bytes, path);
  return readHar(har, path, attachedIn(bytes, path));
}

function harIn(bytes: Buffer, path: string): string {
  let har: UnzipFileInfo | undefined;
  const files = unzipped(bytes, path, (entry) => {
    if (har !== undefined || !entry.name.endsWith('.har')) return false;
    har = entry;
    return entry.originalSize <= MOST_HAR_BYTES;
  });
  if (har === undefined) throw unreadable(`${path} has no .har file in it`, 'give a zipped HAR');
  const text = files.get(har.name);
  if (text !== undefined) return Buffer.from(text.buffer, text.byteOffset, text.length).toString();
  const why = `${har.name} unpacks to ${har.originalSize} bytes, more than ${MOST_HAR_BYTES}`;
  throw unreadable(`${path} is not unpacked: ${why}`, 'unpack it, and give the HAR file');
}

/** The attached bodies, unpacked lazily. */
function attachedIn(bytes: Buffer, path: string): Attached {
  let bodies: ReadonlyMap<string, Uint8Array> | undefined;
  const tooLarge = new Map<string, number>();
  return (name) => {
    bodies ??= bodiesIn(bytes, path, tooLarge);
    const size = tooLarge.get(name);
    return size === undefined ? bodies.get(name) : { size };
  };
}

function bodiesIn(
  bytes: Buffer,
  path: string,
  tooLarge: Map<string, number>,
): ReadonlyMap<string, Uint8Array> {
  let total = 0;
  return unzipped(bytes, path, ({ name, originalSize }) => {
    if (!isPlainName(name) || name.endsWith('.har')) return false;
    if (originalSize > MOST_ATTACHED_BYTES || total + originalSize > MOST_UNPACKED_BYTES) {
      tooLarge.set(name, originalSize);
      return false;
    }
    total += originalSize;
    return true;
  });
}

/** Unpacks the wanted entries. fflate writes no more than the size in the directory. */
function unzipped(
  bytes: Buffer,
  path: string,
  filter: (entry: UnzipFileInfo) => boolean,
): ReadonlyMap<string, Uint8Array> {
  try {
    return new Map(Object.entries(unzipSync(bytes, { filter })));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw unreadable(`${path} cannot be unpacked: ${why}`, 'export it again', error);
  }
}
