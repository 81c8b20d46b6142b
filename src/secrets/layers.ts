/**
 * Texts within a text that are coded: base64, hexadecimal digits, lists of bytes, percent-encoded values. Each is looked
 * through as what it stands for, and coded again only if there was something to remove.
 */

import { isUtf8 } from 'node:buffer';
import { isFramed } from './frames.ts';

type Clean = (bytes: Buffer) => Buffer;

interface Layer {
  /** What a text has to have for this to be looked for: a long run of letters and digits, or what a pattern finds. */
  readonly hint: 'run' | RegExp;
  readonly run: RegExp;
  readonly decode: (run: string) => Buffer;
  readonly encode: (bytes: Buffer, run: string) => string;
}

const BREAK = String.raw`(?:\\r\\n|\\n|\r?\n)`;

const LAYERS: readonly Layer[] = [
  {
    hint: 'run',
    // Mail breaks it into lines, which are long.
    run: new RegExp(
      `(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}(?:(?<=[A-Za-z0-9+/]{60})${BREAK}[A-Za-z0-9+/]+)*={0,2}`,
      'g',
    ),
    decode: (run) => Buffer.from(run.replace(/\\r|\\n|\s/g, ''), 'base64'),
    encode: (bytes, run) => {
      const coded = bytes.toString(/[-_]/.test(run) ? 'base64url' : 'base64');
      return run.endsWith('=') || run.length % 4 === 0 ? coded : coded.replace(/=+$/, '');
    },
  },
  {
    hint: 'run',
    run: /(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}){12,}/g,
    decode: (run) => Buffer.from(run, 'hex'),
    encode: (bytes) => bytes.toString('hex'),
  },
  {
    hint: /(?:[0-9a-fA-F]{2}[: -]){6}/,
    run: /(?:[0-9a-fA-F]{2}([: -]))(?:[0-9a-fA-F]{2}\1){4,}[0-9a-fA-F]{2}/g,
    decode: (run) => Buffer.from(run.replace(/[: -]/g, ''), 'hex'),
    encode: (bytes, run) =>
      Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(run[2]),
  },
  {
    hint: /(?:\d{1,3}\s?,\s?){6}/,
    run: /\d{1,3}(?:\s*,\s*\d{1,3}){5,}/g,
    decode: (run) =>
      Buffer.from(
        run
          .split(',')
          .map(Number)
          .map((value) => (value > 255 ? 0 : value)),
      ),
    encode: (bytes) => Array.from(bytes).join(','),
  },
  {
    hint: 'run',
    run: /(?<![A-Z2-7])[A-Z2-7]{16,}=*/g,
    decode: fromBase32,
    encode: (bytes) => toBase32(bytes),
  },
  {
    hint: /%[0-9a-fA-F]{2}/,
    run: /(?<=[=/?&;,:"'\s]|^)[^=/?&;,:"'\s<>\\]*%[0-9a-fA-F]{2}[^/?&;"'\s<>\\]*/g,
    decode: (run) => Buffer.from(unescaped(run)),
    encode: (bytes) => encodeURIComponent(bytes.toString()),
  },
  {
    hint: /&quot;|&lt;/,
    run: /(?<=["'>]|^)[^"'<>]*&(?:quot|lt);[^"'<>]*/g,
    decode: (run) => Buffer.from(fromHtml(run)),
    encode: (bytes) => toHtml(bytes.toString()),
  },
  {
    hint: /=[0-9A-F]{2}|=\r?\n/,
    run: /^(?:[^=]|=[0-9A-F]{2}|=\r?\n)+$/g,
    decode: (run) => Buffer.from(fromQuotedPrintable(run), 'latin1'),
    encode: (bytes) => toQuotedPrintable(bytes),
  },
];

/** Longer runs are pictures and films. In characters. */
const LONGEST = 4 * 1024 * 1024;

/** @param clean what takes secrets out of bytes, which are text or packed; the same bytes where there is none */
export function cleanLayers(text: string, clean: Clean): string {
  let present = text;
  const coded = hasLongRun(text);
  for (const { hint, run, decode, encode } of LAYERS) {
    // Most texts have no long run of letters and digits.
    if (typeof hint === 'string' ? !coded : !hint.test(present)) continue;
    present = present.replace(run, (found: string) => {
      if (found.length > LONGEST) return found;
      const bytes = decode(found);
      if (bytes.length < 6 || !mayHoldText(bytes)) return found;
      const cleaned = clean(bytes);
      return cleaned === bytes ? found : encode(cleaned, found);
    });
  }
  return present;
}

const LONG_RUN = 16;
const IN_RUN = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(unit)) ? 1 : 0,
);

/** Whether there are so many letters of base64 in a row; looks at one in so many where there are none. */
function hasLongRun(text: string): boolean {
  let at = LONG_RUN - 1;
  let found = 0;
  while (at < text.length) {
    let from = at;
    while (from >= found && IN_RUN[text.charCodeAt(from)] === 1) from -= 1;
    if (at - from >= LONG_RUN) return true;
    if (from === at) {
      at += LONG_RUN;
      continue;
    }
    let to = at + 1;
    while (to < text.length && IN_RUN[text.charCodeAt(to)] === 1) to += 1;
    if (to - from > LONG_RUN) return true;
    found = to;
    at = to + LONG_RUN;
  }
  return false;
}

/** Whether bytes may be a text, or packed: most runs that look coded are words, hashes and pictures. */
function mayHoldText(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 48);
  if (isPacked(head) || isFramed(bytes)) return true;
  let odd = 0;
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) odd += 1;
  if (odd === 0) return isUtf8(bytes.subarray(0, wholeCharacters(bytes)));
  // UTF-16 has a zero for each letter of English.
  const zeros = head.filter((byte) => byte === 0).length;
  return zeros === odd && zeros >= head.length * 0.3;
}

/** So many bytes, that no character is cut in two. */
function wholeCharacters(bytes: Buffer): number {
  let at = Math.min(bytes.length, 4096);
  while (at > 0 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}

/** Whether bytes begin as gzip, zlib or zstd do. */
function isPacked(bytes: Uint8Array): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  if (a === 0x1f && b === 0x8b) return true;
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return true;
  return (
    (a & 0x0f) === 8 &&
    a >> 4 <= 7 &&
    (a * 256 + b) % 31 === 0 &&
    (b === 0x9c || b === 0x01 || b === 0xda || b === 0x5e)
  );
}

function unescaped(run: string): string {
  try {
    return decodeURIComponent(run.replaceAll('+', ' '));
  } catch {
    return '';
  }
}

const NAMED: readonly (readonly [string, string])[] = [
  ['&quot;', '"'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&#039;', "'"],
  ['&amp;', '&'],
];

function fromHtml(run: string): string {
  return NAMED.reduce((text, [name, letter]) => text.replaceAll(name, letter), run);
}

function toHtml(text: string): string {
  return NAMED.toReversed().reduce((each, [name, letter]) => each.replaceAll(letter, name), text);
}

function fromQuotedPrintable(run: string): string {
  return run
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
}

function toQuotedPrintable(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(
      /[^\t\r\n -<>-~]/g,
      (letter) => `=${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
}

const THIRTY_TWO = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(run: string): Buffer {
  const bits = Array.from(run.replace(/=+$/, ''), (letter) =>
    THIRTY_TWO.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const text = bits.replace(
    /.{1,5}/g,
    (five) => THIRTY_TWO[Number.parseInt(five.padEnd(5, '0'), 2)] ?? '',
  );
  return text.padEnd(Math.ceil(text.length / 8) * 8, '=');
}
