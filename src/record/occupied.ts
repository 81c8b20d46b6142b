/** Decides if a folder may be recorded into: a recording only replaces an earlier one of planned cases. */

import { join } from 'node:path';
import { TouchstoneError } from '../model/index.ts';
import { ownFiles } from './collected.ts';
import { isThere } from './files.ts';
import { wholeLines } from './folder-lines.ts';
import { isCase, isEntry } from './lines.ts';

/**
 * Refuses a folder with files that a recording would delete for good: traffic of a client, and HAR files of other
 * programs.
 *
 * @throws TouchstoneError 'output-unwritable'
 */
export function refuseOccupied(folder: string): void {
  if (!isThere(folder)) return;
  const files = ownFiles(folder).map((name) => ({ name, holds: kindOf(join(folder, name)) }));
  const foreign = files.find(({ name, holds }) => name.endsWith('.har') && holds === 'other');
  if (foreign) {
    throw occupied(`${join(folder, foreign.name)} was not written by a recording, or is damaged`);
  }
  const planned = files.some(({ holds }) => holds === 'cases');
  if (!planned && files.some(({ holds }) => holds === 'entries')) {
    throw occupied(`${folder} holds recorded traffic, which cannot be sent again from a plan`);
  }
}

/** The kind of the first complete line of a file; `other` if there is no such line. */
function kindOf(path: string): 'cases' | 'entries' | 'other' {
  for (const { value } of wholeLines(path)) {
    if (isEntry(value)) return 'entries';
    if (isCase(value)) return 'cases';
  }
  return 'other';
}

function occupied(what: string): TouchstoneError {
  return new TouchstoneError(
    'output-unwritable',
    `${what}; recording here would delete it`,
    'give another folder',
  );
}
