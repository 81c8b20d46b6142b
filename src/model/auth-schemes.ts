/**
 * The ways to sign in, one record each. All code that reads, sends, hides or misuses a credential uses these records.
 * CONTRIBUTING.md says what else names a scheme.
 */

import type { KeyScheme, NearCredential, SchemeName, WireRequest } from './index.ts';
import { NEAR_CHANGES, nearText } from './near-credential.ts';

/** Members of a profile that credentials are made of; the environment variable for each ends in its name. */
export const CREDENTIAL_PARTS = ['token', 'user', 'password'] as const;

export type CredentialPart = (typeof CREDENTIAL_PARTS)[number];

export function variableFor(prefix: string, part: CredentialPart): string {
  return `${prefix}_${part.toUpperCase()}`;
}

export interface AuthScheme {
  /** The name of the scheme in `auth` of a list of operations. */
  readonly auth: string;
  /** Lower-case name of the header field with the credential. */
  readonly header?: string;
  /** Name of the query parameter with the credential. */
  readonly query?: string;
  /** The value of that field; `{credential}` stands for the credential. */
  readonly template: string;
  /** Parts of the credential, joined by colons. */
  readonly parts: readonly [CredentialPart, ...CredentialPart[]];
  readonly encoding: 'none' | 'base64';
  readonly secretParts: readonly CredentialPart[];
  /** A credential of the usual form that no target ever issued, before encoding. No secret. */
  readonly neverIssued: string;
  /** The scheme in OpenAPI. */
  readonly openapi: { readonly [member: string]: string };
}

/** Stands for the target's own credential in a planned value of the field. */
export const OWN_CREDENTIAL = '{credential}';

const SCHEMES: { readonly [S in Exclude<SchemeName, KeyScheme>]: AuthScheme } = {
  Bearer: {
    auth: 'bearer',
    header: 'authorization',
    template: 'Bearer {credential}',
    parts: ['token'],
    encoding: 'none',
    secretParts: ['token'],
    neverIssued: 'touchstone-0000000000-never-issued',
    openapi: { type: 'http', scheme: 'bearer' },
  },
  Basic: {
    auth: 'basic',
    header: 'authorization',
    template: 'Basic {credential}',
    parts: ['user', 'password'],
    encoding: 'base64',
    secretParts: ['password'],
    neverIssued: 'touchstone-nobody:touchstone-never-issued',
    openapi: { type: 'http', scheme: 'basic' },
  },
};

const ALL: readonly AuthScheme[] = Object.values(SCHEMES);

/** The names of the records. Keys in a header, query or cookie have names of their own. */
export const SCHEME_NAMES = Object.keys(SCHEMES) as (keyof typeof SCHEMES)[];

export function schemeOf(name: SchemeName): AuthScheme {
  return isKey(name) ? keyScheme(name) : SCHEMES[name];
}

function isKey(name: string): name is KeyScheme {
  return /^(?:header|query|cookie):./.test(name);
}

function keyScheme(name: KeyScheme): AuthScheme {
  const where = name.slice(0, name.indexOf(':'));
  const field = name.slice(where.length + 1);
  const { header: _, ...shared } = SCHEMES.Bearer;
  return {
    ...shared,
    auth: 'key',
    template: where === 'cookie' ? `${field}=${OWN_CREDENTIAL}` : OWN_CREDENTIAL,
    openapi: { type: 'apiKey', in: where, name: field },
    ...(where === 'query'
      ? { query: field }
      : { header: where === 'header' ? field.toLowerCase() : 'cookie' }),
  };
}

/** @param auth as a list of operations has it */
export function schemeNamed(auth: unknown): SchemeName | undefined {
  if (typeof auth === 'string' && isKey(auth)) return auth;
  return SCHEME_NAMES.find((name) => SCHEMES[name].auth === auth);
}

/**
 * The possible schemes of an API, its usual one first. Of schemes that share a part only the first: a profile cannot
 * distinguish them.
 */
export function schemesFrom(usual: SchemeName): readonly SchemeName[] {
  const ordered = [usual, ...SCHEME_NAMES.filter((name) => name !== usual)];
  const isShared = (before: readonly SchemeName[], part: CredentialPart) =>
    before.some((name) => schemeOf(name).parts.includes(part));
  return ordered.filter(
    (name, at) => !schemeOf(name).parts.some((part) => isShared(ordered.slice(0, at), part)),
  );
}

