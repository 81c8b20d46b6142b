/** Strings that match a regular expression of the plain kind that parameter schemas use. */

import fc from 'fast-check';
import { TouchstoneError } from '../errors.ts';

/** How many characters (Unicode code points) a string may have. */
export interface Lengths {
  readonly least: number;
  readonly most: number;
}

/** Characters to write text with, plainest first: shrinking goes towards the first. */
const ASCII: readonly string[] = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  ...'-_ .,:;!?\'"/\\|@#$%&*+=~^`()[]{}<>',
];

/**
 * Letters of one to four bytes in UTF-8. Control characters are left out: no document says that a
 * string may hold them, and a server may rightly refuse them.
 */
export const CHARACTERS: readonly string[] = [...ASCII, ...'éßñøЖΩ中文のक가😀'];

/** Beyond what a pattern demands, this many repetitions of an open-ended part are tried. */
const SURPLUS = 8;

/** A part of a pattern: one of some characters, or one of some sequences, so many times. */
interface Part {
  readonly what:
    | { readonly kind: 'characters'; readonly allowed: readonly string[] }
    | { readonly kind: 'group'; readonly branches: readonly (readonly Part[])[] };
  readonly least: number;
  readonly most: number;
}

const CLASSES: { readonly [letter: string]: (character: string) => boolean } = {
  d: (character) => /\d/.test(character),
  D: (character) => /\D/.test(character),
  w: (character) => /\w/.test(character),
  W: (character) => /\W/.test(character),
  s: (character) => character === ' ',
  S: (character) => character !== ' ',
};

const CONTROLS: { readonly [letter: string]: string } = { n: '\n', r: '\r', t: '\t' };

/**
 * Strings that match `pattern`, read as JSON Schema reads it, with about as many characters as allowed:
 * who needs the length held must hold it himself unless the pattern is a single repeated class.
 * Literals, classes, groups, alternatives and repetitions are made directly; anything else
 * (assertions, references, classes of Unicode) is left to fast-check.
 */
export function matching(pattern: string, lengths: Lengths): fc.Arbitrary<string> {
  const branches = parse(pattern);
  if (branches === undefined) return elsewhere(pattern);
  const [only] = branches;
  if (branches.length === 1 && only?.length === 1) {
    return ofSequence(only.map((part) => narrowed(part, lengths)));
  }
  return branches.length === 1 && only !== undefined
    ? ofSequence(only)
    : fc.oneof(...branches.map(ofSequence));
}

function elsewhere(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch (error) {
    throw new TouchstoneError(
      'schema-keyword-unknown',
      `keyword "pattern" has a value that no string can be made for: ${pattern}`,
      'use literals, classes, groups, alternatives and repetitions',
      { cause: error },
    );
  }
}

/** The bounds of a repetition that is the whole pattern are the bounds of the length. */
function narrowed(part: Part, lengths: Lengths): Part {
  if (part.what.kind === 'group') return part;
  const least = Math.max(part.least, lengths.least);
  const most = Math.min(part.most, lengths.most);
  if (least > most) {
    throw new TouchstoneError(
      'schema-unsatisfiable',
      `no string of ${lengths.least} to ${lengths.most} characters matches the pattern`,
      'make the lengths agree with the pattern',
    );
  }
  return { ...part, least, most };
}

function ofSequence(parts: readonly Part[]): fc.Arbitrary<string> {
  const pieces = parts.map(ofPart);
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  return fc.tuple(...pieces).map((texts) => texts.join(''));
}

function ofPart({ what, least, most }: Part): fc.Arbitrary<string> {
  const maxLength = Number.isFinite(most) ? most : least + SURPLUS;
  if (what.kind === 'characters') {
    const unit = fc.constantFrom(...what.allowed);
    if (least === 1 && most === 1) return unit;
    return fc.string({ unit, minLength: least, maxLength });
  }
  const branches = what.branches.map(ofSequence);
  const group =
    branches.length === 1 && branches[0] !== undefined ? branches[0] : fc.oneof(...branches);
  if (least === 1 && most === 1) return group;
  return fc.array(group, { minLength: least, maxLength }).map((texts) => texts.join(''));
}

/** Where reading stands. The source is a list of characters, because `u` patterns are read by them. */
interface Reader {
  readonly source: readonly string[];
  position: number;
}

/** The alternatives of a pattern, or `undefined` where it uses something that is not read here. */
function parse(pattern: string): readonly (readonly Part[])[] | undefined {
  const reader: Reader = { source: [...pattern], position: 0 };
  const branches = alternatives(reader, true);
  return branches === undefined || reader.position < reader.source.length ? undefined : branches;
}

