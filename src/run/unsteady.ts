/** Unsteady reads: byte-identical requests that sometimes succeed and sometimes are refused. */

import { createHash } from 'node:crypto';
import { type Contract, statusOf } from '../contract/index.ts';
import { type CaseResult, clauseOf, STEADY } from '../judge/index.ts';
import {
  type Answer,
  count,
  type Exchange,
  type Finding,
  type FindingReport,
  fieldOf,
  formatNumber,
  type Trace,
} from '../model/index.ts';
import { isLoad } from '../send/index.ts';

export const STEADY_ANSWERS = clauseOf(STEADY);

/** Refusals that do not depend on the request: login, rights, pace, maintenance. */
const REFUSING: ReadonlySet<number> = new Set([401, 403, 408, 425, 429, 503]);

/** Maximum number of reads to remember. */
const MOST_READS = 100_000;

type Violated = Extract<Finding, { kind: 'violated' }>;

interface ReadAnswers {
  readonly operation: string;
  succeeded: number;
  /** Counts of the refusing statuses. */
  readonly refused: Map<number, number>;
  /** The first refused trace. */
  shown?: { readonly trace: Trace; readonly step: string };
}

interface UnsteadyOptions {
  readonly contract: Pick<Contract, 'operation' | 'validate'>;
  /** Reports a warning, also under `--strict`. */
  readonly reportOn: (trace: Trace, finding: Violated) => FindingReport;
}

export interface UnsteadyWatch {
  readonly note: (trace: Trace) => void;
  readonly results: () => readonly CaseResult[];
  /** A line with the number of unsteady reads. */
  readonly notes: () => readonly string[];
}

/** Leaves out writing cases: reads can be refused after their changes. */
export function watchUnsteady({ contract, reportOn }: UnsteadyOptions): UnsteadyWatch {
  const reads = new Map<string, ReadAnswers>();
  const noteStatus = (trace: Trace, exchange: Exchange, operation: string, status: number) => {
    const isSuccess = status >= 200 && status < 300;
    if (!isSuccess && !REFUSING.has(status)) return;
    const key = keyOf(exchange);
    const known = reads.get(key);
    if (known === undefined && reads.size >= MOST_READS) return;
    const read = known ?? { operation, succeeded: 0, refused: new Map<number, number>() };
    reads.set(key, read);
    if (isSuccess) read.succeeded += 1;
    else {
      read.refused.set(status, (read.refused.get(status) ?? 0) + 1);
      read.shown ??= { trace, step: exchange.step };
    }
  };
  const unsteady = () =>
    [...reads.values()].filter(({ succeeded, refused }) => succeeded > 0 && refused.size > 0);
  return {
    note: (trace) => {
      const operations = new Map(
        trace.case.steps.map(({ id, request }) => [id, contract.operation(request.operation)]),
      );
      if ([...operations.values()].some(({ writes }) => writes)) return;
      for (const exchange of trace.exchanges) {
        const { outcome, step, refusedWith = [] } = exchange;
        const operation = operations.get(step);
        if (operation === undefined) continue;
        for (const status of refusedWith) noteStatus(trace, exchange, operation.id, status);
        if (outcome.kind === 'fault' || isAnnounced(outcome)) continue;
        const status = statusOf(operation, outcome, contract.validate);
        noteStatus(trace, exchange, operation.id, status);
      }
    },
    results: () => {
      const result = { clause: STEADY_ANSWERS.id, case: '' };
      const found = new Map(unsteady().map((read) => [read.operation, read]));
      if (found.size === 0) {
        const isJudged = [...reads.values()].some(({ succeeded }) => succeeded > 1);
        return isJudged
          ? [{ ...result, verdict: 'pass', findings: [{ kind: 'holds' }], reports: [] }]
          : [];
      }
      return [...found.values()].flatMap((read): readonly CaseResult[] => {
        const { operation, succeeded, refused, shown } = read;
        if (shown === undefined) return [];
        const finding: Violated = {
          kind: 'violated',
          where: { step: shown.step, pointer: 'status' },
          actual: `${statusesIn([refused])} to ${sumOf(refused)} of ${succeeded + sumOf(refused)} identical requests`,
          expected: 'success, as to the others',
        };
        const reports = [{ ...reportOn(shown.trace, finding), operations: [operation] }];
        const id = shown.trace.case.id;
        return [{ ...result, case: id, verdict: 'warn', findings: [finding], reports }];
      });
    },
    notes: () => {
      const all = unsteady();
      if (all.length === 0) return [];
      const refused = all.reduce((sum, one) => sum + sumOf(one.refused), 0);
      const sent = all.reduce((sum, one) => sum + one.succeeded, refused);
      const what = statusesIn(all.map((one) => one.refused));
      return [
        `Answers come and go: ${what} to ${formatNumber(refused)} of ${count(sent, 'request')} for ${count(all.length, 'read')}, and success to the others.`,
      ];
    },
  };
}

/** Returns true for a refusal because of load that says when to retry. */
function isAnnounced({ status, headers }: Answer): boolean {
  return isLoad(status) && fieldOf(headers, 'retry-after') !== undefined;
}

function keyOf({ request: { method, headers, body }, url }: Exchange): string {
  const head = JSON.stringify([method, url, headers]);
  return createHash('sha256')
    .update(head)
    .update(body ?? '')
    .digest('base64');
}

function sumOf(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((sum, one) => sum + one, 0);
}

function statusesIn(all: readonly ReadonlyMap<number, number>[]): string {
  const statuses = [...new Set(all.flatMap((one) => [...one.keys()]))].sort((a, b) => a - b);
  return `HTTP ${statuses.join(', ')}`;
}
