/** Names of cassettes, which become folders. */

import { join, relative, resolve } from 'node:path';
import { TouchstoneError } from '../model/index.ts';
import { isRecording, recordingsBelow } from '../record/index.ts';

/** Makes a folder of any name, always below the folder of all cassettes. */
export function folderName(name: string): string {
  const parts = name
    .normalize('NFC')
    .split(/[\\/]+/)
    .map((part) => part.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, ''))
    .filter((part) => part !== '');
  if (parts.length > 0) return parts.join('/');
  throw new TouchstoneError('usage', `"${name}" is no name for a cassette`, 'give it letters');
}

/** @throws TouchstoneError 'usage' where a cassette of another name would be in the way */
export function checkFolder(name: string, folder: string): void {
  if (open.has(folder)) {
    // One of the two would lose what it recorded.
    throw new TouchstoneError(
      'usage',
      `the cassette ${relative('.', folder)} is in already`,
      'give each its own name, and end one before it is put in again',
    );
  }
  refuseShared(name, folder);
  refuseNested(folderName(name), folder);
}

/** Folders of the cassettes that are in. */
export const open = new Set<string>();

const namesByFolder = new Map<string, string>();

/** Two names with one folder would replay, or replace, each other's exchanges. */
function refuseShared(name: string, folder: string): void {
  const other = namesByFolder.get(folder) ?? name;
  if (other === name) {
    namesByFolder.set(folder, name);
    return;
  }
  throw new TouchstoneError(
    'usage',
    `the cassettes "${other}" and "${name}" would share the folder ${relative('.', folder)}`,
    'give one of them another name',
  );
}

/** Files of a cassette within another would count as those of the outer one. */
function refuseNested(name: string, folder: string): void {
  const parts = name.split('/');
  const above = parts.slice(1).map((_, index) => resolve(folder, ...Array(index + 1).fill('..')));
  const outer = above.find(isRecording);
  const inner = recordingsBelow(folder).find((one) => one !== '.');
  if (outer === undefined && inner === undefined) return;
  const [within, around] = outer ? [folder, outer] : [join(folder, inner ?? ''), folder];
  throw new TouchstoneError(
    'usage',
    `the cassette ${relative('.', within)} would be within the cassette ${relative('.', around)}`,
    'give one of them another name',
  );
}
