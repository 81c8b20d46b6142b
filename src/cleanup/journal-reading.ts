import { appendFileSync, readdirSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  CONTRACT_ROOT,
  readSource,
  resolveSchema,
  schemaFiles,
  validate,
} from '../contract/index.ts';
import { codeOf, readFile } from '../io/index.ts';
import { parsedJson, TouchstoneError } from '../model/index.ts';
import type {
  Announcing,
  Creation,
  CreationJournalLine,
  JournalOwner,
  Restoration,
} from './journal.ts';
import type { RunTime } from './removing.ts';

export interface Account {
  readonly path: string;
  /** Undefined if its first line is unreadable. */
  readonly owner: JournalOwner | undefined;
  /** Created objects that are not removed yet, in order. */
  readonly open: readonly Outstanding[];
  /** Changes, including announced ones, that are not restored yet, in order. */
  readonly changed: readonly (Restoration & { readonly entry: number })[];
  /** From its start to the last line of its journal. */
  readonly lasted: RunTime;
  readonly authors: ReadonlySet<number>;
  /** Announced creations without a conclusive answer. */
  readonly announced: readonly (Announcing & { readonly entry: number })[];
  /** Numbers of unreadable lines, from 1. A killed run can leave an incomplete last line. */
  readonly unreadable: readonly number[];
}

export interface Outstanding extends Creation {
  readonly entry: number;
}

/**
 * The journals of a folder, the oldest first, or the one of a file.
 *
 * @param skip receives each unreadable file of a folder; the others are read
 * @throws TouchstoneError 'output-unwritable' if nothing can be read
 */
export function readJournals(
  path: string,
  skip: (path: string, error: TouchstoneError) => void = () => {},
): readonly Account[] {
  const names = reading(path, [], () =>
    statSync(path).isDirectory() ? readdirSync(path) : undefined,
  );
  if (names === undefined) return reading(path, [], () => [accountOf(path)]);
  const files = names.filter((name) => name.endsWith('.ndjson')).sort();
  return files.flatMap((name) => {
    const file = join(path, name);
    try {
      return reading(file, [], () => [accountOf(file)]);
    } catch (error) {
      if (!(error instanceof TouchstoneError)) throw error;
      skip(file, error);
      return [];
    }
  });
}

/** @param absent the result if the file is gone: its run ended without leftovers */
function reading<T>(path: string, absent: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return absent;
    throw new TouchstoneError(
      'output-unwritable',
      `the cleanup journal "${path}" cannot be read (${code})`,
      'name the file, or the folder of such files, with --journal',
      { cause: error },
    );
  }
}

/** Marks an entry of an ended run's journal as removed. */
export function untrack({ path }: Account, { entry }: Pick<Outstanding, 'entry'>): void {
  const line: CreationJournalLine = { kind: 'gone', entry };
  // An incomplete last line must not swallow this one.
  appendFileSync(path, `\n${JSON.stringify(line)}\n`);
}

export function discard({ path }: Account): void {
  unlinkSync(path);
}

function accountOf(path: string): Account {
  const open = new Map<number, Outstanding>();
  const announced = new Map<number, Announcing & { readonly entry: number }>();
  const changed = new Map<number, Restoration & { readonly entry: number }>();
  const unreadable: number[] = [];
  const authors = new Set<number>();
  let owner: JournalOwner | undefined;
  for (const [index, text] of readFile(path).toString().split('\n').entries()) {
    if (text === '') continue;
    const line = lineOf(text);
    switch (line?.kind) {
      case 'run':
        owner = line;
        break;
      case 'made':
        open.set(line.entry, line);
        if (line.author !== undefined) authors.add(line.author);
        break;
      case 'sent':
        announced.set(line.entry, line);
        break;
      case 'changed':
        changed.set(line.entry, line);
        break;
      case 'gone':
        open.delete(line.entry);
        announced.delete(line.entry);
        changed.delete(line.entry);
        break;
      default:
        unreadable.push(index + 1);
    }
  }
  const of = {
    open: [...open.values()],
    changed: [...changed.values()],
    announced: [...announced.values()],
  };
  const until = statSync(path).mtimeMs;
  const from = owner ? Date.parse(owner.startedAt) : until;
  return { path, owner, ...of, authors, lasted: { from, until }, unreadable };
}

/** A file can have any content. */
function lineOf(text: string): CreationJournalLine | undefined {
  const line = parsedJson(text);
  return validate(schemaOfLine(), line).length === 0 ? (line as CreationJournalLine) : undefined;
}

const FILE = 'files/journal.json';

let schema: ReturnType<typeof resolveSchema> | undefined;

/** Lazy: only journals need the schema. */
function schemaOfLine(): ReturnType<typeof resolveSchema> {
  const source = () => readSource(join(CONTRACT_ROOT, 'schemas', FILE), FILE);
  schema ??= resolveSchema(schemaFiles([[FILE, source()]]), FILE);
  return schema;
}
