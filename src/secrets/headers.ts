/** Whether a header field or a member of a name holds a secret, and what of an Authorization value is one. */

import { certaintyOf, isValueName } from './names.ts';

/** Header fields that hold a credential with its scheme before it. */
const CREDENTIAL = /^(?:(?:proxy-|x-(?:\w+-)*)?authorization|(?:x-)?authentication)$/i;

/** Header fields that say how to log in, or what of a secret is known, and hold none. */
const HARMLESS_HEADER =
  /^(?:www-authenticate|proxy-authenticate|authentication-info|sec-websocket-key|idempotency-key|.*-cache-key)$/i;

/** Whether a member, parameter or field of this name holds a secret, whatever its value is. */
export function isSecretName(name: string): boolean {
  return certaintyOf(name) === 'certain';
}

/**
 * What a value is called that stands in a list (whose items have no name) or an object: the texts of a list
 * that is called like a secret are secrets, and so is what an object called so has as `raw` or `value`.
 */
export function nameOfInner(outer: string, own: string, value: unknown): string {
  const inherits = (own === '' || isValueName(own)) && typeof value === 'string';
  return inherits && certaintyOf(outer) !== undefined ? outer : own;
}

/** Whether the value of this header field is a secret. */
export function isSecretHeader(name: string): boolean {
  // Pairs are also clauses with their verdicts.
  if (HARMLESS_HEADER.test(name) || !/^[\w.+-]+$/.test(name)) return false;
  if (/^sec-websocket-protocol$/i.test(name)) return true;
  return certaintyOf(name) !== undefined || isCredentialHeader(name);
}

/** Whether this header field holds a credential with its scheme before it, which is no secret. */
export function isCredentialHeader(name: string): boolean {
  return CREDENTIAL.test(name);
}

/** Whether an Authorization value names its scheme and holds no credential. */
export function isSchemeAlone(value: string): boolean {
  return /^(?:basic|bearer|digest|negotiate|token)$/i.test(value);
}

/** The password in a credential of HTTP Basic; undefined where it is none. */
export function passwordOf(credential: string): string | undefined {
  const text = Buffer.from(credential, 'base64').toString('utf8');
  if (/[\p{Cc}\ufffd]/u.test(text)) return undefined;
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : text.slice(colon + 1);
}
