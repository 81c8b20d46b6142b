/** Reads the content of a recording from a journal or from existing files. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { count } from '../model/index.ts';
import { type JudgedCase, MANIFEST, type ManifestLine, type RecordedCase } from './cassette.ts';
import { type FileSlice, linesOf, readWhole, unreadable } from './files.ts';
import { broken, checkedLines, wholeLines } from './folder-lines.ts';
import { type EntryHead, isCase, isEntry, parseLine, summed } from './lines.ts';

/** An entry, by the place of its line. */
export interface EntryPlace extends FileSlice {
  readonly case: string | null;
  readonly at: number;
  readonly operation: string | null;
}

/** A case with its entries; null for exchanges outside of cases. */
export interface CollectedCase {
  readonly id: string | null;
  readonly entries: readonly EntryPlace[];
  /** Its line in `cases.ndjson`; undefined for null. */
  readonly line: string | undefined;
  /** True if it was sent and judged; false for one interrupted by a kill. */
  readonly complete: boolean;
}

export type Cases = ReadonlyMap<string | null, CollectedCase>;

/** An earlier recording. */
export interface Earlier {
  readonly cases: Cases;
  /** The text of its file. */
  readonly manifest: string;
}

export interface ReadJournal {
  readonly manifest: readonly ManifestLine[];
  readonly cases: Cases;
  readonly notes: readonly string[];
}

/** The intact content of a journal. */
export function readJournal(path: string): ReadJournal {
  const manifest: ManifestLine[] = [];
  const drafts = new Map<string | null, CaseDraft>();
  const notes: string[] = [];
  for (const line of linesOf(path)) {
    const { number, bytes, ended } = line;
    const value = parseLine(bytes);
    if (!value) {
      notes.push(
        ended
          ? `line ${number} of the journal is broken and was left out`
          : `the journal ends in the middle of line ${number}, which was left out`,
      );
    } else if (isEntry(value)) place(drafts, value, line);
    else if ('kind' in value && value.kind === 'manifest') manifest.push(value.line);
    else if ('kind' in value && value.kind === 'case') draftOf(drafts, value.id).planned = value;
    else if ('kind' in value && value.kind === 'judged') draftOf(drafts, value.id).judged = value;
  }
  const cases = new Map<string | null, CollectedCase>();
  let unjudged = 0;
  for (const { id, entries, planned, judged } of drafts.values()) {
    if (id === null) cases.set(id, { id, entries, line: undefined, complete: true });
    else if (planned) {
      if (!judged) unjudged += 1;
      const line = caseLine(id, entries.length, planned, judged);
      cases.set(id, { id, entries, line, complete: judged !== undefined });
    } else if (entries.length > 0) {
      notes.push(
        `${count(entries.length, 'exchange')} of ${id} left out: the line of the case is damaged`,
      );
    }
  }
  if (unjudged > 0) {
    notes.push(`${count(unjudged, 'case')} under way when the recording was cut short`);
  }
  return { manifest, cases, notes };
}

/** Data of a case while its lines are read. */
interface CaseDraft {
  readonly id: string | null;
  readonly entries: EntryPlace[];
  planned?: Pick<RecordedCase, 'case'>;
  judged?: JudgedCase;
}

function draftOf(drafts: Map<string | null, CaseDraft>, id: string | null): CaseDraft {
  const draft = drafts.get(id) ?? { id, entries: [] };
  drafts.set(id, draft);
  return draft;
}

function place(drafts: Map<string | null, CaseDraft>, entry: EntryHead, line: FileSlice): void {
  const { _case: item, _at: at, _operation: operation } = entry;
  const { path, start, end } = line;
  draftOf(drafts, item).entries.push({ path, start, end, case: item, at, operation });
}

function caseLine(
  id: string,
  exchanges: number,
  planned: Pick<RecordedCase, 'case'>,
  judged: JudgedCase | undefined,
): string {
  const kept: RecordedCase = {
    id,
    exchanges,
    case: planned.case,
    ...(judged && { verdicts: judged.verdicts }),
    ...(judged && judged.observations.length > 0 && { observations: judged.observations }),
  };
  return summed(kept);
}

/**
 * An earlier recording in a folder.
 *
 * @param state `whole` if parts of it are to stay, which then must be intact; `any` if all of it is replaced
 * @throws TouchstoneError 'recording-unreadable'
 */
export function readEarlier(folder: string, state: 'whole' | 'any'): Earlier {
  const drafts = new Map<string | null, CaseDraft>();
  const lines = new Map<string, string>();
  for (const name of ownFiles(folder)) {
    if (name === MANIFEST) continue;
    for (const { value, line } of state === 'whole'
      ? checkedLines(folder, name)
      : wholeLines(join(folder, name))) {
      if (isEntry(value)) place(drafts, value, line);
      else if (isCase(value)) lines.set(value.id, line.bytes.toString());
      else if (state === 'whole') throw broken(folder, name, line);
    }
  }
  const cases = new Map<string | null, CollectedCase>();
  for (const [id, line] of lines) {
    cases.set(id, { id, entries: drafts.get(id)?.entries ?? [], line, complete: true });
  }
  const { entries = [] } = drafts.get(null) ?? {};
  if (entries.length > 0) cases.set(null, { id: null, entries, line: undefined, complete: true });
  const manifest = readWhole(join(folder, MANIFEST)).toString('utf8').replaceAll('\r\n', '\n');
  return { cases, manifest };
}

/** Files of the recording in a folder, by relative name, sorted; without recordings in subfolders. */
export function ownFiles(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      name.replaceAll('\\', '/'),
    );
    const others = names
      .filter((name) => /\/(?:manifest|journal)\.ndjson$/.test(name))
      .map((name) => name.slice(0, name.lastIndexOf('/') + 1));
    return names
      .filter((name) => OWN.test(name) && !others.some((other) => name.startsWith(other)))
      .sort();
  } catch (error) {
    throw unreadable(
      `the recording ${folder} cannot be read`,
      'give the folder that --record wrote',
      error,
    );
  }
}

const OWN = /(?:^manifest\.ndjson|^cases(?:\.\d+of\d+)?\.ndjson|\.har)$/;
