/** The entries of a recording, by where their lines are. */

import type { HarEntry, KeptExchange } from './cassette.ts';
import { readEntry } from './entry.ts';
import type { EntryHead } from './line-heads.ts';
import { type Asked, askedIn } from './lines.ts';

/** An entry by where it is; `read` makes the exchange of it. */
export interface EntryRef {
  readonly case: string | null;
  readonly at: number;
  readonly operation: string | null;
  readonly step: string;
  readonly file: string;
  readonly read: () => KeptExchange;
  /** What was asked and when, told without reading the whole entry. */
  readonly asked: () => Asked;
}

/** A line in the text of its file. */
export interface Place {
  /** Name of the file in the folder. */
  readonly file: string;
  readonly text: Buffer;
  /** In bytes. */
  readonly start: number;
  readonly end: number;
}

export interface Entries {
  /**
   * Takes in an entry. After a merge, what both branches have may stand there twice.
   * @returns whether it agrees with what stands at its place, if anything does
   */
  readonly add: (head: EntryHead, place: Place) => boolean;
  /** By file, and in it by case and position. */
  readonly all: () => readonly EntryRef[];
  /** In the order in which they happened. */
  readonly ofCase: (item: string | null) => readonly EntryRef[];
  readonly count: (item: string) => number;
  readonly cases: () => Iterable<string | null>;
}

/**
 * No entries yet. What is known of each stands in columns, and objects are made of it when they are asked
 * for: a hundred thousand of them take longer to be made and kept than their lines to be read.
 */
export function noEntries(mostBytes: number): Entries {
  const files: string[] = [];
  const texts: Buffer[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const sums: number[] = [];
  const items: (string | null)[] = [];
  const ats: number[] = [];
  const operations: (string | null)[] = [];
  const steps: string[] = [];
  const made: EntryRef[] = [];
  // Most cases have one entry; a list of those of a case has holes where entries are missing.
  const byCase = new Map<string | null, number | number[]>();
  const listOf = (item: string | null): readonly number[] => {
    const known = byCase.get(item) ?? [];
    return typeof known === 'number' ? [known] : known.filter(() => true);
  };

  const entryAt = (index: number): EntryRef => {
    const known = made[index];
    if (known) return known;
    const line = () => (texts[index] ?? NOTHING).subarray(starts[index], ends[index]);
    const entry: EntryRef = {
      case: items[index] ?? null,
      at: ats[index] ?? 0,
      operation: operations[index] ?? null,
      step: steps[index] ?? '',
      file: files[index] ?? '',
      read: () => readEntry(JSON.parse(line().toString('utf8')) as HarEntry, mostBytes),
      asked: () => askedIn(line()),
    };
    made[index] = entry;
    return entry;
  };

  /** Where the entry of a case at a position is known to be, or -1. */
  const indexOf = (own: number | number[] | undefined, at: number): number => {
    if (typeof own !== 'number') return own?.[at] ?? -1;
    return ats[own] === at ? own : -1;
  };

  return {
    add: (head, { file, text, start, end }) => {
      const own = byCase.get(head.case);
      const known = indexOf(own, head.at);
      if (known >= 0) return sums[known] === head.sum;
      const index = starts.length;
      files.push(file);
      texts.push(text);
      starts.push(start);
      ends.push(end);
      sums.push(head.sum);
      items.push(head.case);
      ats.push(head.at);
      operations.push(head.operation);
      steps.push(head.step);
      if (own === undefined) byCase.set(head.case, index);
      else if (typeof own !== 'number') own[head.at] = index;
      else {
        const list: number[] = [];
        list[ats[own] ?? 0] = own;
        list[head.at] = index;
        byCase.set(head.case, list);
      }
      return true;
    },
    all: () => starts.map((_, index) => entryAt(index)),
    ofCase: (item) => listOf(item).map(entryAt),
    count: (item) => listOf(item).length,
    cases: () => byCase.keys(),
  };
}

const NOTHING = Buffer.alloc(0);