/** The text for `{credential}` in the field. `joined`: the parts, joined by colons. */
function encoded({ encoding }: AuthScheme, joined: string): string {
  return encoding === 'base64' ? Buffer.from(joined).toString('base64') : joined;
}

/** The value of the field, and what in it must not be shown. `values`: one for each part. */
export function credentialOf(
  scheme: AuthScheme,
  values: { readonly [P in CredentialPart]?: string | undefined },
): { readonly value: string; readonly secrets: readonly string[] } {
  const credential = encoded(scheme, scheme.parts.map((part) => values[part]).join(':'));
  const own = scheme.secretParts.map((part) => values[part] ?? '');
  const value = filled(scheme.template, credential);
  // A near copy reveals nearly the whole credential.
  const near = NEAR_CHANGES.map((change) =>
    credentialWithin(scheme, nearCredential(scheme, value, change)),
  );
  const secrets = [...own, credential, ...near.filter((one) => one !== issuedToNobody(scheme))];
  return { value, secrets: [...new Set(secrets)] };
}

/** The value of the field with a copy of the credential that differs a little, and that no target issued. */
export function nearCredential(scheme: AuthScheme, value: string, change: NearCredential): string {
  // A recording has placeholders in its place, and replays know it by its scheme.
  if (scheme.auth === 'key') return neverIssued(scheme);
  const credential = credentialWithin(scheme, value);
  const isCoded = scheme.encoding === 'base64';
  const joined = isCoded ? Buffer.from(credential, 'base64').toString() : credential;
  const near = nearText(joined, change);
  return near === undefined ? neverIssued(scheme) : filled(scheme.template, encoded(scheme, near));
}

function issuedToNobody(scheme: AuthScheme): string {
  return encoded(scheme, scheme.neverIssued);
}

export function neverIssued(scheme: AuthScheme): string {
  return filled(scheme.template, issuedToNobody(scheme));
}

/** Everything that no target ever issued, with the text for `{credential}`. */
export function neverIssuedCredentials(): readonly string[] {
  return ALL.map(issuedToNobody);
}

/** The text for `{credential}` in a value of the field. */
export function credentialWithin({ template }: AuthScheme, value: string): string {
  const [before = ''] = template.split(OWN_CREDENTIAL);
  return value.startsWith(before) ? value.slice(before.length) : value;
}

export function filled(template: string, credential: string): string {
  // A function, because `$&` and the like have a meaning in a replacement text.
  return template.replaceAll(OWN_CREDENTIAL, () => credential);
}

/** @param own the scheme of the request, whose field counts as well */
export function isCredentialField(name: string, own?: SchemeName): boolean {
  const lower = name.toLowerCase();
  return [...ALL, ...(own ? [schemeOf(own)] : [])].some(({ header }) => header === lower);
}

export function credentialIn(
  headers: WireRequest['headers'],
  own?: SchemeName,
): string | undefined {
  return headers.find(([name]) => isCredentialField(name, own))?.[1];
}

/** The request with a credential, in the field of the scheme. */
export function withCredential<R extends Pick<WireRequest, 'target' | 'headers'>>(
  request: R,
  { header, query = '' }: AuthScheme,
  value: string | undefined,
): R {
  if (value === undefined) return request;
  if (header) return { ...request, headers: [...request.headers, [header, value]] };
  const mark = request.target.includes('?') ? '&' : '?';
  const pair = [query, value].map(encodeURIComponent).join('=');
  return { ...request, target: `${request.target}${mark}${pair}` };
}

/** A target without the key in its query, and that key; both as they are if the scheme has no such key. */
export function withoutKey(
  target: string,
  own: SchemeName | undefined,
): { readonly target: string; readonly key?: string } {
  const query = own && schemeOf(own).query;
  const name = query && `${encodeURIComponent(query)}=`;
  const mark = target.indexOf('?');
  if (!name || mark < 0) return { target };
  const pairs = target.slice(mark + 1).split('&');
  // A request may have a parameter of the same name too: the key is last.
  const at = pairs.findLastIndex((pair) => pair.startsWith(name));
  const key = pairs[at]?.slice(name.length);
  if (key === undefined) return { target };
  const others = pairs.toSpliced(at, 1).join('&');
  return { target: `${target.slice(0, mark)}${others && `?${others}`}`, key };
}

/** The password of objects that a run creates: it opens nothing else. */
export const OWN_PASSWORD = 'touchstone';
