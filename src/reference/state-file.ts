import { renameSync, writeFileSync } from 'node:fs';
import { readFile } from '../io/index.ts';
import { TouchstoneError } from '../model/index.ts';
import { readState, writeState } from './content/state.ts';
import type { Store } from './content/store.ts';

/** Delay of writes, which come in bursts: this many milliseconds may be lost. */
const SETTLED_MS = 200;

/**
 * The state of an earlier server.
 *
 * @returns `undefined` if the file does not exist yet
 * @throws TouchstoneError `usage` for a file without a state
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
  /** Schedules a write. */
  readonly changed: () => void;
  /** Writes pending changes. */
  readonly save: () => void;
}

/** Stores a state in a file atomically, through a temporary one. */
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
  // Fails at once if the file cannot be written, not after an hour's work.
  save();
  return {
    changed: () => {
      timer ??= setTimeout(() => {
        try {
          save();
        } catch {
          // The disk can have room again at the end; otherwise that save fails.
        }
      }, SETTLED_MS);
    },
    save,
  };
}
