/** Texts with their escapes undone. Each view maps its characters to places in the original text. */

import type { Budget } from './budget.ts';

export interface View {
  readonly text: string;
  /** Returns the place of a character in the original text. */
  readonly source: (at: number) => number;
  /** Returns the place where the text before a character ends in the original: before what was left out there. */
  readonly sourceEnd: (at: number) => number;
}

export function viewOf(text: string): View {
  return { text, source: (at) => at, sourceEnd: (at) => at };
}

/** A part of a view. */
export function partOf(view: View, from: number, to: number): View {
  if (from === 0 && to === view.text.length) return view;
  return {
    text: view.text.slice(from, to),
    source: (at) => view.source(from + at),
    sourceEnd: (at) => view.sourceEnd(from + at),
  };
}

/** Returns the characters that replace an escape, and the place where the escape ends. */
type Undo = (text: string, at: number, token: string) => readonly [string, number] | undefined;

/**
 * A view with what a pattern finds undone.
 * @param pattern global; each match has a bounded length, so that one pass takes linear time
 * @returns undefined where there is nothing to undo
 */
function rewritten(view: View, pattern: RegExp, undo: Undo, budget: Budget): View | undefined {
  const { text } = view;
  budget.spend(text.length);
  const pieces: string[] = [];
  // Pairs of a place in the view and its place in the text; between two pairs, they go along.
  const outs: number[] = [0];
  const ins: number[] = [0];
  let length = 0;
  let from = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const undone = undo(text, match.index, match[0]);
    if (undone === undefined) continue;
    const [letters, end] = undone;
    pieces.push(text.slice(from, match.index), letters);
    length += match.index - from;
    outs.push(length);
    ins.push(match.index);
    length += letters.length;
    outs.push(length);
    ins.push(end);
    from = end;
    pattern.lastIndex = end;
  }
  if (from === 0) return undefined;
  budget.spend(outs.length);
  pieces.push(text.slice(from));
  /** The last pair at a place or before it. */
  const pairAt = (at: number): number => {
    let low = 0;
    let high = outs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((outs[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const within = (pair: number, at: number) => (ins[pair] ?? 0) + at - (outs[pair] ?? 0);
  return {
    text: pieces.join(''),
    source: (at) => view.source(within(pairAt(at), at)),
    sourceEnd: (at) => {
      let pair = pairAt(at);
      // What was left out there has the same place as what follows.
      while (pair > 1 && outs[pair - 1] === at && outs[pair] === at) pair -= 1;
      return view.sourceEnd(within(pair, at));
    },
  };
}

/** `%DB_PASSWORD%` names a variable. */
const ESCAPE =
  /%(?![a-f]{2}[a-z]{0,20}_[a-z_]{1,38}%(?![\da-f]{2}))[\da-f]{2}|\\(?:u[\da-f]{4}|u\{[\da-f]{1,6}\}|x[\da-f]{2}|[0-3][0-7]{2}|\r?\n|[\s\S])|&(?:#x[\da-f]{1,8}|#\d{1,9});?|&[a-z]{2,8}\d{0,2};/gi;

/** One level of the escapes of URLs, JSON, code, `addslashes`, HTML and XML. */
export function unescaped(view: View, budget: Budget): View | undefined {
  if (!/[%\\&]/.test(view.text)) return undefined;
  return rewritten(view, ESCAPE, undoEscape, budget);
}

/** Only the escapes of a string of JSON. */
export function fromJsonString(view: View, budget: Budget): View {
  if (!view.text.includes('\\')) return view;
  return rewritten(view, JSON_ESCAPE, undoEscape, budget) ?? view;
}

const JSON_ESCAPE = /\\(?:u[\da-f]{4}|[\s\S])/gi;

/** Quotes that are doubled or closed and opened again, the two escapes of JSON Pointer, and the broken lines of mail. */
export function loosened(view: View, budget: Budget): View | undefined {
  const undo: Undo = (_, at, token) => [
    LOOSE[token] ?? (/[+,.\n]/.test(token) ? '' : token.slice(0, 1)),
    at + token.length,
  ];
  return rewritten(view, /'\\''|''|""|~[01]|=\r?\n|(["'`])\s{0,9}[+,.]\s{0,9}\1/g, undo, budget);
}

const LOOSE: { readonly [token: string]: string } = { '~1': '/', '~0': '~' };

/** Looks for the break first: few texts have one, and many have long words. */
const BREAK_IN_CODE = /(?:\n|\\n)(?<=[A-Za-z0-9+/_-]{16}(?:\r?\n|\\r\\n|\\n))/;

/** Without the line breaks within base64. */
export function unwrapped(view: View, budget: Budget): View | undefined {
  if (!BREAK_IN_CODE.test(view.text)) return undefined;
  return rewritten(
    view,
    /(?<=[A-Za-z0-9+/_-]{16})(?:\r?\n|\\r\\n|\\n)[ \t]{0,8}(?=[A-Za-z0-9+/_-])/g,
    (_, at, token) => ['', at + token.length],
    budget,
  );
}

const PERCENT = /%([\da-f]{2})/iy;
const HEX = /\\x([\da-f]{2})/iy;
const OCTAL = /\\([0-3][0-7]{2})/y;

const CONTROLS: { readonly [letter: string]: string } = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' },
};

function undoEscape(
  text: string,
  at: number,
  token: string,
): readonly [string, number] | undefined {
  const end = at + token.length;
  const first = token[0];
  if (first === '%') return bytesAt(text, at, PERCENT, 16);
  if (first === '&') {
    const letters = token[1] === '#' ? fromReference(token) : NAMED.get(token.slice(1, -1));
    return letters === undefined ? undefined : [letters, end];
  }
  const kind = token[1] ?? '';
  if (token.length === 2) return [CONTROLS[kind] ?? kind, end];
  if (kind === 'u') return [fromCode(Number.parseInt(token.replace(/[^\da-f]/gi, ''), 16)), end];
  if (kind === 'x') return bytesAt(text, at, HEX, 16);
  return /^[0-3]/.test(kind) ? bytesAt(text, at, OCTAL, 8) : ['', end];
}

function fromReference(token: string): string {
  const digits = token.replace(/[&#x;]/gi, '');
  return fromCode(Number.parseInt(digits, /^&#x/i.test(token) ? 16 : 10));
}

function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

/** Reads a UTF-8 character from escaped bytes. An invalid byte stands for itself. */
function bytesAt(
  text: string,
  at: number,
  pattern: RegExp,
  radix: number,
): readonly [string, number] | undefined {
  const bytes: number[] = [];
  let end = at;
  let wanted = 1;
  while (bytes.length < wanted) {
    pattern.lastIndex = end;
    const digits = pattern.exec(text)?.[1];
    if (digits === undefined) break;
    const byte = Number.parseInt(digits, radix);
    // Most escapes are of one byte.
    if (bytes.length === 0 && byte < 0x80) return [String.fromCharCode(byte), pattern.lastIndex];
    if (bytes.length === 0) wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
    else if ((byte & 0xc0) !== 0x80) break;
    bytes.push(byte);
    if (bytes.length === 1) at = pattern.lastIndex;
    end = pattern.lastIndex;
  }
  const [first] = bytes;
  if (first === undefined) return undefined;
  const letters = Buffer.from(bytes).toString('utf8');
  return bytes.length === wanted && !letters.includes('\ufffd')
    ? [letters, end]
    : [String.fromCharCode(first), at];
}

/** The named references of HTML for letters and marks that a secret may have. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ...`nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro
  para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave
  Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc
  Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc
  iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`
    .split(/\s+/)
    .map((name, at): [string, string] => [name, String.fromCharCode(0xa0 + at)]),
  ...`amp& lt< gt> quot" apos' AMP& LT< GT> QUOT" excl! num# dollar$ percnt% lpar( rpar) ast* plus+ comma, period. sol/ colon: semi;
  equals= quest? commat@ lbrack[ lsqb[ bsol\\ rsqb] rbrack] Hat^ lowbar_ grave\` lcub{ lbrace{ verbar| vert| rcub} rbrace} hyphen- dash-
  euro€ hellip… ndash– mdash— lsquo‘ rsquo’ ldquo“ rdquo” trade™ bull•`
    .split(/\s+/)
    .map((pair): [string, string] => [pair.slice(0, -1), pair.slice(-1)]),
  ['Tab', '\t'],
  ['NewLine', '\n'],
]);
