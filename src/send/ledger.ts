import type { Answer, Endpoint, Leftover, Operation, PlannedRequest } from '../model.ts';
import type { Course } from './course.ts';
import type { Changes, Made } from './creation.ts';

/** Account of what one case has created and not yet removed for good. */
export interface Ledger {
  /** Takes in what an answer says. What is created is in the journal when this returns. */
  readonly note: (operation: Operation, request: PlannedRequest, answer: Answer) => void;
  /** What is still there, the youngest first: what came later may build on what came before. */
  readonly open: () => readonly Made[];
  /** Whether the request removes for good something that will be removed at the end, or was removed before. */
  readonly removes: (operation: Operation, request: PlannedRequest) => boolean;
  /** Takes something off the account, for it is no longer there. */
  readonly strike: (what: string) => void;
  /** What was created under an ID that no answer told. */
  readonly nameless: () => readonly Leftover[];
}

/** As if it had been carried out, to see what a request is about. */
const CARRIED_OUT: Answer = {
  kind: 'answer',
  status: 204,
  reason: '',
  headers: [],
  body: { bytes: new Uint8Array(), completeness: 'complete', content: { kind: 'empty' } },
};

/** An empty account; of a course that does not learn from answers, it stays empty. */
export function openLedger(
  document: 'content' | 'integration',
  endpoint: Endpoint,
  course: Course,
): Ledger {
  const kept = new Map<string, { readonly made: Made; readonly strike: () => void }>();
  const gone = new Set<string>();
  const nameless: Leftover[] = [];
  const strike = (what: string) => {
    kept.get(what)?.strike();
    if (kept.delete(what)) gone.add(what);
  };
  const keep = (made: Made) => {
    if (kept.has(made.what)) return;
    gone.delete(made.what);
    // On the account first: should the journal fail, it is still removed.
    kept.set(made.what, { made, strike: () => {} });
    const { operationOf, encode, journal } = course;
    if (journal === undefined) return;
    const { method, target, headers } = encode(
      operationOf(made.removal.operation),
      made.removal,
      endpoint.style,
      undefined,
    );
    const { what } = made;
    const { baseUrl } = endpoint;
    kept.set(what, {
      made,
      strike: journal.note({ document, baseUrl, what, method, target, headers }),
    });
  };
  const changesOf = (...call: Parameters<Course['changesOf']>): Changes | undefined =>
    call[0].writes || call[1].method !== undefined ? course.changesOf(...call) : undefined;
  return {
    note: (operation, request, answer) => {
      const changes = changesOf(operation, request, answer);
      if (changes === undefined) return;
      for (const what of changes.removed) strike(what);
      for (const made of changes.made) keep(made);
      nameless.push(...changes.nameless.map((one): Leftover => ({ ...one, tried: 'remove' })));
    },
    open: () => [...kept.values()].map(({ made }) => made).reverse(),
    removes: (operation, request) =>
      changesOf(operation, request, CARRIED_OUT)?.removed.some(
        (what) => kept.has(what) || gone.has(what),
      ) ?? false,
    strike,
    nameless: () => nameless,
  };
}
