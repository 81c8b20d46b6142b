/** Secrets that settings, code, and messages show after a name: `password = "…"`, `pass: …`, `invalid token …`. */

import {
  type Certainty,
  isReference,
  isSecretValue,
  looksSecret,
  UNGUESSABLE,
} from './certainty.ts';
import type { FoundSecret } from './members.ts';

/** What a language writes before a value that changes nothing: `Some(`, `b`, an anchor or a tag of YAML. */
const WRAPPED = String.raw`(?:(?:Some|Just|String|SecretString|SecretStr|string)\((?:\d+\)\s)?|[&!][\w!-]*\s+|[bruf](?=\\*["']))?`;

const QUOTE = String.raw`(?:(?:\\*"){3}|\\*["'\x60]|&quot;|&#0?3[49];|&apos;)`;

/** `key: process.env.KEY || …` */
const FALLBACK = String.raw`\s*(?:(?:=|:)\s*[\w.$]+\s*)?(?:\|\||\?\?|\?:)\s*`;

/** `secret: &str = …`, and what a shell is given at once. */
const TYPED = String.raw`\s*:\s*&?(?:'\w+\s+)?[A-Za-z]\w*\??\s*=\s*|\s*<<<\s*`;

/** What closes a name, what stands between, and a value in quotes. */
const QUOTED = new RegExp(
  String.raw`(?<close>${QUOTE}?[\])]?)(?<join>\s*(?:=>|:=|->|=|:)(?:\s|\\n)*${WRAPPED}|${FALLBACK}|${TYPED}|;s:\d+:|\s*,\s*|\(|(?:\s+(?:is|was|provided|given|used|with))?:?\s+)(?<quote>${QUOTE})(?<value>(?:\\(?!\\*["'])[^\r\n]|(?!\k<quote>)[^\r\n\\])+)\k<quote>`,
  'y',
);

/** A value without quotes, up to what cannot be part of it. */
const BARE = new RegExp(
  String.raw`(?<close>${QUOTE}?[\])]?(?:\*\*|__)?)(?<join>[^\S\r\n]*(?:=>|:=|->|=|:|<<<)(?:\*\*|__)?[^\S\r\n]*(?:[&!][\w!-]*[^\S\r\n]+)?|(?:\s+(?:is|was|provided|given|used))?:?[^\S\r\n]+)(?<value>[^\s"'\x60<>&]{4,})`,
  'y',
);

/** `password: |`, and the line after it. */
const BLOCK = /:[^\S\r\n]*[|>][+-]?\d?[^\S\r\n]*\r?\n(?<value>[^\S\r\n]+\S[^\r\n]*)/y;

/** A list of YAML. */
const ITEM = /:[^\S\r\n]*(?:\r?\n[^\S\r\n]*-[^\S\r\n]+(?<value>[^\s"'{}[\]]+)(?=\r?\n|$))/y;

/** `Your token:`, and the token in a line of its own. */
const OWN_LINE =
  /:(?:[^\S\r\n]|\\r)*(?:(?:\r?\n|\\n)(?:[^\S\r\n]|\\r|`)*){1,3}(?<value>[^\s"'`<>&:\\]{16,})(?=[\s`"\\]|$)/y;

/** `variable "db_password" { default = … }` */
const DEFAULT = /"\s*\{[^{}]{0,500}?\bdefault\s*=\s*"(?<value>[^"\r\n]+)/y;

/** `name: DB_PASSWORD` and `value: …` below it. */
const BELOW = /["']?\r?\n[^\S\r\n]+value:[^\S\r\n]*["']?(?<value>[^\s"']+)/y;

/** A secret that is assigned to a name, which begins and ends at these places. */
export function assignedAt(
  text: string,
  start: number,
  end: number,
  certainty: Certainty,
): FoundSecret | undefined {
  return (
    quotedAt(text, start, end, certainty) ??
    matchAt(BLOCK, text, end, (value) => isSecretValue(certainty, value.trim())) ??
    matchAt(ITEM, text, end, (value) => looksSecret(value)) ??
    belowAt(text, start, end, certainty) ??
    defaultAt(text, start, end, certainty) ??
    matchAt(OWN_LINE, text, end, (value) => /\d/.test(value) && looksSecret(value, UNGUESSABLE)) ??
    bareAt(text, start, end, certainty)
  );
}

function quotedAt(
  text: string,
  start: number,
  end: number,
  certainty: Certainty,
): FoundSecret | undefined {
  QUOTED.lastIndex = end;
  const { join = '', quote = '', value = '' } = QUOTED.exec(text)?.groups ?? {};
  if (value === '' || isReference(value)) return undefined;
  // In a tag of markup, what follows is another attribute.
  if (/^\s*[a-z-]+=/i.test(value) || (text[start - 1] === ' ' && join === '(')) return undefined;
  const sure =
    /[=:(]/.test(join) || /^(?:by|password)\s*$/i.test(text.slice(start, end) + join.trim());
  const secret = sure && !/,/.test(join) ? isSecretValue(certainty, value) : looksSecret(value, 6);
  if (!secret) return undefined;
  const to = QUOTED.lastIndex - quote.length;
  return { value, start: to - value.length, end: to };
}

function belowAt(
  text: string,
  start: number,
  end: number,
  certainty: Certainty,
): FoundSecret | undefined {
  if (!/name:[^\S\r\n]*["']?$/.test(text.slice(Math.max(0, start - 20), start))) return undefined;
  return matchAt(BELOW, text, end, (value) => isSecretValue(certainty, value));
}

function defaultAt(
  text: string,
  start: number,
  end: number,
  certainty: Certainty,
): FoundSecret | undefined {
  if (!/variable\s{1,4}"$/.test(text.slice(Math.max(0, start - 14), start))) return undefined;
  return matchAt(DEFAULT, text, end, (value) => isSecretValue(certainty, value));
}

function bareAt(
  text: string,
  start: number,
  end: number,
  certainty: Certainty,
): FoundSecret | undefined {
  BARE.lastIndex = end;
  const { join = '', value: whole = '' } = BARE.exec(text)?.groups ?? {};
  const value = whole.replace(/(?:\\+[rntu].*|[.,;:!?)}\]\\]+)$/s, '');
  // A call, or what stands under another name, is computed.
  if (value === '' || /^[\w.$]+[([]/.test(value) || isReference(value)) return undefined;
  const least = /[=:]/.test(join) ? 6 : 8;
  const secret =
    certainty === 'code'
      ? /^\d{4,10}$/.test(value) || looksSecret(value, 8)
      : looksSecret(value, least);
  if (!secret || (!/[=:]/.test(join) && !/\d/.test(value))) return undefined;
  const from = BARE.lastIndex - whole.length;
  if (/(?:\/\/|\barn:[\w:-]{1,80}:)$/.test(text.slice(Math.max(0, start - 90), start)))
    return undefined;
  return { value, start: from, end: from + value.length };
}

function matchAt(
  pattern: RegExp,
  text: string,
  at: number,
  accepts: (value: string) => boolean,
): FoundSecret | undefined {
  pattern.lastIndex = at;
  const value = pattern.exec(text)?.groups?.value ?? '';
  if (value.trim() === '' || !accepts(value)) return undefined;
  const end = pattern.lastIndex;
  const plain = value.trimStart();
  return { value: plain, start: end - plain.length, end };
}
