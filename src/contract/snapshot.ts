import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isObject } from '../model/index.ts';
import type { FileTexts } from './files.ts';
import { parseSource, type SourceFile } from './source.ts';

/**
 * What a build remembers of the files of the contract, so that a start need not parse them and hold
 * them against their schemas again. It counts for exactly the texts that it was made from.
 */
export interface Snapshot {
  /** Of names and texts. */
  readonly digest: string;
  /** Parsed values by file. */
  readonly values: { readonly [file: string]: unknown };
}

/** Beside the compiled sources; there is none beside the sources themselves. */
export const PLACE = fileURLToPath(new URL('../contract.json', import.meta.url));

/** The snapshot of this build, if it has one that can be read. */
export function readSnapshot(place: string = PLACE): Snapshot | undefined {
  if (!existsSync(place)) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(place, 'utf8'));
    return isSnapshot(value) ? value : undefined;
  } catch {
    // Whatever is wrong with it, the files themselves are there to be read.
    return undefined;
  }
}

function isSnapshot(value: unknown): value is Snapshot {
  return isObject(value) && typeof value.digest === 'string' && isObject(value.values);
}

/** Writes what is to be remembered of files that have been read without a complaint. */
export function writeSnapshot(
  files: ReadonlyMap<string, SourceFile>,
  texts: FileTexts,
  place = PLACE,
): void {
  const values = Object.fromEntries([...files].map(([file, { value }]) => [file, value]));
  writeFileSync(place, JSON.stringify({ digest: digestOfTexts(texts), values }));
}

/** The files as the snapshot remembers them, or `undefined` where it is of other texts. */
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
        // Only a complaint asks for a line.
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
