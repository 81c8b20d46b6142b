/** Tracks changes of a case to existing objects, and the requests that restore them; each is noted in the journal. */

import { isDeepStrictEqual } from 'node:util';
import { bodiesIn, type Restoration, readingOf, whyNotCarriedOut } from '../cleanup/index.ts';
import { operationOn } from '../contract/index.ts';
import {
  type Case,
  type Endpoint,
  type Exchange,
  type Outcome,
  type PlannedRequest,
  parsedJson,
  type Step,
  type Unsent,
} from '../model/index.ts';
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
  /** Records what the answer to a step shows of its changes: a server can rewrite what it stores. */
  readonly noteAnswer: (step: Step, planned: PlannedRequest, outcome: Outcome) => void;
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

/** A change that is not restored yet, and its entry in the journal. */
interface OpenRestoration {
  readonly line: Restoration;
  readonly written: unknown[];
  strike: () => void;
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
  const open = new Map<string, OpenRestoration>();
  const restoring = new Set(steps.flatMap(({ undone }) => undone ?? []));
  const add = (one: OpenRestoration, bodies: readonly unknown[]) => {
    const more = bodies.filter(
      (body) => !one.written.some((known) => isDeepStrictEqual(known, body)),
    );
    if (more.length === 0) return;
    one.written.push(...more);
    const strikeEarlier = one.strike;
    one.strike = journal?.noteChange({ ...one.line, written: [...one.written] }) ?? (() => {});
    strikeEarlier();
  };
  const lineOf = (planned: PlannedRequest): Restoration => {
    const operation = operationOf(planned.operation);
    // Without a credential: the restoring request brings its own.
    const { style } = endpoint;
    const { method, target, headers, body } = encode(operation, planned, { style });
    const get = operationOn(contract.operations, document, operation.resource, 'get');
    const read = get && { read: encode(get, readingOf(get, planned.path), { style }).target };
    const what = `${document}/${operation.resource} ${Object.values(planned.path).join(' ')}`;
    const text = new TextDecoder().decode(body);
    const place = { document, baseUrl: endpoint.baseUrl };
    return { ...place, what, method, target, headers, body: text, ...read };
  };
  return {
    announce: ({ id, undone, request }, past) => {
      if (undone === undefined) return undefined;
      const undo = steps.find((one) => one.id === undone);
      if (undo === undefined) return { step: id, because: 'fault', why: `no step ${undone}` };
      let one = open.get(undone);
      if (one === undefined) {
        const filled = fill(undo.request, past);
        if (filled.kind === 'unfilled') {
          const why = `it could not be put back: ${filled.why}`;
          return { step: id, because: filled.because, why };
        }
        one = { line: lineOf(filled.value), written: [], strike: () => {} };
      }
      const sent = fill(request, past);
      if (sent.kind === 'unfilled') return { step: id, because: sent.because, why: sent.why };
      open.set(undone, one);
      add(one, bodiesIn(operationOf(request.operation), sent.value));
      return undefined;
    },
    noteAnswer: ({ undone = '' }, planned, outcome) => {
      const one = open.get(undone);
      if (one === undefined || outcome.kind === 'fault') return;
      const names = Object.keys(Object(parsedJson(one.line.body)));
      const bodies = bodiesIn(operationOf(planned.operation), planned, outcome);
      const shown = bodies.map((body) =>
        Object.fromEntries(names.flatMap((name) => (name in body ? [[name, body[name]]] : []))),
      );
      add(
        one,
        shown.filter((body) => Object.keys(body).length > 0),
      );
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
      open.get(id)?.strike();
      open.delete(id);
    },
  };
}
