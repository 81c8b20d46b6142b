/** Accepted findings, and what a run is compared with. */

/**
 * In what way something is wrong. `accepted`: a request that breaks a rule was carried out. `refused`, `failed`:
 * a request was answered with 4xx, 5xx. `status`: another status than stated. `missing`, `null`, `value`: what
 * stands, or does not stand, at a place of an answer.
 */
export type ViolationKind =
  | 'accepted'
  | 'refused'
  | 'failed'
  | 'status'
  | 'missing'
  | 'null'
  | 'value';

/** A violation by its constant properties: no values, cases or seeds. */
export interface BaselineCause {
  /** `fail` for a stated clause, `warn` for an implied one. */
  readonly verdict: 'fail' | 'warn';
  readonly kind: ViolationKind;
  /** The violating part of the request, or the place in the answer; indices as `*`. */
  readonly at: string;
  /** Ids of clauses, each with the operations that show it. */
  readonly clauses: { readonly [clause: string]: readonly string[] };
}

/** Findings that were accepted once for a target: a later run fails on new ones. */
export interface Baseline {
  readonly target: string;
  /** Digest of the contract that the accepted runs were judged by. */
  readonly contract: string;
  /** Ids of the clauses that existed then; nothing was accepted for others. All are compared if absent. */
  readonly clauses?: readonly string[];
  /** Accepted findings of a run of the suites; absent without any. */
  readonly causes?: readonly BaselineCause[];
  /** Accepted findings of campaigns, by id; absent without any. */
  readonly findings?: readonly string[];
}

export interface BaselineComparison {
  /** The name of the baseline's file. */
  readonly file: string;
  /** Causes that are not in the baseline. */
  readonly new: readonly BaselineCause[];
  /** Causes in the baseline with further clauses and operations. */
  readonly worse: readonly BaselineCause[];
  /** Entries of the baseline that a whole run did not find, although it judged the clauses completely. */
  readonly gone: readonly BaselineCause[];
  /** Number of causes of the run that the baseline contains. */
  readonly accepted: number;
  /** Causes of clauses that did not exist when the baseline was made; absent if there are no such causes. */
  readonly uncompared?: readonly BaselineCause[];
}

/** A run compared with an earlier report. */
export interface SinceReport {
  /** The folder of the earlier report, as it was given. */
  readonly report: string;
  /** The start of the earlier run, ISO 8601. */
  readonly startedAt: string;
  readonly new: readonly BaselineCause[];
  readonly worse: readonly BaselineCause[];
  readonly gone: readonly BaselineCause[];
  /** Number of causes that both have. */
  readonly same: number;
  /** Causes that only one of the two runs judged. */
  readonly uncompared: readonly BaselineCause[];
}

export interface BaselineOfRun {
  readonly file: string;
  readonly baseline: Baseline;
  /** True if its entries fail no run; otherwise it is only compared. */
  readonly excuses: boolean;
}
