/** Tracks changes of a case to existing objects, and the requests that restore them; each is noted in the journal. */

import { isDeepStrictEqual } from 'node:util';
import { readingOf, whyNotCarriedOut } from '../cleanup/index.ts';
import { operationOn } from '../contract/index.ts';
import type { Case, Endpoint, Exchange, PlannedRequest, Step, Unsent } from '../model/index.ts';
import { fill, type Past } from './reference.ts';
import type { RunContext } from './run-context.ts';

/** The unrestored changes of one case. */
export interface Restorations {
  /**
   * Records, before a step is sent, how to restore its changes.
   *
   * @returns why the step must not be sent: its changes cannot be restored; undefined if it may
   */
  readonly announce: (step: Step, past: Past) => Unsent | undefined;
  /** Returns true if a cleanup step restores a change. */
  readonly restores: (step: Step) => boolean;
  /** Returns true if a step was sent that it undoes. */
  readonly isDue: (step: Step) => boolean;
  /**
   * Returns true if answers show that nothing has to be restored: each write was refused or part of a batch, and later
   * reads equal earlier ones.
   */
  readonly isUnchanged: (step: Step, past: Past) => boolean;
  /** The object is restored. */
  readonly strike: (step: Step) => void;
}

/** RFC 4918, 11.1. */
const MULTI_STATUS = 207;

function asksTheSame({ request: one }: Exchange, { request: other }: Exchange): boolean {
  return one.method === other.method && one.target === other.target;
}

export function openRestorations(
  { document, steps }: Case,
  endpoint: Endpoint,
  {
    contract,
    encode,
    journal,
    operationOf,
    validate,
  }: Pick<RunContext, 'contract' | 'encode' | 'journal' | 'operationOf' | 'validate'>,
): Restorations {
  const open = new Map<string, () => void>();
  const restoring = new Set(steps.flatMap(({ undone }) => undone ?? []));
  const note = (planned: PlannedRequest): (() => void) => {
    const operation = operationOf(planned.operation);
    // Without a credential: the restoring request brings its own.
    const { style } = endpoint;
    const { method, target, headers, body } = encode(operation, planned, { style });
    const get = operationOn(contract.operations, document, operation.resource, 'get');
    const read = get && { read: encode(get, readingOf(get, planned.path), { style }).target };
    const what = `${document}/${operation.resource} ${Object.values(planned.path).join(' ')}`;
    const text = new TextDecoder().decode(body);
    const place = { document, baseUrl: endpoint.baseUrl };
    return (
      journal?.noteChange({ ...place, what, method, target, headers, body: text, ...read }) ??
      (() => {})
    );
  };
  return {
    announce: ({ id, undone }, past) => {
      if (undone === undefined || open.has(undone)) return undefined;
      const undo = steps.find((one) => one.id === undone);
      if (undo === undefined) return { step: id, because: 'fault', why: `no step ${undone}` };
      const filled = fill(undo.request, past);
      if (filled.kind === 'unfilled') {
        const why = `it could not be put back: ${filled.why}`;
        return { step: id, because: filled.because, why };
      }
      open.set(undone, note(filled.value));
      return undefined;
    },
    restores: ({ id }) => restoring.has(id),
    isDue: ({ id }) => open.has(id),
    isUnchanged: ({ id, request }, past) => {
      const writes = new Set(steps.filter(({ undone }) => undone === id).map((one) => one.id));
      const accepts = ({ step, outcome }: Exchange) => {
        if (outcome.kind === 'fault') return true;
        const { operation } = steps.find((one) => one.id === step)?.request ?? request;
        const why = whyNotCarriedOut(operationOf(operation), outcome, validate);
        // The status of a batch does not show the outcome of its parts.
        return why === undefined && outcome.status !== MULTI_STATUS;
      };
      const { exchanges } = past;
      const isWrite = ({ step }: Exchange) => writes.has(step);
      if (exchanges.filter(isWrite).some(accepts)) return false;
      const earlier = exchanges.slice(0, exchanges.findIndex(isWrite));
      const later = exchanges.slice(exchanges.findLastIndex(isWrite) + 1);
      const seen = later.findLast((one) => earlier.some((other) => asksTheSame(one, other)));
      if (seen === undefined) return false;
      const now = exchanges.map((one) =>
        earlier.includes(one) && asksTheSame(one, seen) ? { ...one, outcome: seen.outcome } : one,
      );
      const filled = fill(request, past);
      return (
        filled.kind === 'filled' &&
        isDeepStrictEqual(fill(request, { ...past, exchanges: now }), filled)
      );
    },
    strike: ({ id }) => {
      open.get(id)?.();
      open.delete(id);
    },
  };
}
