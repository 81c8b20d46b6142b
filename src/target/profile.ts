import { basename, dirname, resolve } from 'node:path';
import { APIS, type Api, type ByApi, plainApi } from '../apis/index.ts';
import { MOST_BODY_BYTES } from '../content.ts';
import type { Contract, FurtherApi } from '../contract/contract.ts';
import { assertFile, complaint } from '../contract/files.ts';
import { parseSource, type SourceFile } from '../contract/source.ts';
import { TouchstoneError } from '../errors.ts';
import { readFile } from '../input.ts';
import type {
  DocumentName,
  KnownFailure,
  Limits,
  SecretNames,
  SwitchedOff,
  Target,
  Tls,
} from '../model.ts';
import { isObject, pointerOf, valueAt } from '../pointer.ts';
import { type ApiEntry, type Environment, endpointOf, type Variables } from './endpoint.ts';
import { withPreset } from './presets.ts';

export type { Environment } from './endpoint.ts';

/** A target profile as written; `schemas/files/target.json` describes it. */
export interface Profile extends ByApi<ApiEntry> {
  readonly variables?: { readonly [document: DocumentName]: Variables };
  readonly name?: string;
  /** Further APIs by name, each with the folder that it is described in. */
  readonly apis?: { readonly [name: DocumentName]: ApiEntry & { readonly from: string } };
  /** A preset that lies under the profile: what all sites of one kind have in common. */
  readonly preset?: string;
  readonly limits?: Partial<Limits>;
  readonly concurrency?: number;
  readonly rate?: number;
  readonly tls?: { readonly ca?: string; readonly insecure?: boolean };
  readonly off?: readonly SwitchedOff[];
  readonly knownFailures?: readonly KnownFailure[];
  readonly redact?: SecretNames;
  readonly keep?: SecretNames;
}

const LIMITS: Limits = { timeoutMs: 10_000, totalMs: 30_000, maxBodyBytes: MOST_BODY_BYTES };

/**
 * Reads a target profile.
 * @param environment where `${NAME}` is looked up
 * @throws TouchstoneError 'profile-unreadable', or 'profile-invalid' with file, line and reason
 */
export function readProfile(path: string, contract: Contract, environment: Environment): Profile {
  let text: string;
  try {
    text = readFile(path).toString();
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new TouchstoneError(
      'profile-unreadable',
      `target profile "${path}" cannot be read (${why})`,
      `give the path of a YAML file with --target, or base URLs with ${APIS.map(({ name }) => `--${name}`).join(' and ')}`,
      { cause: error },
    );
  }
  const source = parseSource(text, path, 'profile-invalid');
  const filled = { ...source, value: substitute(source, source.value, [], environment) };
  assertFile(filled, contract.schema('files/target.json'), contract.validate, 'profile-invalid');
  const profile = withPreset(filled.value as Profile, source);
  if (entriesIn(profile, {}).length === 0) {
    const reason = `it names no API: neither ${APIS.map(({ name }) => name).join(' nor ')}`;
    throw complaint(source, '', reason, 'profile-invalid');
  }
  const ca = profile.tls?.ca;
  return {
    name: basename(path).replace(/\.ya?ml$/, ''),
    ...profile,
    ...(ca && { tls: { ...profile.tls, ca: resolve(dirname(path), ca) } }),
    ...(profile.apis && { apis: foldersFrom(profile.apis, dirname(path)) }),
    ...variablesIn(source),
  };
}

/** The folders of the APIs that a profile brings along. */
export function furtherApisIn({ apis = {} }: Profile): readonly FurtherApi[] {
  return Object.entries(apis).map(([name, { from }]) => ({ name, folder: from }));
}

/** The APIs that a profile names, with what it says of them. */
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
  base: string,
): NonNullable<Profile['apis']> {
  return Object.fromEntries(
    Object.entries(apis).map(([name, api]) => [name, { ...api, from: resolve(base, api.from) }]),
  );
}

function variablesIn(source: SourceFile): Pick<Profile, 'variables'> {
  const further = valueAt(source.value, '/apis');
  const places = [
    ...APIS.map(({ name }) => [name, `/${name}`]),
    ...Object.keys(isObject(further) ? further : {}).map((name) => [name, `/apis/${name}`]),
  ];
  const all = places.map(([name = '', place]): readonly [string, Variables] => [
    name,
    {
      ...variableAt(source, `${place}/token`, 'token'),
      ...variableAt(source, `${place}/user`, 'user'),
      ...variableAt(source, `${place}/password`, 'password'),
    },
  ]);
  const named = all.filter(([, variables]) => Object.keys(variables).length > 0);
  return named.length === 0 ? {} : { variables: Object.fromEntries(named) };
}

/** The environment variable that a member of the profile is taken from, whole. */
function variableAt(source: SourceFile, pointer: string, name: keyof Variables): Variables {
  const written = valueAt(source.value, pointer);
  const found = typeof written === 'string' ? /^\$\{(\w+)\}$/.exec(written)?.[1] : undefined;
  return found === undefined ? {} : { [name]: found };
}

function substitute(
  source: SourceFile,
  value: unknown,
  path: readonly (string | number)[],
  environment: Environment,
): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
      const found = environment[name];
      if (found !== undefined && found !== '') return found;
      const reason = `${path.join('.')} needs the environment variable ${name}, which is not set`;
      throw complaint(source, pointerOf(path), reason, 'profile-invalid');
    });
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      substitute(source, item, [...path, index], environment),
    );
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      substitute(source, item, [...path, name], environment),
    ]),
  );
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
  return {
    name: profile.name ?? 'target',
    endpoints: Object.fromEntries(
      entriesIn(profile, schemes).map(([api, entry]) => [
        api.name,
        endpointOf(api, entry, environment, profile.variables?.[api.name]),
      ]),
    ),
    limits: { ...LIMITS, ...profile.limits },
    tls: tlsOf(profile.tls),
    concurrency: profile.concurrency ?? 8,
    ...(profile.rate !== undefined && { rate: profile.rate }),
    off: profile.off ?? [],
    knownFailures: profile.knownFailures ?? [],
    ...rulesIn(profile),
  };
}

function rulesIn({ redact, keep }: Profile): Pick<Target, 'secretRules'> {
  if (!redact && !keep) return {};
  return { secretRules: { ...(redact && { redact }), ...(keep && { keep }) } };
}

function tlsOf(tls: Profile['tls']): Tls {
  const insecure = tls?.insecure ?? false;
  if (!tls?.ca) return { insecure };
  try {
    return { ca: readFile(tls.ca).toString(), insecure };
  } catch (error) {
    throw new TouchstoneError(
      'profile-unreadable',
      `the certificate file "${tls.ca}" cannot be read`,
      'give the path of a PEM file, relative to the profile',
      { cause: error },
    );
  }
}
