/** One secret that is looked for in whatever is kept, in all the spellings that it may have there. */

import { createRedactor } from './redactor.ts';

/** A text, and what it becomes once what hides in it is spelt out; made once for all secrets. */
export interface View {
  readonly text: string;
  readonly lower: string;
  /** Escapes of URLs, JSON and HTML undone, in lower case. */
  readonly plain: string;
}

/** The first letters of a secret, so many or more, before a place where a text was cut. */
const LEAST_OF_CUT = 6;

export interface SecretMatcher {
  readonly value: string;
  readonly placeholder: string;
  /** The text without the secret; the same text where it is not in it. */
  readonly removeFrom: (view: View) => string;
}

/**
 * The pattern that finds a secret in every spelling is slow, so it is only made and tried where a quick
 * look says that the secret may be there.
 */
export function matcherOf(value: string, placeholder: string): SecretMatcher {
  const lower = value.toLowerCase();
  const hex = Buffer.from(value).toString('hex');
  const cores = [0, 1, 2]
    .map((shift) => coreOf(value, shift))
    .filter((core) => core !== '')
    .flatMap((core) => [...new Set([core, inUrl(core)])]);
  // What cannot be told from the escapes around it, and what has other bytes in another alphabet.
  const tricky = /[\\%&+]/.test(value) || !isAscii(value);
  let redact: ((text: string) => string) | undefined;
  return {
    value,
    placeholder,
    removeFrom: (view) => {
      const { text } = view;
      const may =
        view.lower.includes(lower) ||
        view.plain.includes(lower) ||
        (tricky && /[\\%&+]|[^\u0020-\u007e]/.test(text)) ||
        view.lower.includes(hex) ||
        cores.some((core) => text.includes(core)) ||
        (text.includes('…') && view.lower.includes(lower.slice(0, LEAST_OF_CUT)));
      if (!may) return text;
      redact ??= createRedactor([value], placeholder);
      return redact(text);
    },
  };
}

function isAscii(text: string): boolean {
  return /^[\u0020-\u007e]*$/.test(text);
}

/** The characters of a secret in base64 that do not depend on what stands before or after it. */
function coreOf(value: string, shift: number): string {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(value)]);
  const first = Math.ceil((shift * 8) / 6);
  const end = Math.floor((bytes.length * 8) / 6);
  // Short cores are found in any text.
  return end - first < 4 ? '' : bytes.toString('base64').slice(first, end);
}

function inUrl(core: string): string {
  return core.replaceAll('+', '-').replaceAll('/', '_');
}

export function viewOf(text: string): View {
  const lower = text.toLowerCase();
  return { text, lower, plain: spelling(lower) };
}

/** A text with its escapes undone, several deep, in one reading; not exact, but nothing hides in it. */
function spelling(lower: string): string {
  let text = lower;
  // Most texts have none of these letters, and a pattern takes ten times as long to say so.
  const plain = !lower.includes('%') && !lower.includes('\\') && !lower.includes('&');
  if (plain) return spaced(text);
  for (
    let depth = 0;
    depth < 3 && /%[0-9a-f]{2}|\\|&(?:#|amp|lt|gt|quot|apos)/.test(text);
    depth += 1
  ) {
    text = text
      .replace(/(?:%[0-9a-f]{2})+/g, (escaped) =>
        Buffer.from(escaped.replaceAll('%', ''), 'hex').toString('utf8').toLowerCase(),
      )
      .replace(/\\+(?:u([0-9a-f]{4})|(.))/gs, (_, code: string | undefined, letter: string = '') =>
        code === undefined ? letter : String.fromCharCode(Number.parseInt(code, 16)).toLowerCase(),
      )
      .replace(/&(amp|lt|gt|quot|apos|#0?39|#34);/g, (_, name: string) => ENTITIES[name] ?? '');
  }
  return spaced(text);
}

/** In forms, a plus is a space. */
function spaced(text: string): string {
  return text.includes('+') ? `${text}\n${text.replaceAll('+', ' ')}` : text;
}

const ENTITIES: { readonly [name: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#039': "'",
  '#34': '"',
};
