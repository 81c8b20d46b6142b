/** What a case changes of what was there before it, and the requests that put that back; each is noted in the journal. */

import { isDeepStrictEqual } from 'node:util';
import { readingOf, whyNotCarriedOut } from '../cleanup/index.ts';
import { operationOn } from '../contract/index.ts';
import type { Case, Endpoint, Exchange, PlannedRequest, Step, Unsent } from '../model/index.ts';
import { fill, type Past } from './reference.ts';
import type { RunContext } from './run-context.ts';

/** Account of what one case has changed and not yet put back. */
export interface Restorations {
  /**
   * Takes down, before a step goes out, how what it changes is put back.
   *
   * @returns why that cannot be told, and the step must not go out; undefined where it may
   */
  readonly announce: (step: Step, past: Past) => Unsent | undefined;
  /** Returns true if a cleanup step puts something back. */
  readonly restores: (step: Step) => boolean;
  /** Whether a step went out of those that it undoes. */
  readonly isDue: (step: Step) => boolean;
  /**
   * Returns true if nothing has to be put back, as far as answers tell: each write that a cleanup step undoes was refused, or was
   * part of a batch, and what was read after them is what was read before.
   */
  readonly isUnchanged: (step: Step, past: Past) => boolean;
  /** It is as it was. */
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
    // Without a credential: whoever puts it back brings one.
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
        // What became of the parts of a batch is not in its status.
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
