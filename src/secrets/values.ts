/** Values after a name in settings, forms, code and messages: `password = "…"`, `pass: …`, `token=…`, `invalid token …`. */

import { readsAsComplaint } from './complaint.ts';
import { isReference, isSecretThere, isSecretValue } from './guessing.ts';
import type { NamedPlace, Place } from './place.ts';

/** Longest value in characters. Without it, one unclosed value takes the rest of a text. */
export const LONGEST_VALUE = 4096;

/** This many characters of an unquoted value decide. The rest is read only if the value is a secret. */
const FIRST = 400;

/** Quotes, brackets and asterisks that close a name. */
const CLOSE = String.raw`(?:\[\w{0,12}\])?\]?["'\x60]?[\])]{0,2}(?:\*\*|__)?`;

/** Wrappers before a value: `Some(`, `b`, an anchor or a tag of YAML. */
const WRAPPED = String.raw`(?:(?:Some|Just|String|SecretStr(?:ing)?|str|string|base64_decode|env)\((?:\d{1,9}\)\s|["']\w{1,80}["'],\s?)?|[&!][\w!-]{0,40}\s{1,9}|[bruf](?=["'])|["'\x60](?:Bearer|Basic|Token)\s["'\x60]\s?[+.]\s?)?`;

const FIRM = String.raw`\s{0,20}(?:=>|:=|->|=(?!=)|:)\s{0,40}(?:\/\*[^*]{0,200}\*\/)?${WRAPPED}|;s:\d{1,9}:`;

/** `key: process.env.KEY || …` and `secret: &str = …` */
const INDIRECT = String.raw`\s{0,9}(?:(?:=|:)\s{0,9}[\w.$]{1,80}\s{0,9})?(?:\|\||\?\?|\?:)\s{0,9}|\s{0,9}:\s{0,9}&?(?:'\w{1,20}\s)?[A-Za-z]\w{0,40}\??\s{0,9}=\s{0,9}`;

const BLANK = String.raw`(?:\s{1,9}(?:is|was|provided|given|used|with))?:?\s{1,9}`;

const QUOTED = new RegExp(
  String.raw`(?<close>${CLOSE})(?<join>${FIRM}|${INDIRECT}|\s{0,9},\s{0,9}|\(|\s{0,9}<<<\s{0,9}|${BLANK})(?<quote>"""|["'\x60])(?<value>(?:\\[\s\S]|(?<=\w)''(?=\w)|(?!\k<quote>)[^\r\n\\]){1,${LONGEST_VALUE}})\k<quote>`,
  'y',
);

/** `password=…` in a query, a form, a setting, or a list of arguments. */
const FIELD = new RegExp(
  String.raw`${CLOSE}=(?![=>])(?<value>(?:(?!%22(?:%7D|%5D|%2C))[^&;#\s"'\x60<>\\]|(?<==[^'&=]{1,200})'(?=[\w%])){1,${FIRST}})`,
  'y',
);
const REST_OF_FIELD = new RegExp(
  String.raw`(?:(?!%22(?:%7D|%5D|%2C))[^&;#\s"'\x60<>\\]){0,${LONGEST_VALUE - FIRST}}`,
  'y',
);

/** A value without quotes, up to what cannot be part of it. */
const BARE = new RegExp(
  String.raw`(?<close>${CLOSE})(?<join>[^\S\r\n]{0,40}(?:=>|:=|->|=(?!=)|:|<<<)(?:\*\*|__)?[^\S\r\n]{0,40}(?:[&!][\w!-]{0,40}[^\S\r\n]{1,9})?|(?:[^\S\r\n]{1,9}(?:is|was|lautet|ist|est|es|provided|given|used))?:?[^\S\r\n]{1,9})(?<value>[^\s"'\x60<>&]{4,${FIRST}})`,
  'y',
);
const REST_OF_BARE = new RegExp(String.raw`[^\s"'\x60<>&]{0,${LONGEST_VALUE - FIRST}}`, 'y');