function alternatives(
  reader: Reader,
  outermost: boolean,
): readonly (readonly Part[])[] | undefined {
  const branches: Part[][] = [[]];
  for (;;) {
    const next = reader.source[reader.position];
    if (next === undefined || next === ')') return branches;
    const branch = branches.at(-1);
    if (branch === undefined) return undefined;
    if (next === '|') {
      reader.position += 1;
      branches.push([]);
      continue;
    }
    // An anchor at the outer ends demands nothing of what is made whole; elsewhere it is a rare thing.
    if (next === '^' && outermost && branch.length === 0) {
      reader.position += 1;
      continue;
    }
    const after = reader.source[reader.position + 1];
    if (next === '$' && outermost && (after === undefined || after === '|')) {
      reader.position += 1;
      continue;
    }
    const what = atom(reader);
    const times = what === undefined ? undefined : repetition(reader);
    if (what === undefined || times === undefined) return undefined;
    branch.push({ what, ...times });
  }
}

function atom(reader: Reader): Part['what'] | undefined {
  const next = reader.source[reader.position];
  reader.position += 1;
  switch (next) {
    case '(':
      return group(reader);
    case '[':
      return characterClass(reader);
    case '\\':
      return escaped(reader);
    case '.':
      return characters((character) => character !== '\n');
    case '^':
    case '$':
    case '*':
    case '+':
    case '?':
    case '{':
    case '}':
    case ']':
    case undefined:
      return undefined;
    default:
      return { kind: 'characters', allowed: [next] };
  }
}

function characters(fits: (character: string) => boolean): Part['what'] | undefined {
  const allowed = CHARACTERS.filter(fits);
  return allowed.length === 0 ? undefined : { kind: 'characters', allowed };
}

function group(reader: Reader): Part['what'] | undefined {
  if (reader.source[reader.position] === '?') {
    // Lookarounds and names begin alike; only the plain group is read.
    if (reader.source[reader.position + 1] !== ':') return undefined;
    reader.position += 2;
  }
  const branches = alternatives(reader, false);
  if (branches === undefined || reader.source[reader.position] !== ')') return undefined;
  reader.position += 1;
  return { kind: 'group', branches };
}

function escaped(reader: Reader): Part['what'] | undefined {
  const letter = reader.source[reader.position];
  reader.position += 1;
  if (letter === undefined) return undefined;
  const fits = CLASSES[letter];
  if (fits !== undefined) return characters(fits);
  const control = CONTROLS[letter];
  if (control !== undefined) return { kind: 'characters', allowed: [control] };
  return /[A-Za-z0-9]/.test(letter) ? undefined : { kind: 'characters', allowed: [letter] };
}

/** Classes are read by asking the engine which of our characters they hold. */
function characterClass(reader: Reader): Part['what'] | undefined {
  const start = reader.position - 1;
  while (reader.position < reader.source.length && reader.source[reader.position] !== ']') {
    reader.position += reader.source[reader.position] === '\\' ? 2 : 1;
  }
  reader.position += 1;
  const source = reader.source.slice(start, reader.position).join('');
  if (!source.endsWith(']')) return undefined;
  const whole = new RegExp(`^${source}$`, 'u');
  return characters((character) => whole.test(character));
}

function repetition(reader: Reader): Lengths | undefined {
  const next = reader.source[reader.position];
  const times = next === undefined ? undefined : quantifier(reader, next);
  if (times === undefined) return next === '{' ? undefined : { least: 1, most: 1 };
  // A lazy quantifier matches the same whole strings.
  if (reader.source[reader.position] === '?') reader.position += 1;
  return times;
}

function quantifier(reader: Reader, next: string): Lengths | undefined {
  const plain: { readonly [sign: string]: Lengths } = {
    '*': { least: 0, most: Infinity },
    '+': { least: 1, most: Infinity },
    '?': { least: 0, most: 1 },
  };
  const sign = plain[next];
  if (sign !== undefined) {
    reader.position += 1;
    return sign;
  }
  const counted = /^\{(\d+)(,(\d*))?\}/.exec(reader.source.slice(reader.position).join(''));
  if (counted === null) return undefined;
  reader.position += counted[0].length;
  const least = Number(counted[1]);
  if (counted[2] === undefined) return { least, most: least };
  return { least, most: counted[3] === '' ? Infinity : Number(counted[3]) };
}
