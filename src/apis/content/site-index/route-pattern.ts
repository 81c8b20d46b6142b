/** Route patterns of a live index: PCRE expressions, matched without running them. */

/** A parsed pattern, or the reason why it is unreadable. */
export type RoutePattern =
  | { readonly kind: 'read'; readonly accepts: (text: string) => boolean }
  | { readonly kind: 'unreadable'; readonly why: string };

/** Possible ends of a part of a pattern, for each start. */
type Part = (text: string, starts: Ends) => Ends;
type Ends = ReadonlySet<number>;

interface Cursor {
  readonly pattern: string;
  at: number;
}

/** Longer patterns are no routes, and parsing them would nest without bound. */
const LONGEST = 1000;
const NOWHERE: Ends = new Set();

/** The characters of each escape. */
const KINDS: { readonly [letter: string]: RegExp } = {
  d: /^\d$/,
  D: /^\D$/,
  w: /^\w$/,
  W: /^\W$/,
  s: /^\s$/,
  S: /^\S$/,
};

class Unreadable extends Error {}

/**
 * Reads a pattern. It accepts a text if it matches all of it, case-sensitively.
 * All positions are matched at once, so the time is bounded by the length of the pattern times the squared
 * length of the text, without backtracking.
 *
 * @returns `unreadable` for back references, conditions, recursion, possessive quantifiers,
 * lookbehind, named classes and invalid expressions; groups of any kind are supported
 */
export function readPattern(pattern: string): RoutePattern {
  if (pattern.length > LONGEST) {
    return { kind: 'unreadable', why: `it is longer than ${LONGEST} characters` };
  }
  const cursor: Cursor = { pattern, at: 0 };
  try {
    const whole = alternatives(cursor);
    if (cursor.at < pattern.length) throw new Unreadable('a parenthesis closes that none opened');
    return {
      kind: 'read',
      accepts: (text) => whole(text, new Set([0])).has(text.length),
    };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unreadable', why: error.message };
    throw error;
  }
}

function alternatives(cursor: Cursor): Part {
  const branches = [sequence(cursor)];
  while (taken(cursor, '|')) branches.push(sequence(cursor));
  const [only] = branches;
  if (branches.length === 1 && only) return only;
  return (text, starts) => new Set(branches.flatMap((branch) => [...branch(text, starts)]));
}

function sequence(cursor: Cursor): Part {
  const parts: Part[] = [];
  while (cursor.at < cursor.pattern.length && !/[|)]/.test(peek(cursor))) {
    parts.push(literal(cursor) ?? quantified(cursor, atom(cursor)));
  }
  return (text, starts) =>
    parts.reduce<Ends>((ends, part) => (ends.size === 0 ? ends : part(text, ends)), starts);
}

