/** Takes secrets out of texts, and of bytes that may be texts, as often as they are coded within each other. */

import { isUtf8 } from 'node:buffer';
import { cleanBody } from './body.ts';
import { cleanFrames } from './frames.ts';
import { jsonPlaces } from './json-places.ts';
import { cleanLayers } from './layers.ts';
import { type FoundSecret, fromJson } from './members.ts';
import { type Placeholders, replaceIn } from './placeholders.ts';
import { placesIn } from './places.ts';
import type { CompiledRules } from './rules.ts';

/** Shorter than this, a known secret is as likely an ordinary word. */
export const SHORTEST = 4;

/** So often a text may stand in another, coded. */
const DEEPEST = 4;

/** What stands packed within a text is unpacked to so many bytes. */
const MOST_INNER = 1024 * 1024;

export interface TextCleaner {
  readonly text: (given: string) => string;
  readonly bytes: (given: Uint8Array) => Uint8Array;
}

export function textCleaner(placeholders: Placeholders, rules: CompiledRules): TextCleaner {
  const cleanText = (given: string, depth: number): string => {
    // First by value, so that a known secret has its own placeholder wherever it stands.
    let present = placeholders.withoutKnown(given);
    const { found: inJson, kept, escaped } = jsonPlaces(present, rules.members);
    const own = patternsIn(present, rules.redact.patterns);
    const keep = [...kept, ...patternsIn(present, rules.keep.patterns)];
    present = replaceIn(present, [...inJson, ...own, ...placesIn(present)], keep, placeholders);
    if (depth < DEEPEST && escaped.length > 0) {
      present = replaceIn(present, nested(present, depth), keep, placeholders);
    }
    if (depth < DEEPEST && keep.length === 0) {
      present = cleanLayers(present, (bytes) => cleanLayer(bytes, depth + 1));
    }
    return placeholders.withoutFound(present);
  };

  /** Texts of JSON that are JSON themselves. */
  const nested = (text: string, depth: number): readonly FoundSecret[] =>
    jsonPlaces(text, rules.members).escaped.flatMap(({ start, end }) => {
      const before = fromJson(text.slice(start, end));
      const after = cleanText(before, depth + 1);
      if (after === before) return [];
      return [{ value: '', start, end, instead: JSON.stringify(after).slice(1, -1) }];
    });

  const cleanLayer = (bytes: Buffer, depth: number): Buffer => {
    const cleaned = cleanBody(bytes, [], (plain) => cleanBytes(plain, depth), MOST_INNER);
    if (cleaned.lost !== undefined) return Buffer.from('REDACTED-0');
    return cleaned.bytes === bytes ? bytes : Buffer.from(cleaned.bytes);
  };

  const cleanBytes = (given: Uint8Array, depth: number): Uint8Array => {
    if (given.length === 0) return given;
    const buffer = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    const framed = depth < DEEPEST && cleanFrames(buffer, (each) => cleanBytes(each, depth + 1));
    if (framed) return framed === buffer ? given : new Uint8Array(framed);
    const [before, encode] = readText(buffer);
    const after = depth === 0 ? text(before) : cleanText(before, depth);
    return after === before ? given : new Uint8Array(encode(after));
  };

  const text = (given: string) => (given.length < SHORTEST ? given : cleanText(given, 0));
  return { text, bytes: (given) => cleanBytes(given, 0) };
}

/** What patterns match, or their first group where they have one. */
export function patternsIn(text: string, patterns: readonly RegExp[]): readonly FoundSecret[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const value = match[1] ?? match[0];
      if (value === '') return [];
      const start = match.index + match[0].indexOf(value);
      return [{ value, start, end: start + value.length }];
    }),
  );
}

/** A text, and what makes bytes of it again. Latin-1 has a character for each byte, so nothing else changes. */
function readText(bytes: Buffer): readonly [string, (text: string) => Buffer] {
  const wide = wideEncoding(bytes);
  if (wide === 'le') return [bytes.toString('utf16le'), (text) => Buffer.from(text, 'utf16le')];
  if (wide === 'be') {
    const swapped = Buffer.from(bytes).swap16();
    return [swapped.toString('utf16le'), (text) => Buffer.from(text, 'utf16le').swap16()];
  }
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  return [bytes.toString(encoding), (text) => Buffer.from(text, encoding)];
}

/** In which order UTF-16 has the bytes of a character: by its mark, or by the zeros that letters have. */
function wideEncoding(bytes: Buffer): 'le' | 'be' | undefined {
  if (bytes.length < 2 || bytes.length % 2 === 1) return undefined;
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe && isMostlyLatin(bytes, 1)) return 'le';
  if (first === 0xfe && second === 0xff && isMostlyLatin(bytes, 0)) return 'be';
  const head = bytes.subarray(0, 64);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = head.length / 2;
  if (odd > half * 0.6 && even === 0) return 'le';
  return even > half * 0.6 && odd === 0 ? 'be' : undefined;
}

/** Whether the upper bytes of characters are those of European letters, so that a mark at the start is one. */
function isMostlyLatin(bytes: Buffer, upper: 0 | 1): boolean {
  const head = bytes.subarray(2, 130);
  const low = head.filter((byte, at) => at % 2 === upper && byte < 5).length;
  return low >= head.length / 4;
}
