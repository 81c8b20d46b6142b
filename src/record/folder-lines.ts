/** The lines of the files of a recording, checked one by one as they are read. */

import type { TouchstoneError } from '../errors.ts';
import { readWhole, unreadable } from './files.ts';
import { isWhole } from './lines.ts';

/** What to do about a file of a recording that is not as it was written. */
export const AGAIN = 'take it from version control again, or record it again';

/**
 * Reads the lines of a file that hold entries or cases, each as it was written.
 * @param visit is told where in the text of the file a line begins and ends, and its number from 1 on
 * @throws TouchstoneError 'recording-unreadable' for a file that is cut, not JSON, or edited
 */
export function readLines(
  path: string,
  visit: (text: Buffer, start: number, end: number, number: number) => void,
): void {
  const text = readWhole(path);
  const har = path.endsWith('.har');
  let number = 0;
  let closed = !har;
  for (let next = 0; next < text.length; ) {
    const feed = text.indexOf(10, next);
    const last = feed < 0 ? text.length : feed;
    const { start, end } = withoutFrame(text, next, last);
    next = last + 1;
    number += 1;
    if (har && (number === 1 || text[start] === 0x5d)) {
      if (number === 1) checkHead(path, text.toString('utf8', start, end));
      closed ||= text[start] === 0x5d;
      continue;
    }
    if (start >= end) continue;
    if (!isWhole(text, start, end)) {
      if (har && number === 2 && text[start] !== 0x7b) throw rewritten(path);
      throw broken(path, number, text.subarray(start, end));
    }
    visit(text, start, end, number);
  }
  if (!closed) throw unreadable(`${path} is cut: its end is missing`, AGAIN);
}

/** Where the line itself stands: a comma before it joins entries, and a CR after it came with a checkout. */
export function withoutFrame(
  text: Buffer,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  return {
    start: text[start] === 0x2c ? start + 1 : start,
    end: text[end - 1] === 0x0d ? end - 1 : end,
  };
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

/** Says what is wrong with a line that is not as it was recorded. */
export function broken(path: string, number: number, line: Buffer): TouchstoneError {
  const where = `${path}:${number}`;
  const text = line.toString('utf8', 0, 7);
  if (/^(?:<<<<<<<|=======|>>>>>>>)/.test(text)) {
    return unreadable(
      `${where} is a conflict that was not resolved`,
      'keep the lines of both sides',
    );
  }
  try {
    JSON.parse(line.toString('utf8'));
  } catch (error) {
    return unreadable(`${where} is cut or is not JSON`, AGAIN, error);
  }
  return unreadable(`${where} was edited: it is not as it was recorded`, AGAIN);
}
