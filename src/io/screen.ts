/** The output of commands for people and CI systems. All output passes through here, so nothing is printed raw. */

import { escapeJson, escapeLine, escapePainted } from '../model/index.ts';

/** A stream of `process` is one. */
export interface Screen {
  readonly write: (text: string) => boolean;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Writes one line. A line break in it is escaped. */
export function writeLine(screen: Screen, line = ''): void {
  screen.write(`${escapeLine(line)}\n`);
}

export function writeLines(screen: Screen, text: string): void {
  for (const line of text.split('\n')) writeLine(screen, line);
}

/**
 * Writes lines that may have colours.
 *
 * @param colours without them, a colour in a line comes from outside
 */
export function writePainted(screen: Screen, lines: readonly string[], colours: boolean): void {
  const escaped = lines.map(colours ? escapePainted : escapeLine);
  if (lines.length > 0) screen.write(`${escaped.join('\n')}\n`);
}

/** Writes a text of JSON. */
export function writeJson(screen: Screen, json: string): void {
  screen.write(`${escapeJson(json.trimEnd())}\n`);
}

/** Writes a text as it is: a form of a report, or a workflow command of GitHub. What is from outside in it is escaped already. */
export function writeEscaped(screen: Screen, text: string): void {
  screen.write(text);
}

/** Asks for a line of input. */
export function writePrompt(screen: Screen, question: string): void {
  screen.write(`${escapeLine(question)}: `);
}

const ERASE = '\r\u001b[2K';

/** Writes over the line that the cursor is in, on a terminal. */
export function overwriteLine(screen: Screen, line: string): void {
  screen.write(`${ERASE}${escapeLine(line)}`);
}

export function eraseLine(screen: Screen): void {
  screen.write(ERASE);
}
