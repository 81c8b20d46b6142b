import { basename, dirname, resolve } from 'node:path';
import { APIS, type Api, type ByApi, variablesFor } from '../apis/index.ts';
import { MOST_BODY_BYTES } from '../content.ts';
import type { Contract } from '../contract/contract.ts';
import { assertFile, complaint } from '../contract/files.ts';
import { parseSource, type Source } from '../contract/source.ts';
import { TouchstoneError } from '../errors.ts';
import { readFile } from '../input.ts';
import type {
  DocumentName,
  Endpoint,
  Json,
  KnownFailure,
  Limits,
  Names,
  SecretNames,
  SwitchedOff,
  Target,
  Tls,
  WireStyle,
} from '../model.ts';
import { isObject, pointerOf, valueAt } from '../pointer.ts';
import { withPreset } from './presets.ts';

/** Environment variables that a credential of a profile comes from, so that lines to paste name them. */
interface Variables {
  readonly token?: string;
  readonly user?: string;
  readonly password?: string;
}

/** What a profile says of one API; the schema of profiles says which has which members. */
export interface ApiEntry {
  readonly url: string;
  readonly token?: string;
  readonly user?: string;
  readonly password?: string;
  readonly routing?: string;
  readonly arrays?: WireStyle['arrays'];
  readonly names?: Names;
  readonly known?: Known;
  /** Facts of the target by the names that the API has for them. */
  readonly [fact: string]: Json | undefined;
}

/** A target profile as written; `schemas/files/target.json` describes it. */
export interface Profile extends ByApi<ApiEntry> {
  readonly variables?: { readonly [document: DocumentName]: Variables };
  readonly name?: string;
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

/** What exists on the target, by kind. */
type Known = Endpoint['known'];

export type Environment = { readonly [name: string]: string | undefined };

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
  if (entriesIn(profile).length === 0) {
    const reason = `it names no API: neither ${APIS.map(({ name }) => name).join(' nor ')}`;
    throw complaint(source, '', reason, 'profile-invalid');
  }
  const ca = profile.tls?.ca;
  return {
    name: basename(path).replace(/\.ya?ml$/, ''),
    ...profile,
    ...(ca && { tls: { ...profile.tls, ca: resolve(dirname(path), ca) } }),
    ...variablesIn(source),
  };
}

/** The APIs that a profile names, with what it says of them. */
function entriesIn(profile: Profile): readonly (readonly [Api, ApiEntry])[] {
  return APIS.flatMap((api) => {
    const entry = profile[api.name];
    return entry === undefined ? [] : [[api, entry] as const];
  });
}

function variablesIn(source: Source): Pick<Profile, 'variables'> {
  const all = APIS.map(({ name }): readonly [string, Variables] => [
    name,
    {
      ...variableAt(source, `/${name}/token`, 'token'),
      ...variableAt(source, `/${name}/user`, 'user'),
      ...variableAt(source, `/${name}/password`, 'password'),
    },
  ]);
  const named = all.filter(([, variables]) => Object.keys(variables).length > 0);
  return named.length === 0 ? {} : { variables: Object.fromEntries(named) };
}

/** The environment variable that a member of the profile is taken from, whole. */
function variableAt(source: Source, pointer: string, name: keyof Variables): Variables {
  const written = valueAt(source.value, pointer);
  const found = typeof written === 'string' ? /^\$\{(\w+)\}$/.exec(written)?.[1] : undefined;
  return found === undefined ? {} : { [name]: found };
}

function substitute(
  source: Source,
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
 */
export function targetOf(profile: Profile, environment: Environment): Target {
  return {
    name: profile.name ?? 'target',
    endpoints: Object.fromEntries(
      entriesIn(profile).map(([api, entry]) => [
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

function endpointOf(
  api: Api,
  entry: ApiEntry,
  environment: Environment,
  variables: Variables = {},
): Endpoint {
  const { url, arrays = 'brackets', routing = '', names, known } = entry;
  const { secrets, ...credential } = credentialOf(api, entry, environment, variables);
  const facts = api.facts.map((fact) => [fact, entry[fact] ?? []]);
  const [usual = { kind: 'path' }] = Object.values(api.routings);
  return {
    ...addressOf(url),
    ...credential,
    secrets: [...secrets, ...userinfoOf(url)],
    known: { ...Object.fromEntries(facts), ...known },
    ...(names && { names }),
    style: { arrays, routing: api.routings[routing] ?? usual },
  };
}

type Signed = Pick<Endpoint, 'authorization' | 'secrets' | 'credentialFrom'>;

/** The credential of a profile, or else of the environment. */
function credentialOf(
  api: Api,
  entry: ApiEntry,
  environment: Environment,
  variables: Variables,
): Signed {
  const usual = variablesFor(api);
  if (api.scheme === 'Bearer') {
    const token = entry.token ?? environment[usual.token];
    return {
      ...(token && { authorization: `Bearer ${token}` }),
      secrets: token ? [token] : [],
      credentialFrom: { scheme: 'Bearer', variable: variables.token ?? usual.token },
    };
  }
  const user = entry.user ?? environment[usual.user];
  const password = entry.password ?? environment[usual.password];
  // Without the other, it would be asked as nobody, and that is not what was meant.
  if (Boolean(user) !== Boolean(password)) {
    const [given, lacking] = user ? ['user', 'password'] : ['password', 'user'];
    throw new TouchstoneError(
      'usage',
      `for the ${api.name} API a ${given} is given, and no ${lacking}`,
      `set ${user ? usual.password : usual.user}, or leave both out to ask as nobody`,
    );
  }
  const basic = user && password && Buffer.from(`${user}:${password}`).toString('base64');
  return {
    ...(basic && { authorization: `Basic ${basic}` }),
    secrets: [...(password ? [password] : []), ...(basic ? [basic] : [])],
    credentialFrom: {
      scheme: 'Basic',
      variable: variables.user ?? usual.user,
      password: variables.password ?? usual.password,
    },
  };
}

/** A URL may carry a user and password; they are neither sent nor shown. */
function addressOf(text: string): { readonly baseUrl: string } {
  const url = urlOf(text);
  url.username = '';
  url.password = '';
  url.hash = '';
  url.search = '';
  return { baseUrl: url.href.replace(/\/$/, '') };
}

function userinfoOf(text: string): readonly string[] {
  const { password } = urlOf(text);
  return password ? [decoded(password), password] : [];
}

/** URLs may hold a percent sign that escapes nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function urlOf(text: string): URL {
  if (URL.canParse(text)) {
    const url = new URL(text);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  }
  throw new TouchstoneError(
    'usage',
    `"${text.replace(/\/\/.*@/, '//')}" is not an http or https URL`,
    'write it in full, such as http://127.0.0.1:8080',
  );
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
