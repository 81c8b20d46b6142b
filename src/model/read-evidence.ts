/** Outcomes of the valid requests that read: evidence for a rule over all requests of a run. */

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

/** What `robust/valid-accepted` is judged by: that takes all requests of a run. */
export interface ReadEvidence {
  /** Statuses that mean that an object does not exist. */
  readonly absent: readonly number[];
  readonly reads: readonly ReadOutcomes[];
}
