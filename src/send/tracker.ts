import type {
  Answer,
  DocumentName,
  Endpoint,
  Leftover,
  Operation,
  Outcome,
  PlannedRequest,
} from '../model.ts';
import { type Announcement, isFindable } from './announcing.ts';
import type { CreatedResource } from './collections.ts';
import type { ResourceChanges } from './creation.ts';
import { isNothingSent } from './fault.ts';
import type { ListedObject } from './listed.ts';
import { openRemovals, type Removals } from './removals.ts';
import type { RunContext } from './run-context.ts';

/** Account of what one case has created and not yet removed for good. */
export interface ResourceTracker {
  /** Takes down what a request is about to create. What is returned takes in what came of it. */
  readonly announce: (
    operation: Operation,
    request: PlannedRequest,
  ) => (outcome: Outcome, unsent: boolean) => void;
  /** Removes for good what is still there. */
  readonly settle: (send: Parameters<Removals['settle']>[0]) => Promise<readonly Leftover[]>;
  /** Whether the request removes for good something that will be removed at the end, or was removed before. */
  readonly removes: (operation: Operation, request: PlannedRequest) => boolean;
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

/** An empty account; of a run that does not learn from answers, it stays empty. */
export function openTracker(
  document: DocumentName,
  endpoint: Endpoint,
  runContext: RunContext,
): ResourceTracker {
  const place = { document, baseUrl: endpoint.baseUrl };
  const removals = openRemovals(runContext.journal);
  const gone = new Set<string>();
  const nameless: Leftover[] = [];
  /** By what objects were created, for those that are made from them. */
  const names = new Map<string, Omit<Announcement, 'shelf'>>();
  /** What was not created, as far as the answers say. */
  const refused: Announcement[] = [];
  const encodePlain = (request: PlannedRequest) =>
    runContext.encode(runContext.operationOf(request.operation), request, {
      style: endpoint.style,
    });
  const keep = (made: CreatedResource) => {
    gone.delete(made.what);
    removals.keep(made, place, encodePlain);
  };
  const changesOf = (...call: Parameters<RunContext['changesOf']>): ResourceChanges | undefined =>
    call[0].writes || call[1].method !== undefined ? runContext.changesOf(...call) : undefined;
  const take = (changes: ResourceChanges) => {
    for (const what of changes.removed) if (removals.strike(what)) gone.add(what);
    for (const what of changes.missing) removals.markMissing(what);
    for (const made of changes.made) {
      runContext.register.noteMade(made.what);
      keep(made);
    }
    for (const { from, made } of changes.renamed) {
      if (removals.has(from)) keep(made);
    }
    nameless.push(...changes.nameless.map((one): Leftover => ({ ...one, tried: 'remove' })));
  };
  return {
    announce: (operation, request) => {
      const intents = runContext.intentsOf(operation, request).map(({ from, ...own }) => {
        const named = own.slug === undefined ? { ...names.get(from ?? ''), ...own } : own;
        // What is not signed in creates nothing, and nothing has to be looked for by hand.
        const isTold = isFindable(named) || request.credential.kind === 'valid';
        const tell = isTold ? runContext.register.announce({ ...named, ...place }) : undefined;
        return { named, tell };
      });
      return (outcome, unsent) => {
        const changes =
          outcome.kind === 'answer' ? changesOf(operation, request, outcome) : undefined;
        if (changes) take(changes);
        const made = changes?.made ?? [];
        const [only] = made;
        const [first] = intents;
        if (only && first && intents.length === 1) names.set(only.what, first.named);
        if (outcome.kind === 'answer' && refused.length > 0) {
          for (const seen of runContext.seenIn(operation, outcome)) {
            if (refused.some((one) => isSame(one, seen))) keep(seen.made);
          }
        }
        const fate = fateOf(outcome, unsent, made.length === intents.length, changes);
        for (const { tell, named } of intents) {
          tell?.(fate);
          if (fate === 'refused' || fate === 'unanswered') refused.push(named);
        }
      };
    },
    settle: async (send) =>
      (await removals.settle(send)).map((one): Leftover => {
        const { slug, title, url } = names.get(one.what) ?? {};
        const name = slug ?? title ?? url;
        return { ...one, tried: 'remove', ...(name !== undefined && { name }) };
      }),
    removes: (operation, request) =>
      changesOf(operation, request, CARRIED_OUT)?.removed.some(
        (what) => removals.has(what) || gone.has(what),
      ) ?? false,
    nameless: () => nameless,
  };
}

/** Under the very slug that was announced: anything else may be of another case. */
function isSame({ shelf, slug }: Announcement, seen: ListedObject): boolean {
  return slug !== undefined && slug === seen.slug && seen.what.startsWith(`${shelf} `);
}

function fateOf(
  outcome: Outcome,
  unsent: boolean,
  allMade: boolean,
  changes: ResourceChanges | undefined,
): 'unsent' | 'made' | 'refused' | 'unanswered' {
  if (unsent) return 'unsent';
  if (outcome.kind === 'fault') return isNothingSent(outcome.code) ? 'unsent' : 'unanswered';
  if (allMade) return 'made';
  return (changes?.nameless.length ?? 0) > 0 ? 'unanswered' : 'refused';
}