/** A whole line of settings: `password: …` or `password = …`. */
const LINE = new RegExp(
  String.raw`["']?[^\S\r\n]{0,40}[:=][^\S\r\n]{1,40}(?<value>[^\s"'#{}[\]&|>][^\s"'\x60]{0,${LONGEST_VALUE}})[^\S\r\n]{0,40}(?=\r?\n|$|[^\S\r\n]#)`,
  'y',
);

/** `password: |`, and the line after it; a list of YAML; a token in a line of its own; `name: …` and `value: …` below it. */
const BLOCK = new RegExp(
  String.raw`:[^\S\r\n]{0,9}(?:![\w-]{1,40}[^\S\r\n]{1,9})?[|>][+-]?\d?[^\S\r\n]{0,9}\r?\n(?<value>(?<indent>[^\S\r\n]{1,200})\S[^\r\n]{0,${LONGEST_VALUE}}(?:\r?\n\k<indent>[^\r\n]{1,400}){0,99})`,
  'y',
);
/** `? password`, and `: …` below it. */
const EXPLICIT =
  /["']?[^\S\r\n]{0,9}\r?\n[^\S\r\n]{0,200}:[^\S\r\n]{1,9}["']?(?<value>[^\s"'][^\r\n"']{0,4095})/y;
/** `JWT_SECRET = some words`: all to the end of the line. */
const PHRASE_LINE =
  /[^\S\r\n]{0,40}=[^\S\r\n]{1,40}(?<value>[^\s"'#{}[\]&|>$<][^\r\n"'<>#]{0,400})/y;
const ITEM =
  /:[^\S\r\n]{0,9}\r?\n[^\S\r\n]{0,200}-[^\S\r\n]{1,9}(?<value>[^\s"'{}[\]]{1,4096})(?=\r?\n|$)/y;
const OWN_LINE =
  /:[^\S\r\n]{0,9}(?:\r?\n[^\S\r\n]{0,80}`{0,3}){1,3}(?<value>[^\s"'`<>&:\\]{16,4096})(?=[\s`"]|$)/y;
const BELOW = /["']?\r?\n[^\S\r\n]{1,200}value:[^\S\r\n]{0,9}["']?(?<value>[^\s"']{1,4096})/y;
const DEFAULT = /"\s{0,9}\{[^{}]{0,500}?\bdefault\s{0,20}=\s{0,20}"(?<value>[^"\r\n]{1,4096})/y;

/** A part of a form: what is left of its head, an empty line, and the value up to a boundary. */
const PART_HEAD = /\]?["']?[^\r\n]{0,1000}(?:\r?\n[^\r\n]{1,1000}){0,9}\r?\n\r?\n/y;

export function valueAt(text: string, named: NamedPlace): Place | undefined {
  const { start, end, certainty } = named;
  // `${DB_PASSWORD:?missing}`: what the shell says where there is no value.
  if (text.startsWith('${', start - 2) && /^:?\?/.test(text.slice(end, end + 2))) return undefined;
  const firm = (value: string) => isSecretValue(certainty, value.trim());
  const place = partAt(text, named) ?? quotedAt(text, named);
  if (place) return place;
  FIELD.lastIndex = end;
  if (FIELD.test(text)) return fieldAt(text, named);
  return (
    matchAt(BLOCK, text, end, (value) => firm(value.split('\n', 1).join(''))) ??
    matchAt(ITEM, text, end, (value) => isSecretThere(certainty, value, 'loosely')) ??
    belowAt(text, named, firm) ??
    matchAt(OWN_LINE, text, end, (value) => isSecretThere(certainty, value, 'by a blank')) ??
    lineAt(text, named) ??
    bareAt(text, named)
  );
}

function partAt(text: string, { start, end, certainty }: NamedPlace): Place | undefined {
  const near = text.slice(Math.max(0, start - 200), start);
  const line = near.slice(near.lastIndexOf('\n') + 1);
  if (!/^content-disposition[ \t]*:.*[; ]name(?:\*?=["']?|\*=utf-8'[\w-]*')[^"';]*$/i.test(line))
    return undefined;
  PART_HEAD.lastIndex = end;
  if (!PART_HEAD.test(text)) return undefined;
  const from = PART_HEAD.lastIndex;
  const boundary = text.slice(from, from + LONGEST_VALUE).search(/\r?\n(?:--|$)/);
  const to = boundary < 0 ? Math.min(text.length, from + LONGEST_VALUE) : from + boundary;
  const value = text.slice(from, to);
  return isSecretValue(certainty, value) ? { value, start: from, end: to } : undefined;
}

function quotedAt(text: string, { start, end, name, certainty }: NamedPlace): Place | undefined {
  QUOTED.lastIndex = end;
  const { close = '', join = '', quote = '', value = '' } = QUOTED.exec(text)?.groups ?? {};
  if (value === '' || isReference(value)) return undefined;
  // In a tag of markup, what follows is another attribute.
  if (/^\s*[a-z-]+=/i.test(value) || (join === '(' && text[start - 1] === ' ')) return undefined;
  // `["a", "password", "b"]` is a list, and `f('password', 'b')` a call.
  const isCall = /^\s*,/.test(join);
  if (isCall && !/["'`]/.test(close)) return undefined;
  const isDefine = isCall && /define\(\s*["']$/i.test(text.slice(Math.max(0, start - 12), start));
  const isFirm = isDefine || /[=:]/.test(join) || /^(?:by|password)\s*$/i.test(name + join.trim());
  const said = value.replace(/\\(["'\\$])/g, '$1');
  if (readsAsComplaint(name, said, 1) && !/^\s*=/.test(join)) return undefined;
  if (!isSecretThere(certainty, said, isFirm ? 'firmly' : 'loosely')) return undefined;
  const to = QUOTED.lastIndex - quote.length;
  return { value: said, start: to - value.length, end: to };
}

/** References to another name, in code. */
const CHAIN = /^[a-z_$][A-Za-z_$]*(?:\.[A-Za-z_$]{1,40}){1,9}$/;
const DOTTED = /^[a-z_$]\w*(?:\.\w+)+$/i;
const COMPUTED = /^(?:\w+\(|[a-z_$][\w$]*(?:(?:\.[\w$]+)+[([]|\[\w+\]))/i;

function fieldAt(text: string, { start, end, certainty }: NamedPlace): Place | undefined {
  FIELD.lastIndex = end;
  const value = FIELD.exec(text)?.groups?.value;
  if (value === undefined) return undefined;
  const from = FIELD.lastIndex - value.length;
  // A bracket closes a list of arguments, and a full stop ends a sentence.
  const whole = value.replace(/(?:[)\]}]?[,.]?|[)\]},.]{1,20})$/, '') || value;
  // In code, a call or an item of a list is computed.
  if (COMPUTED.test(value.slice(0, 200)) && !/[?&]/.test(text[start - 1] ?? '')) return undefined;
  const plain = fromUrl(whole);
  if (!isSecretValue(certainty, plain)) return undefined;
  if (value.length === FIRST) return upTo(REST_OF_FIELD, text, from, from + FIRST);
  return { value: plain, start: from, end: from + whole.length };
}

/** A long value, to its end. */
function upTo(rest: RegExp, text: string, start: number, at: number): Place {
  rest.lastIndex = at;
  rest.test(text);
  const end = rest.lastIndex;
  return { value: fromUrl(text.slice(start, end)), start, end };
}

function belowAt(text: string, { start, end }: NamedPlace, firm: (value: string) => boolean) {
  const before = text.slice(Math.max(0, start - 20), start);
  if (/name:[^\S\r\n]{0,9}["']?$/.test(before)) return matchAt(BELOW, text, end, firm);
  if (/(?:^|\n)[^\S\r\n]*(?:-[^\S\r\n]+)?\?[^\S\r\n]+["']?$/.test(before))
    return matchAt(EXPLICIT, text, end, firm);
  return /variable\s{1,4}"$/.test(before) ? matchAt(DEFAULT, text, end, firm) : undefined;
}

/** Accepts a plain word as a value if the lines around it are settings too. */
function lineAt(text: string, named: NamedPlace): Place | undefined {
  const { start, end, name, certainty } = named;
  if (certainty !== 'certain') return undefined;
  const near = text.slice(Math.max(0, start - 300), start);
  const lines = near.split('\n');
  if (!/^\s*(?:-\s+)?(?:export\s+)?["']?$/.test(lines.at(-1) ?? '')) return undefined;
  const accepts = (value: string) =>
    isSecretValue(certainty, value) &&
    !readsAsComplaint(name, value, 1) &&
    !COMPUTED.test(value) &&
    !DOTTED.test(value);
  const isConstant = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(text.slice(start, end));
  const place =
    matchAt(LINE, text, end, accepts) ??
    (isConstant ? matchAt(PHRASE_LINE, text, end, accepts) : undefined);
  if (!place) return undefined;
  const after = text.slice(place.end, place.end + 300).split('\n')[1] ?? '';
  const isSetting = (line = '') =>
    /^\s*(?:-\s+)?["']?[\w.-]+["']?\s*(?:[:=](?:\s|$)|=\S)/.test(line);
  // A text of one line may be a setting, where its value is no word.
  const isAlone =
    lines.length === 1 && /[-\d]/.test(place.value) && !/\S/.test(text.slice(place.end));
  return isAlone || isSetting(lines.at(-2)) || isSetting(after) ? place : undefined;
}

function bareAt(text: string, { start, end, certainty }: NamedPlace): Place | undefined {
  BARE.lastIndex = end;
  const { join = '', value: whole = '' } = BARE.exec(text)?.groups ?? {};
  // In code that was made small, the next member follows at once.
  const value = whole
    .replace(/,[\w$]{1,40}:.*$/s, '')
    .replace(/(?:\\.*|[.,;:!?)}\]\\]{1,20})$/s, '');
  // A call, or what stands under another name, is computed.
  if (value === '' || /^[\w.$]{1,80}[([]/.test(value) || isReference(value)) return undefined;
  if (CHAIN.test(value)) return undefined;
  const isJoined = /[=:<]/.test(join);
  // `Your password is: …`, and `--password …`
  const isSaid =
    /\w:/.test(join) ||
    (/^[^\S\r\n]+$/.test(join) && /(?:^|\s)--?$/.test(text.slice(0, start).slice(-3)));
  const isPhrase = isSaid && certainty === 'certain' && /\d/.test(value) && !/^\d+$/.test(value);
  if (!isPhrase && !isSecretThere(certainty, value, isJoined ? 'loosely' : 'by a blank'))
    return undefined;
  if (/(?:\/\/|\barn:[\w:-]{1,80}:)$/.test(text.slice(Math.max(0, start - 90), start)))
    return undefined;
  const from = BARE.lastIndex - whole.length;
  if (value.length === FIRST) return upTo(REST_OF_BARE, text, from, from + value.length);
  return { value, start: from, end: from + value.length };
}

function matchAt(
  pattern: RegExp,
  text: string,
  at: number,
  accepts: (value: string) => boolean,
): Place | undefined {
  pattern.lastIndex = at;
  const value = pattern.exec(text)?.groups?.value ?? '';
  if (value.trim() === '' || !accepts(value)) return undefined;
  const end = pattern.lastIndex - (pattern === LINE ? trailing(text, pattern.lastIndex) : 0);
  const plain = value.trimStart();
  return { value: plain, start: end - plain.length, end };
}

function trailing(text: string, end: number): number {
  let count = 0;
  while (/[^\S\r\n]/.test(text[end - 1 - count] ?? '')) count += 1;
  return count;
}

export function fromUrl(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
