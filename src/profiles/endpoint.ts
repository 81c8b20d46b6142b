import { type Api, variablesFor } from '../apis/index.ts';
import {
  type CredentialPart,
  credentialOf,
  type Endpoint,
  type Json,
  type Names,
  type SchemeName,
  schemeOf,
  schemesFrom,
  TouchstoneError,
  type WireStyle,
} from '../model/index.ts';
import { baseUrlOf } from './base-url.ts';
import type { Environment } from './environment.ts';
import { extraHeaders } from './extra-headers.ts';
import { type TokenEntry, tokenSourceOf } from './token-source.ts';

/** Something for each part of a credential that has it. */
type ByPart<T> = { readonly [P in CredentialPart]?: T };

/** Environment variables that a credential of a profile comes from, so that lines to paste name them. */
export type Variables = ByPart<string>;

/** Entries of a profile for one API; the schema of profiles defines the members of each. */
export interface ApiEntry extends Omit<ByPart<string>, 'token'> {
  readonly url: string;
  /** The token itself, or where it is fetched. */
  readonly token?: string | TokenEntry;
  readonly headers?: { readonly [name: string]: string };
  readonly cookies?: { readonly [name: string]: string };
  readonly routing?: string;
  readonly arrays?: WireStyle['arrays'];
  readonly names?: Names;
  readonly withoutEffect?: readonly string[];
  readonly known?: Known;
  /** Facts of the target by the names that the API has for them. */
  readonly [fact: string]: Json | undefined;
}

/** Objects that exist on the target, by kind. */
type Known = Endpoint['known'];

/** Properties of an entry of a profile that its values do not show. */
export interface EntryOrigin {
  /** Environment variables that its credential comes from. */
  readonly variables?: Variables;
  /** The entry as it is written, with `${NAME}` in it; as its values are if absent. */
  readonly written?: unknown;
  /** The folder in which commands run; the working folder if absent. */
  readonly folder?: string;
}

/** The address of an API: defaults filled in, and the credential ready to send. */
export function endpointOf(
  api: Api,
  entry: ApiEntry,
  environment: Environment,
  origin: EntryOrigin = {},
): Endpoint {
  const { url, arrays = 'brackets', routing = '', names, withoutEffect, known } = entry;
  const { secrets, ...credential } = signedBy(api, entry, environment, origin);
  const extra = extraHeaders(entry, origin.written, environment);
  const facts = Object.keys(api.facts).map((fact) => [fact, entry[fact] ?? []]);
  const [usual = { kind: 'path' }] = Object.values(api.routings);
  return {
    baseUrl: baseUrlOf(url, `the ${api.name} API`),
    ...credential,
    ...(extra.headers.length > 0 && { headers: extra.headers }),
    secrets: [...secrets, ...extra.secrets],
    known: { ...Object.fromEntries(facts), ...known },
    ...(names && { names }),
    ...(withoutEffect && { withoutEffect }),
    style: { arrays, routing: api.routings[routing] ?? usual },
  };
}

type Signed = Pick<Endpoint, 'authorization' | 'secrets' | 'credentialFrom' | 'renewed'>;

/**
 * The credential of a profile, or else of the environment.
 * @throws TouchstoneError 'usage' where a part of it is given and another is not, or parts of two
 */
function signedBy(
  api: Api,
  entry: ApiEntry,
  environment: Environment,
  { variables = {}, folder = '.' }: EntryOrigin,
): Signed {
  const usual = variablesFor(api);
  const fetched = typeof entry.token === 'object' ? entry.token : undefined;
  // It has no secret in it, but is put where one stands, and is to become a placeholder with it.
  const standIn = `token-of-the-${api.name}-api`;
  const inProfile = { ...entry, token: fetched ? standIn : entry.token } as ByPart<string>;
  const name = schemeIn(api, inProfile, environment);
  const scheme = schemeOf(name);
  const { parts } = scheme;
  const values = Object.fromEntries(
    parts.map((part) => [part, inProfile[part] ?? environment[usual[part]]]),
  );
  const [variable = '', password] = parts.map((part) => variables[part] ?? usual[part]);
  const credentialFrom = { scheme: name, variable, ...(password && { password }) };
  const lacking = parts.filter((part) => !values[part]);
  const [missing] = lacking;
  if (missing === undefined) {
    const { value, secrets } = credentialOf(scheme, values);
    const signed = { authorization: value, secrets, credentialFrom };
    if (fetched === undefined) return signed;
    const source = tokenSourceOf(fetched, { env: environment, folder, api: api.name });
    const own = source.kind === 'client-credentials' ? [source.clientSecret] : [];
    return { ...signed, secrets: [...secrets, ...own], renewed: { standIn, source } };
  }
  // A partial credential would silently make the run anonymous.
  if (lacking.length < parts.length) {
    const given = parts.filter((part) => values[part]).join(', ');
    throw new TouchstoneError(
      'usage',
      `for the ${api.name} API a ${given} is given, and no ${missing}`,
      `set ${usual[missing]}, or leave both out for an anonymous run`,
    );
  }
  return { secrets: [], credentialFrom };
}

/** The scheme that the parts in the profile are of, or else those in the environment; that of the API if none are. */
function schemeIn(api: Api, entry: ByPart<string>, environment: Environment): SchemeName {
  const usual = variablesFor(api);
  const all = schemesFrom(api.scheme);
  const having = (has: (part: CredentialPart) => boolean) =>
    all.filter((name) => schemeOf(name).parts.some(has));
  const [own, other] = having((part) => Boolean(entry[part]));
  if (own !== undefined && other !== undefined) {
    throw new TouchstoneError(
      'usage',
      `for the ${api.name} API a token is given, and a user or a password too`,
      'give either `token`, or `user` and `password`',
    );
  }
  return own ?? having((part) => Boolean(environment[usual[part]]))[0] ?? api.scheme;
}
