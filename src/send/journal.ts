import { closeSync, mkdirSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { TouchstoneError } from '../errors.ts';
import type { DocumentName } from '../model.ts';

/** Something that a run created, and the request that removes it for good; no credential is in it. */
export interface Creation {
  readonly document: DocumentName;
  readonly baseUrl: string;
  /** `content/posts 4711` */
  readonly what: string;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** The run that keeps a journal: who it is, and how it was told its target. */
export interface Keeper {
  readonly pid: number;
  readonly host: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly cwd: string;
  /** Options of the command line that name the target. */
  readonly targetOptions: readonly string[];
}

/** A line of a journal. `made` and `gone` go together by their number. */
export type JournalLine =
  | ({ readonly kind: 'run'; readonly version: 1 } & Keeper)
  | ({ readonly kind: 'made'; readonly entry: number } & Creation)
  | { readonly kind: 'gone'; readonly entry: number };

/** Where a run writes down what it created, so that it can be removed even if the run is killed. */
export interface Journal {
  readonly path: string;
  /** Writes it down; it is in the file when this returns. What is returned strikes it off. */
  readonly note: (creation: Creation) => () => void;
  /** Ends it, and removes the file if all that it names has been struck off. */
  readonly close: () => void;
}

/**
 * Begins a journal in a folder, which is made if need be. Each run has a file of its own, so that runs
 * at the same time do not get into each other's way. Both are for their owner alone to read.
 *
 * @throws TouchstoneError 'output-unwritable', before anything could have been created
 */
export function openJournal(folder: string, keeper: Keeper): Journal {
  const { path, file } = create(folder, keeper);
  const open = new Set<number>();
  let count = 0;
  const write = (line: JournalLine) => {
    try {
      writeSync(file, `${JSON.stringify(line)}\n`);
    } catch (error) {
      throw unwritable(path, error);
    }
  };
  write({ kind: 'run', version: 1, ...keeper });
  return {
    path,
    note: (creation) => {
      count += 1;
      const entry = count;
      open.add(entry);
      write({ kind: 'made', entry, ...creation });
      return () => {
        if (open.delete(entry)) write({ kind: 'gone', entry });
      };
    },
    close: () => {
      closeSync(file);
      if (open.size === 0) unlinkSync(path);
    },
  };
}

function create(folder: string, { startedAt, pid }: Keeper): { path: string; file: number } {
  const name = `${startedAt.replace(/[^0-9A-Za-z]/g, '')}-${pid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unwritable(folder, error);
  }
  for (let attempt = 1; ; attempt += 1) {
    const path = join(folder, `${name}${attempt === 1 ? '' : `-${attempt}`}.ndjson`);
    try {
      return { path, file: openSync(path, 'ax', 0o600) };
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!taken) throw unwritable(path, error);
    }
  }
}

function unwritable(path: string, error: unknown): TouchstoneError {
  const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new TouchstoneError(
    'output-unwritable',
    `the cleanup journal "${path}" cannot be written (${why})`,
    'a run that writes keeps one; name a folder that can be written with --journal',
    { cause: error },
  );
}
