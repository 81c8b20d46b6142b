import { join } from 'node:path';
import { type KeptFile, keptFile, makeFolder } from '../io/index.ts';
import { type DocumentName, type EarlierId, TouchstoneError } from '../model/index.ts';
import type { Announcement } from './announcing.ts';
import type { ObjectNames } from './object-names.ts';
import type { NewestId } from './ownership.ts';

/** An object that a run created, and the request that permanently removes it, without credentials. */
export interface Creation {
  readonly document: DocumentName;
  readonly baseUrl: string;
  /** `content/posts 4711` */
  readonly what: string;
  readonly method: string;
  readonly target: string;
  /** Its route in trash, if that differs. */
  readonly trashed?: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Set if its ID proves that the run created it. Otherwise its names have to, before it is removed. */
  readonly own?: true;
  /** Set after a read proved that it is the run's own. Its names can have changed since. */
  readonly confirmed?: true;
  readonly names?: ObjectNames;
  readonly author?: number;
  /** Facts about its ID in lists from before the run. An older ID can belong to another object. */
  readonly earlier?: EarlierId;
  /** The greatest ID in its collection before the run. */
  readonly newest?: NewestId;
  /** The names in the answer to its creation. */
  readonly shown?: ObjectNames;
}

/** An existing object that a run will change, and the request that restores it. */
export interface Restoration extends Pick<Creation, 'document' | 'baseUrl' | 'what'> {
  readonly method: string;
  readonly target: string;
  readonly headers: Creation['headers'];
  readonly body: string;
  /** A route that shows the object with GET; absent if none does. */
  readonly read?: string;
  /** The bodies that the run sent to the object, and the members that answers showed: other values are of others. */
  readonly written?: readonly unknown[];
}

/** An object that a run will create. */
export type Announcing = Announcement & Pick<Creation, 'document' | 'baseUrl'>;

/** The run of a journal, and its options for the target. */
export interface JournalOwner {
  readonly pid: number;
  readonly host: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly cwd: string;
  /** Command-line options that name the target. */
  readonly targetOptions: readonly string[];
}

/** A line of a journal. `gone` has the number of the removed entry. */
export type CreationJournalLine =
  | ({ readonly kind: 'run'; readonly version: 1 } & JournalOwner)
  | ({ readonly kind: 'sent'; readonly entry: number } & Announcing)
  | ({ readonly kind: 'made'; readonly entry: number } & Creation)
  | ({ readonly kind: 'changed'; readonly entry: number } & Restoration)
  | { readonly kind: 'gone'; readonly entry: number };

/** Records created objects, so that they can be removed even if the run is killed. */
export interface Journal {
  readonly path: string;
  /** Writes an entry synchronously. The returned function marks it as removed. */
  readonly note: (creation: Creation) => () => void;
  /** Writes an entry for a planned creation, before its request is sent. */
  readonly announce: (announcing: Announcing) => () => void;
  /** Writes an entry for a planned change that has to be restored. */
  readonly noteChange: (restoration: Restoration) => () => void;
  /** Marks all entries with this name as removed, as in `Creation.what`. */
  readonly strike: (what: string) => void;
  /** Closes the journal, and deletes the file if all its entries are removed. */
  readonly close: () => void;
}

/**
 * Begins a journal in a folder, which is created if necessary. Each run has its own file, so that parallel
 * runs do not interfere. Only the owner can read both.
 *
 * @param say receives a line if the file was removed meanwhile
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
    'a run that writes keeps one there; set XDG_STATE_HOME to a folder that can be written',
    { cause: error },
  );
}
