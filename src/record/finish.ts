/** Makes the files of a recording from its journal. */

import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { unwritable, writeWhole } from '../io/index.ts';
import { TouchstoneError } from '../model/index.ts';
import {
  FORMAT_VERSION,
  JOURNAL,
  MANIFEST,
  type ManifestLine,
  MOST_FILE_BYTES,
} from './cassette.ts';
import { type Cases, type Earlier, ownFiles, readEarlier, readJournal } from './collected.ts';
import { sliceReader, unreadable } from './files.ts';
import { summed } from './lines.ts';
import { filesOf } from './partition.ts';

export interface FinishOptions {
  readonly tool: { readonly name: string; readonly version: string };
  /** Keeps cases of an earlier recording in the folder that were not recorded again. */
  readonly keepOthers: boolean;
  /** Greatest size of a file in bytes. */
  readonly mostBytes?: number;
}

export interface Finished {
  readonly cases: number;
  readonly exchanges: number;
  /** Notes for the user about incomplete lines and cases. */
  readonly notes: readonly string[];
}

/**
 * Makes the files of a recording from its journal, and removes the journal. The files of an earlier
 * recording in the folder are replaced. Files are replaced atomically, and the journal is removed last:
 * after a kill at any time, it can be repeated.
 *
 * @throws TouchstoneError 'output-unwritable', and 'recording-unreadable' for an earlier recording whose
 * parts are to stay; the journal is still there then
 */
export function finishRecording(folder: string, options: FinishOptions): Finished {
  const files = sliceReader();
  try {
    const journal = readJournal(join(folder, JOURNAL));
    const earlier = earlierIn(folder, options);
    const cases = earlier ? withEarlier(journal.cases, earlier.cases, options) : journal.cases;
    const { tool, mostBytes = MOST_FILE_BYTES } = options;
    const made = filesOf([...cases.values()], files.read, tool, mostBytes);
    for (const [name, content] of made) writeWhole(join(folder, name), content());
    const manifest = manifestText(journal.manifest, earlier?.manifest, options);
    writeWhole(join(folder, MANIFEST), [manifest]);
    writeWhole(join(folder, '.gitattributes'), [ATTRIBUTES]);
    removeOthers(folder, new Set([...made.keys(), MANIFEST]));
    removeJournal(folder);
    let exchanges = 0;
    for (const { entries } of journal.cases.values()) exchanges += entries.length;
    const whole = journal.cases.size - (journal.cases.has(null) ? 1 : 0);
    return { cases: whole, exchanges, notes: journal.notes };
  } finally {
    files.close();
  }
}

/**
 * Makes the files of a recording where its journal is.
 *
 * @throws TouchstoneError 'output-unwritable', and where that is not the folder it was meant for
 */
export function finishWhereItIs(place: string, folder: string, options: FinishOptions): Finished {
  const finished = finishedIn(place, options);
  if (place === folder) return finished;
  throw new TouchstoneError(
    'output-unwritable',
    `${folder} was removed while recording, and cannot be put back`,
    `what was recorded is in ${place}`,
  );
}

function finishedIn(place: string, options: FinishOptions): Finished {
  try {
    return finishRecording(place, options);
  } catch (error) {
    if (!(error instanceof TouchstoneError) || error.code !== 'output-unwritable') throw error;
    const hint = `all that was recorded is in ${join(place, JOURNAL)}; once the folder can be written to, \`touchstone show ${place}\` makes the files`;
    throw new TouchstoneError(error.code, error.message, hint, { cause: error });
  }
}

/**
 * Makes sure that a recording can be finished in a folder.
 * @throws TouchstoneError 'recording-unreadable' where parts of an earlier one are to stay, and it is broken
 */
export function checkEarlier(folder: string, options: FinishOptions): void {
  earlierIn(folder, options);
}

/** The existing recording in a folder, if any. */
function earlierIn(folder: string, { keepOthers }: FinishOptions): Earlier | undefined {
  if (!existsSync(join(folder, MANIFEST))) return undefined;
  if (!keepOthers) return readEarlier(folder, 'any');
  try {
    return readEarlier(folder, 'whole');
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    const hint = 'take it from version control again, or give another folder';
    throw unreadable(`${what}, and what is not recorded anew would be lost`, hint, error);
  }
}

/** The new exchanges, and the remaining ones of an earlier recording. */
function withEarlier(recorded: Cases, earlier: Cases, { keepOthers }: FinishOptions): Cases {
  const cases = new Map(recorded);
  for (const [id, before] of earlier) {
    const now = cases.get(id);
    // An interrupted case does not replace a complete one.
    const stays = now === undefined ? keepOthers && id !== null : !now.complete;
    if (stays) cases.set(id, before);
  }
  return cases;
}

/** After a merge, lines of two branches are adjacent, and entries are lines. */
const ATTRIBUTES = `*.har text eol=lf merge=union
*.ndjson text eol=lf merge=union
`;

function manifestText(
  lines: readonly ManifestLine[],
  earlier: string | undefined,
  { keepOthers, tool }: FinishOptions,
): string {
  // A partial new recording does not change the inputs of the whole plan.
  if (earlier !== undefined && keepOthers) return earlier;
  const all: readonly ManifestLine[] = [
    { kind: 'recording', version: FORMAT_VERSION },
    { kind: 'tool', ...tool },
    ...lines,
  ];
  return all.map((line) => `${summed(line)}\n`).join('');
}

/**
 * Reads the files of the recording in a folder.
 *
 * @returns what puts them back, and leaves a journal alone, which may be that of another run; it throws TouchstoneError
 * 'output-unwritable'
 */
export function earlierFiles(folder: string): () => void {
  const files = new Map(ownFiles(folder).map((name) => [name, readFileSync(join(folder, name))]));
  return () => {
    for (const [name, content] of files) writeWhole(join(folder, name), content);
    removeOthers(folder, new Set(files.keys()));
  };
}

/** Removes outdated files of the earlier recording. */
function removeOthers(folder: string, kept: ReadonlySet<string>): void {
  try {
    for (const name of ownFiles(folder)) {
      if (kept.has(name)) continue;
      rmSync(join(folder, name));
      for (let at = dirname(join(folder, name)); relative(folder, at) !== ''; at = dirname(at)) {
        if (readdirSync(at).length > 0) break;
        rmdirSync(at);
      }
    }
  } catch (error) {
    throw unwritable(folder, error);
  }
}

function removeJournal(folder: string): void {
  try {
    rmSync(join(folder, JOURNAL), { force: true });
  } catch (error) {
    throw unwritable(folder, error);
  }
}
