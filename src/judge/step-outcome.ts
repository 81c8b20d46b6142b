import { statusOf, type Validate } from '../contract/index.ts';
import type { Answer, Exchange, FaultCode, Operation, Unsent } from '../model/index.ts';

/**
 * The outcome of a request, before any clause is judged.
 * `succeeded`: the target says that it carried it out. `refused`: it says that it did not.
 * `rejected`: it did not look at the request itself (credential, pace, maintenance).
 * `redirected`: the answer is elsewhere; redirects are not followed.
 * `failed`: the server itself broke down. `unheard`: no answer, or none that arrived whole; with the
 * code `unsent`, it was never asked, because what the request needs had not come.
 */
export type StepOutcome =
  | { readonly kind: 'succeeded'; readonly answer: Answer }
  | {
      readonly kind: 'refused' | 'rejected' | 'redirected' | 'failed';
      readonly answer: Answer;
      /** The HTTP status, or the one that the body of a success tells. */
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

/** Credential missing or without rights; sent too slowly, too early or too often; not available. */
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
    status === outcome.status ? answered : `${answered} and a body that tells of a failure`;
  const reported = { answer: outcome, status, why };
  if (REJECTING.has(status)) return { kind: 'rejected', ...reported };
  // A server that does not do such a thing says so after a look at the request (RFC 9110, 15.6.2): sites of
  // this kind refuse to trash a revision with it.
  if (status === 501) return { kind: 'refused', ...reported };
  if (status >= 500) return { kind: 'failed', ...reported };
  if (status >= 400) return { kind: 'refused', ...reported };
  if (status >= 300) return { kind: 'redirected', ...reported };
  return { kind: 'succeeded', answer: outcome };
}
