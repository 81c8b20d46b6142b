/** Reads values after a sign: quoted, in a block of YAML, in a list, in a field, a line, or a word. */

import { isLanguage, isReference, PHRASE } from './language.ts';
import type { Certainty } from './names.ts';

/** Longest value in characters. Without it, one unclosed value takes the rest of a text. */
export const LONGEST_VALUE = 4096;

export interface Written {
  readonly value: string;
  readonly start: number;
  /** True if its form says that it belongs to the name, as that of prose does not. */
  readonly firm: boolean;
}

interface Sign {
  readonly sign: string;
  /** Where the name starts, where the sign stands, and what follows it. */
  readonly start: number;
  readonly at: number;
  readonly after: number;
  readonly certainty: Certainty;
}

const QUOTED = new RegExp(
  String.raw`\s{0,40}(?:[&!][\w!-]{1,40}\s{1,9}|\/\*[^*]{0,200}\*\/|[brf]|[\w.]{1,20}\((?:\d{1,9}\)\s)?)?(?<quote>"""|["'\x60])(?<value>(?:\\[\s\S]|(?<=\w)''(?=\w)|(?!\k<quote>)[^\r\n\\]){1,${LONGEST_VALUE}})\k<quote>`,
  'y',
);
const BLOCK = new RegExp(
  String.raw`[^\S\r\n]{0,9}(?:![\w-]{1,40}[^\S\r\n]{1,9})?[|>][+-]?\d?[^\S\r\n]{0,9}\r?\n(?<indent>[^\S\r\n]{1,200})(?<value>\S[^\r\n]{0,${LONGEST_VALUE}}(?:\r?\n\k<indent>[^\r\n]{1,400}){0,99})`,
  'y',
);
/** An item of a list in YAML. */
const ITEM =
  /[^\S\r\n]{0,9}\r?\n[^\S\r\n]{0,200}-[^\S\r\n]{1,9}["']?(?<value>[^\s"'{}[\]:]{1,4096})["']?(?=\r?\n|$)/y;
/** What is left of the head of a part of a form, and an empty line. */
const PART_HEAD = /["']?[^\r\n]{0,1000}(?:\r?\n[^\r\n]{1,1000}){0,9}\r?\n\r?\n/y;
const REST = new RegExp(
  String.raw`(?:\*\*|__)?[^\S\r\n]{0,40}(?:[&!][\w!-]{1,40}[^\S\r\n]{1,9})?(?<value>[^\s"'\x60<>][^\r\n"'\x60<>]{0,${LONGEST_VALUE}})`,
  'y',
);

function matchAt(pattern: RegExp, text: string, at: number): Written | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  const value = match?.groups?.value ?? '';
  if (!match || value === '') return undefined;
  return { value, start: at + match[0].lastIndexOf(value), firm: true };
}

export function valuesAfter(text: string, sign: Sign): readonly Written[] {
  const { start, after, at } = sign;
  if (text.slice(at, after) === '=' && /name\*?$/.test(text.slice(start, at)))
    return partsAfter(text, after);
  const quoted = quotedAfter(text, sign);
  if (quoted) return [quoted];
  if (sign.sign === ',') return [];
  if (sign.sign === ':') {
    const block = matchAt(BLOCK, text, after);
    if (block) return [block];
    const items: Written[] = [];
    for (let at = after; items.length < MOST_ITEMS; ) {
      const item = matchAt(ITEM, text, at);
      if (!item) break;
      items.push({ ...item, firm: false });
      at = item.start + item.value.length;
    }
    if (items.length > 0) return items;
  }
  const rest = matchAt(REST, text, after);
  return rest ? bare(text, sign, rest) : [];
}

const MOST_ITEMS = 100;

function partsAfter(text: string, after: number): readonly Written[] {
  PART_HEAD.lastIndex = after;
  if (!PART_HEAD.test(text)) return [];
  const start = PART_HEAD.lastIndex;
  const near = text.slice(start, start + LONGEST_VALUE);
  const boundary = near.search(/\r?\n(?:--|$)/);
  return [{ value: boundary < 0 ? near : near.slice(0, boundary), start, firm: true }];
}

