/** What a recording is made of, by where its lines are: in a journal, or in files that were made before. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST, type ManifestLine } from './cassette.ts';
import { type Reader, type ReadSlice, type Slice, unreadable } from './files.ts';
import {
  caseHead,
  type EntryHead,
  entryHead,
  type JournalHead,
  journalHead,
} from './line-heads.ts';
import { isWhole, withSum } from './lines.ts';

/** An entry, by where its line is. */
export interface Placed extends Slice {
  readonly case: string | null;
  readonly at: number;
  readonly operation: string | null;
}

/** A case with all that belongs to it; its parts are read when they are needed. */
export interface Gathered {
  readonly id: string | null;
  readonly entries: readonly Placed[];
  /** Whether it was carried out and judged: one that was under way when a run was killed was not. */
  readonly whole: boolean;
  /** The line of `cases.ndjson`. */
  readonly line: (read: ReadSlice) => Buffer | undefined;
}

export type Cases = ReadonlyMap<string | null, Gathered>;

export interface Journal {
  readonly manifest: readonly ManifestLine[];
  readonly cases: Cases;
  readonly notes: readonly string[];
}

/** What is known of a case while its journal is read. */
interface Draft {
  readonly id: string | null;
  readonly entries: Placed[];
  /** Where it is told what comes after the id. */
  planned?: Slice;
  judged?: Slice;
}

/** What a journal has, as far as it is whole. */
export function readJournal(path: string, { lines }: Pick<Reader, 'lines'>): Journal {
  const manifest: ManifestLine[] = [];
  const drafts = openDrafts();
  const notes: string[] = [];
  for (const line of lines(path)) {
    if (!isWhole(line.bytes)) {
      notes.push(
        line.ended
          ? `line ${line.number} of the journal is broken and was left out`
          : `the journal ends in the middle of line ${line.number}, which was left out`,
      );
      continue;
    }
    const { start, end } = line;
    const head = entryHead(line.bytes);
    if (head) {
      drafts.place(head, { path, start, end });
      continue;
    }
    const told: JournalHead | undefined = journalHead(line.bytes);
    if (told?.kind === 'manifest') manifest.push(manifestLine(line.bytes));
    if (told?.kind === 'case' || told?.kind === 'judged') {
      const rest = { path, start: start + told.rest, end };
      drafts.of(told.id)[told.kind === 'case' ? 'planned' : 'judged'] = rest;
    }
  }
  const all = drafts.all().filter(({ planned, entries }) => planned || entries.length > 0);
  const unjudged = all.filter(({ planned, judged }) => planned && !judged).length;
  if (unjudged > 0) {
    notes.push(`${unjudged} cases were under way when the recording was cut short`);
  }
  const gathered = all.map((draft): readonly [string | null, Gathered] => {
    const { id, entries, judged } = draft;
    const line = (read: ReadSlice) => (id === null ? undefined : caseLine(id, draft, read));
    return [id, { id, entries, whole: id === null || judged !== undefined, line }];
  });
  return { manifest, cases: new Map(gathered), notes };
}

/** Drafts by their ids. The lines of one case mostly follow each other. */
function openDrafts() {
  const byId = new Map<string | null, Draft>();
  let last: Draft | undefined;
  const of = (id: string | null): Draft => {
    if (last && last.id === id) return last;
    last = byId.get(id) ?? { id, entries: [] };
    byId.set(id, last);
    return last;
  };
  const place = ({ case: id, at, operation }: EntryHead, { path, start, end }: Slice) => {
    of(id).entries.push({ path, start, end, case: id, at, operation });
  };
  return { all: () => [...byId.values()], of, place };
}

function manifestLine(bytes: Buffer): ManifestLine {
  const { line }: { line: ManifestLine } = JSON.parse(bytes.toString('utf8'));
  return line;
}

const BRACE = Buffer.from('}');
const COMMA = Buffer.from(',');
const UNOBSERVED = Buffer.from(',"observations":[]}');

/**
 * The line of a case, put together from the lines of the journal: `"case":…` of the one, and `"verdicts":…`
 * with the observations, if there are any, of the other. Reading them as JSON would take longer than all else.
 */
function caseLine(
  id: string,
  { entries, planned, judged }: Omit<Draft, 'id'>,
  read: ReadSlice,
): Buffer | undefined {
  if (!planned) return undefined;
  const head = Buffer.from(`"id":${JSON.stringify(id)},"exchanges":${entries.length},`);
  const plan = read(planned).subarray(0, -1);
  if (!judged) return withSum([head, plan, BRACE]);
  const verdicts = read(judged);
  const unobserved = verdicts.subarray(-UNOBSERVED.length).equals(UNOBSERVED);
  const rest = unobserved ? [verdicts.subarray(0, -UNOBSERVED.length), BRACE] : [verdicts];
  return withSum([head, plan, COMMA, ...rest]);
}

/** An earlier recording in a folder, as far as it can be read. */
export function readEarlier(
  folder: string,
  reader: Pick<Reader, 'lines'>,
): { readonly cases: Cases; readonly manifest: string } {
  const drafts = openDrafts();
  let manifest = '';
  for (const name of ownFiles(folder)) {
    const path = join(folder, name);
    for (const { bytes, start, end } of reader.lines(path)) {
      if (name === MANIFEST) manifest += `${bytes.toString('utf8')}\n`;
      const skip = bytes[0] === 0x2c ? 1 : 0;
      const line = bytes.subarray(skip);
      if (!isWhole(line)) continue;
      const slice = { path, start: start + skip, end };
      const head = entryHead(line);
      if (head) {
        drafts.place(head, slice);
        continue;
      }
      const found = caseHead(line);
      if (found) drafts.of(found.id).planned = slice;
    }
  }
  const cases = drafts.all().flatMap(({ id, entries, planned }): [string | null, Gathered][] => {
    if (!planned) return [];
    return [[id, { id, entries, whole: true, line: (read) => read(planned) }]];
  });
  return { cases: new Map(cases), manifest };
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
