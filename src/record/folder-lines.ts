/** Reads the lines of files of a recording, and checks each. */

import { join } from 'node:path';
import type { TouchstoneError } from '../model/index.ts';
import { editedLine } from './edited-line.ts';
import { type FileLine, linesOf, unreadable } from './files.ts';
import { parseLine } from './lines.ts';

/** The hint about an altered file of a recording. */
export const AGAIN = 'take it from version control again, or record it again';

const OPENING_BRACE = 0x7b;
const CLOSING_BRACKET = 0x5d;

interface WholeLine {
  readonly line: FileLine;
  readonly value: NonNullable<ReturnType<typeof parseLine>>;
}

/** An unaltered line, or a hand-edited one with corrected checksum and lengths. */
interface CheckedLine extends WholeLine {
  readonly isEdited: boolean;
}

/** The unaltered lines of a file. */
export function* wholeLines(path: string): Generator<WholeLine, void, undefined> {
  for (const line of linesOf(path)) {
    const value = parseLine(line.bytes);
    if (value) yield { line, value };
  }
}

/**
 * The lines of a recording's file with entries, cases or facts of the manifest.
 *
 * @throws TouchstoneError 'recording-unreadable' for a truncated file or invalid JSON
 */
export function* checkedLines(
  folder: string,
  file: string,
): Generator<CheckedLine, void, undefined> {
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
    if (value) {
      yield { line, value, isEdited: false };
      continue;
    }
    if (har && number === 2 && bytes[0] !== OPENING_BRACE) throw rewritten(path);
    const corrected = editedLine(bytes);
    const edited = corrected && parseLine(corrected);
    if (!edited) throw broken(folder, file, line);
    yield { line: { ...line, bytes: corrected }, value: edited, isEdited: true };
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

/** Describes the damage of a line in a recording's folder. */
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
  return unreadable(`${where} is no line of a recording`, AGAIN);
}
