/** What a case changes of what was there before it, and the requests that put that back; each is noted in the journal. */

import type { Case, Endpoint, PlannedRequest, Step, Unsent } from '../model.ts';
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
  /** Whether a cleanup step puts something back. */
  readonly restores: (step: Step) => boolean;
  /** Whether a step went out of those that it undoes. */
  readonly isDue: (step: Step) => boolean;
  /** It is as it was. */
  readonly strike: (step: Step) => void;
}

export function openRestorations(
  { document, steps }: Case,
  endpoint: Endpoint,
  { encode, journal, operationOf }: Pick<RunContext, 'encode' | 'journal' | 'operationOf'>,
): Restorations {
  const open = new Map<string, () => void>();
  const restoring = new Set(steps.flatMap(({ undone }) => undone ?? []));
  const note = (planned: PlannedRequest): (() => void) => {
    const operation = operationOf(planned.operation);
    // Without a credential: whoever puts it back brings one.
    const { method, target, headers, body } = encode(operation, planned, { style: endpoint.style });
    const what = `${document}/${operation.resource} ${Object.values(planned.path).join(' ')}`;
    const text = new TextDecoder().decode(body);
    const place = { document, baseUrl: endpoint.baseUrl };
    return (
      journal?.noteChange({ ...place, what, method, target, headers, body: text }) ?? (() => {})
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
    strike: ({ id }) => {
      open.get(id)?.();
      open.delete(id);
    },
  };
}
