import { type Contract, complaint, inWordsOf, type SourceFile } from '../contract/index.ts';
import { isObject, nearNames, pointerOf, RULES_FOR_ALL, TouchstoneError } from '../model/index.ts';
import { withApisOf } from './further-apis.ts';
import type { Profile } from './profile.ts';

/**
 * Refuses ids under `off` and `knownFailures` that name nothing: they are slips of the pen, and what they were
 * meant for would be judged all the same. Identities of findings are of one campaign, and cannot be looked up.
 *
 * @throws TouchstoneError 'profile-invalid' with the nearest id that there is
 */
export function assertIds(source: SourceFile, profile: Profile, contract: Contract): void {
  const { off = [], knownFailures = [] } = profile;
  if (off.length === 0 && knownFailures.length === 0) return;
  const { clauses, operations } = inItsWords(withApisOf(contract, profile), profile);
  const ids = [...clauses.map(({ id }) => id), ...RULES_FOR_ALL];
  // Cases depend on the seed; what they are about does not.
  const subjects = [...ids, ...operations.map(({ id }) => id)].map((id) => cut(id, 2));
  const refuse = (place: readonly (string | number)[], what: string, near: readonly string[]) => {
    const { message } = complaint(source, pointerOf(place), what, 'profile-invalid');
    throw new TouchstoneError(
      'profile-invalid',
      message,
      near.length > 0
        ? `did you mean ${near.join(' or ')}?`
        : '`touchstone contract clauses` lists what there is',
    );
  };
  for (const [at, { prefix }] of off.entries()) {
    const all = [...ids, ...operations.map(({ id }) => id)];
    if (all.some((id) => id.startsWith(prefix))) continue;
    const near = nearNames(
      prefix,
      all.map((id) => cut(id, prefix.split('/').length)),
    );
    refuse(['off', at, 'prefix'], `no clause or operation begins with "${prefix}"`, near);
  }
  for (const [at, { clause, case: item }] of knownFailures.entries()) {
    if (clause !== undefined && !ids.includes(clause)) {
      const near = nearNames(clause, ids);
      refuse(['knownFailures', at, 'clause'], `there is no clause "${clause}"`, near);
    }
    if (item !== undefined && !subjects.includes(cut(item, 2))) {
      const near = nearNames(cut(item, 2), subjects);
      refuse(['knownFailures', at, 'case'], `no case begins with "${cut(item, 2)}"`, near);
    }
  }
}

/** The first segments of an id. */
function cut(id: string, segments: number): string {
  return id.split('/').slice(0, segments).join('/');
}

/** The contract in the words of the site that a profile is about. */
function inItsWords(contract: Contract, profile: Profile): Contract {
  const [own] = Object.entries(profile).flatMap(([name, entry]) =>
    isObject(entry) && isObject(entry.names) ? [{ name, names: entry.names }] : [],
  );
  return own ? inWordsOf(contract, own.name, own.names as { [word: string]: string }) : contract;
}
