/** Finds the secret part of a value: the credential after its scheme, and the value of each cookie. */

import { isWritten } from './guessing.ts';
import { certaintyOf } from './names.ts';
import { fromUrl } from './values.ts';

type Part = readonly [from: number, to: number];

/** Words that stand before a credential. */
const SCHEMES =
  'basic|bearer|digest|negotiate|ntlm|token|apikey|api-key|key|hawk|oauth|mac|aws4-hmac-sha256|aws|sharedkey|sharedkeylite|sharedaccesssignature|geniekey|snowflake|jwt|dpop|ssws|splunk|genie|x-api-key';
const SCHEME = new RegExp(`^((?:${SCHEMES}|[a-z][\\w-]{1,30}(?=\\s+[\\w-]+=))\\s+)\\S`, 'i');
const SCHEME_ALONE = new RegExp(`^(?:${SCHEMES})$`, 'i');

interface SecretPart {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** True if a scheme, or the name of a cookie, stands before it. */
  readonly isCredential: boolean;
}

/** The parts of a value that may be secrets, with their escapes undone. */
export function partsOf(
  name: string,
  value: string,
  start: number,
  plain: (part: string) => string,
): readonly SecretPart[] {
  const isHeader = /cookies?2?$|^(?:proxy-)?authorization$/i.test(name);
  return secretParts(name, value).map(([from, to]) => ({
    ...{ value: plain(value.slice(from, to)), start: start + from, end: start + to },
    isCredential: from > 0 && isHeader,
  }));
}

/** The parts of a value, which is what an Authorization or a Cookie header would have, that are secrets. */
function secretParts(name: string, value: string): readonly Part[] {
  if (/cookies?2?$/i.test(name)) return cookieParts(name, value);
  const scheme = SCHEME.exec(value)?.[1] ?? '';
  return value.length === scheme.length ? [] : [[scheme.length, value.length]];
}

function cookieParts(name: string, value: string): readonly Part[] {
  const pattern = /set[-_]?cookie/i.test(name)
    ? /((?:^|,)\s*[^=;,\s]+=)((?:(?!,\s*[\w-]+=)[^;])*)/g
    : /([^=;\s]+=)([^;]*)/g;
  const parts = [...value.matchAll(pattern)].map((match): Part => {
    const from = match.index + (match[1]?.length ?? 0);
    return [from, from + (match[2]?.length ?? 0)];
  });
  return parts.length > 0 ? parts.filter((part) => isHeld(value, part)) : [[0, value.length]];
}

/** Returns false for a cookie that keeps a choice, such as `lang=de`. */
function isHeld(value: string, [from, to]: Part): boolean {
  const name = /([^;,\s]*)=$/.exec(value.slice(0, from))?.[1] ?? '';
  const held = fromUrl(value.slice(from, to)).replace(/^"|"$/g, '').trim();
  const certainty = certaintyOf(name);
  if (/^(?:deleted?(?:me)?|expired)$/i.test(held) || VISITOR.test(name)) return false;
  const mayChoose = certainty === undefined || certainty === 'vague';
  return held !== '' && !(mayChoose && (CHOICE.test(held) || isWritten(held)));
}

/** Cookies that count visitors. */
const VISITOR =
  /^(?:_ga(?:_\w+)?|_gid|_gat\w*|_gcl_\w+|_fb[pc]|__utm[a-z]{1,2}|_hj\w+|_pk_(?:id|ses).*)$/;

const CHOICE = /^(?:[a-z]{1,12}(?:[-_./,|][a-z]{2,12}){0,2}|\d{1,10}(?:[,|]\d{1,10}){0,50})$/i;

/** Returns true for an Authorization value that only names its scheme. */
export function isSchemeAlone(value: string): boolean {
  return SCHEME_ALONE.test(value);
}

/** The password in a credential of HTTP Basic; undefined for other text. */
export function passwordOf(credential: string): string | undefined {
  const text = Buffer.from(credential, 'base64').toString('utf8');
  if (/[\p{Cc}\ufffd]/u.test(text)) return undefined;
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : text.slice(colon + 1);
}
