/** From the journal of a recording to its files. */

import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { crc32 } from 'node:zlib';
import {
  CASES,
  FORMAT_VERSION,
  JOURNAL,
  type JournalLine,
  type KeptCase,
  MANIFEST,
  type ManifestLine,
  MOST_FILE_BYTES,
  OTHER,
} from './cassette.ts';
import { summed } from './entry.ts';
import {
  linesOf,
  type ReadSlice,
  type Slice,
  sliceReader,
  unreadable,
  unwritable,
  writeWhole,
} from './files.ts';
import { caseHead, entryHead, isWhole } from './lines.ts';
import { sameManifest, settled } from './volatile.ts';

export interface FinishOptions {
  readonly tool: { readonly name: string; readonly version: string };
  /** Cases of an earlier recording in the folder that were not recorded again stay. */
  readonly keepOthers: boolean;
  /** Greatest size of a file in bytes. */
  readonly mostBytes?: number;
}

export interface Finished {
  readonly cases: number;
  readonly exchanges: number;
  /** What a user needs to know: lines that were cut, cases that were broken off. */
  readonly notes: readonly string[];
}

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
  /** The line of `cases.ndjson`. */
  readonly line: (read: ReadSlice) => string | undefined;
}

/**
 * Makes the files of a recording from its journal, and removes the journal. The files of an earlier
 * recording in the folder are replaced; a case that came out the same but for volatile values keeps
 * its lines. Each file is moved into place whole, and the journal goes last: killed at any moment, it
 * can be done again.
 *
 * @throws TouchstoneError 'output-unwritable'; the journal is still there then
 */
export function finishRecording(folder: string, options: FinishOptions): Finished {
  const journal = readJournal(join(folder, JOURNAL));
  const earlier = existsSync(join(folder, MANIFEST)) ? readEarlier(folder) : undefined;
  const reader = sliceReader();
  try {
    const cases = new Map(journal.cases);
    for (const [id, before] of earlier?.cases ?? []) {
      const now = cases.get(id);
      if (now === undefined) {
        if (options.keepOthers && id !== null) cases.set(id, before);
      } else if (settled(before, now, reader.read)) {
        cases.set(id, before);
      }
    }
    const files = filesOf([...cases.values()], reader.read, options);
    files.set(MANIFEST, manifestText(journal.manifest, earlier?.manifest, options));
    files.set('.gitattributes', ATTRIBUTES);
    for (const [name, content] of files) {
      writeWhole(join(folder, name), typeof content === 'function' ? content() : content);
    }
    removeOthers(folder, new Set(files.keys()));
    const exchanges = [...journal.cases.values()].reduce(
      (sum, each) => sum + each.entries.length,
      0,
    );
    const whole = [...journal.cases.keys()].filter((id) => id !== null).length;
    return { cases: whole, exchanges, notes: journal.notes };
  } finally {
    reader.close();
  }
}

/** Lines of two branches stand side by side after a merge, and entries are lines. */
const ATTRIBUTES = `*.har text eol=lf merge=union
*.ndjson text eol=lf merge=union
`;

type Cases = ReadonlyMap<string | null, Gathered>;

interface Journal {
  readonly manifest: readonly ManifestLine[];
  readonly cases: Cases;
  readonly notes: readonly string[];
}

/** What a journal has, as far as it is whole. */
export function readJournal(path: string): Journal {
  const manifest: ManifestLine[] = [];
  const planned = new Map<string, Slice>();
  const judged = new Map<string, Slice>();
  const entries = new Map<string | null, Placed[]>();
  const notes: string[] = [];
  for (const line of linesOf(path)) {
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
      const { case: id, at, operation } = head;
      const own = entries.get(id);
      if (own) own.push({ slice, case: id, at, operation });
      else entries.set(id, [{ slice, case: id, at, operation }]);
      continue;
    }
    const kind = KIND.exec(line.bytes.toString('utf8', 0, 64))?.[1];
    if (kind === 'manifest') manifest.push(manifestLine(line.bytes));
    if (kind === 'case') planned.set(idIn(line.bytes), slice);
    if (kind === 'judged') judged.set(idIn(line.bytes), slice);
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
    return [id, { id, entries: own, line }];
  });
  return { manifest, cases: new Map(gathered), notes };
}

const KIND = /^\{"_sum":"[0-9a-f]{8}","kind":"([a-z]+)"/;

function manifestLine(bytes: Buffer): ManifestLine {
  const { line }: { line: ManifestLine } = JSON.parse(bytes.toString('utf8'));
  return line;
}

function idIn(bytes: Buffer): string {
  // Ids stand first, and are the only thing that is needed of a long line.
  const [, id = '""'] = /"id":("(?:[^"\\]|\\.)*")/.exec(bytes.toString('utf8', 0, 2048)) ?? [];
  return String(JSON.parse(id));
}

function caseLine(
  id: string,
  exchanges: number,
  planned: Slice | undefined,
  judged: Slice | undefined,
  read: ReadSlice,
): string | undefined {
  const lineOf = (slice: Slice | undefined): JournalLine | undefined =>
    slice && JSON.parse(read(slice).toString('utf8'));
  const [plan, verdicts] = [lineOf(planned), lineOf(judged)];
  if (plan?.kind !== 'case') return undefined;
  const kept: KeptCase = {
    id,
    exchanges,
    case: plan.case,
    ...(verdicts?.kind === 'judged' && {
      verdicts: verdicts.verdicts,
      ...(verdicts.observations.length > 0 && { observations: verdicts.observations }),
    }),
  };
  return summed(kept);
}

