/**
 * The ways to sign in, one record each. Whatever reads, sends, hides or misuses a credential works from these records.
 * To add one: a record, and its name in `SchemeName`, `schemas/files/operations.json` and `schemas/files/cassette.json`.
 */

import type { Endpoint, SchemeName, WireRequest } from './index.ts';

/** Members of a profile that credentials are made of; the environment variable for each ends in its name. */
export const CREDENTIAL_PARTS = ['token', 'user', 'password'] as const;

export type CredentialPart = (typeof CREDENTIAL_PARTS)[number];

/** The environment variable of a part. */
export function variableFor(prefix: string, part: CredentialPart): string {
  return `${prefix}_${part.toUpperCase()}`;
}

export interface AuthScheme {
  /** As `auth` of a list of operations names it. */
  readonly auth: string;
  /** The header field that carries the credential, in lower case. */
  readonly header: string;
  /** The value of that field; `{credential}` stands for the credential. */
  readonly template: string;
  /** What the credential is made of, joined by colons. */
  readonly parts: readonly [CredentialPart, ...CredentialPart[]];
  readonly encoding: 'none' | 'base64';
  /** The parts that are secrets by themselves. */
  readonly secretParts: readonly CredentialPart[];
  /** A credential of the usual form that no target ever issued, before it is encoded. It is no secret. */
  readonly neverIssued: string;
  /** Unusual values of the field, by class of the fuzzer's edges. */
  readonly edges: { readonly [edgeClass: string]: readonly string[] };
  /** As a security scheme of OpenAPI. */
  readonly openapi: { readonly [member: string]: string };
}

/** Stands for the target's own credential in a planned value of the field. */
export const OWN_CREDENTIAL = '{credential}';

export const SCHEMES: { readonly [S in SchemeName]: AuthScheme } = {
  Bearer: {
    auth: 'bearer',
    header: 'authorization',
    template: 'Bearer {credential}',
    parts: ['token'],
    encoding: 'none',
    secretParts: ['token'],
    neverIssued: 'touchstone-0000000000-never-issued',
    edges: {
      'scheme-case': ['BEARER {credential}', 'bearer {credential}'],
      'blanks-in-credential': [
        'Bearer  {credential}',
        'Bearer {credential} ',
        'Bearer\t{credential}',
      ],
      'doubled-credential': [
        'Bearer {credential}, Bearer {credential}',
        'Bearer {credential} {credential}',
      ],
      'empty-token': ['Bearer ', 'Bearer'],
      'very-long-token': [`Bearer ${'a'.repeat(6_000)}`],
      'odd-token': ['Bearer "', 'Bearer a,b', 'Bearer é'],
    },
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
    edges: {
      'scheme-case': ['BASIC {credential}'],
      'empty-token': ['Basic ', 'Basic'],
      'odd-token': ['Basic %%%', 'Basic YQ==', 'Basic Og=='],
    },
    openapi: { type: 'http', scheme: 'basic' },
  },
};

/** Values of the field that are of none of these schemes. */
const FOREIGN_EDGES: AuthScheme['edges'] = {
  'empty-token': [' ', ''],
  'other-scheme': ['Digest username="a"', 'Negotiate YQ==', 'touchstone a', 'Token {credential}'],
};

const ALL: readonly AuthScheme[] = Object.values(SCHEMES);

/** @param auth as a list of operations has it */
export function schemeNamed(auth: unknown): SchemeName | undefined {
  const names = Object.keys(SCHEMES) as SchemeName[];
  return names.find((name) => SCHEMES[name].auth === auth);
}

/**
 * The schemes that an API may be signed in to by, its usual one first. Of those that share a part only the first, because
 * a profile does not tell them apart.
 */
export function schemesFrom(usual: SchemeName): readonly SchemeName[] {
  const names = Object.keys(SCHEMES) as SchemeName[];
  const ordered = [usual, ...names.filter((name) => name !== usual)];
  const isShared = (before: readonly SchemeName[], part: CredentialPart) =>
    before.some((name) => SCHEMES[name].parts.includes(part));
  return ordered.filter(
    (name, at) => !SCHEMES[name].parts.some((part) => isShared(ordered.slice(0, at), part)),
  );
}

/** What stands for `{credential}` in the field. `joined`: the parts, joined by colons. */
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
  return {
    value: filled(scheme.template, credential),
    secrets: [...new Set([...own, credential])],
  };
}

/** The value of the field with a credential that no target ever issued. */
export function neverIssued(scheme: AuthScheme): string {
  return filled(scheme.template, encoded(scheme, scheme.neverIssued));
}

/** Everything that no target ever issued, as it stands for `{credential}`. */
export function neverIssuedCredentials(): readonly string[] {
  return ALL.map((scheme) => encoded(scheme, scheme.neverIssued));
}

/** What stands for `{credential}` in a value of the field. */
export function credentialWithin({ template }: AuthScheme, value: string): string {
  const [before = ''] = template.split(OWN_CREDENTIAL);
  return value.startsWith(before) ? value.slice(before.length) : value;
}

/** A planned value of the field, the target's own credential in its place. */
export function filled(template: string, credential: string): string {
  // A function, because in a replacing text `$&` and the like have a meaning.
  return template.replaceAll(OWN_CREDENTIAL, () => credential);
}

/** Unusual values of the field by class of the fuzzer's edges, those of all schemes together. */
export function credentialEdges(): readonly (readonly [
  edgeClass: string,
  values: readonly string[],
])[] {
  const tables = [...ALL.map(({ edges }) => edges), FOREIGN_EDGES];
  const classes = new Set(tables.flatMap((table) => Object.keys(table)));
  return [...classes].map((name) => [name, tables.flatMap((table) => table[name] ?? [])]);
}

/** Whether a header field carries the credential of a scheme. */
export function isCredentialField(name: string): boolean {
  const lower = name.toLowerCase();
  return ALL.some(({ header }) => header === lower);
}

/** The first credential among header fields. */
export function credentialIn(headers: WireRequest['headers']): string | undefined {
  return headers.find(([name]) => isCredentialField(name))?.[1];
}

/** The header fields that sign a request in; none where the endpoint has no credential. */
export function credentialFields({
  authorization,
  credentialFrom,
}: Pick<Endpoint, 'authorization' | 'credentialFrom'>): WireRequest['headers'] {
  return authorization === undefined
    ? []
    : [[SCHEMES[credentialFrom.scheme].header, authorization]];
}
