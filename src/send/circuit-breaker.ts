import type { Outcome, TransportFault } from '../model/index.ts';
import { fault } from './fault.ts';
import { BOUNDS, NOT_THE_TARGETS, POLICY, UNREACHABLE } from './policy.ts';

/** A dead target costs a few timeouts, not one for each case. */
const GIVE_UP_AFTER = POLICY.unreachable.givesUpAfter.answered;

/**
 * Counts failed exchanges with one endpoint, and decides when to give it up.
 *
 * The endpoint is given up on after so many consecutive failures to connect. A timeout can concern only
 * one operation, which is given up by itself after so many consecutive timeouts; the endpoint
 * follows once a second operation has timed out in the same row (a third, if it ever answered).
 */
export interface CircuitBreaker {
  /** The fault to report instead of sending; undefined if sending is still worthwhile. */
  readonly lost: (operation: string) => TransportFault | undefined;
  readonly note: (operation: string, outcome: Outcome) => void;
}

interface Row {
  readonly length: number;
  readonly last: TransportFault;
}

export function circuitBreaker(): CircuitBreaker {
  let answered = false;
  let row: Row | undefined;
  let silent = new Set<string>();
  let lostEndpoint: TransportFault | undefined;
  const rows = new Map<string, Row>();
  const lostOperations = new Map<string, TransportFault>();

  return {
    lost: (operation) => lostEndpoint ?? lostOperations.get(operation),
    note: (operation, outcome) => {
      const failure = failureOf(outcome);
      if (failure === undefined) {
        // Limits of a run or a request say nothing about the target.
        if (outcome.kind === 'fault' && NOT_THE_TARGETS.has(outcome.code)) return;
        answered ||= outcome.kind === 'answer';
        row = undefined;
        silent = new Set();
        rows.delete(operation);
        return;
      }
      row = grown(row, failure);
      if (failure.code === 'timed-out') {
        silent.add(operation);
        const own = grown(rows.get(operation), failure);
        rows.set(operation, own);
        if (own.length >= BOUNDS.silentCalls)
          lostOperations.set(operation, givenUp(operation, own));
      }
      const sure =
        UNREACHABLE.has(failure.code) ||
        silent.size >= BOUNDS.silentOperations[answered ? 'answered' : 'never'];
      if (row.length >= GIVE_UP_AFTER && sure) lostEndpoint = givenUp('the target', row);
    },
  };
}

function failureOf(outcome: Outcome): TransportFault | undefined {
  if (outcome.kind === 'answer') {
    return outcome.body.completeness === 'timed-out'
      ? fault('timed-out', 'the body did not arrive in time')
      : undefined;
  }
  return UNREACHABLE.has(outcome.code) || outcome.code === 'timed-out' ? outcome : undefined;
}

function grown(row: Row | undefined, last: TransportFault): Row {
  return { length: (row?.length ?? 0) + 1, last };
}

function givenUp(what: string, row: Row): TransportFault {
  return fault(
    row.last.code,
    `not sent: ${what} was given up on after ${GIVE_UP_AFTER} such faults in a row (${row.last.message})`,
  );
}
