/** Finds valid requests that are refused although simpler ones to the same operation succeed. */

import { type Contract, effectiveStatusText } from '../contract/index.ts';
import { type CaseResult, stepOutcomeOf } from '../judge/index.ts';
import {
  countIn,
  type Exchange,
  type FindingReport,
  groupedBy,
  type ReadEvidence,
  type Step,
  type Trace,
} from '../model/index.ts';
import {
  type Asked,
  nameOf,
  pairsOf,
  type Refused,
  refusalOf,
  resultsOf,
  tableOf,
  type Violated,
} from './refused-parameters.ts';

export interface RefusalOptions {
  readonly contract: Pick<Contract, 'operation' | 'validate'>;
  readonly reportOn: (trace: Trace, finding: Violated) => FindingReport;
  readonly verdict: 'warn' | 'fail';
  /** The position of a case in the plan. */
  readonly positionOf: (id: string) => number;
}

export interface RefusalWatch {
  readonly note: (trace: Trace) => void;
  /** One result for each reading operation, below each object. */
  readonly results: () => readonly CaseResult[];
  /** The data of the results, for merging shards. */
  readonly evidence: () => ReadEvidence;
}

/** Statuses for a missing object in HTTP; the documents can leave open which one a target uses. */
const ABSENT: readonly number[] = [404, 410];

/** Maximum number of refusals to inspect for one operation. */
const MOST_REFUSED = 200;

/**
 * Watches the reads of a run. A parameter is to blame if only it, with its value, is in no successful request. If
 * several could be, or two together, nothing is reported: servers can refuse some pairs for good reason.
 */
export function watchRefusals({
  contract,
  reportOn,
  verdict,
  positionOf,
}: RefusalOptions): RefusalWatch {
  const asked = new Map<string, Asked>();
  const absent = new Set(ABSENT);

  const take = (trace: Trace, step: Step, exchange: Exchange) => {
    if (step.role !== 'valid' && step.role !== 'control' && step.role !== 'probe') return;
    const operation = contract.operation(step.request.operation);
    // The reasons to refuse a write depend on existing objects.
    if (operation.writes || step.request.raw) return;
    const outcome = stepOutcomeOf(exchange, operation, contract.validate);
    if (outcome.kind !== 'succeeded' && outcome.kind !== 'refused') return;
    // With only an ID, only the ID can be refused.
    const isPlain = operation.action === 'get' && pairsOf(step).length === 0;
    if (outcome.kind === 'refused' && isPlain) absent.add(outcome.status);
    if (step.role === 'probe') return;
    // A missing object says nothing about parameters.
    if (outcome.kind === 'refused' && ABSENT.includes(outcome.status)) return;
    // All reads below one object can be refused, such as the history of a theme's template.
    const key = `${operation.id} ${JSON.stringify(step.request.path)}`;
    const at = positionOf(trace.case.id);
    const { id, document } = operation;
    const first = { id: trace.case.id, at };
    const one = asked.get(key) ?? {
      ...{ operation: id, document, first, carriedOut: new Set(), refused: [] },
    };
    asked.set(key, at < one.first.at ? { ...one, first } : one);
    if (outcome.kind === 'succeeded') {
      one.carriedOut.add('');
      for (const pair of pairsOf(step)) one.carriedOut.add(nameOf(pair));
    } else if (one.refused.length < MOST_REFUSED) {
      const { status, answer } = outcome;
      one.refused.push({
        ...{ at, step: step.id, status, words: effectiveStatusText(answer, status) },
        query: pairsOf(step).map((pair) => ({ ...pair, ...tableOf(operation, pair) })),
        reportOn: (finding) => reportOn(trace, finding),
      });
    }
  };

  return {
    note: (trace) => {
      for (const exchange of trace.exchanges) {
        const step = trace.case.steps.find(({ id }) => id === exchange.step);
        if (step) take(trace, step, exchange);
      }
    },
    results: () => resultsOf(asked.values(), absent, verdict),
    evidence: () => ({
      absent: [...absent],
      reads: [...asked].map(([key, { carriedOut, refused, ...one }]) => ({
        ...{ key, ...one, carriedOut: [...carriedOut] },
        refused: worthReporting(refused, carriedOut).map(({ reportOn: report, ...reported }) => ({
          ...reported,
          report: report(refusalOf(reported, BLAMED)),
        })),
      })),
    }),
  };
}

/** Placeholder for the parameter to blame, if a shard cannot decide it yet. */
const BLAMED = '{parameter}';

/** Maximum number of refused requests to hand on, for one parameter without a successful request. */
const MOST_OF_ONE = 20;

function worthReporting(
  refused: readonly Refused[],
  carriedOut: ReadonlySet<string>,
): readonly Refused[] {
  const counts = new Map<string, number>();
  return refused
    .toSorted((one, other) => one.query.length - other.query.length)
    .filter(({ query }) => {
      const fresh = query.filter((pair) => !carriedOut.has(nameOf(pair)));
      for (const { name } of fresh) countIn(counts, name);
      return fresh.some(({ name }) => (counts.get(name) ?? 0) <= MOST_OF_ONE);
    });
}

export function refusalsTogether(
  all: readonly ReadEvidence[],
  verdict: 'warn' | 'fail',
): readonly CaseResult[] {
  const groups = groupedBy(
    all.flatMap(({ reads }) => reads),
    ({ key }) => key,
  );
  const asked = [...groups.values()].flatMap((own): readonly Asked[] => {
    const [first] = own.toSorted((one, other) => one.first.at - other.first.at);
    if (first === undefined) return [];
    const refused = own.flatMap((one) => one.refused);
    return [
      {
        ...first,
        carriedOut: new Set(own.flatMap((one) => one.carriedOut)),
        refused: refused.map(({ report, ...reported }) => ({
          ...reported,
          reportOn: ({ actual }) => {
            const message = report.message.replace(report.actual, () => actual);
            return { ...report, actual, message };
          },
        })),
      },
    ];
  });
  return resultsOf(asked, new Set(all.flatMap(({ absent }) => absent)), verdict);
}
