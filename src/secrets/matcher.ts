/** One secret that is looked for in whatever is kept, in all the spellings that it may have there. */

import { createRedactor } from './redactor.ts';

/** A text, and what it becomes once what hides in it is encoded out; made once for all secrets. */
interface TextView {
  readonly text: string;
  readonly lower: string;
  /** Escapes of URLs, JSON, HTML and mail undone, in lower case. */
  readonly plain: string;
  /** Those of JSON Pointer, of CSV and SQL undone, too. */
  readonly loose: string;
}

/** The first letters of a secret, so many or more, before a place where a text was cut. */
const LEAST_OF_CUT = 6;

export interface SecretMatcher {
  readonly value: string;
  readonly placeholder: string;
  /** The text without the secret; the same text where it is not in it. */
  readonly removeFrom: (view: TextView) => string;
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
        view.loose.includes(lower) ||
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

/** Finds a secret as it stands and in no other spelling: its bytes in UTF-16, in what is no text as a whole. */
export function plainMatcherOf(value: string, placeholder: string): SecretMatcher {
  return {
    value,
    placeholder,
    removeFrom: ({ text }) => (text.includes(value) ? text.replaceAll(value, placeholder) : text),
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

export function viewOf(text: string): TextView {
  const lower = text.toLowerCase();
  const plain = spelling(lower);
  return { text, lower, plain, loose: loosened(plain) };
}

/** A text with its escapes undone, several deep, in one reading; not exact, but nothing hides in it. */
function spelling(lower: string): string {
  let text = lower;
  for (let depth = 0; depth < 4 && /%[0-9a-f]{2}|\\|&[#a-z]/.test(text); depth += 1) {
    const before = text;
    text = text
      .replace(/(?:%[0-9a-f]{2})+/g, (escaped) => fromHex(escaped.replaceAll('%', '')))
      .replace(/(?:\\+x[0-9a-f]{2})+/g, (escaped) => fromHex(escaped.replace(/\\+x/g, '')))
      .replace(/(?:\\+[0-3][0-7]{2})+/g, (escaped) =>
        Buffer.from((escaped.match(/\d{3}/g) ?? []).map((code) => Number.parseInt(code, 8)))
          .toString('utf8')
          .toLowerCase(),
      )
      .replace(/\\+u\{([0-9a-f]{1,6})\}/g, (_, code: string) => fromCode(Number.parseInt(code, 16)))
      .replace(/\\+(?:u([0-9a-f]{4})|(.))/gs, (_, code: string | undefined, letter: string = '') =>
        code === undefined ? letter : String.fromCharCode(Number.parseInt(code, 16)).toLowerCase(),
      )
      .replace(/&#(?:x([0-9a-f]{1,7})|(\d{1,8}));?/g, (_, six: string | undefined, ten: string) =>
        fromCode(six === undefined ? Number(ten) : Number.parseInt(six, 16)),
      )
      .replace(/&(amp|lt|gt|quot|apos|eacute|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '');
    if (text === before) break;
  }
  return spaced(text);
}

function loosened(plain: string): string {
  if (!/~[01]|""|''|=[0-9a-f\r\n]|_/.test(plain)) return plain;
  return plain
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9a-f]{2})+/g, (escaped) => fromHex(escaped.replaceAll('=', '')))
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
    .replaceAll('""', '"')
    .replaceAll("''", "'")
    .replaceAll('_', ' ');
}

function fromHex(digits: string): string {
  return Buffer.from(digits, 'hex').toString('utf8').toLowerCase();
}

function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code).toLowerCase() : '';
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
  eacute: 'é',
  nbsp: ' ',
};
