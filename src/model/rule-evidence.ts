/** Evidence for the rules that take all requests of a run: a shard hands it on. */

import type { DocumentName, Json } from './contract.ts';
import type { FindingReport } from './report.ts';

/** A parameter of a request that was refused, and what its table says about it. */
export interface RefusedParameter {
  readonly name: string;
  readonly value: Json;
  readonly default?: Json;
  /** True if its table says nothing of values. */
  readonly isOpen: boolean;
}

/** A valid request that reads, and was refused. */
export interface RefusedRead {
  /** Place of its case in the plan. */
  readonly at: number;
  readonly step: string;
  readonly status: number;
  /** The status in words. */
  readonly words: string;
  readonly query: readonly RefusedParameter[];
  readonly report: FindingReport;
}

/** Outcomes of the valid requests for one operation that reads, below one object. */
export interface ReadOutcomes {
  readonly key: string;
  readonly operation: string;
  readonly document: DocumentName;
  /** The first case that asked, and its place in the plan. */
  readonly first: { readonly id: string; readonly at: number };
  /** Parameters with values in requests that were carried out. */
  readonly carriedOut: readonly string[];
  readonly refused: readonly RefusedRead[];
}

/** Evidence for `robust/valid-accepted`, which needs all requests of a run. */
export interface ReadEvidence {
  /** Statuses that mean that an object does not exist. */
  readonly absent: readonly number[];
  readonly reads: readonly ReadOutcomes[];
}

/** One cause of answers that are wrong regardless of the request. */
export interface AnswerCause {
  /** The rule, the place of the request and what the answers have in common, a line each. */
  readonly key: string;
  /** Place of the reported case in the order of sending. */
  readonly at: number;
  /** Number of cases that show it. */
  readonly cases: number;
  /** Operations that show it, each with the place of the first case. */
  readonly operations: readonly (readonly [operation: string, at: number])[];
  /** Those that cases show that are the same for every seed. */
  readonly planned: readonly string[];
  readonly report: FindingReport;
}
