/** The lines of the files of a recording, checked one by one as they are read. */

import { join } from 'node:path';
import type { TouchstoneError } from '../errors.ts';
import { type FileLine, linesOf, unreadable } from './files.ts';
import { parseLine } from './lines.ts';

/** What to do about a file of a recording that is not as it was written. */
export const AGAIN = 'take it from version control again, or record it again';

/** What a shell takes as one word without quotes. */
const BARE = /^[\w@%+:,./-]+$/;

const OPENING_BRACE = 0x7b;
const CLOSING_BRACKET = 0x5d;

/** A line that is as it was written. */
interface WholeLine {
  readonly line: FileLine;
  readonly value: NonNullable<ReturnType<typeof parseLine>>;
}

/** The lines of a file that are as they were written; all others are left out. */
export function* wholeLines(path: string): Generator<WholeLine, void, undefined> {
  for (const line of linesOf(path)) {
    const value = parseLine(line.bytes);
    if (value) yield { line, value };
  }
}

/**
 * The lines of a file of a recording that hold entries, cases or facts of the manifest, each as it was written.
 * @throws TouchstoneError 'recording-unreadable' for a file that is cut, not JSON, or edited
 */
export function* checkedLines(folder: string, file: string): Generator<WholeLine, void, undefined> {
  const path = join(folder, file);
  const har = path.endsWith('.har');
  let closed = !har;
  for (const line of linesOf(path)) {
    const { bytes, number } = line;
    if (bytes.length === 0) continue;
    const ends = har && bytes[0] === CLOSING_BRACKET;
    closed ||= ends;
    if (har && number === 1) checkHead(path, bytes.toString());
    if (ends || (har && number === 1)) continue;
    const value = parseLine(bytes);
    if (!value) {
      if (har && number === 2 && bytes[0] !== OPENING_BRACE) throw rewritten(path);
      throw broken(folder, file, line);
    }
    yield { line, value };
  }
  if (!closed) throw unreadable(`${path} is cut: its end is missing`, AGAIN);
}

function checkHead(path: string, head: string): void {
  const [, version] = /"version"\s*:\s*"([^"]*)"/.exec(head) ?? [];
  if (!head.startsWith('{"log":{')) {
    throw /^\s*\{/.test(head) ? rewritten(path) : unreadable(`${path} is not JSON`, AGAIN);
  }
  if (version !== '1.2') {
    throw unreadable(`${path} is HAR ${version ?? 'of no version'}, and not 1.2`, AGAIN);
  }
}

function rewritten(path: string) {
  return unreadable(
    `${path} does not have one entry a line: another program wrote it`,
    `${AGAIN}; HAR files of other programs are read with touchstone record --import`,
  );
}

/** Says what is wrong with a line of a file in a recording's folder that is not as it was recorded. */
export function broken(
  folder: string,
  file: string,
  { number, bytes }: Pick<FileLine, 'number' | 'bytes'>,
): TouchstoneError {
  const text = bytes.toString();
  const where = `${join(folder, file)}:${number}`;
  if (/^(?:<<<<<<<|=======|>>>>>>>)/.test(text)) {
    return unreadable(
      `${where} is a conflict that was not resolved`,
      'keep the lines of both sides',
    );
  }
  try {
    JSON.parse(text);
  } catch (error) {
    return unreadable(`${where} is cut or is not JSON`, AGAIN, error);
  }
  return unreadable(
    `${where} was edited: it is not as it was recorded`,
    `${AGAIN}; \`touchstone report seal ${BARE.test(folder) ? folder : JSON.stringify(folder)}\` takes it as it stands`,
  );
}
