import type { Target } from '../model/index.ts';
import { type Environment, type Profile, targetOf } from '../profiles/index.ts';
import { secretsToKeepOut } from '../run/index.ts';
import type { Secret } from '../secrets/index.ts';

/** The credentials of the environment, whose placeholders are in recordings. */
export function recordedSecrets(
  { target }: { readonly target: Pick<Target, 'endpoints'> },
  env: Environment,
): readonly Secret[] {
  const profile: Profile = Object.fromEntries(
    Object.entries(target.endpoints).map(([name, { baseUrl }]) => [name, { url: baseUrl }]),
  );
  return secretsToKeepOut(targetOf(profile, env));
}
