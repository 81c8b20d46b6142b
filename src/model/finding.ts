/** Findings on a trace. */

/** The place of a finding: a step of the case, and a JSON Pointer into the body of its answer. */
export interface Where {
  readonly step: string;
  /** A JSON Pointer, or the name of another part of the answer such as `status`. */
  readonly pointer: string;
}

export type Obstacle = 'precondition' | 'fault' | 'no-data';

/** The result of a check on a trace. */
export type Finding =
  | { readonly kind: 'holds' }
  | {
      readonly kind: 'violated';
      readonly where: Where;
      readonly actual: string;
      readonly expected: string;
      /** Names of missing things such as routes, if that is the violation. */
      readonly absent?: readonly string[];
    }
  | { readonly kind: 'observed'; readonly where: Where; readonly value: string }
  | { readonly kind: 'not-judgeable'; readonly because: Obstacle; readonly why: string };

export type Verdict = 'pass' | 'fail' | 'warn' | 'observed' | 'skipped' | 'blocked' | 'error';
