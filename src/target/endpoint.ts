import { type Api, variablesFor } from '../apis/index.ts';
import { TouchstoneError } from '../errors.ts';
import type { Endpoint, Json, Names, WireStyle } from '../model.ts';

/** Environment variables that a credential of a profile comes from, so that lines to paste name them. */
export interface Variables {
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

/** What exists on the target, by kind. */
type Known = Endpoint['known'];

export type Environment = { readonly [name: string]: string | undefined };

/** Where and how an API is reached: defaults filled in, and the credential ready to send. */
export function endpointOf(
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
