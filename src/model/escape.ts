/** Text from outside, escaped for people: on terminals, in logs of CI, in reports and in messages of errors. */

/** Steers a terminal, or cannot be seen: controls, format characters, line separators, lone surrogates, noncharacters. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\r', '\\r'],
]);

/** Commands that CI systems read anywhere in a line of a log: `##[error]`, `##vso[` (Azure), `##teamcity[`. */
const CI_COMMAND = /#(?=#(?:vso|teamcity)?\[)/gi;

/** A text on one line, where each character that is unsafe to print becomes `\n`, `\t`, `\r` or `\u{…}`. */
export function escapeControls(text: string): string {
  return text
    .replace(UNSAFE, (character) => SHORT.get(character) ?? codeOf(character))
    .replace(CI_COMMAND, codeOf);
}

/** Returns true if a text has a character that is unsafe to print. */
export function hasControls(text: string): boolean {
  return text.search(UNSAFE) >= 0;
}

function codeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** A command of GitHub Actions, such as `::error::`, which begins a line. Colours may come before it. */
const LEADING_COMMAND = /^((?:\s|\p{Cc}\[\d+m)*):(?=:)/u;

/** Escapes a whole line of a terminal or a log. No CI system takes it for a command. */
export function escapeLine(line: string): string {
  return withoutCommand(escapeControls(line));
}

function withoutCommand(line: string): string {
  return line.replace(LEADING_COMMAND, (_, before: string) => before + codeOf(':'));
}

/** Escapes each line of a text. */
export function escapeLines(text: string): string {
  return text.split('\n').map(escapeLine).join('\n');
}

/** The colours that our reports use, as picocolors writes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const COLOUR = /(\u001b\[(?:[12]|22|3[12369])m)/;

/** Escapes a whole line except its colours. */
export function escapePainted(line: string): string {
  const parts = line.split(COLOUR);
  return withoutCommand(
    parts.map((part, at) => (at % 2 === 1 ? part : escapeControls(part))).join(''),
  );
}

/** Escapes a text of JSON in the way of JSON, so that its values stay the same. */
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
