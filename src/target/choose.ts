import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { APIS, type ByApi } from '../apis/index.ts';
import type { Contract } from '../contract/contract.ts';
import type { Target } from '../model.ts';
import { type Environment, type Profile, readProfile, targetOf } from './profile.ts';
import { isReference } from './recognise.ts';

/** What a user says of the target; all absent for the profile in the working folder, or our own server. */
export interface TargetOptions extends ByApi<string> {
  /** Path of a target profile. */
  readonly target?: string;
}

/** The base URLs that the options give. */
export function urlsIn(options: ByApi<string>): ByApi<string> {
  return Object.fromEntries(
    APIS.flatMap(({ name }) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
}

/** Whether the options name a target at all. */
export function names(options: TargetOptions): boolean {
  return Boolean(options.target) || Object.values(urlsIn(options)).some(Boolean);
}

/** The target that the options mean. */
export type Chosen =
  | {
      readonly kind: 'given';
      readonly target: Target;
      /** The options again, for lines that reproduce a finding. */
      readonly options: readonly string[];
      /** Something a user would want to know about how the target was understood. */
      readonly note?: string;
    }
  | { readonly kind: 'embedded' };

const REFERENCE_PROFILE = fileURLToPath(
  new URL('../../fixtures/targets/reference.yaml', import.meta.url),
);
const OWN_PROFILE = 'touchstone.yaml';

/** The profile of our own server, with the address that it has in this run. */
export function referenceTarget(
  contract: Contract,
  addresses: ByApi<string>,
  name: string,
): Target {
  const profile = readProfile(REFERENCE_PROFILE, contract, {});
  return targetOf({ ...onlyGiven(profile, addresses), name }, {});
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
 * @throws TouchstoneError for a profile that is not to be read, or a URL that is none
 */
export async function chooseTarget(
  contract: Contract,
  options: TargetOptions,
  io: { readonly env: Environment; readonly cwd: string },
): Promise<Chosen> {
  const urls = urlsIn(options);
  const given = Object.keys(urls).length > 0;
  const again = Object.entries(urls).flatMap(([name, url]) => [`--${name}`, withoutUserinfo(url)]);
  if (options.target !== undefined) {
    const profile = readProfile(options.target, contract, io.env);
    const target = targetOf(given ? withUrls(profile, urls) : profile, io.env);
    return { kind: 'given', target, options: ['--target', options.target, ...again] };
  }
  if (given) {
    const target = targetOf(withUrls({ name: 'target' }, urls), io.env);
    if (!(await isReference(target))) return { kind: 'given', target, options: again };
    return {
      kind: 'given',
      target: withReferenceFacts(contract, target, urls),
      options: again,
      note: 'the target says that it is the reference target: its published token and systems are used',
    };
  }
  const own = join(io.cwd, OWN_PROFILE);
  if (existsSync(own)) {
    const target = targetOf(readProfile(own, contract, io.env), io.env);
    return { kind: 'given', target, options: [], note: `target profile: ${OWN_PROFILE}` };
  }
  return { kind: 'embedded' };
}

function withUrls(profile: Profile, urls: ByApi<string>): Profile {
  const entries = APIS.flatMap(({ name }) => {
    const url = urls[name];
    return url === undefined ? [] : [[name, { ...profile[name], url }]];
  });
  return { ...profile, ...Object.fromEntries(entries) };
}

/** What the user gave goes before what the reference target publishes. */
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

function withoutUserinfo(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//');
}
