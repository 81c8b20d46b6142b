import { statusOf, type Validate } from '../contract/index.ts';
import type { Answer, Exchange, FaultCode, Operation, Unsent } from '../model/index.ts';

/**
 * The outcome of a request before any clause is judged. `succeeded`: the target reports success. `refused`: it reports
 * a refusal. `rejected`: it did not look at the request (credential, pace, maintenance). `redirected`: redirects are
 * not followed. `failed`: the server crashed. `unheard`: no complete answer; with the code `unsent` the request was
 * never sent, because a value for it was missing.
 */
export type StepOutcome =
  | { readonly kind: 'succeeded'; readonly answer: Answer }
  | {
      readonly kind: 'refused' | 'rejected' | 'redirected' | 'failed';
      readonly answer: Answer;
      /** The HTTP status, or the status in the body of a success. */
      readonly status: number;
      readonly why: string;
    }
  | { readonly kind: 'no-response'; readonly code: FaultCode | 'incomplete'; readonly why: string }
  | {
      readonly kind: 'no-response';
      readonly code: 'unsent';
      readonly because: Unsent['because'];
      readonly why: string;
    };

/** Missing credential or rights; too fast, too early or too often; unavailable. */
const REJECTING: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429, 503]);

export function isBarring(status: number): boolean {
  return REJECTING.has(status);
}

export function stepOutcomeOf(
  exchange: Exchange | undefined,
  operation: Operation,
  validate: Validate,
  unsent?: Unsent,
): StepOutcome {
  if (unsent) {
    return { kind: 'no-response', code: 'unsent', because: unsent.because, why: unsent.why };
  }
  if (!exchange) return { kind: 'no-response', code: 'other', why: 'it was not sent' };
  const { outcome } = exchange;
  if (outcome.kind === 'fault') {
    return { kind: 'no-response', code: outcome.code, why: outcome.message };
  }
  if (outcome.body.completeness !== 'complete') {
    const why = `the body of the answer is ${outcome.body.completeness} after ${outcome.body.bytes.length} bytes`;
    return { kind: 'no-response', code: 'incomplete', why };
  }
  const status = statusOf(operation, outcome, validate);
  const answered = `it was answered with HTTP ${outcome.status}`;
  const why =
    status === outcome.status ? answered : `${answered} and a body that reports a failure`;
  const reported = { answer: outcome, status, why };
  if (REJECTING.has(status)) return { kind: 'rejected', ...reported };
  // 501 answers a request that the server has read (RFC 9110, 15.6.2): such sites refuse to trash a revision with it.
  if (status === 501) return { kind: 'refused', ...reported };
  if (status >= 500) return { kind: 'failed', ...reported };
  if (status >= 400) return { kind: 'refused', ...reported };
  if (status >= 300) return { kind: 'redirected', ...reported };
  return { kind: 'succeeded', answer: outcome };
}
