/** Decides if enough of a document was judged. */

import { violationOf } from '../findings/index.ts';
import { type ClauseReport, countsOf, countVerdicts, type DocumentName } from '../model/index.ts';
import { SURVIVES_INVALID } from './breakdowns.ts';

/** In a small selection, unjudged clauses are easy to see. */
const FEW = 10;

/**
 * A sentence for each document with fewer judged than unjudgeable clauses that have cases. Skipped clauses count for
 * neither: the document, profile or an option excludes them.
 */
export function hardlyJudged(
  documents: readonly DocumentName[],
  clauses: readonly Pick<ClauseReport, 'id' | 'verdict' | 'reasons'>[],
): readonly string[] {
  return documents.flatMap((document) => {
    const own = clauses.filter(({ id }) => id.startsWith(`${document}/`));
    const { pass, fail, warn, observed, blocked, error } = countVerdicts(
      own.map(({ verdict }) => verdict),
    );
    const judged = pass + fail + warn + observed;
    const open = blocked + error;
    if (open < FEW || judged >= open) return [];
    const why = commonest(
      own.filter(({ verdict }) => verdict === 'blocked' || verdict === 'error'),
    );
    return [
      `hardly anything could be judged of the ${document} API: ${judged} of ${judged + open} clauses came to a verdict${why}`,
    ];
  });
}

/** Answers after which there is nothing to judge. */
const HIDING: ReadonlySet<string> = new Set(['refused', 'failed', 'status']);

/** Maximum number of clauses in a message. */
const MOST_NAMED = 3;

const BY_VIOLATIONS = 'as operations that fail or warn gave no answer to judge by';

/** Returns true for a problem of `hiddenByViolations`. */
export const isHiddenByViolations = (problem: string): boolean => problem.includes(BY_VIOLATIONS);

/**
 * A sentence about stated clauses that are blocked because operations refuse valid requests, accept invalid
 * ones, crash or answer unreadably: such a warning can hide a failure. Known failures hide nothing new.
 */
export function hiddenByViolations(
  clauses: readonly Pick<
    ClauseReport,
    'id' | 'level' | 'verdict' | 'known' | 'unjudged' | 'findings' | 'reasons'
  >[],
): readonly string[] {
  const open = clauses.filter(
    ({ id, verdict, known }) =>
      // An operation that crashes on invalid requests can still carry out valid ones.
      id !== SURVIVES_INVALID.id &&
      known === undefined &&
      (verdict === 'warn' || verdict === 'fail'),
  );
  const broken = new Set(
    open
      .flatMap(({ findings }) => findings)
      .filter((finding) => finding.where === '' || HIDING.has(violationOf(finding).kind))
      .flatMap(({ operations = [] }) => operations),
  );
  const hidden = clauses.filter(
    ({ level, verdict, unjudged }) =>
      level === 'stated' && verdict === 'blocked' && unjudged?.some((one) => broken.has(one)),
  );
  if (hidden.length === 0) return [];
  const count = hidden.length === 1 ? '1 clause' : `${hidden.length} clauses`;
  const named = hidden.slice(0, MOST_NAMED).map(({ id }) => id);
  const more = hidden.length > named.length ? ` and ${hidden.length - named.length} more` : '';
  return [
    `${count} of what the document states could not be judged, ${BY_VIOLATIONS}: ${named.join(', ')}${more}${commonest(hidden)}`,
  ];
}

/** A sentence if no clause reached a verdict. */
export function nothingJudged(
  clauses: readonly Pick<ClauseReport, 'verdict' | 'reasons'>[],
): readonly string[] {
  const { pass, fail, warn, observed } = countVerdicts(clauses.map(({ verdict }) => verdict));
  if (pass + fail + warn + observed > 0) return [];
  return [`nothing was judged: no clause came to a verdict${commonest(clauses)}`];
}

function commonest(clauses: readonly Pick<ClauseReport, 'reasons'>[]): string {
  const counts = countsOf(clauses.flatMap(({ reasons }) => [...new Set(reasons)]));
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most === undefined ? '' : `; of ${most[1]} it is said: ${most[0]}`;
}
