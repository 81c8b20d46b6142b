/** Known failures of a target, and whether they still stand. */

import type { KnownFailure, KnownFinding } from '../model/index.ts';
import { concerns } from './findings.ts';

/**
 * The known failures that a campaign saw, by finding.
 * @param reached beginnings of the identities of what could have been found
 * @param ids of what was found
 */
export function knownIn(
  failures: readonly KnownFailure[],
  reached: ReadonlySet<string>,
  ids: readonly string[],
): readonly KnownFinding[] {
  return failures.flatMap((known): readonly KnownFinding[] => {
    const { finding, expires, accepted } = known;
    if (finding === undefined || accepted) return [];
    const tried = [...reached].some(
      (prefix) => finding === prefix || finding.startsWith(`${prefix}/`),
    );
    const found = ids.some((id) => concerns(known, id, ''));
    return [{ finding, ...(expires !== undefined && { expires }), tried, found }];
  });
}

/**
 * Known failures that can no longer stand: expired, or of a class that was tried again at its place
 * without a finding. What is drawn at random may have missed it, and that makes nothing stale.
 * An identity's beginning can match findings that were not tried this time.
 * @param today ISO 8601 date
 */
export function staleAmong(known: readonly KnownFinding[], today: string): readonly string[] {
  return known.flatMap(({ finding, expires, tried, found }): readonly string[] => {
    if (expires !== undefined && expires <= today) return [`${finding}: expired on ${expires}`];
    if (found) return [];
    const drawn = /\/(valid|pairwise|mutated|stateful)(\/|$)/.test(finding);
    return tried && !drawn ? [`${finding}: it was tried, and not found`] : [];
  });
}

/** Known failures whose identity begins with no operation: they can never be found. */
export function namelessAmong(
  known: readonly KnownFinding[],
  operations: readonly string[],
): readonly string[] {
  return known
    .map(({ finding }) => finding)
    .filter(
      (finding) =>
        !operations.some(
          (id) => `${finding}/`.startsWith(`${id}/`) || `${id}/`.startsWith(`${finding}/`),
        ),
    );
}
