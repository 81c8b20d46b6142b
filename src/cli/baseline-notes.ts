import type { Contract } from '../contract/index.ts';
import { formatNumber, groupedBy, NOT_JUDGED, type RunReport } from '../model/index.ts';
import { count } from '../report/index.ts';
import type { ShardContents } from '../shards/index.ts';

/** The share of clauses that a whole run leaves unjudged: most targets lack something. */
const FEW = 0.1;

/** Why a baseline of a run covers less than the target: the next whole run can find more, and fails on it. */
export function partialNotes(
  part: ShardContents,
  contract: Pick<Contract, 'clauses'>,
): readonly string[] {
  if (part.kind === 'campaign') return [];
  const { report, folder } = part;
  const ids = new Set(
    [
      ...contract.clauses.filter(({ document }) => report.target[document] !== undefined),
      ...report.clauses,
    ].map(({ id }) => id),
  );
  const judged = report.clauses.filter(({ verdict }) => !NOT_JUDGED.has(verdict)).length;
  const isWhole = report.clauses.length >= ids.size && ids.size - judged <= ids.size * FEW;
  if (isWhole && report.problems.length === 0) return [];
  return [
    `note: the run in ${folder} judged ${formatNumber(judged)} of ${count(ids.size, 'clause')}: the baseline does not cover the others, so what a later run finds there is new`,
    ...reasonsOf(report).map((reason) => `  ${reason}`),
  ];
}

/** The problems of a run, and its most frequent reason not to judge a clause. */
function reasonsOf({ problems, clauses }: RunReport): readonly string[] {
  const reasons = groupedBy(
    clauses.filter(({ verdict }) => NOT_JUDGED.has(verdict)).flatMap(({ reasons }) => reasons),
    (reason) => reason,
  );
  const [most] = [...reasons].toSorted(([, one], [, other]) => other.length - one.length);
  return [...problems, ...(most ? [`${count(most[1].length, 'clause')}: ${most[0]}`] : [])];
}
