/** What a recording is made of, by where its lines are: in a journal, or in files that were made before. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST, type ManifestLine } from './cassette.ts';
import { type Reader, type ReadSlice, readWhole, type Slice, unreadable } from './files.ts';
import { broken, readLines, withoutFrame } from './folder-lines.ts';
import {
  caseHead,
  type EntryHead,
  entryHead,
  type JournalHead,
  journalHead,
} from './line-heads.ts';
import { isWhole, SUM_LENGTH, withSum } from './lines.ts';

/** An entry, by where its line is. */
export interface Placed extends Slice {
  readonly case: string | null;
  readonly at: number;
  readonly operation: string | null;
}

/** A case with all that belongs to it, by where it is told. */
export interface Gathered {
  readonly id: string | null;
  readonly entries: readonly Placed[];
  /** Its line in a recording that was made before. */
  readonly line?: Slice | undefined;
  /** Members of lines of a journal, the brace after them not among them. */
  readonly planned?: Slice | undefined;
  readonly judged?: Slice | undefined;
}

export type Cases = ReadonlyMap<string | null, Gathered>;

/** A recording that was made before. */
export interface Earlier {
  readonly cases: Cases;
  /** The text of its file. */
  readonly manifest: string;
}

export interface Journal {
  readonly manifest: readonly ManifestLine[];
  readonly cases: Cases;
  readonly notes: readonly string[];
}

/** What a journal has, as far as it is whole. */
export function readJournal(path: string, { lines }: Pick<Reader, 'lines'>): Journal {
  const manifest: ManifestLine[] = [];
  const drafts = openDrafts();
  const notes: string[] = [];
  let number = 0;
  for (const { text, start, end, offset, ended } of lines(path)) {
    number += 1;
    if (!isWhole(text, start, end)) {
      notes.push(
        ended
          ? `line ${number} of the journal is broken and was left out`
          : `the journal ends in the middle of line ${number}, which was left out`,
      );
      continue;
    }
    const head = entryHead(text, start);
    if (head) {
      drafts.place(head, path, offset + start, offset + end);
      continue;
    }
    const told: JournalHead | undefined = journalHead(text, start);
    if (told?.kind === 'manifest') manifest.push(manifestLine(text.toString('utf8', start, end)));
    if (told?.kind === 'case') {
      const last = offset + end - BRACE.length;
      drafts.of(told.id).planned = { path, start: offset + told.rest, end: last };
    }
    if (told?.kind === 'judged') {
      const last = offset + end - closing(text, end).length;
      drafts.of(told.id).judged = { path, start: offset + told.rest, end: last };
    }
  }
  const cases = drafts.those(({ id, planned, entries }) => {
    const isTold = planned !== undefined || id === null;
    if (!isTold && entries.length > 0) {
      notes.push(
        `${entries.length} exchanges of ${id} were left out: the line that tells of the case is broken`,
      );
    }
    return isTold && (planned !== undefined || entries.length > 0);
  });
  let unjudged = 0;
  for (const { planned, judged } of cases.values()) if (planned && !judged) unjudged += 1;
  if (unjudged > 0) {
    notes.push(`${unjudged} cases were under way when the recording was cut short`);
  }
  return { manifest, cases, notes };
}

/** What is known of a case while the lines about it are read. */
interface Draft {
  readonly id: string | null;
  readonly entries: Placed[];
  line: Slice | undefined;
  planned: Slice | undefined;
  judged: Slice | undefined;
}

/** Drafts by their ids. The lines of one case mostly follow each other. */
function openDrafts() {
  const drafts = new Map<string | null, Draft>();
  let last: Draft | undefined;
  const of = (id: string | null): Draft => {
    if (last && last.id === id) return last;
    last = drafts.get(id);
    if (last) return last;
    last = { id, entries: [], line: undefined, planned: undefined, judged: undefined };
    drafts.set(id, last);
    return last;
  };
  const place = (head: EntryHead, path: string, start: number, end: number) => {
    const { case: id, at, operation } = head;
    of(id).entries.push({ path, start, end, case: id, at, operation });
  };
  /** What is not asked for is dropped. A second map of them would take as long as the first. */
  const those = (isMeant: (draft: Draft) => boolean): Cases => {
    for (const draft of drafts.values()) if (!isMeant(draft)) drafts.delete(draft.id);
    return drafts;
  };
  return { those, of, place };
}

