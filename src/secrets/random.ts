/** Finds random text. A client that knows it may be let in, regardless of its name. */

import { isDrawn } from './guessing.ts';
import { isPublicName } from './names.ts';

/** In characters. Shorter ones are as likely an ID, longer ones the content of a file. */
const SHORTEST = 32;
const LONGEST = 600;

/**
 * Returns the random parts of a run of letters, digits and signs, by where they begin and end.
 * @param name of the member or field that the text is the value of
 */
export function randomParts(
  run: string,
  before: string,
  after: string,
  name = '',
): readonly (readonly [number, number])[] {
  if (run.length < SHORTEST || run.length > 4 * LONGEST || /[\r\n]/.test(run)) return [];
  if (PUBLIC.test(before) || PICTURE.test(run)) return [];
  if (FILE.test(after) || VERIFICATION.test(after)) return [];
  const names = [name, nameBefore(before)];
  if (names.some((each) => HARMLESS.test(each))) return [];
  const parts: [number, number][] = [];
  for (const { 0: part, index } of run.matchAll(/[^/]+/g)) {
    if (isRandom(part)) parts.push([index, index + part.length]);
  }
  // A slash is a letter of base64. In a path it stands next to a word.
  const isPath = /^\/|[-_]|(?:^|\/)[a-z]+\//.test(run);
  const found: typeof parts = !isPath && isRandom(run) ? [[0, run.length]] : parts;
  return found.length > 0 && names.some(isPublicName) ? [] : found;
}

function nameBefore(text: string): string {
  const written = text.replace(/%2[27]/g, '"').replace(/%3[AD]/gi, ':');
  const { attribute } = IN_TAG.exec(written)?.groups ?? {};
  if (attribute !== undefined) return attribute;
  const { name, element } = NAME.exec(written)?.groups ?? {};
  return name ?? element ?? '';
}

/** Text before the digest of a file, a picture, and a boundary of a multipart body. */
const PUBLIC =
  /(?:md5[-:=]|\bh1:|sha-?\d{1,3}[:=]{1,2}|base64,|-----\s*|\bssh-\w+ |ecdsa-[\w-]+ |W\/"|boundary=-*|[\w+/]{40}={0,2}\s|(?:site|domain)[-_]verif\w{1,9}(?:["']\s{1,9}content)?=["']?|\\|\$)$/i;

/** PNG, JPEG, GIF and WebP in base64, keys, and digests of what a page may run. */
const PICTURE = /^(?:iVBORw0KGgo|\/9j\/[24]|R0lGOD[dl]|UklGR|MI[A-Z]|AAAA|sha\d{3}-)/;

/** Endings of file names. */
const FILE =
  /^\.(?:m?js|css|map|jpe?g|png|gif|webp|avif|svg|ico|woff2?|mp[34]|webm|pdf|json|html?|txt|xml|zip)(?!\w)/i;

/** The name of a `meta` after its content: it shows to whom a site belongs. */
const VERIFICATION = /^["']\s{1,9}name=["'][\w.-]{0,30}(?:site|domain)[-_]verif/i;

/** The name that a value stands under, in settings and in markup. */
const NAME =
  /(?:(?<name>[\w.-]{1,60})(?:\\*["'\]])*\s{0,9}(?:[:=]|=>)\s{0,9}\\*(?:["'[]|&quot;)*|<(?<element>[\w.:-]{1,60})(?:\s[^<>]*)?>)$/;

/** The name of a field before its value. */
const IN_TAG =
  /<\w{1,20}\s(?:[^<>]{0,60}\s)?name=["']?(?<attribute>[\w.-]{1,60})["']?\s(?:[^<>]{0,40}\s)?value=["']?$/;

/** Names of public values. */
const HARMLESS =
  /^(?:[enxy]|base\d\d|_wire|_sum|content-security-policy.*|report(?:ing)?-(?:to|endpoints)|nel|link|via)$|(?:^|[-_.])(?:ids?(?:-\d)?|cache-key|x5[ct]|nonce|playlist|video|spki|cid|ipfs|address|wallet|root|seq|clock|uuid|guid|etag|class(?:name)?|match|range|digest|hash|checksum|integrity|md5|sha\d*|fingerprint|thumbprint|cursor|after|before|next|prev|previous|page|accept|public|pub|cert|certificate|image|avatar|data|file|src|path|query|polyline|ray|trace|rev|revision|version|commit)$|(?:[a-z]Id|Cursor|Hash|(?:Digest|Signature)Value|Modulus|Certificate|Digest|public_?key)s?$/i;

/** Returns true if capitals, letters beyond those of hexadecimal digits, and digits change as they do in no name. */
export function isRandom(part: string): boolean {
  const isMixed = /[A-Z]/.test(part) && /[G-Z]/i.test(part) && /\d/.test(part);
  return isMixed && part.length <= LONGEST && isDrawn(part, SHORTEST, LEAST_BITS);
}

/** In bits. */
const LEAST_BITS = 16;
