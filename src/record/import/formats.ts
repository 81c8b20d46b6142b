/** The importable formats. */

import { codeOf, readFile } from '../../io/index.ts';
import { unreadable } from '../files.ts';
import type { Imported, ImportFormat } from './format.ts';
import { har } from './har.ts';
import { harZip } from './har-zip.ts';

/** In the order of trying. HAR takes every JSON object, so another format in JSON comes before it. */
const FORMATS: readonly ImportFormat[] = [har, harZip];

/**
 * Reads the recording of another program.
 *
 * @throws TouchstoneError 'recording-unreadable' for an unreadable file or unknown format
 */
export function importFrom(path: string): Imported {
  const names = FORMATS.map(({ name }) => name).join(' or ');
  let bytes: Buffer;
  try {
    bytes = readFile(path);
  } catch (error) {
    if (codeOf(error) === 'EISDIR') {
      const how = 'give a file in it, such as the recording.har of a recording of Polly.JS';
      throw unreadable(`${path} is a folder, and no ${names} file`, how, error);
    }
    throw unreadable(`${path} cannot be read: ${codeOf(error)}`, `give a ${names} file`, error);
  }
  const format = FORMATS.find(({ fits }) => fits(bytes));
  if (!format) throw unreadable(`${path} is no ${names} file`, `give a ${names} file`);
  return format.read(bytes, path);
}
