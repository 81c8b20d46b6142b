import { join } from 'node:path';
import { type KeptFile, keptFile, makeFolder } from '../io/index.ts';
import { type DocumentName, TouchstoneError } from '../model/index.ts';
import type { Announcement } from './announcing.ts';
import type { ObjectNames } from './object-names.ts';

/** Something that a run created, and the request that removes it for good; no credential is in it. */
export interface Creation {
  readonly document: DocumentName;
  readonly baseUrl: string;
  /** `content/posts 4711` */
  readonly what: string;
  readonly method: string;
  readonly target: string;
  /** Where it is once it is trashed, if that is another place. */
  readonly trashed?: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Set where its ID shows that the run created it. Else its names have to show it before it is removed. */
  readonly own?: true;
  /** Set once a read has shown that it is the run's own. It may have other names since. */
  readonly confirmed?: true;
  readonly names?: ObjectNames;
  /** Who its answer names as author. */
  readonly author?: number;
}

/** Something that was there before a run and that it is about to change, and the request that puts it back. */
export interface Restoration extends Pick<Creation, 'document' | 'baseUrl' | 'what'> {
  readonly method: string;
  readonly target: string;
  readonly headers: Creation['headers'];
  readonly body: string;
  /** Where a GET shows it as it is; absent where nothing reads it. */
  readonly read?: string;
}

/** Something that a run is about to create. */
export type Announcing = Announcement & Pick<Creation, 'document' | 'baseUrl'>;

/** The run that keeps a journal: who it is, and how it was told its target. */
export interface JournalOwner {
  readonly pid: number;
  readonly host: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly cwd: string;
  /** Options of the command line that name the target. */
  readonly targetOptions: readonly string[];
}

/** A line of a journal. `gone` has the number of the one that it strikes off. */
export type CreationJournalLine =
  | ({ readonly kind: 'run'; readonly version: 1 } & JournalOwner)
  | ({ readonly kind: 'sent'; readonly entry: number } & Announcing)
  | ({ readonly kind: 'made'; readonly entry: number } & Creation)
  | ({ readonly kind: 'changed'; readonly entry: number } & Restoration)
  | { readonly kind: 'gone'; readonly entry: number };

/** Where a run writes down what it created, so that it can be removed even if the run is killed. */
export interface Journal {
  readonly path: string;
  /** Writes it down; it is in the file when this returns. What is returned strikes it off. */
  readonly note: (creation: Creation) => () => void;
  /** The same for what is about to be created, before its request is sent. */
  readonly announce: (announcing: Announcing) => () => void;
  /** The same for what is about to be changed and has to be put back. */
  readonly noteChange: (restoration: Restoration) => () => void;
  /** Strikes off all that has this name, as in `Creation.what`. */
  readonly strike: (what: string) => void;
  /** Ends it, and removes the file if all that it names has been struck off. */
  readonly close: () => void;
}

/**
 * Begins a journal in a folder, which is made if need be. Each run has a file of its own, so that runs
 * at the same time do not get into each other's way. Both are for their owner alone to read.
 *
 * @param say is told, in a line, that it was removed meanwhile
 * @throws TouchstoneError 'output-unwritable', before anything could have been created
 */
export function openJournal(
  folder: string,
  owner: JournalOwner,
  say: (line: string) => void = () => {},
): Journal {
  const { path, file } = create(folder, owner, say);
  const open = new Set<number>();
  const strikes = new Map<string, () => void>();
  let count = 0;
  const write = (line: CreationJournalLine) => {
    try {
      file.write(`${JSON.stringify(line)}\n`);
    } catch (error) {
      throw unwritable(path, error);
    }
  };
  write({ kind: 'run', version: 1, ...owner });
  const add = (lineWith: (entry: number) => CreationJournalLine) => {
    count += 1;
    const entry = count;
    open.add(entry);
    write(lineWith(entry));
    return () => {
      if (open.delete(entry)) write({ kind: 'gone', entry });
    };
  };
  return {
    path,
    note: (creation) => {
      const strike = add((entry) => ({ kind: 'made', entry, ...creation }));
      strikes.set(creation.what, strike);
      return () => {
        strike();
        if (strikes.get(creation.what) === strike) strikes.delete(creation.what);
      };
    },
    strike: (what) => {
      strikes.get(what)?.();
      strikes.delete(what);
    },
    announce: (announcing) => add((entry) => ({ kind: 'sent', entry, ...announcing })),
    noteChange: (restoration) => add((entry) => ({ kind: 'changed', entry, ...restoration })),
    close: () => {
      if (open.size === 0) {
        file.discard();
        return;
      }
      const place = file.close();
      if (place !== path) {
        say(
          `what may be left is named in ${place}: \`touchstone cleanup --journal ${place}\` removes it`,
        );
      }
    },
  };
}

const PERMISSIONS = { file: 0o600, folder: 0o700 };

function create(
  folder: string,
  { startedAt, pid }: JournalOwner,
  say: (line: string) => void,
): { readonly path: string; readonly file: KeptFile } {
  const name = `${startedAt.replace(/[^0-9A-Za-z]/g, '')}-${pid}`;
  try {
    makeFolder(folder, PERMISSIONS.folder);
  } catch (error) {
    throw unwritable(folder, error instanceof TouchstoneError ? error.cause : error);
  }
  for (let attempt = 1; ; attempt += 1) {
    const path = join(folder, `${name}${attempt === 1 ? '' : `-${attempt}`}.ndjson`);
    try {
      return { path, file: keptFile(path, PERMISSIONS, say) };
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
