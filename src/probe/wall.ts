/** Notices a wall while a run goes: one page in answer to everything. */

import type { Contract } from '../contract/index.ts';
import type { Target, Trace } from '../model/index.ts';
import { isDocumented, pageOf } from './barrier.ts';
import { barrierOn, sentenceOn, WALL_OPERATIONS } from './front.ts';

/** Answers in a row, so that a few operations that are not offered are no wall. */
const WALL_ANSWERS = 20;

export interface WallWatch {
  /** Returns a sentence once a wall is noticed. */
  readonly note: (trace: Trace) => string | undefined;
}

/** Only reads count: a site that refuses all writes is no wall. */
export function wallWatch(
  { endpoints }: Pick<Target, 'endpoints'>,
  { operation: operationOf, validate }: Pick<Contract, 'operation' | 'validate'>,
): WallWatch {
  const rows = new Map<string, { page: string; answers: number; operations: Set<string> }>();
  return {
    note: ({ case: { document, steps }, exchanges }) => {
      const { baseUrl } = endpoints[document] ?? {};
      if (baseUrl === undefined) return undefined;
      for (const { step: id, outcome } of exchanges) {
        const step = steps.find((one) => one.id === id);
        if (outcome.kind === 'fault' || step === undefined) continue;
        const operation = operationOf(step.request.operation);
        if (isDocumented(outcome, operation, validate)) {
          rows.delete(document);
          continue;
        }
        if (operation.writes) continue;
        const page = pageOf(outcome, baseUrl);
        const before = rows.get(document);
        const row =
          before?.page === page ? before : { page, answers: 0, operations: new Set<string>() };
        rows.set(document, row);
        row.answers += 1;
        row.operations.add(operation.id);
        if (row.answers < WALL_ANSWERS || row.operations.size < WALL_OPERATIONS) continue;
        return sentenceOn(barrierOn(outcome, document, baseUrl), document, operation);
      }
      return undefined;
    },
  };
}
