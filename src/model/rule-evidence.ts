/** Evidence of a shard for rules about all requests of a run. */

import type { DocumentName, Json } from './contract.ts';
import type { FindingReport } from './report.ts';

/** A refused parameter, with the statement of its table. */
export interface RefusedParameter {
  readonly name: string;
  readonly value: Json;
  readonly default?: Json;
  /** True if its table does not restrict values. */
  readonly isOpen: boolean;
}

/** A valid read that was refused. */
export interface RefusedRead {
  /** Position of its case in the plan. */
  readonly at: number;
  readonly step: string;
  readonly status: number;
  /** The status in words. */
  readonly words: string;
  readonly query: readonly RefusedParameter[];
  readonly report: FindingReport;
}

/** Outcomes of valid reads of one operation, below one object. */
export interface ReadOutcomes {
  readonly key: string;
  readonly operation: string;
  readonly document: DocumentName;
  /** The first case, with its position in the plan. */
  readonly first: { readonly id: string; readonly at: number };
  /** Parameters with values in successful requests. */
  readonly carriedOut: readonly string[];
  readonly refused: readonly RefusedRead[];
}

/** Evidence for `robust/valid-accepted`, which needs all requests of a run. */
export interface ReadEvidence {
  /** Statuses for a missing object. */
  readonly absent: readonly number[];
  readonly reads: readonly ReadOutcomes[];
}

/** One cause of answers that are wrong regardless of the request. */
export interface AnswerCause {
  /** The rule, the place of the request, and the common part of the answers, a line each. */
  readonly key: string;
  /** Position of the reported case in sending order. */
  readonly at: number;
  readonly cases: number;
  /** Operations that show it, each with the position of the first case. */
  readonly operations: readonly (readonly [operation: string, at: number])[];
  /** Operations in cases that are the same for every seed. */
  readonly planned: readonly string[];
  readonly report: FindingReport;
}
