/** Takes secrets out of texts, and of bytes, as often as they are coded within each other. */

import { isUtf8 } from 'node:buffer';
import { cleanBody } from './body.ts';
import { type Budget, createBudget } from './budget.ts';
import { formatsIn, keysIn } from './formats.ts';
import { jsonPlaces } from './json-places.ts';
import { type Declared, hasBinaryHead, isLatin1, isText, latin1 } from './media.ts';
import { type Place, replaceIn, type TextSpan } from './place.ts';
import type { Placeholders } from './placeholders.ts';
import type { CompiledRules } from './rules.ts';
import { runsIn } from './runs.ts';
import { placesIn } from './scan.ts';
import { ESCAPE, hasAll, signsOf } from './signs.ts';
import { fromJsonString, partOf, unescaped, type View, viewOf } from './view.ts';

/** Shorter than this, a known secret is as likely an ordinary word. */
export const SHORTEST = 4;

/** So often a text may stand in another, coded. */
const DEEPEST = 4;

/** What stands packed within a text is unpacked to so many bytes. */
const MOST_INNER = 1024 * 1024;

export interface TextCleaner {
  /** @param name of the header field that the text is the value of */
  readonly text: (given: string, name?: string, extra?: Finds) => string;
  /** @throws RangeError where it takes too much to look through them */
  readonly bytes: (given: Uint8Array, declared: Declared, budget?: Budget) => Uint8Array;
}

/** What was found in a text, by places in it. */
interface Finds {
  readonly places: Place[];
  readonly kept: TextSpan[];
}

/** @param byNames false where names decide nothing, as in a report */
export function textCleaner(
  placeholders: Placeholders,
  rules: CompiledRules,
  byNames = true,
): TextCleaner {
  const cleanText = (
    given: string,
    depth: number,
    budget: Budget,
    name?: string,
    finds: Finds = { places: [], kept: [] },
  ): string => {
    const root = viewOf(given);
    for (const place of placeholders.known.inText(root, budget)) finds.places.push(place);
    if (byNames) find(root, depth, finds, budget, name);
    else findInText(root, depth, finds, budget);
    finds.places.push(...patternsIn(given, rules.redact.patterns));
    finds.kept.push(...patternsIn(given, rules.keep.patterns));
    return placeholders.withoutFound(replaceIn(given, finds.places, finds.kept, placeholders.of));
  };

  /** Trees of JSON by their names, and all texts in them and around them. */
  const find = (view: View, depth: number, finds: Finds, budget: Budget, name?: string): void => {
    const { text } = view;
    const { found, kept, trees, texts } = jsonPlaces(text, budget, rules.members);
    add(found, view, finds.places);
    for (const { start, end } of kept) {
      finds.kept.push({ start: view.source(start), end: view.sourceEnd(end) });
    }
    let before = 0;
    for (const { start, end } of trees) {
      findInText(partOf(view, before, start), depth, finds, budget);
      before = end;
    }
    findInText(partOf(view, before, text.length), depth, finds, budget, name);
    for (const { start, end, name: own } of texts) {
      if (end - start < SHORTEST) continue;
      const string = partOf(view, start, end);
      const plain = fromJsonString(string, budget);
      if (plain === string || depth >= DEEPEST) findInText(string, depth, finds, budget, own);
      else find(plain, depth + 1, finds, budget, own);
    }
  };

  const findInText = (
    view: View,
    depth: number,
    finds: Finds,
    budget: Budget,
    name?: string,
  ): void => {
    if (view.text.length < SHORTEST) return;
    const signs = signsOf(view.text);
    if (byNames) add(placesIn(signs, budget), view, finds.places);
    add(formatsIn(signs, budget), view, finds.places);
    if (depth >= DEEPEST) return;
    const clean = (bytes: Buffer) => cleanRun(bytes, depth + 1, budget);
    finds.places.push(...runsIn(view, signs, budget, clean, name));
    if (!byNames || !hasAll(signs, ESCAPE)) return;
    const plain = unescaped(view, budget);
    if (plain) find(plain, depth + 1, finds, budget, name);
  };

  const cleanRun = (bytes: Buffer, depth: number, budget: Budget): Buffer => {
    const clean = (plain: Uint8Array) => cleanBytes(plain, 'text', depth, budget);
    const cleaned = cleanBody(bytes, [], clean, MOST_INNER);
    if (cleaned.lost !== undefined) return Buffer.from('REDACTED-0');
    return cleaned.bytes === bytes ? bytes : Buffer.from(cleaned.bytes);
  };

  const cleanBytes = (
    given: Uint8Array,
    declared: Declared,
    depth: number,
    budget: Budget,
  ): Uint8Array => {
    // UTF-16 has zeros, and is searched for known secrets only.
    const plain = given.includes(0) ? cleanBinary(given, placeholders, budget) : given;
    const read = readText(plain, declared);
    if (read) {
      const after = cleanText(read.text, depth, budget);
      return after === read.text ? plain : new Uint8Array(read.encode(after));
    }
    return plain === given ? cleanBinary(given, placeholders, budget) : plain;
  };

  return {
    text: (given, name, extra) => {
      if (given.length < SHORTEST) return given;
      try {
        return cleanText(given, 0, createBudget(), name, extra);
      } catch (error) {
        if (error instanceof RangeError) return byNames ? 'REDACTED-0' : placeholders.of(given);
        throw error;
      }
    },
    bytes: (given, declared, budget = createBudget()) => cleanBytes(given, declared, 0, budget),
  };
}

/** Known secrets, and whole private keys, in bytes that are no text. */
function cleanBinary(given: Uint8Array, placeholders: Placeholders, budget: Budget): Uint8Array {
  const text = latin1(given);
  budget.spend(text.length);
  const places = [...placeholders.known.inBytes(text, budget), ...keysIn(text)];
  const after = replaceIn(text, places, [], placeholders.of);
  return after === text ? given : new Uint8Array(Buffer.from(after, 'latin1'));
}

function add(found: readonly Place[], { source, sourceEnd }: View, places: Place[]): void {
  for (const place of found) {
    places.push({ ...place, start: source(place.start), end: sourceEnd(place.end) });
  }
}

/** What patterns match, or their first group where they have one. */
export function patternsIn(text: string, patterns: readonly RegExp[]): readonly Place[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const value = match[1] ?? match[0];
      if (value === '') return [];
      const start = match.index + match[0].indexOf(value);
      return [{ value, start, end: start + value.length }];
    }),
  );
}

interface ReadText {
  readonly text: string;
  readonly encode: (text: string) => Buffer;
}

/** Bytes as a text, where they are one. Latin-1 has a character for each byte, so nothing else changes. */
function readText(given: Uint8Array, declared: Declared): ReadText | undefined {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (declared === 'bytes' || hasBinaryHead(bytes)) return undefined;
  const isUtf = isUtf8(bytes);
  if (declared === 'open' ? !isText(bytes) : !isUtf && !isLatin1(bytes)) return undefined;
  const encoding = isUtf ? 'utf8' : 'latin1';
  return { text: bytes.toString(encoding), encode: (text) => Buffer.from(text, encoding) };
}
