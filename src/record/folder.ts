/** Reads a recording: its manifest, cases, and lazily read entries. */

import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { count } from '../model/index.ts';
import { JOURNAL, MANIFEST, type Manifest, type RecordedCase } from './cassette.ts';
import { ownFiles } from './collected.ts';
import { type EntryRef, noEntries } from './entries.ts';
import { isThere, unreadable } from './files.ts';
import { type FinishOptions, finishRecording } from './finish.ts';
import { AGAIN, broken, checkedLines } from './folder-lines.ts';
import { isBeingRecorded } from './journal.ts';
import { isCase, isEntry } from './lines.ts';
import { readManifest } from './manifest.ts';

export interface Recording {
  readonly folder: string;
  readonly manifest: Manifest;
  /** The recorded cases in id order, read one by one. */
  readonly cases: () => Generator<RecordedCase, void, undefined>;
  /** All entries by file, sorted by case and position. */
  readonly entries: readonly EntryRef[];
  /** The n-th exchange, from 0, of a step of a case. */
  readonly find: (item: string, step: string, nth: number) => EntryRef | undefined;
  /** All exchanges of a case; null for those outside of cases. */
  readonly ofCase: (item: string | null) => readonly EntryRef[];
  /** Notes for the user, such as what was recovered. */
  readonly notes: readonly string[];
}

/**
 * Opens a recording. An interrupted one is repaired first: its journal is made into files.
 *
 * @param tool what to call ourselves in files that have to be written
 * @throws TouchstoneError 'recording-unreadable' for a folder that holds none, and for a file that is cut,
 * not JSON, of another version, or lacks entries
 */
export function openRecording(folder: string, tool: FinishOptions['tool']): Recording {
  const notes = [...recovered(folder, tool)];
  if (!isThere(join(folder, MANIFEST))) {
    throw unreadable(
      `there is no recording in ${folder}`,
      `it would have a ${MANIFEST}; give the folder that --record wrote`,
    );
  }
  const { manifest, edited: inManifest } = readManifest(folder);
  notes.push(...editNotes(MANIFEST, inManifest));
  const lines = new Map<string, { readonly line: Buffer; readonly exchanges: number }>();
  const entries = noEntries(manifest.target.limits.maxBodyBytes);
  for (const file of ownFiles(folder)) {
    if (file === MANIFEST) continue;
    const path = join(folder, file);
    const edited: number[] = [];
    for (const { value, line, isEdited } of checkedLines(folder, file)) {
      const { bytes, number } = line;
      if (isEdited) edited.push(number);
      if (isEntry(value)) {
        if (!entries.add(value, bytes, file)) throw twice(`${path}:${number}`, value._case);
      } else if (isCase(value)) {
        const known = lines.get(value.id);
        if (known && !known.line.equals(bytes)) throw twice(`${path}:${number}`, value.id);
        lines.set(value.id, { line: bytes, exchanges: value.exchanges });
      } else throw broken(folder, file, line);
    }
    notes.push(...editNotes(file, edited));
  }
  for (const [id, { exchanges }] of lines) {
    const count = entries.ofCase(id).length;
    if (count !== exchanges) throw lacking(folder, id, exchanges, count);
  }
  for (const id of entries.cases()) {
    if (id === null || lines.has(id)) continue;
    throw unreadable(`${folder} has exchanges of ${id}, but not the case itself`, AGAIN);
  }
  return {
    folder,
    manifest,
    notes,
    entries: entries.all,
    find: (item, step, nth) => entries.ofCase(item).filter((ref) => ref.step === step)[nth],
    ofCase: entries.ofCase,
    cases: function* () {
      for (const [, { line }] of [...lines].sort(([a], [b]) => (a < b ? -1 : 1))) {
        yield JSON.parse(line.toString()) as RecordedCase;
      }
    },
  };
}

/** Returns true for the folder of a recording, complete or interrupted. */
export function isRecording(folder: string): boolean {
  return isThere(join(folder, MANIFEST)) || isThere(join(folder, JOURNAL));
}

/** Subfolders with recordings, by relative name, sorted. */
export function recordingsBelow(folder: string): readonly string[] {
  if (!isThere(folder) || !statSync(folder).isDirectory()) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => [MANIFEST, JOURNAL].includes(basename(name)))
    .map((name) => dirname(name).replaceAll('\\', '/'))
    .filter((name, index, all) => all.indexOf(name) === index)
    .sort();
}

/**
 * Makes files of the journal that a killed run left in a folder, if there is one.
 *
 * @returns notes for the user
 * @throws TouchstoneError 'recording-unreadable' while the run goes on
 */
export function recovered(folder: string, tool: FinishOptions['tool']): readonly string[] {
  if (!isThere(join(folder, JOURNAL))) return [];
  if (isBeingRecorded(folder)) {
    throw unreadable(`${folder} is being recorded`, 'wait for that run to end, or end it');
  }
  const keepOthers = isThere(join(folder, MANIFEST));
  const { cases, exchanges, notes } = finishRecording(folder, { tool, keepOthers });
  return [
    `the recording had been cut short: ${count(exchanges, 'exchange')} of ${count(cases, 'case')} were recovered`,
    ...notes,
  ];
}

/** Maximum number of line numbers in a note. */
const MOST_NAMED = 5;

function editNotes(file: string, lines: readonly number[]): readonly string[] {
  if (lines.length === 0) return [];
  const named = lines.slice(0, MOST_NAMED).join(', ');
  const more = lines.length > MOST_NAMED ? ` and ${lines.length - MOST_NAMED} more` : '';
  const word = lines.length === 1 ? 'line' : 'lines';
  return [`${file} was edited by hand: ${word} ${named}${more}`];
}

function twice(where: string, id: string | null) {
  return unreadable(
    `${where} says something else of ${id ?? 'an exchange'} than a line before it`,
    `two branches recorded it differently: record it again`,
  );
}

function lacking(folder: string, id: string, wanted: number, count: number) {
  return unreadable(`${folder} has ${count} of the ${wanted} exchanges of ${id}`, AGAIN);
}
