import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contract } from '../contract/contract.ts';
import type { Target } from '../model.ts';
import { type Environment, type Profile, readProfile, targetOf } from './profile.ts';
import { isReference } from './recognise.ts';

/** What a user says of the target; all absent for the profile in the working folder, or our own server. */
export interface TargetOptions {
  /** Path of a target profile. */
  readonly target?: string;
  /** Base URL of the integration API. */
  readonly integration?: string;
  /** Base URL of the content API. */
  readonly content?: string;
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
  addresses: { readonly integration?: string; readonly content?: string },
  name: string,
): Target {
  const profile = readProfile(REFERENCE_PROFILE, contract, {});
  return targetOf({ ...onlyGiven(profile, addresses), name }, {});
}

/** Base URLs replace those of a profile; documents without one are left out. */
function onlyGiven(
  { integration, content, ...rest }: Profile,
  urls: { readonly integration?: string; readonly content?: string },
): Profile {
  return {
    ...rest,
    ...(urls.integration !== undefined && {
      integration: { ...integration, url: urls.integration },
    }),
    ...(urls.content !== undefined && { content: { ...content, url: urls.content } }),
  };
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
  const urls = {
    ...(options.integration !== undefined && { integration: options.integration }),
    ...(options.content !== undefined && { content: options.content }),
  };
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

function withUrls(
  profile: Profile,
  urls: { readonly integration?: string; readonly content?: string },
) {
  return {
    ...profile,
    ...(urls.integration && { integration: { ...profile.integration, url: urls.integration } }),
    ...(urls.content && { content: { ...profile.content, url: urls.content } }),
  };
}

/** What the user gave goes before what the reference target publishes. */
function withReferenceFacts(
  contract: Contract,
  target: Target,
  urls: { readonly integration?: string; readonly content?: string },
): Target {
  const reference = referenceTarget(contract, urls, 'reference');
  const endpoints = Object.fromEntries(
    Object.entries(reference.endpoints).map(([document, facts]) => {
      const own = document === 'content' ? target.endpoints.content : target.endpoints.integration;
      return [document, own?.authorization ? { ...own, known: facts.known } : facts];
    }),
  );
  return { ...target, name: 'reference', endpoints };
}

function withoutUserinfo(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//');
}
