/** What stands in which file of a recording. */

import { crc32 } from 'node:zlib';
import { CASES, OTHER } from './cassette.ts';
import type { ReadSlice } from './files.ts';
import { type Gathered, lengthOf, lineOf, type Placed } from './gathering.ts';

/** A file by its name in the folder; its content is put together when it is written. */
export type Files = ReadonlyMap<string, () => Iterable<Buffer>>;

/**
 * The files of all cases: their entries by operation, and themselves.
 * @param mostBytes a file that would be larger is divided
 */
export function filesOf(
  cases: readonly Gathered[],
  read: ReadSlice,
  tool: { readonly name: string; readonly version: string },
  mostBytes: number,
): Files {
  const files = new Map<string, () => Iterable<Buffer>>();
  const { name, version } = tool;
  const head = `{"log":{"version":"1.2","creator":${JSON.stringify({ name, version })},"entries":[\n`;
  const frame = { head: Buffer.from(head), tail: Buffer.from(']}}\n') };
  const byOperation = new Map<string, Placed[]>();
  for (const { entries } of cases) {
    for (const entry of entries) {
      const operation = entry.operation ?? OTHER;
      const own = byOperation.get(operation);
      if (own) own.push(entry);
      else byOperation.set(operation, [entry]);
    }
  }
  for (const [operation, entries] of byOperation) {
    for (const { name, items } of parted(operation, 'har', entries, ENTRIES, mostBytes)) {
      files.set(name, () => harOf(items, read, frame));
    }
  }
  const told = cases.filter((one) => one.id !== null && lengthOf(one) > 0);
  const [base = ''] = CASES.split('.');
  for (const { name, items } of parted(base, 'ndjson', told, WHOLE_CASES, mostBytes)) {
    files.set(name, () => casesOf(items, read));
  }
  return files;
}

/** What a line is divided by. */
interface Measure<T> {
  /** Lines of one key go to one file. */
  readonly key: (item: T) => string;
  /** In bytes. */
  readonly size: (item: T) => number;
}

const ENTRIES: Measure<Placed> = { key: keyOf, size: ({ start, end }) => end - start };
const WHOLE_CASES: Measure<Gathered> = { key: ({ id }) => id ?? '', size: lengthOf };

/** Entries of no case go by the hundred in order of arrival, so that what happened together stays together. */
function keyOf({ case: item, at }: Placed): string {
  return item ?? String(at >> 8);
}

const COMMA = Buffer.from(',');
const FEED = Buffer.from('\n');

function* harOf(
  entries: readonly Placed[],
  read: ReadSlice,
  { head, tail }: { readonly head: Buffer; readonly tail: Buffer },
): Generator<Buffer, void, undefined> {
  yield head;
  let first = true;
  for (const entry of entries.toSorted(byCaseAndPlace)) {
    if (!first) yield COMMA;
    first = false;
    yield read(entry);
    yield FEED;
  }
  yield tail;
}

function* casesOf(cases: readonly Gathered[], read: ReadSlice): Generator<Buffer, void, undefined> {
  for (const one of cases.toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1))) {
    const line = lineOf(one, read);
    if (line === undefined) continue;
    yield line;
    yield FEED;
  }
}

function byCaseAndPlace(a: Placed, b: Placed): number {
  if (a.case === b.case) return a.at - b.at;
  return (a.case ?? '') < (b.case ?? '') ? -1 : 1;
}

/** A power of two. */
const MOST_PARTS = 1024;

/**
 * Divides lines among files. Which one a line goes to depends on its key alone, so that a new case moves
 * no other, until the number of files doubles.
 */
function parted<T>(
  base: string,
  ending: string,
  lines: readonly T[],
  { key, size }: Measure<T>,
  mostBytes: number,
): readonly { readonly name: string; readonly items: readonly T[] }[] {
  const keys = lines.map(key);
  const places = keys.map((one) => crc32(one) % MOST_PARTS);
  const count = partsNeeded(keys, lines.map(size), places, mostBytes);
  const parts = Array.from({ length: count }, (): T[] => []);
  lines.forEach((item, index) => {
    parts[(places[index] ?? 0) % count]?.push(item);
  });
  return parts.flatMap((items, index) => {
    const name = count === 1 ? `${base}.${ending}` : `${base}.${index + 1}of${count}.${ending}`;
    return items.length === 0 ? [] : [{ name, items }];
  });
}

/** The least power of two at which each part fits; a part of one key is as large as it has to be. */
function partsNeeded(
  keys: readonly string[],
  sizes: readonly number[],
  places: readonly number[],
  mostBytes: number,
): number {
  let parts = Array.from({ length: MOST_PARTS }, (): Part => ({ size: 0, keys: NO_KEY }));
  keys.forEach((key, index) => {
    const part = parts[places[index] ?? 0];
    if (!part) return;
    part.size += sizes[index] ?? 0;
    part.keys = together(part.keys, key);
  });
  while (parts.length > 1) {
    const half = parts.length / 2;
    const halved = parts.slice(0, half).map((one, at): Part => {
      const other = parts[at + half] ?? one;
      return { size: one.size + other.size, keys: together(one.keys, other.keys) };
    });
    if (halved.some(({ size, keys }) => size > mostBytes && keys === SEVERAL)) break;
    parts = halved;
  }
  return parts.length;
}

interface Part {
  size: number;
  keys: string | typeof NO_KEY | typeof SEVERAL;
}

const NO_KEY = Symbol('no key');
const SEVERAL = Symbol('several keys');

function together(one: Part['keys'], other: Part['keys']): Part['keys'] {
  if (one === NO_KEY || one === other) return other;
  return other === NO_KEY ? one : SEVERAL;
}
