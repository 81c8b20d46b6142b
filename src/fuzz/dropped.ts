/** Requests whose connection ended, or stayed silent, before the answer was whole. */

import type { Contract } from '../contract/index.ts';
import { IN_TIME, KEEPS_CONNECTION } from '../judge/index.ts';
import type { Exchange, FuzzCase, Trace } from '../model/index.ts';
import { isUnreachable } from '../send/index.ts';
import type { FuzzViolation } from './case-violations.ts';

/** Returns true if the target received the request and gave no whole answer. */
export function isDropped({ outcome, resent }: Exchange): boolean {
  if (isLate({ outcome })) return true;
  if (outcome.kind === 'answer') return outcome.body.completeness === 'cut-off';
  // The first attempt was cut; the second found the target gone.
  return isCut({ outcome }) || (resent && isUnreachable(outcome));
}

/** Returns true if the answer, or the rest of it, did not come in time. */
export function isLate({ outcome }: Pick<Exchange, 'outcome'>): boolean {
  return outcome.kind === 'answer'
    ? outcome.body.completeness === 'timed-out'
    : outcome.code === 'timed-out';
}

function isCut({ outcome }: Pick<Exchange, 'outcome'>): boolean {
  return outcome.kind === 'fault' && (outcome.code === 'reset' || outcome.code === 'closed');
}

const RULES: ReadonlySet<string> = new Set([IN_TIME.id, KEEPS_CONNECTION.id]);

/** Returns true for a violation by a request without a whole answer. */
export function isByDrop({ clause }: Pick<FuzzViolation, 'clause'>): boolean {
  return RULES.has(clause);
}

/**
 * The violation by a target that ended with a request, or stayed silent from then on. A great request counts as well, although a server may close
 * its connection.
 */
export function endedBy(
  { marks }: FuzzCase,
  trace: Trace,
  contract: Contract,
): FuzzViolation | undefined {
  const { step, outcome } = trace.exchanges.find(isDropped) ?? {};
  const sent = trace.case.steps.find(({ id }) => id === step);
  if (step === undefined || outcome === undefined || sent === undefined) return undefined;
  const { id, level, states } = KEEPS_CONNECTION;
  const pointer = outcome.kind === 'answer' ? 'body' : 'answer';
  const mark = marks.find((one) => one.step === step);
  return {
    ...{ clause: id, level, states, verdict: 'fail', step, where: pointer, pointer },
    operation: contract.operation(sent.request.operation).id,
    actual: isLate({ outcome }) ? 'no answer in time' : 'no answer: the target ended',
    expected: 'an answer',
    signature: '',
    mark: mark?.mode === 'stateful' ? { ...mark, mode: 'valid', class: 'valid' } : mark,
  };
}
