import { basename, dirname, resolve } from 'node:path';
import { MOST_BODY_BYTES } from '../content.ts';
import type { Contract } from '../contract/contract.ts';
import { assertFile, complaint } from '../contract/files.ts';
import { parseSource, type Source } from '../contract/source.ts';
import { TouchstoneError } from '../errors.ts';
import { readFile } from '../input.ts';
import type {
  Endpoint,
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

/** Environment variables that the credentials of a profile come from, so that lines to paste name them. */
interface Variables {
  readonly token?: string;
  readonly user?: string;
  readonly password?: string;
}

/** A target profile as written; `schemas/files/target.json` describes it. */
export interface Profile {
  readonly variables?: Variables;
  readonly name?: string;
  /** A preset that lies under the profile: what all sites of one kind have in common. */
  readonly preset?: string;
  readonly integration?: {
    readonly url: string;
    readonly token?: string;
    readonly systems?: readonly string[];
    readonly timezones?: readonly string[];
  };
  readonly content?: {
    readonly url: string;
    readonly user?: string;
    readonly password?: string;
    readonly routing?: 'query' | 'path';
    readonly arrays?: WireStyle['arrays'];
    readonly names?: Names;
    readonly known?: Known;
  };
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

export const INTEGRATION_VARIABLE = 'TOUCHSTONE_INTEGRATION_TOKEN';
export const CONTENT_USER_VARIABLE = 'TOUCHSTONE_CONTENT_USER';
export const CONTENT_PASSWORD_VARIABLE = 'TOUCHSTONE_CONTENT_PASSWORD';

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
      'give the path of a YAML file with --target, or base URLs with --integration and --content',
      { cause: error },
    );
  }
  const source = parseSource(text, path, 'profile-invalid');
  const filled = { ...source, value: substitute(source, source.value, [], environment) };
  assertFile(filled, contract.schema('files/target.json'), contract.validate, 'profile-invalid');
  const profile = withPreset(filled.value as Profile, source);
  if (!profile.integration && !profile.content) {
    throw complaint(
      source,
      '',
      'it names neither an integration nor a content API',
      'profile-invalid',
    );
  }
  const ca = profile.tls?.ca;
  return {
    name: basename(path).replace(/\.ya?ml$/, ''),
    ...profile,
    ...(ca && { tls: { ...profile.tls, ca: resolve(dirname(path), ca) } }),
    ...variablesIn(source),
  };
}

function variablesIn(source: Source): Pick<Profile, 'variables'> {
  const variables: Variables = {
    ...variableAt(source, '/integration/token', 'token'),
    ...variableAt(source, '/content/user', 'user'),
    ...variableAt(source, '/content/password', 'password'),
  };
  return Object.keys(variables).length === 0 ? {} : { variables };
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
  const { integration, content } = profile;
  return {
    name: profile.name ?? 'target',
    endpoints: {
      ...(integration && {
        integration: integrationEndpoint(integration, environment, profile.variables),
      }),
      ...(content && { content: contentEndpoint(content, environment, profile.variables) }),
    },
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

function integrationEndpoint(
  { url, token, systems = [], timezones = [] }: NonNullable<Profile['integration']>,
  environment: Environment,
  variables: Variables = {},
): Endpoint {
  const credential = token ?? environment[INTEGRATION_VARIABLE];
  return {
    ...addressOf(url),
    ...(credential && { authorization: `Bearer ${credential}` }),
    secrets: [...(credential ? [credential] : []), ...userinfoOf(url)],
    credentialFrom: { scheme: 'Bearer', variable: variables.token ?? INTEGRATION_VARIABLE },
    known: { systems, timezones },
    style: { arrays: 'brackets', routing: { kind: 'path' } },
  };
}

function contentEndpoint(
  content: NonNullable<Profile['content']>,
  environment: Environment,
  variables: Variables = {},
): Endpoint {
  const user = content.user ?? environment[CONTENT_USER_VARIABLE];
  const password = content.password ?? environment[CONTENT_PASSWORD_VARIABLE];
  // Without the other, it would be asked as nobody, and that is not what was meant.
  if (Boolean(user) !== Boolean(password)) {
    const [given, lacking] = user ? ['user', 'password'] : ['password', 'user'];
    throw new TouchstoneError(
      'usage',
      `for the content API a ${given} is given, and no ${lacking}`,
      `set ${user ? CONTENT_PASSWORD_VARIABLE : CONTENT_USER_VARIABLE}, or leave both out to ask as nobody`,
    );
  }
  const basic = user && password && Buffer.from(`${user}:${password}`).toString('base64');
  return {
    ...addressOf(content.url),
    ...(basic && { authorization: `Basic ${basic}` }),
    secrets: [
      ...(password ? [password] : []),
      ...(basic ? [basic] : []),
      ...userinfoOf(content.url),
    ],
    credentialFrom: {
      scheme: 'Basic',
      variable: variables.user ?? CONTENT_USER_VARIABLE,
      password: variables.password ?? CONTENT_PASSWORD_VARIABLE,
    },
    known: content.known ?? {},
    ...(content.names && { names: content.names }),
    style: {
      arrays: content.arrays ?? 'brackets',
      routing:
        content.routing === 'path'
          ? { kind: 'path' }
          : { kind: 'query', path: '/index.php', parameter: 'rest_route' },
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
