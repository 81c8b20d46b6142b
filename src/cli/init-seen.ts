/** Results of inspecting a target: missing parts, and clauses that are switched off because of that. */

import type { Api, Inspection } from '../apis/index.ts';
import type { Contract } from '../contract/index.ts';
import { type Endpoint, groupedBy, type KnownFailure, type SwitchedOff } from '../model/index.ts';

type Found = Extract<Inspection, { kind: 'found' }>;

/** An API of a target, and the result of its inspection. */
export interface Looked {
  readonly api: Api;
  readonly endpoint: Endpoint;
  readonly found: Found;
}

/** Adds a remark about unlisted routes, whose clauses fail too. */
export function withMissing(one: Looked, { operations }: Contract): Looked {
  const { missing, remarks } = one.found;
  if (missing.length === 0) return one;
  const all = idsOf(operations.filter(({ document }) => document === one.api.name));
  const remark = `It does not list ${firstOf(beginningsOf(missing, all))}. A check fails for that. To accept it, remove "# " before the lines under knownFailures in the profile.`;
  return { ...one, found: { ...one.found, remarks: [...remarks, remark] } };
}

/**
 * The missing operations by the beginnings of their ids. They switch off the clauses that are only about them too, and
 * no other.
 */
export function switchedOff(contract: Contract, looked: readonly Looked[]): readonly SwitchedOff[] {
  const missing = looked.flatMap(({ found }) => found.missing);
  const isMissing = new Set(missing);
  const judged = contract.clauses.filter(({ operations }) =>
    operations.some((one) => !isMissing.has(one)),
  );
  return beginningsOf(missing, [...idsOf(contract.operations), ...idsOf(judged)]).map((prefix) => ({
    prefix,
    reason: 'the target does not list their operations',
  }));
}

/** Failures of missing operations, as a profile accepts them. */
export function knownIn(looked: readonly Looked[]): readonly KnownFailure[] {
  return looked.flatMap(({ found: { failing = [], missing } }) =>
    failing.map((clause) => ({
      clause,
      reason: `the target does not list ${missing.length === 1 ? missing[0] : `${missing.length} operations`}`,
    })),
  );
}

function idsOf(items: readonly { readonly id: string }[]): readonly string[] {
  return items.map(({ id }) => id);
}

/** The shortest prefixes that cover some ids, and none of the others. */
function beginningsOf(some: readonly string[], all: readonly string[]): readonly string[] {
  const own = new Set(some);
  const isOwn = (prefix: string) => all.every((id) => !id.startsWith(prefix) || own.has(id));
  const beginnings = some.flatMap((id) => {
    const parts = id.split('/');
    const at = parts.findIndex((_, end) => isOwn(parts.slice(0, end + 1).join('/')));
    return at < 0 ? [] : [parts.slice(0, at + 1).join('/')];
  });
  return [...new Set(beginnings)];
}

/** Greatest number of names in a line; the profile has all. */
const MOST_NAMED = 8;

function firstOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${more} more` : names.join(', ');
}

export function seenLines(
  looked: readonly Looked[],
  off: readonly SwitchedOff[],
): readonly string[] {
  return [
    ...looked.flatMap(({ api, found }) => {
      const { url, routing, preset, names = {}, remarks } = found;
      const words = Object.entries(names).map(([word, own]) => `${own} for ${word}`);
      return [
        `${api.name} API at ${url}${routing === undefined ? '' : `, routing ${routing}`}${preset === undefined ? '' : `, preset ${preset}`}`,
        ...(words.length > 0 ? [`  Its words: ${words.join(', ')}.`] : []),
        ...remarks.map((remark) => `  ${remark}`),
      ];
    }),
    ...[...groupedBy(off, ({ reason }) => reason)].map(
      ([reason, some]) =>
        `  Not judged, as ${reason}: ${firstOf(some.map(({ prefix }) => prefix))} (\`off\` in the profile)`,
    ),
  ];
}