function quotedAfter(text: string, { sign, start, after }: Sign): Written | undefined {
  const quoted = matchAt(QUOTED, text, after);
  // The quote closed a text, and more is added to it.
  if (!quoted || /^ [.+] /.test(quoted.value)) return undefined;
  // `["a", "password", "b"]` is a list, and `f('password', 'b')` a call.
  if (sign === ':' && text[quoted.start + quoted.value.length + 1] === ':') return undefined;
  if (sign !== ',') return quoted;
  const call = /([\w.]{1,20})\(\s*["']$/.exec(text.slice(Math.max(0, start - 24), start))?.[1];
  return call === undefined ? undefined : { ...quoted, firm: /^define$/i.test(call) };
}

/** References to another name, calls, and types in code; a pseudo-class and its rules in CSS. */
const CODE =
  /^\w+::[$\w]|^[a-z_$][\w$]*(?:(?:\.[\w$]+)*[([]|(?:\.[a-z_$][\w$]*)+$)|^\$\w*(?:[{(]|-$)|^[a-z][a-z-]*(?:\([^)]*\))?\{/i;
const TYPE = /^(?:[A-Z][a-z]+\d{0,3}){2,5}(?:\[\])*\s*(?:[;)|>]|=\s)/;

/** Members of an object in code. Without quotation marks, what one is set to is an expression. */
const MEMBER = /^(?:this|self|cls)\.\w/;
const SHORT_MEMBER = /^[a-z]\.\w/;

export function isCode(written: string): boolean {
  return CODE.test(written) || TYPE.test(written);
}

/** In these, the whole line is the value. */
const HEADER = /^(?:(?:proxy-)?authorization|(?:set-)?cookie2?)\s*$/i;

function bare(
  text: string,
  { sign, start, at, after, certainty }: Sign,
  rest: Written,
): readonly Written[] {
  const lines = text.slice(Math.max(0, start - 300), start).split('\n');
  const isLine = /^\s*(?:(?:[-?#]\s+){1,3}|#|export\s+|set\s+|\$env:)?["']?$/i.test(
    lines.at(-1) ?? '',
  );
  const name = text.slice(start, at);
  if (sign === ':' && HEADER.test(name)) {
    const [value = ''] = isLine ? [rest.value] : (/^(?:\S+ )?\S+/.exec(rest.value) ?? []);
    return [{ ...rest, value }];
  }
  const line = text.slice(after, rest.start + rest.value.length).trim();
  if (isLine && /\s/.test(line) && (isReference(line) || isLanguage(name, line))) return [];
  const isField = sign === '=' && rest.start === after;
  // In a form, a plus is a blank.
  if (rest.value.startsWith('+') && sign === ':') {
    const [, word = ''] = /^\++([^+\s]*)/.exec(rest.value) ?? [];
    return word === ''
      ? []
      : [{ value: word, start: rest.start + rest.value.indexOf(word), firm: false }];
  }
  const whole = isLine && isField && /^[A-Z][A-Z\d_]*$/.test(name);
  const value = wordOf(rest.value, isField, whole);
  if (!/[\p{L}\d]/u.test(value)) return [];
  const isQuery = /[?&]/.test(text[start - 1] ?? '');
  const isExpression =
    CODE.test(value) ||
    (!isField && TYPE.test(rest.value)) ||
    (!isLine && /[)}]\(|\|\|/.test(value));
  const isMember = sign === '=' && (MEMBER.test(name) || (!isLine && SHORT_MEMBER.test(name)));
  if (!isQuery && (isMember || (isExpression && (!isField || /[([]/.test(value))))) return [];
  if (isField) return [{ ...rest, value, firm: true }];
  if (!isLine || (certainty !== 'certain' && certainty !== 'unnamed'))
    return [{ ...rest, value, firm: false }];
  const setting = settingIn(text, lines, rest, sign);
  return [setting ?? { ...rest, value, firm: false }];
}

/** The first word of a value, or the part before the next field. */
function wordOf(rest: string, isField: boolean, isWhole: boolean): string {
  if (isWhole) return rest.replace(/\s[\s\S]*$/, '').replace(/;[\s\S]*$/, '');
  const word = /^(?:(?!%22(?:%7D|%5D|%2C)|,[\w$-]{1,40}[:=])[^&\s;\\])+/.exec(rest)?.[0] ?? '';
  const clean = isField ? word.replace(/#.*$/, '') : word;
  return clean.replace(/(?:[)\]}]?[,.]?|[.,:;!?)}\]]{1,20})$/, '') || clean;
}

/** A whole line, if the lines around it are settings too. */
function settingIn(
  text: string,
  lines: readonly string[],
  rest: Written,
  sign: string,
): Written | undefined {
  const value = rest.value.replace(/\s+#.*$/, '').trimEnd();
  const isWord = !/\s/.test(value);
  if (!isWord && sign !== '=' && !PHRASE.test(value)) return undefined;
  const after =
    text
      .slice(rest.start + rest.value.length, rest.start + rest.value.length + 300)
      .split('\n')[1] ?? '';
  // The line names what a store of secrets holds.
  if (/^\s*\w+Ref:/.test(after)) return undefined;
  const isAlone =
    lines.length === 1 &&
    /[-\d]/.test(value) &&
    !/\S/.test(text.slice(rest.start + rest.value.length));
  const isSetting = (line = '') =>
    /^\s*(?:-\s+)?["']?[\w.-]+["']?\s*(?:[:=](?:\s|$)|=\S)/.test(line);
  return isAlone || isSetting(lines.at(-2)) || isSetting(after) ? { ...rest, value } : undefined;
}

export function fromUrl(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
