/** Whether enough of a document was judged for the run to say something about the target. */

import type { ClauseReport, DocumentName } from '../model.ts';
import { countVerdicts } from '../verdicts.ts';

/** Of a small selection it is plain to see what was not judged. */
const FEW = 10;

/**
 * A sentence for each document of which fewer clauses came to a verdict than could not be judged, although
 * they had cases. What is skipped counts for neither: the document, the profile or an option says so.
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

/** A sentence where no clause at all came to a verdict. */
export function nothingJudged(
  clauses: readonly Pick<ClauseReport, 'verdict' | 'reasons'>[],
): readonly string[] {
  const { pass, fail, warn, observed } = countVerdicts(clauses.map(({ verdict }) => verdict));
  if (pass + fail + warn + observed > 0) return [];
  return [`nothing was judged: no clause came to a verdict${commonest(clauses)}`];
}

function commonest(clauses: readonly Pick<ClauseReport, 'reasons'>[]): string {
  const counts = new Map<string, number>();
  for (const reason of clauses.flatMap(({ reasons }) => [...new Set(reasons)])) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most === undefined ? '' : `; of ${most[1]} it is said: ${most[0]}`;
}
