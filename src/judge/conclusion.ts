/** The conclusion of a run, a rejudged recording, or all shards of a run. */

import { besideBaseline, goneOf } from '../findings/index.ts';
import {
  type BaselineOfRun,
  type ClauseReport,
  countVerdicts,
  type DocumentName,
  type RunFooter,
} from '../model/index.ts';
import { exitCode, type FailOn } from './grade.ts';
import { hardlyJudged, hiddenByViolations, nothingJudged } from './unjudged.ts';

export interface RunEnding {
  readonly clauses: readonly ClauseReport[];
  readonly stale: readonly string[];
  readonly failOn: FailOn;
  /** Why the run could not judge: interruption first, then documents without an answer, then the rest. */
  readonly cutShort: readonly string[];
  readonly accessProblems?: readonly string[];
  readonly others?: readonly string[];
  /** Documents that need enough judged clauses. */
  readonly documents?: readonly DocumentName[];
  /** All shards together decide whether enough was judged. */
  readonly isShard?: boolean;
}

export function conclude({
  clauses,
  stale,
  failOn,
  cutShort,
  accessProblems = [],
  others = [],
  documents = [],
  isShard = false,
}: RunEnding): Pick<RunFooter, 'counts' | 'exitCode' | 'problems' | 'stale'> {
  const open = clauses.filter(({ known }) => known === undefined);
  const code = exitCode(countVerdicts(open.map(({ verdict }) => verdict)), failOn, stale);
  // These problems already explain why few clauses were judged.
  const isSaid = isShard || accessProblems.length > 0 || cutShort.length > 0;
  const hardly = isSaid ? [] : hardlyJudged(documents, clauses);
  const hidden = isShard ? [] : hiddenByViolations(clauses);
  const problems = [...cutShort, ...accessProblems, ...hardly, ...hidden, ...others];
  if (problems.length === 0 && !isShard) problems.push(...nothingJudged(clauses));
  return {
    counts: countVerdicts(clauses.map(({ verdict }) => verdict)),
    exitCode: code === 0 && problems.length > 0 ? 2 : code,
    problems,
    stale,
  };
}

/**
 * The conclusion of a run compared with its baseline, if it has one.
 *
 * @param isPart true for a partial run: then nothing counts as gone
 */
export function concludeBeside(
  beside: BaselineOfRun | undefined,
  isPart: boolean,
  ending: RunEnding,
): {
  readonly clauses: readonly ClauseReport[];
  readonly footer: ReturnType<typeof conclude> & Pick<RunFooter, 'baseline'>;
} {
  if (beside === undefined) return { clauses: ending.clauses, footer: conclude(ending) };
  const { clauses, compared } = besideBaseline(ending.clauses, beside);
  const end = conclude({ ...ending, clauses });
  const gone = goneOf(clauses, beside, { ...end, isPart });
  return { clauses, footer: { ...end, baseline: { ...compared, gone } } };
}
