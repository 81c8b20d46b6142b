import { resolve } from 'node:path';
import { APIS, type Api, type ByApi, plainApi } from '../apis/index.ts';
import { assertFile, type Contract, complaint, type SourceFile } from '../contract/index.ts';
import {
  CREDENTIAL_PARTS,
  type DocumentName,
  type Endpoint,
  isObject,
  type KnownFailure,
  type Limits,
  MOST_BODY_BYTES,
  pointerOf,
  type RecordingRules,
  type SecretNames,
  type SwitchedOff,
  schemeOf,
  type Target,
  valueAt,
} from '../model/index.ts';
import type { Overlay } from '../openapi/index.ts';
import { urlFault } from './base-url.ts';
import { type ApiEntry, type EntryOrigin, endpointOf, type Variables } from './endpoint.ts';
import type { Environment } from './environment.ts';
import type { DescribedApi, Overlays } from './further-apis.ts';
import { assertIds } from './known-ids.ts';
import { withPreset } from './presets.ts';
import { filledFrom, type ProfileSource, readProfileSource } from './profile-source.ts';
import { proxiesOf, proxyFault } from './proxies.ts';
import { type TlsFiles, tlsFrom, tlsOf } from './tls.ts';

export type { Environment } from './environment.ts';

/** A target profile as written; `schemas/files/target.json` describes it. */
export interface Profile extends ByApi<ApiEntry> {
  /** Properties of each API in addition to its values. */
  readonly origins?: { readonly [document: DocumentName]: EntryOrigin };
  readonly overlays?: Overlays;
  readonly name?: string;
  /** Further APIs by name, each with its folder or its OpenAPI document. */
  readonly apis?: { readonly [name: DocumentName]: ApiEntry & DescribedApi };
  /** A preset that lies under the profile: what all sites of one kind have in common. */
  readonly preset?: string;
  readonly limits?: Partial<Limits>;
  readonly concurrency?: number;
  readonly rate?: number;
  readonly tls?: TlsFiles;
  /** A proxy for all requests, loopback included; `none` for none, regardless of the environment. */
  readonly proxy?: string;
  readonly off?: readonly SwitchedOff[];
  readonly knownFailures?: readonly KnownFailure[];
  readonly redact?: SecretNames;
  readonly keep?: SecretNames;
  readonly recording?: RecordingRules;
}

const LIMITS: Limits = { timeoutMs: 10_000, totalMs: 30_000, maxBodyBytes: MOST_BODY_BYTES };

/**
 * Reads a target profile.
 * @param reference its file, or `file#name` for one of the targets in it
 * @param environment where `${NAME}` is looked up
 * @throws TouchstoneError 'profile-unreadable', or 'profile-invalid' with file, line and reason
 */
export function readProfile(
  reference: string,
  contract: Contract,
  environment: Environment,
): Profile {
  return profileFrom(readProfileSource(reference), contract, environment);
}

/**
 * The profile that a source is of.
 *
 * @throws like `readProfile`
 */
export function profileFrom(
  source: ProfileSource,
  contract: Contract,
  environment: Environment,
): Profile {
  const filled = { ...source, value: filledFrom(source, environment) };
  assertUrls(filled);
  assertFile(filled, contract.schema('files/target.json'), contract.validate, 'profile-invalid');
  const profile = withPreset(filled.value as Profile, source);
  if (entriesIn(profile, {}).length === 0) {
    const reason = `it names no API: neither ${APIS.map(({ name }) => name).join(' nor ')}`;
    throw complaint(source, '', reason, 'profile-invalid');
  }
  const inFolder = (path: string) => resolve(source.folder, path);
  const read = {
    name: source.usualName,
    ...profile,
    ...(profile.tls && { tls: tlsFrom(profile.tls, inFolder) }),
    ...(profile.apis && { apis: foldersFrom(profile.apis, inFolder) }),
    origins: originsIn(source),
    ...(profile.apis && { overlays: overlaysIn(profile.apis, source) }),
  };
  assertIds(source, read, contract);
  return read;
}

function urlPlacesIn(value: unknown): readonly string[] {
  const further = valueAt(value, '/apis');
  const apis = [
    ...APIS.map(({ name }) => `/${name}`),
    ...Object.keys(isObject(further) ? further : {}).map((name) => `/apis/${name}`),
  ];
  return [...apis.flatMap((api) => [`${api}/url`, `${api}/token/oauth/url`]), '/proxy'];
}

/** Says more of a URL than a schema can. */
function assertUrls(source: SourceFile): void {
  for (const place of urlPlacesIn(source.value)) {
    const text = valueAt(source.value, place);
    if (typeof text !== 'string') continue;
    const fault = place === '/proxy' ? proxyFault(text) : urlFault(text);
    if (fault !== undefined) throw complaint(source, place, `${place} ${fault}`, 'profile-invalid');
  }
}

