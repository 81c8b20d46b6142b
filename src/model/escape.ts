/** Escapes external text for terminals, logs of CI, reports and error messages. */

/**
 * Controls a terminal or is invisible: controls, format characters, line separators, lone surrogates, noncharacters.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\r', '\\r'],
]);

/** Commands that CI systems read anywhere in a line of a log: `##[error]`, `##vso[` (Azure), `##teamcity[`. */
const CI_COMMAND = /#(?=#(?:vso|teamcity)?\[)/gi;

/** A text on one line, with each unsafe character as `\n`, `\t`, `\r` or `\u{…}`. */
export function escapeControls(text: string): string {
  return text
    .replace(UNSAFE, (character) => SHORT.get(character) ?? codeOf(character))
    .replace(CI_COMMAND, codeOf);
}

/** Returns true if a text has an unsafe character. */
export function hasControls(text: string): boolean {
  return text.search(UNSAFE) >= 0;
}

function codeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** A command of GitHub Actions, such as `::error::`, at the beginning of a line, possibly after colours. */
const LEADING_COMMAND = /^((?:\s|\p{Cc}\[\d+m)*):(?=:)/u;

/** Escapes a line of a terminal or log, so that no CI system reads it as a command. */
export function escapeLine(line: string): string {
  return withoutCommand(escapeControls(line));
}

function withoutCommand(line: string): string {
  return line.replace(LEADING_COMMAND, (_, before: string) => before + codeOf(':'));
}

export function escapeLines(text: string): string {
  return text.split('\n').map(escapeLine).join('\n');
}

/** The colours of reports, as written by picocolors. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const COLOUR = /(\u001b\[(?:[12]|22|3[12369])m)/;

export function escapePainted(line: string): string {
  const parts = line.split(COLOUR);
  return withoutCommand(
    parts.map((part, at) => (at % 2 === 1 ? part : escapeControls(part))).join(''),
  );
}

/** Escapes a JSON text with JSON escapes, which keep its values. */
export function escapeJson(json: string): string {
  return json
    .replace(UNSAFE, (character) => (character === '\n' ? character : jsonEscape(character)))
    .replace(CI_COMMAND, jsonEscape);
}

function jsonEscape(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charCodeAt(at);
    return `\\u${unit.toString(16).padStart(4, '0')}`;
  }).join('');
}
