import type {
  Answer,
  DocumentName,
  Endpoint,
  Leftover,
  Operation,
  Outcome,
  PlannedRequest,
} from '../model.ts';
import type { Announcement } from './announcing.ts';
import type { CreatedResource } from './collections.ts';
import type { ResourceChanges } from './creation.ts';
import { isNothingSent } from './fault.ts';
import type { RunContext } from './run-context.ts';
import type { ListedObject } from './sweep.ts';

/** Account of what one case has created and not yet removed for good. */
export interface ResourceTracker {
  /** Takes down what a request is about to create. What is returned takes in what came of it. */
  readonly announce: (
    operation: Operation,
    request: PlannedRequest,
  ) => (outcome: Outcome, unsent: boolean) => void;
  /** What is still there, the youngest first: what came later may build on what came before. */
  readonly open: () => readonly OpenRemoval[];
  /** Whether the request removes for good something that will be removed at the end, or was removed before. */
  readonly removes: (operation: Operation, request: PlannedRequest) => boolean;
  /** Takes something off the account, for it is no longer there. */
  readonly strike: (what: string) => void;
  /** What was created under an ID that no answer told. */
  readonly nameless: () => readonly Leftover[];
}

export interface OpenRemoval {
  readonly made: CreatedResource;
  /** Requests that remove it, in this order, as long as the answer is that it is not there. */
  readonly removals: readonly PlannedRequest[];
}

/** As if it had been carried out, to see what a request is about. */
const CARRIED_OUT: Answer = {
  kind: 'answer',
  status: 204,
  reason: '',
  headers: [],
  body: { bytes: new Uint8Array(), completeness: 'complete', content: { kind: 'empty' } },
};

interface TrackerEntry {
  readonly made: CreatedResource;
  readonly strike: () => void;
  /** Not under its own ID. */
  missing: boolean;
}

/** An empty account; of a course that does not learn from answers, it stays empty. */
export function openTracker(
  document: DocumentName,
  endpoint: Endpoint,
  runContext: RunContext,
): ResourceTracker {
  const { baseUrl } = endpoint;
  const kept = new Map<string, TrackerEntry>();
  const gone = new Set<string>();
  const nameless: Leftover[] = [];
  /** By what objects were created, for those that are made from them. */
  const names = new Map<string, { readonly slug?: string; readonly title?: string }>();
  /** What was not created, as far as the answers say. */
  const refused: Announcement[] = [];
  const strike = (what: string) => {
    kept.get(what)?.strike();
    if (kept.delete(what)) gone.add(what);
  };
  const spell = (request: PlannedRequest) =>
    runContext.encode(
      runContext.operationOf(request.operation),
      request,
      endpoint.style,
      undefined,
    );
  const keep = (made: CreatedResource) => {
    if (kept.has(made.what)) return;
    gone.delete(made.what);
    // On the account first: should the journal fail, it is still removed.
    kept.set(made.what, { made, strike: () => {}, missing: false });
    const { journal } = runContext;
    if (journal === undefined) return;
    const { method, target, headers } = spell(made.removal);
    const trashed = made.trashed && { trashed: spell(made.trashed).target };
    const { what } = made;
    const line = { document, baseUrl, what, method, target, ...trashed, headers };
    kept.set(what, { made, strike: journal.note(line), missing: false });
  };
  const changesOf = (...call: Parameters<RunContext['changesOf']>): ResourceChanges | undefined =>
    call[0].writes || call[1].method !== undefined ? runContext.changesOf(...call) : undefined;
  const take = (changes: ResourceChanges) => {
    for (const what of changes.removed) strike(what);
    for (const what of changes.missing) {
      const one = kept.get(what);
      if (one) one.missing = true;
    }
    for (const made of changes.made) keep(made);
    for (const { from, made } of changes.renamed) {
      if (kept.has(from)) keep(made);
    }
    nameless.push(...changes.nameless.map((one): Leftover => ({ ...one, tried: 'remove' })));
  };
  return {
    announce: (operation, request) => {
      const intents = runContext.intentsOf(operation, request).map(({ from, ...own }) => {
        const named = own.slug === undefined ? { ...names.get(from ?? ''), ...own } : own;
        const isKnown = named.slug !== undefined || named.title !== undefined;
        const tell = isKnown
          ? runContext.register.announce({ ...named, document, baseUrl })
          : undefined;
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
    open: () =>
      [...kept.values()].reverse().map(({ made, missing }) => ({
        made,
        removals: [
          ...(missing && made.trashed ? [] : [made.removal]),
          ...(made.trashed ? [made.trashed] : []),
        ],
      })),
    removes: (operation, request) =>
      changesOf(operation, request, CARRIED_OUT)?.removed.some(
        (what) => kept.has(what) || gone.has(what),
      ) ?? false,
    strike,
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