/** A run of literal characters: the largest part of most routes. */
function literal(cursor: Cursor): Part | undefined {
  const run = /^[^\\^$.|?*+()[\]{}]+(?![?*+{])/.exec(rest(cursor))?.[0];
  if (run === undefined) return undefined;
  cursor.at += run.length;
  return (text, starts) => {
    const found = [...starts].filter((start) => text.startsWith(run, start));
    return new Set(found.map((start) => start + run.length));
  };
}

function atom(cursor: Cursor): Part {
  const character = next(cursor);
  switch (character) {
    case '(':
      return group(cursor);
    case '[':
      return one(characterClass(cursor));
    case '\\':
      return escaped(cursor);
    case '.':
      return one((candidate) => candidate !== '\n');
    case '^':
      return (_, starts) => (starts.has(0) ? new Set([0]) : NOWHERE);
    case '$':
      return (text, starts) => (starts.has(text.length) ? new Set([text.length]) : NOWHERE);
    case '*':
    case '+':
    case '?':
      throw new Unreadable(`nothing stands before "${character}"`);
    default:
      return one((candidate) => candidate === character);
  }
}

function group(cursor: Cursor): Part {
  const look = taken(cursor, '?=') ? true : taken(cursor, '?!') ? false : undefined;
  if (look === undefined && peek(cursor) === '?') {
    const opening = /^\?(?::|P?<[A-Za-z_]\w*>|'[A-Za-z_]\w*')/.exec(rest(cursor));
    if (!opening) throw new Unreadable(`a group begins with "(${rest(cursor).slice(0, 3)}"`);
    cursor.at += opening[0].length;
  }
  const inner = alternatives(cursor);
  if (!taken(cursor, ')')) throw new Unreadable('a parenthesis is not closed');
  if (look === undefined) return inner;
  return (text, starts) =>
    new Set([...starts].filter((start) => inner(text, new Set([start])).size > 0 === look));
}

function escaped(cursor: Cursor): Part {
  const letter = next(cursor);
  if (letter === 'A') return (_, starts) => (starts.has(0) ? new Set([0]) : NOWHERE);
  if (letter === 'z' || letter === 'Z') {
    return (text, starts) => (starts.has(text.length) ? new Set([text.length]) : NOWHERE);
  }
  const kind = KINDS[letter];
  if (kind) return one((candidate) => kind.test(candidate));
  if (letter === '' || /\w/.test(letter)) throw new Unreadable(`it has "\\${letter}"`);
  return one((candidate) => candidate === letter);
}

/** A class up to its closing bracket; one right after the opening bracket is a literal. */
function characterClass(cursor: Cursor): (character: string) => boolean {
  const whole = /^\^?\]?(?:\\[\s\S]|[^\]\\])*\]/.exec(rest(cursor))?.[0];
  if (whole === undefined) throw new Unreadable('a bracket is not closed');
  if (/\[[:.=]/.test(whole)) throw new Unreadable('it has a class by name');
  const strange = /\\([A-Za-z0-9])/g;
  for (const [, letter = ''] of whole.matchAll(strange)) {
    if (!Object.hasOwn(KINDS, letter)) throw new Unreadable(`a class has "\\${letter}"`);
  }
  cursor.at += whole.length;
  const inner = whole.slice(0, -1).replace(/^(\^?)\]/, '$1\\]');
  try {
    // One character and one class: no backtracking.
    const expression = new RegExp(`^[${inner}]$`);
    return (character) => expression.test(character);
  } catch {
    throw new Unreadable(`the class [${whole} has no meaning`);
  }
}

function one(fits: (character: string) => boolean): Part {
  return (text, starts) => {
    const ends = new Set<number>();
    for (const start of starts) {
      if (start < text.length && fits(text.charAt(start))) ends.add(start + 1);
    }
    return ends;
  };
}

function quantified(cursor: Cursor, part: Part): Part {
  const bounds = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})/.exec(rest(cursor));
  if (!bounds) return part;
  cursor.at += bounds[0].length;
  // A lazy quantifier accepts the same texts; a possessive one need not.
  taken(cursor, '?');
  if (peek(cursor) === '+') throw new Unreadable('it has a possessive quantifier');
  if (/^[*?{]/.test(rest(cursor))) throw new Unreadable('two quantifiers stand side by side');
  const [, sign, least, comma, most] = bounds;
  if (sign === '*') return repeated(part, 0, Number.POSITIVE_INFINITY);
  if (sign === '+') return repeated(part, 1, Number.POSITIVE_INFINITY);
  if (sign === '?') return repeated(part, 0, 1);
  const from = Number(least);
  return repeated(part, from, comma ? (most ? Number(most) : Number.POSITIVE_INFINITY) : from);
}

/** The length of the text bounds the rounds, regardless of the counts: then further rounds reach no new positions. */
function repeated(part: Part, least: number, most: number): Part {
  return (text, starts) => {
    const ends = new Set<number>();
    let reached = starts;
    for (let round = 0; round <= most; round += 1) {
      const known = ends.size;
      if (round >= least) for (const end of reached) ends.add(end);
      if (round >= least && ends.size === known) break;
      const further = part(text, reached);
      if (further.size === 0) break;
      const still = further.size === reached.size && [...further].every((end) => reached.has(end));
      if (still) {
        for (const end of reached) ends.add(end);
        break;
      }
      reached = further;
    }
    return ends;
  };
}

function peek({ pattern, at }: Cursor): string {
  return pattern.charAt(at);
}

function next(cursor: Cursor): string {
  const character = peek(cursor);
  cursor.at += 1;
  return character;
}

function rest({ pattern, at }: Cursor): string {
  return pattern.slice(at);
}

function taken(cursor: Cursor, text: string): boolean {
  if (!cursor.pattern.startsWith(text, cursor.at)) return false;
  cursor.at += text.length;
  return true;
}
