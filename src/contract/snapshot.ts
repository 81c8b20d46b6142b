import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isObject } from '../model/index.ts';
import type { FileTexts } from './files.ts';
import { parseSource, type SourceFile } from './source.ts';

/**
 * A build's snapshot of the contract files, so that a start need not parse and validate them again. Valid only for
 * exactly the same texts.
 */
export interface Snapshot {
  /** Digest of names and texts. */
  readonly digest: string;
  readonly values: { readonly [file: string]: unknown };
}

/** Next to the compiled sources; the sources themselves have none. */
export const PLACE = fileURLToPath(new URL('../contract.json', import.meta.url));

/** The snapshot of this build, if it is readable. */
export function readSnapshot(place: string = PLACE): Snapshot | undefined {
  if (!existsSync(place)) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(place, 'utf8'));
    return isSnapshot(value) ? value : undefined;
  } catch {
    // On any error, the files themselves are read.
    return undefined;
  }
}

function isSnapshot(value: unknown): value is Snapshot {
  return isObject(value) && typeof value.digest === 'string' && isObject(value.values);
}

export function writeSnapshot(
  files: ReadonlyMap<string, SourceFile>,
  texts: FileTexts,
  place = PLACE,
): void {
  const values = Object.fromEntries([...files].map(([file, { value }]) => [file, value]));
  writeFileSync(place, JSON.stringify({ digest: digestOfTexts(texts), values }));
}

/** The files from the snapshot, or `undefined` for other texts. */
export function recall(
  snapshot: Snapshot | undefined,
  texts: FileTexts,
): ReadonlyMap<string, SourceFile> | undefined {
  if (snapshot === undefined || snapshot.digest !== digestOfTexts(texts)) return undefined;
  return new Map(
    [...texts].map(([file, text]) => [
      file,
      {
        file,
        value: snapshot.values[file],
        // Lazy: only errors need a line.
        lineOf: (path) => parseSource(text, file, 'contract-broken').lineOf(path),
      },
    ]),
  );
}

function digestOfTexts(texts: FileTexts): string {
  const hash = createHash('sha256');
  for (const [file, text] of texts) hash.update(`${file}\n${text.length}\n${text}\n`);
  return hash.digest('hex');
}
