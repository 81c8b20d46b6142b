/** What a recording is made of, by where its lines are: in a journal, or in files that were made before. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST, type ManifestLine } from './cassette.ts';
import { type Reader, type ReadSlice, type Slice, unreadable } from './files.ts';
import { caseHead, entryHead, isWhole, type JournalHead, journalHead, withSum } from './lines.ts';

/** An entry, and where its line is. */
export interface Placed {
  readonly slice: Slice;
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

/** A line about a case in a journal: where it is, and where in it stands what comes after the id. */
interface CaseSlice {
  readonly slice: Slice;
  readonly rest: number;
}

/** What a journal has, as far as it is whole. */
export function readJournal(path: string, { lines }: Pick<Reader, 'lines'>): Journal {
  const manifest: ManifestLine[] = [];
  const planned = new Map<string, CaseSlice>();
  const judged = new Map<string, CaseSlice>();
  const entries = new Map<string | null, Placed[]>();
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
    const slice = { path, start: line.start, end: line.end };
    const head = entryHead(line.bytes);
    if (head) {
      place(entries, slice, head);
      continue;
    }
    const told: JournalHead | undefined = journalHead(line.bytes);
    if (told?.kind === 'manifest') manifest.push(manifestLine(line.bytes));
    if (told?.kind === 'case') planned.set(told.id, { slice, rest: told.rest });
    if (told?.kind === 'judged') judged.set(told.id, { slice, rest: told.rest });
  }
  const unjudged = [...planned.keys()].filter((id) => !judged.has(id)).length;
  if (unjudged > 0) {
    notes.push(`${unjudged} cases were under way when the recording was cut short`);
  }
  const ids = new Set<string | null>([...planned.keys(), ...entries.keys()]);
  const gathered = [...ids].map((id): readonly [string | null, Gathered] => {
    const own = entries.get(id) ?? [];
    const line = (read: ReadSlice) =>
      id === null ? undefined : caseLine(id, own.length, planned.get(id), judged.get(id), read);
    return [id, { id, entries: own, whole: id === null || judged.has(id), line }];
  });
  return { manifest, cases: new Map(gathered), notes };
}

function place(
  entries: Map<string | null, Placed[]>,
  slice: Slice,
  { case: id, at, operation }: Omit<Placed, 'slice'>,
): void {
  const own = entries.get(id);
  const placed = { slice, case: id, at, operation };
  if (own) own.push(placed);
  else entries.set(id, [placed]);
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
  exchanges: number,
  planned: CaseSlice | undefined,
  judged: CaseSlice | undefined,
  read: ReadSlice,
): Buffer | undefined {
  if (!planned) return undefined;
  const head = Buffer.from(`"id":${JSON.stringify(id)},"exchanges":${exchanges},`);
  const plan = read(planned.slice).subarray(planned.rest, -1);
  if (!judged) return withSum([head, plan, BRACE]);
  const verdicts = read(judged.slice).subarray(judged.rest);
  const unobserved = verdicts.subarray(-UNOBSERVED.length).equals(UNOBSERVED);
  const rest = unobserved ? [verdicts.subarray(0, -UNOBSERVED.length), BRACE] : [verdicts];
  return withSum([head, plan, COMMA, ...rest]);
}

/** An earlier recording in a folder, as far as it can be read. */
export function readEarlier(
  folder: string,
  reader: Pick<Reader, 'lines'>,
): { readonly cases: Cases; readonly manifest: string } {
  const lines = new Map<string, Slice>();
  const entries = new Map<string | null, Placed[]>();
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
      if (head) place(entries, slice, head);
      else {
        const found = caseHead(line);
        if (found) lines.set(found.id, slice);
      }
    }
  }
  const cases = [...lines].map(([id, slice]): readonly [string, Gathered] => {
    const line = (read: ReadSlice) => read(slice);
    return [id, { id, entries: entries.get(id) ?? [], whole: true, line }];
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