/** An earlier recording in the folder, as far as it can be read. */
function readEarlier(folder: string): { readonly cases: Cases; readonly manifest: string } {
  const lines = new Map<string, Slice>();
  const entries = new Map<string | null, Placed[]>();
  let manifest = '';
  for (const name of ownFiles(folder)) {
    const path = join(folder, name);
    for (const { bytes, start, end } of linesOf(path)) {
      if (name === MANIFEST) manifest += `${bytes.toString('utf8')}\n`;
      const skip = bytes[0] === 0x2c ? 1 : 0;
      const line = bytes.subarray(skip);
      if (!isWhole(line)) continue;
      const slice = { path, start: start + skip, end };
      const head = entryHead(line);
      if (head) {
        const placed = { slice, case: head.case, at: head.at, operation: head.operation };
        const own = entries.get(head.case);
        if (own) own.push(placed);
        else entries.set(head.case, [placed]);
      } else {
        const found = caseHead(line);
        if (found) lines.set(found.id, slice);
      }
    }
  }
  const cases = [...lines].map(([id, slice]): readonly [string, Gathered] => {
    const line = (read: ReadSlice) => read(slice).toString('utf8');
    return [id, { id, entries: entries.get(id) ?? [], line }];
  });
  return { cases: new Map(cases), manifest };
}

/** Files by their name in the folder; large ones are put together when they are written. */
function filesOf(
  cases: readonly Gathered[],
  read: ReadSlice,
  { tool, mostBytes = MOST_FILE_BYTES }: FinishOptions,
): Map<string, string | (() => Buffer)> {
  const files = new Map<string, string | (() => Buffer)>();
  const head = Buffer.from(
    `{"log":{"version":"1.2","creator":${JSON.stringify({ name: tool.name, version: tool.version })},"entries":[\n`,
  );
  const tail = Buffer.from(']}}\n');
  const byOperation = new Map<string, Placed[]>();
  for (const { entries } of cases) {
    for (const entry of entries) {
      const name = entry.operation ?? OTHER;
      const own = byOperation.get(name);
      if (own) own.push(entry);
      else byOperation.set(name, [entry]);
    }
  }
  for (const [operation, entries] of byOperation) {
    const sized = entries.map((entry) => ({ ...entry, size: entry.slice.end - entry.slice.start }));
    for (const { name, items } of parted(operation, 'har', sized, mostBytes)) {
      const sorted = items.toSorted(byCaseAndPlace);
      files.set(name, () =>
        Buffer.concat([
          head,
          ...sorted.flatMap(({ slice }, index) => [index > 0 ? COMMA : NOTHING, read(slice), FEED]),
          tail,
        ]),
      );
    }
  }
  const lines = cases.flatMap(({ id, line }) => {
    const text = line(read);
    return text === undefined || id === null ? [] : [{ case: id, text, size: text.length }];
  });
  const [base = ''] = CASES.split('.');
  for (const { name, items } of parted(base, 'ndjson', lines, mostBytes)) {
    const sorted = items.toSorted((a, b) => (a.case < b.case ? -1 : 1));
    files.set(name, sorted.map(({ text }) => `${text}\n`).join(''));
  }
  return files;
}

const COMMA = Buffer.from(',');
const FEED = Buffer.from('\n');
const NOTHING = Buffer.alloc(0);

function byCaseAndPlace(a: Placed, b: Placed): number {
  if (a.case === b.case) return a.at - b.at;
  return (a.case ?? '') < (b.case ?? '') ? -1 : 1;
}

/**
 * Divides lines among files. Which one a line goes to depends on its case alone, so that a new case
 * moves no other, until the number of files doubles.
 */
function parted<T extends { readonly case: string | null; readonly size: number }>(
  base: string,
  ending: string,
  items: readonly T[],
  mostBytes: number,
): readonly { readonly name: string; readonly items: readonly T[] }[] {
  for (let count = 1; ; count *= 2) {
    const parts = Array.from({ length: count }, (): T[] => []);
    for (const item of items) parts[crc32(item.case ?? '') % count]?.push(item);
    const fits = parts.every(
      (part) => part.reduce((sum, { size }) => sum + size, 0) <= mostBytes || part.length === 1,
    );
    if (!fits && count < MOST_PARTS) continue;
    return parts.flatMap((part, index) => {
      const name = count === 1 ? `${base}.${ending}` : `${base}.${index + 1}of${count}.${ending}`;
      return part.length === 0 ? [] : [{ name, items: part }];
    });
  }
}

const MOST_PARTS = 1024;

function manifestText(
  lines: readonly ManifestLine[],
  earlier: string | undefined,
  { keepOthers, tool }: FinishOptions,
): string {
  // A part that was recorded anew does not change what the whole was planned from.
  if (earlier !== undefined && keepOthers) return earlier;
  const all: readonly ManifestLine[] = [
    { kind: 'recording', version: FORMAT_VERSION },
    { kind: 'tool', ...tool },
    ...lines,
  ];
  if (earlier !== undefined && sameManifest(manifestIn(earlier), all)) return earlier;
  return all.map((line) => `${summed(line)}\n`).join('');
}

function manifestIn(text: string): readonly ManifestLine[] {
  try {
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const { _sum: _, ...rest }: ManifestLine & { readonly _sum: string } = JSON.parse(line);
        return rest as ManifestLine;
      });
  } catch {
    // It is broken, and is about to be replaced.
    return [];
  }
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

/** Removes files of the earlier recording that the new one has not, and then the journal. */
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
    rmSync(join(folder, JOURNAL), { force: true });
  } catch (error) {
    throw unwritable(folder, error);
  }
}