function entriesIn(
  profile: Profile,
  schemes: Contract['schemes'],
): readonly (readonly [Api, ApiEntry])[] {
  const own = APIS.flatMap((api) => {
    const entry = profile[api.name];
    return entry === undefined ? [] : [[api, entry] as const];
  });
  const further = Object.entries(profile.apis ?? {}).map(
    ([name, entry]) => [plainApi(name, schemes[name] ?? 'Bearer'), entry] as const,
  );
  return [...own, ...further];
}

function foldersFrom(
  apis: NonNullable<Profile['apis']>,
  inFolder: (path: string) => string,
): NonNullable<Profile['apis']> {
  return Object.fromEntries(
    Object.entries(apis).map(([name, api]) => [
      name,
      {
        ...api,
        ...(api.from !== undefined && { from: inFolder(api.from) }),
        ...(api.openapi !== undefined && { openapi: inFolder(api.openapi) }),
      },
    ]),
  );
}

function overlaysIn(apis: NonNullable<Profile['apis']>, source: SourceFile): Overlays {
  return Object.fromEntries(
    Object.entries(apis).flatMap(([name, { overlay, from }]) => {
      if (overlay === undefined) return [];
      const at = pointerOf(['apis', name, 'overlay']);
      const reason =
        'an overlay is for an OpenAPI document: a folder says the same in its own files';
      if (from !== undefined) throw complaint(source, at, reason, 'profile-invalid');
      return [[name, { overlay: overlay as Overlay, source, at }]];
    }),
  );
}

/** Properties of each entry that its values do not show once the environment is filled in. */
function originsIn({ value, folder }: ProfileSource): NonNullable<Profile['origins']> {
  const further = valueAt(value, '/apis');
  const entries = { ...Object(value), ...(isObject(further) && further) };
  const names = [...APIS.map(({ name }) => name), ...Object.keys(Object(further))];
  return Object.fromEntries(
    names.flatMap((name) => {
      const written: unknown = entries[name];
      return isObject(written)
        ? [[name, { variables: variablesIn(written), written, folder }]]
        : [];
    }),
  );
}

/** The environment variables that parts of a credential are taken from, whole. */
function variablesIn(entry: Readonly<Record<string, unknown>>): Variables {
  const pairs = CREDENTIAL_PARTS.flatMap((part) => {
    const found = /^\$\{(\w+)(?::-[^}]*)?\}$/.exec(String(entry[part]))?.[1];
    return found === undefined ? [] : [[part, found]];
  });
  return Object.fromEntries(pairs);
}

/**
 * The target that a profile describes, defaults filled in and credentials ready to send.
 * Credentials that the profile leaves out come from the environment.
 * @param schemes how one signs in to further APIs
 */
export function targetOf(
  profile: Profile,
  environment: Environment,
  schemes: Contract['schemes'] = {},
): Target {
  const endpoints = Object.fromEntries(
    entriesIn(profile, schemes).map(([api, entry]) => [
      api.name,
      endpointOf(api, entry, environment, profile.origins?.[api.name]),
    ]),
  );
  return {
    name: profile.name ?? 'target',
    endpoints,
    limits: { ...LIMITS, ...profile.limits },
    tls: tlsOf(profile.tls),
    ...proxiesOf(profile.proxy, environment),
    concurrency: profile.concurrency ?? 8,
    ...(profile.rate !== undefined && { rate: profile.rate }),
    off: profile.off ?? [],
    knownFailures: profile.knownFailures ?? [],
    ...rulesIn(profile, keyFieldsOf(Object.values(endpoints))),
  };
}

/** Fields that hold a key, of whomever: it is a secret even if it is easy to guess. Cookies have rules of their own. */
function keyFieldsOf(endpoints: readonly Endpoint[]): SecretNames {
  const keys = endpoints
    .map(({ credentialFrom }) => schemeOf(credentialFrom.scheme))
    .filter(({ auth }) => auth === 'key');
  const query = keys.flatMap((one) => one.query ?? []);
  const headers = keys.flatMap((one) => one.header ?? []).filter((name) => name !== 'cookie');
  return { ...(query.length > 0 && { query }), ...(headers.length > 0 && { headers }) };
}

function rulesIn(
  { redact: own, keep, recording }: Profile,
  keys: SecretNames,
): Pick<Target, 'secretRules' | 'recordingRules'> {
  const redact = {
    ...own,
    ...(keys.query && { query: [...(own?.query ?? []), ...keys.query] }),
    ...(keys.headers && { headers: [...(own?.headers ?? []), ...keys.headers] }),
  };
  const hasRedact = own !== undefined || Object.keys(keys).length > 0;
  const secretRules = { ...(hasRedact && { redact }), ...(keep && { keep }) };
  return {
    ...((hasRedact || keep) && { secretRules }),
    ...(recording && { recordingRules: recording }),
  };
}
