/** Assigns lines to the files of a recording. */

import { crc32 } from 'node:zlib';
import { groupedBy } from '../model/index.ts';
import { CASES, OTHER } from './cassette.ts';
import type { CollectedCase, EntryPlace } from './collected.ts';
import type { ReadSlice } from './files.ts';

/** A file by its name in the folder; its content is built when it is written. */
type Files = ReadonlyMap<string, () => Iterable<string>>;

/**
 * The files of all cases: entries by operation, and the cases.
 *
 * @param mostBytes maximum size of an undivided file
 */
export function filesOf(
  cases: readonly CollectedCase[],
  read: ReadSlice,
  { name, version }: { readonly name: string; readonly version: string },
  mostBytes: number,
): Files {
  const files = new Map<string, () => Iterable<string>>();
  const head = `{"log":{"version":"1.2","creator":${JSON.stringify({ name, version })},"entries":[\n`;
  const byOperation = groupedBy(
    cases.flatMap(({ entries }) => entries),
    ({ operation }) => operation ?? OTHER,
  );
  for (const [operation, entries] of byOperation) {
    const items = entries.map((item) => ({ item, key: keyOf(item), size: item.end - item.start }));
    for (const [suffix, part] of partition(items, mostBytes)) {
      files.set(`${operation}${suffix}.har`, () => harOf(part, read, head));
    }
  }
  const [base = '', ending = ''] = CASES.split('.');
  const lines = cases.flatMap(({ id, line }) => {
    if (id === null || line === undefined) return [];
    return [{ item: { id, line }, key: id, size: Buffer.byteLength(line) }];
  });
  for (const [suffix, part] of partition(lines, mostBytes)) {
    files.set(`${base}${suffix}.${ending}`, () =>
      part.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ line }) => `${line}\n`),
    );
  }
  return files;
}

/** Entries without a case are grouped by the hundred in order of arrival, so that a file has neighbours. */
function keyOf({ case: item, at }: EntryPlace): string {
  return item ?? String(at >> 8);
}

function* harOf(
  entries: readonly EntryPlace[],
  read: ReadSlice,
  head: string,
): Generator<string, void, undefined> {
  yield head;
  let comma = '';
  for (const entry of entries.toSorted(byCaseAndPlace)) {
    yield `${comma}${read(entry)}\n`;
    comma = ',';
  }
  yield ']}}\n';
}

function byCaseAndPlace(a: EntryPlace, b: EntryPlace): number {
  if (a.case === b.case) return a.at - b.at;
  return (a.case ?? '') < (b.case ?? '') ? -1 : 1;
}

/** A line, its key and its size. Lines with one key go to one file. */
interface Sized<T> {
  readonly item: T;
  readonly key: string;
  readonly size: number;
}

/** A power of two. */
const MOST_PARTS = 1024;

/**
 * Divides lines among a power of two of files, each small enough or with only one key. The key of a line decides its
 * file, so a new case moves no other until the number of files doubles.
 *
 * @returns the suffix of each file's name, and its lines
 */
function partition<T>(
  lines: readonly Sized<T>[],
  mostBytes: number,
): readonly (readonly [suffix: string, items: readonly T[]])[] {
  for (let count = 1; ; count *= 2) {
    const parts = Array.from({ length: count }, (): Sized<T>[] => []);
    for (const line of lines) parts[crc32(line.key) % count]?.push(line);
    if (count < MOST_PARTS && parts.some((part) => isTooLarge(part, mostBytes))) continue;
    return parts.flatMap((part, index) => {
      const suffix = count === 1 ? '' : `.${index + 1}of${count}`;
      return part.length === 0 ? [] : [[suffix, part.map(({ item }) => item)] as const];
    });
  }
}

function isTooLarge(part: readonly Sized<unknown>[], mostBytes: number): boolean {
  const size = part.reduce((sum, line) => sum + line.size, 0);
  return size > mostBytes && part.some(({ key }) => key !== part[0]?.key);
}