function manifestLine(text: string): ManifestLine {
  const { line }: { line: ManifestLine } = JSON.parse(text);
  return line;
}

const BRACE = Buffer.from('}');
const COMMA = Buffer.from(',');
const UNOBSERVED = Buffer.from(',"observations":[]}');

/** What a line of verdicts ends with that has no place in a recording. */
function closing(text: Buffer, end: number): Buffer {
  const from = end - UNOBSERVED.length;
  return from > 0 && text.compare(UNOBSERVED, 0, UNOBSERVED.length, from, end) === 0
    ? UNOBSERVED
    : BRACE;
}

/** Whether a case was carried out and judged: one that was under way when a run was killed was not. */
export function isComplete({ id, line, judged }: Gathered): boolean {
  return id === null || line !== undefined || judged !== undefined;
}

/**
 * The line of a case in `cases.ndjson`; undefined for what was sent for none. It is put together from the
 * members of the lines of the journal: reading them as JSON would take longer than all else.
 */
export function lineOf(gathered: Gathered, read: ReadSlice): Buffer | undefined {
  const { line, planned, judged } = gathered;
  if (line) return read(line);
  if (!planned) return undefined;
  const members = judged ? [read(planned), COMMA, read(judged)] : [read(planned)];
  return withSum([Buffer.from(headOf(gathered)), ...members, BRACE]);
}

/** How many bytes `lineOf` gives, without putting them together; 0 for none. */
export function lengthOf(gathered: Gathered): number {
  const { line, planned, judged } = gathered;
  if (line) return line.end - line.start;
  if (!planned) return 0;
  const members = planned.end - planned.start + (judged ? judged.end - judged.start + 1 : 0);
  return SUM_LENGTH + Buffer.byteLength(headOf(gathered)) + members + BRACE.length;
}

function headOf({ id, entries }: Gathered): string {
  return `"id":${JSON.stringify(id)},"exchanges":${entries.length},`;
}

/**
 * An earlier recording in a folder.
 * @param state `whole` where what is not recorded again is to stay: then nothing of it may be broken. Where
 * all of it is replaced, `any` will do
 * @throws TouchstoneError 'recording-unreadable'
 */
export function readEarlier(
  folder: string,
  reader: Pick<Reader, 'lines'>,
  state: 'whole' | 'any',
): Earlier {
  const drafts = openDrafts();
  for (const name of ownFiles(folder)) {
    if (name === MANIFEST) continue;
    const path = join(folder, name);
    const take = (text: Buffer, start: number, end: number, offset: number): boolean => {
      const head = entryHead(text, start);
      if (head) drafts.place(head, path, offset + start, offset + end);
      const found = head ? undefined : caseHead(text, start);
      if (found) drafts.of(found.id).line = { path, start: offset + start, end: offset + end };
      return head !== undefined || found !== undefined;
    };
    if (state === 'whole') {
      readLines(path, (text, start, end, number) => {
        if (take(text, start, end, 0)) return;
        throw broken(path, number, text.subarray(start, end));
      });
      continue;
    }
    for (const { text, start: begin, end: last, offset } of reader.lines(path)) {
      const { start, end } = withoutFrame(text, begin, last);
      if (isWhole(text, start, end)) take(text, start, end, offset);
    }
  }
  const manifest = readWhole(join(folder, MANIFEST)).toString('utf8').replaceAll('\r\n', '\n');
  return { cases: drafts.those(({ line }) => line !== undefined), manifest };
}

/** Files of recordings in a folder, by their names relative to it, sorted. */
export function ownFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => OWN.test(name))
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
