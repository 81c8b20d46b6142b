import { renameSync, writeFileSync } from 'node:fs';
import { readFile } from '../io/index.ts';
import { TouchstoneError } from '../model/index.ts';
import { readState, writeState } from './content/state.ts';
import type { Store } from './content/store.ts';

/** Writes come in bursts; a state this many milliseconds old is good enough to lose. */
const SETTLED_MS = 200;

/**
 * The state that an earlier server kept.
 * @returns `undefined` where there is no such file yet
 * @throws TouchstoneError `usage` for a file that holds no state
 */
export function loadState(file: string): Store | undefined {
  let text: string;
  try {
    text = readFile(file).toString();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw unreadable(file, error);
  }
  try {
    return readState(JSON.parse(text));
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, cause: unknown): TouchstoneError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new TouchstoneError(
    'usage',
    `the state file "${file}" cannot be read: ${why}`,
    'name another file, or start anew with --reset',
    { cause },
  );
}

interface StateFile {
  /** Has the state written soon. */
  readonly changed: () => void;
  /** Writes what is not written yet. */
  readonly save: () => void;
}

/** Keeps a store in a file: whole or not at all, by way of a temporary one. */
export function keepState(store: Store, file: string): StateFile {
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const temporary = `${file}.${process.pid}.tmp`;
    try {
      writeFileSync(temporary, JSON.stringify(writeState(store)));
      renameSync(temporary, file);
    } catch (cause) {
      throw new TouchstoneError(
        'output-unwritable',
        `the state file "${file}" cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
        'name a file in a folder that you may write to',
        { cause },
      );
    }
  };
  // Said at once if the file cannot be written, and not after an hour's work.
  save();
  return {
    changed: () => {
      timer ??= setTimeout(() => {
        try {
          save();
        } catch {
          // A disk that is full now may have room at the end; that save says so if not.
        }
      }, SETTLED_MS);
    },
    save,
  };
}
