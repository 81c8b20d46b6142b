import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { APIS, type ByApi } from '../apis/index.ts';
import type { Contract } from '../contract/index.ts';
import { type Target, TouchstoneError, valueAt } from '../model/index.ts';
import { isReference } from '../probe/index.ts';
import { addressNotes } from './base-url.ts';
import { withApisOf } from './further-apis.ts';
import { type OpenApiOptions, openApiTarget } from './openapi-target.ts';
import { type Environment, type Profile, readProfile, targetOf } from './profile.ts';
import { OWN_PROFILE, referenceOf, referencesIn, withAllSet } from './profile-source.ts';

/** The options that name a target; all absent for the profile in the working folder, or our own server. */
export interface TargetOptions extends ByApi<string>, OpenApiOptions {
  /** Path of a target profile, `path#name` for one of its targets, or a name in that of the working folder. */
  readonly target?: string;
  /** A file of variables; only named again, as it has been read. */
  readonly envFile?: string;
}

export function urlsIn(options: ByApi<string>): ByApi<string> {
  return Object.fromEntries(
    APIS.flatMap(({ name }) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
}

/** Returns true if the options name a target at all. */
export function names(options: TargetOptions): boolean {
  return Boolean(options.target ?? options.openapi) || Object.values(urlsIn(options)).some(Boolean);
}

/** Names the embedded reference target, unless the working folder has a profile or a file of this name. */
const EMBEDDED = 'reference';

/** The profile that the options mean: the one they name, or without base URLs the one in the working folder. */
export function profilePath(options: TargetOptions, cwd: string): string | undefined {
  if (options.target !== undefined) {
    const path = referenceOf(options.target, cwd);
    return path === EMBEDDED && !existsSync(path) ? undefined : path;
  }
  if (options.openapi !== undefined) return undefined;
  const own = join(cwd, OWN_PROFILE);
  return Object.keys(urlsIn(options)).length === 0 && existsSync(own) ? own : undefined;
}

/** The environment, with a placeholder for each variable of the profile that is not set: for commands that send nothing. */
export function environmentForPlanning(
  options: TargetOptions,
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
): Environment {
  const path = profilePath(options, cwd);
  return path === undefined ? env : withAllSet(path, env);
}

/** The target that the options mean. */
type Chosen =
  | {
      readonly kind: 'given';
      readonly target: Target;
      /** With the further APIs that a profile brings along. */
      readonly contract: Contract;
      /** The options again, for lines that reproduce a finding. */
      readonly options: readonly string[];
      /** Something a user would want to know about how the target was understood. */
      readonly note?: string;
    }
  | { readonly kind: 'embedded' };

const REFERENCE_PROFILE = fileURLToPath(
  new URL('../../fixtures/targets/reference.yaml', import.meta.url),
);

/** The profile of our own server, with the address that it has in this run; as `serve` starts it if absent. */
export function referenceTarget(
  contract: Contract,
  addresses: ByApi<string> | undefined,
  name: string,
): Target {
  const profile = readProfile(REFERENCE_PROFILE, contract, {});
  return targetOf({ ...(addresses ? onlyGiven(profile, addresses) : profile), name }, {});
}

/** A part of the credential that the reference target publishes for an API, such as its token. */
export function publishedPart(contract: Contract, api: string, part: string): string | undefined {
  const value = valueAt(readProfile(REFERENCE_PROFILE, contract, {}), `/${api}/${part}`);
  return typeof value === 'string' ? value : undefined;
}

/** Base URLs replace those of a profile; APIs without one are left out. */
function onlyGiven(profile: Profile, urls: ByApi<string>): Profile {
  const absent = APIS.flatMap(({ name }) => (urls[name] === undefined ? [name] : []));
  const rest = Object.entries(profile).filter(([name]) => !absent.some((one) => one === name));
  return withUrls(Object.fromEntries(rest), urls);
}

/**
 * Finds out which target is meant: a profile, base URLs, the profile in the working folder, or our own
 * server. The profile in the working folder is not mixed with base URLs: its credential is meant for
 * its own addresses.
 *
 * @param base what lies under base URLs that come without a profile
 * @throws TouchstoneError for an unreadable profile or an invalid URL
 */
export async function chooseTarget(
  contract: Contract,
  options: TargetOptions,
  io: { readonly env: Environment; readonly cwd: string; readonly signal?: AbortSignal },
  base?: Profile,
): Promise<Chosen> {
  const urls = urlsIn(options);
  const given = Object.keys(urls).length > 0;
  const { openapi } = options;
  if (openapi !== undefined) {
    if (given || options.target !== undefined) throw notWithOpenApi();
    const env = options.envFile === undefined ? [] : ['--env-file', options.envFile];
    const found = await openApiTarget({ ...options, openapi }, io);
    return { kind: 'given', ...found, options: [...found.options, ...env] };
  }
  const again = Object.entries(urls).flatMap(([name, url]) => [`--${name}`, url]);
  if (options.envFile !== undefined) again.push('--env-file', options.envFile);
  const path = profilePath(options, io.cwd);
  if (options.target !== undefined && path !== undefined) {
    // A bare name is found from this folder only.
    const named = path === options.target ? path : `${OWN_PROFILE}#${options.target}`;
    const profile = readProfile(path, contract, io.env);
    const all = withApisOf(contract, profile);
    const whole = given ? withUrls(profile, urls) : profile;
    return {
      kind: 'given',
      target: targetOf(whole, io.env, all.schemes),
      contract: all,
      options: ['--target', named, ...again],
      ...noted(addressNotes(urlsOf(whole))),
    };
  }
  if (given) {
    const target = targetOf(withUrls(base ?? { name: 'target' }, urls), io.env);
    const notes = addressNotes(urls);
    const isOther = base !== undefined || !(await isReference(target, io.signal));
    if (isOther) return { kind: 'given', target, contract, options: again, ...noted(notes) };
    return {
      kind: 'given',
      target: withReferenceFacts(contract, target, urls),
      contract,
      options: again,
      ...noted([
        ...notes,
        'the target says that it is the reference target: its published token and systems are used',
      ]),
    };
  }
  if (path !== undefined) {
    const profile = readProfile(path, contract, io.env);
    const all = withApisOf(contract, profile);
    const target = targetOf(profile, io.env, all.schemes);
    const notes = [`target profile: ${OWN_PROFILE}`, ...addressNotes(urlsOf(profile))];
    return { kind: 'given', target, contract: all, options: again, ...noted(notes) };
  }
  return { kind: 'embedded' };
}

/**
 * The profile in the working folder, if it is of the target with this name. Nothing is sent, so credentials may be
 * missing.
 *
 * @throws TouchstoneError for a profile that cannot be used
 */
export function ownProfileOf(
  name: string,
  contract: Contract,
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
):
  | (Pick<Extract<Chosen, { kind: 'given' }>, 'contract' | 'target'> & { path: string })
  | undefined {
  const own = profilePath({}, cwd);
  if (own === undefined) return undefined;
  const all = withAllSet(own, env);
  for (const path of referencesIn(own)) {
    const profile = readProfile(path, contract, all);
    if (profile.name !== name) continue;
    const known = withApisOf(contract, profile);
    return { path, contract: known, target: targetOf(profile, all, known.schemes) };
  }
  return undefined;
}

function notWithOpenApi(): TouchstoneError {
  return new TouchstoneError(
    'usage',
    '--openapi names a target by itself',
    'leave out --target and the URLs of other APIs; a profile can have `openapi` too',
  );
}

function noted(notes: readonly string[]): { readonly note?: string } {
  return notes.length === 0 ? {} : { note: notes.join('\n') };
}

function urlsOf(profile: Profile): ByApi<string> {
  return Object.fromEntries(APIS.map(({ name }) => [name, profile[name]?.url]));
}

function withUrls(profile: Profile, urls: ByApi<string>): Profile {
  const entries = APIS.flatMap(({ name }) => {
    const url = urls[name];
    return url === undefined ? [] : [[name, { ...profile[name], url }]];
  });
  return { ...profile, ...Object.fromEntries(entries) };
}

/** The user's values take precedence over those that the reference target publishes. */
function withReferenceFacts(contract: Contract, target: Target, urls: ByApi<string>): Target {
  const reference = referenceTarget(contract, urls, 'reference');
  const endpoints = Object.fromEntries(
    Object.entries(reference.endpoints).map(([document, facts]) => {
      const own = target.endpoints[document];
      return [document, own?.authorization ? { ...own, known: facts.known } : facts];
    }),
  );
  return { ...target, name: 'reference', endpoints };
}
