import { appendFileSync, readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { TouchstoneError } from '../errors.ts';
import { parsedJson } from '../json.ts';
import { isObject } from '../pointer.ts';
import type { Announcing, Creation, CreationJournalLine, JournalOwner } from './journal.ts';

export interface Account {
  readonly path: string;
  /** Undefined where its first line cannot be read. */
  readonly keeper: JournalOwner | undefined;
  /** What was created and not struck off, in order. */
  readonly open: readonly Outstanding[];
  /** What was about to be created, and of which no answer is known that tells. */
  readonly announced: readonly (Announcing & { readonly entry: number })[];
  /** Numbers of lines that cannot be read, from 1. The last one may be torn, for the run was killed. */
  readonly unreadable: readonly number[];
}

export interface Outstanding extends Creation {
  readonly entry: number;
}

/** The oldest first. @throws TouchstoneError 'output-unwritable' where it cannot be read */
export function readJournals(path: string): readonly Account[] {
  try {
    if (!statSync(path).isDirectory()) return [accountOf(path)];
    return readdirSync(path)
      .filter((name) => name.endsWith('.ndjson'))
      .sort()
      .map((name) => accountOf(join(path, name)));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT') return [];
    throw new TouchstoneError(
      'output-unwritable',
      `the cleanup journal "${path}" cannot be read (${code})`,
      'name the file, or the folder of such files, with --journal',
      { cause: error },
    );
  }
}

/** Strikes something off a journal of a run that has ended. */
export function untrack({ path }: Account, { entry }: Pick<Outstanding, 'entry'>): void {
  const line: CreationJournalLine = { kind: 'gone', entry };
  // A torn last line must not swallow this one.
  appendFileSync(path, `\n${JSON.stringify(line)}\n`);
}

export function discard({ path }: Account): void {
  unlinkSync(path);
}

function accountOf(path: string): Account {
  const open = new Map<number, Outstanding>();
  const announced = new Map<number, Announcing & { readonly entry: number }>();
  const unreadable: number[] = [];
  let keeper: JournalOwner | undefined;
  for (const [index, text] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (text === '') continue;
    const line = lineOf(text);
    switch (line?.kind) {
      case 'run':
        keeper = line;
        break;
      case 'made':
        open.set(line.entry, line);
        break;
      case 'sent':
        announced.set(line.entry, line);
        break;
      case 'gone':
        open.delete(line.entry);
        announced.delete(line.entry);
        break;
      default:
        unreadable.push(index + 1);
    }
  }
  const of = { open: [...open.values()], announced: [...announced.values()] };
  return { path, keeper, ...of, unreadable };
}

/** Only what such a line says is taken over: a file may hold anything. */
function lineOf(text: string): CreationJournalLine | undefined {
  const value = parsedJson(text);
  if (!isObject(value)) return undefined;
  const { entry, kind } = value;
  if (kind === 'run') return runLine(value);
  if (typeof entry !== 'number') return undefined;
  if (kind === 'gone') return { kind, entry };
  const { document, baseUrl, what, method, target, trashed, headers } = value;
  if (typeof document !== 'string' || !NAME.test(document)) return undefined;
  if (typeof baseUrl !== 'string') return undefined;
  if (kind === 'sent') return sentLine(value, { kind, entry, document, baseUrl });
  if (kind !== 'made' || typeof what !== 'string') return undefined;
  // It exists to remove things, and nothing else is sent because of it.
  if (method !== 'DELETE' || typeof target !== 'string' || !target.startsWith('/'))
    return undefined;
  const elsewhere = typeof trashed === 'string' && trashed.startsWith('/') ? { trashed } : {};
  const where = { method, target, ...elsewhere, headers: pairsIn(headers) };
  return { kind, entry, document, baseUrl, what, ...where };
}

const NAME = /^[a-z][a-z0-9-]*$/;

function sentLine(
  { shelf, slug, title }: Readonly<Record<string, unknown>>,
  common: Pick<CreationJournalLine & { kind: 'sent' }, 'kind' | 'entry' | 'document' | 'baseUrl'>,
): CreationJournalLine | undefined {
  if (typeof shelf !== 'string') return undefined;
  return {
    ...common,
    shelf,
    ...(typeof slug === 'string' && { slug }),
    ...(typeof title === 'string' && { title }),
  };
}

function runLine(value: Readonly<Record<string, unknown>>): CreationJournalLine | undefined {
  const { pid, host, startedAt, cwd, targetOptions, version } = value;
  if (version !== 1 || typeof pid !== 'number' || typeof host !== 'string') return undefined;
  if (typeof startedAt !== 'string' || typeof cwd !== 'string') return undefined;
  const options = Array.isArray(targetOptions) ? targetOptions.map(String) : [];
  return { kind: 'run', version, pid, host, startedAt, cwd, targetOptions: options };
}

function pairsIn(headers: unknown): readonly (readonly [string, string])[] {
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((pair: unknown): readonly (readonly [string, string])[] =>
    Array.isArray(pair) && pair.length === 2 ? [[String(pair[0]), String(pair[1])]] : [],
  );
}
