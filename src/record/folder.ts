/** A recording, read: its manifest, its cases, and its entries, found without reading them all. */

import { join } from 'node:path';
import { JOURNAL, type KeptCase, MANIFEST, type Manifest } from './cassette.ts';
import { type Entries, type EntryRef, noEntries, type Place } from './entries.ts';
import { isThere, unreadable } from './files.ts';
import { type FinishOptions, finishRecording } from './finish.ts';
import { AGAIN, broken, readLines } from './folder-lines.ts';
import { ownFiles } from './gathering.ts';
import { isBeingRecorded } from './journal.ts';
import { type CaseHead, caseHead, entryHead } from './line-heads.ts';
import { readManifest } from './manifest.ts';

export interface Recording {
  readonly folder: string;
  readonly manifest: Manifest;
  /** The kept cases in the order of their ids, read one by one. */
  readonly cases: () => Generator<KeptCase, void, undefined>;
  /** All entries, by file, and in it by case and position. */
  readonly entries: readonly EntryRef[];
  /** The n-th exchange, from 0, of a step of a case. */
  readonly find: (item: string, step: string, nth: number) => EntryRef | undefined;
  /** All exchanges of a case; with null, those that were sent for none. */
  readonly ofCase: (item: string | null) => readonly EntryRef[];
  /** What a user needs to know, such as what was recovered. */
  readonly notes: readonly string[];
}

/**
 * Opens a recording. One that was cut short is put in order first: its journal is made into files.
 *
 * @param tool what to call ourselves in files that have to be written
 * @throws TouchstoneError 'recording-unreadable' for a folder that holds none, and for a file that is cut,
 * not JSON, of another version, edited, or lacks entries
 */
export function openRecording(folder: string, tool: FinishOptions['tool']): Recording {
  const notes = recovered(folder, tool);
  if (!isThere(join(folder, MANIFEST))) {
    throw unreadable(
      `there is no recording in ${folder}`,
      `it would have a ${MANIFEST}; give the folder that --record wrote`,
    );
  }
  const manifest = readManifest(join(folder, MANIFEST));
  const cases = new Map<string, CaseRef>();
  const entries = noEntries(manifest.target.limits.maxBodyBytes);
  for (const file of ownFiles(folder)) {
    if (file === MANIFEST) continue;
    const isHar = file.endsWith('.har');
    const path = join(folder, file);
    readLines(path, (text, start, end, number) => {
      const head = isHar ? entryHead(text, start) : caseHead(text, start);
      if (!head) throw broken(path, number, text.subarray(start, end));
      const item = head.kind === 'case' ? head.id : head.case;
      const place = { file, text, start, end };
      const agrees = head.kind === 'case' ? add(cases, head, place) : entries.add(head, place);
      if (!agrees) throw twice(`${path}:${number}`, item);
    });
  }
  for (const [id, { exchanges }] of cases) {
    const count = entries.count(id);
    if (count !== exchanges) throw lacking(folder, id, exchanges, count);
  }
  for (const id of entries.cases()) {
    if (id === null || cases.has(id)) continue;
    throw unreadable(`${folder} has exchanges of ${id}, but not the case itself`, AGAIN);
  }
  const stepsOf = stepIndex(entries);
  return {
    folder,
    manifest,
    notes,
    get entries() {
      return entries.all();
    },
    find: (item, step, nth) => stepsOf(item).get(step)?.[nth],
    ofCase: entries.ofCase,
    cases: function* () {
      for (const id of [...cases.keys()].sort()) {
        const place = cases.get(id)?.place;
        if (!place) continue;
        const line = place.text.toString('utf8', place.start, place.end);
        yield JSON.parse(line) as KeptCase;
      }
    },
  };
}

interface CaseRef {
  readonly place: Place;
  readonly sum: number;
  readonly exchanges: number;
}

/** Whether a case agrees with what is known of it, if anything is. */
function add(cases: Map<string, CaseRef>, { id, sum, exchanges }: CaseHead, place: Place): boolean {
  const known = cases.get(id);
  if (known) return known.sum === sum;
  cases.set(id, { place, sum, exchanges });
  return true;
}

/** The exchanges of each step of a case, in the order in which they happened; made when first asked for. */
function stepIndex({ ofCase }: Pick<Entries, 'ofCase'>) {
  const made = new Map<string, ReadonlyMap<string, readonly EntryRef[]>>();
  return (item: string): ReadonlyMap<string, readonly EntryRef[]> => {
    const known = made.get(item);
    if (known) return known;
    const steps = new Map<string, EntryRef[]>();
    for (const ref of ofCase(item)) {
      const own = steps.get(ref.step);
      if (own) own.push(ref);
      else steps.set(ref.step, [ref]);
    }
    made.set(item, steps);
    return steps;
  };
}

/**
 * Makes files of the journal that a killed run left in a folder, if there is one.
 *
 * @returns what a user needs to know of that
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
    `the recording had been cut short: ${exchanges} exchanges of ${cases} cases were recovered`,
    ...notes,
  ];
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
