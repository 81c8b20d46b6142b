import {
  forbidden,
  openTracker,
  type ResourceTracker,
  readInstead,
  removalAnswer,
  whyNotCarriedOut,
  whyNotGone,
} from '../cleanup/index.ts';
import {
  type Case,
  type Endpoint,
  type Exchange,
  type Leftover,
  mayWriteTo,
  type Operation,
  type PlannedRequest,
  type Step,
  type Trace,
  type Unsent,
  type WireRequest,
} from '../model/index.ts';
import { withFileTarget } from './address.ts';
import { allOf, concurrentSteps, goesOn } from './concurrent-steps.ts';
import { fill, type Past, refers } from './reference.ts';
import { openRestorations, type Restorations } from './restoring.ts';
import { untilNow } from './retry.ts';
import { exchangeOf, type RunContext } from './run-context.ts';

/** A step with its operation, encoded unless it waits for an answer. */
interface Ready {
  readonly step: Step;
  readonly operation: Operation;
  readonly request: WireRequest | undefined;
}

interface CaseProgress {
  readonly item: Case;
  readonly endpoint: Endpoint;
  readonly runContext: RunContext;
  readonly tracker: ResourceTracker;
  readonly restorations: Restorations;
  readonly exchanges: Exchange[];
  readonly unsent: Unsent[];
  readonly left: Leftover[];
}

/**
 * Sends the steps of a case in order. Then it sends the cleanup steps and removes what the case created, also after
 * failures and interruptions, as long as `late` allows.
 */
export async function traceOf(item: Case, runContext: RunContext): Promise<Trace> {
  const endpoint = runContext.target.endpoints[item.document];
  const sendable = item.lacks === undefined && item.unproven === undefined;
  if (!sendable || endpoint === undefined) return { case: item, exchanges: [] };
  const encoded = encodeAll(item, endpoint, runContext);
  if (encoded.kind === 'unencodable') {
    return { case: { ...item, unproven: encoded.why }, exchanges: [] };
  }
  const lacks = forbidden(item, endpoint, runContext);
  if (lacks !== undefined) return { case: { ...item, lacks }, exchanges: [] };
  const held = heldBack(item, endpoint, runContext);
  if (held !== undefined) return { case: { ...item, lacks: held }, exchanges: [] };
  const { late } = runContext;
  const tracker = openTracker(
    item.document,
    endpoint,
    runContext,
    async (planned, step, earlier) => {
      const operation = runContext.operationOf(planned.operation);
      const request = runContext.encode(operation, planned, endpoint);
      const due = { step, operation: operation.id, request, item, earlier, begin: late, end: late };
      return exchangeOf(due, endpoint, runContext);
    },
  );
  const progress: CaseProgress = {
    item,
    endpoint,
    runContext,
    tracker,
    restorations: openRestorations(item, endpoint, runContext),
    exchanges: [],
    unsent: [],
    left: [],
  };
  let removals: readonly Exchange[] = [];
  try {
    for (const group of concurrentSteps(encoded.steps)) {
      if (!(await carryOutAll(group, progress))) break;
    }
  } finally {
    for (const ready of encoded.steps) {
      if (ready.step.role === 'cleanup') await cleanUp(ready, progress);
    }
    removals = await removeRest(progress);
  }
  const { exchanges, unsent } = progress;
  const left = [...progress.left, ...tracker.nameless()];
  const ownership = tracker.reads();
  const looks = tracker.looks();
  return {
    case: item,
    exchanges,
    ...(unsent.length > 0 && { unsent }),
    ...(removals.length > 0 && { removals }),
    ...(ownership.length > 0 && { ownership }),
    ...(looks.length > 0 && { looks }),
    ...(left.length > 0 && { left }),
  };
}

/** Why a case is held back: a collection refused to remove what was created in it. */
function heldBack(
  { steps }: Case,
  endpoint: Endpoint,
  { register, target, intentsOf, operationOf, leaveBehind }: RunContext,
): string | undefined {
  if (leaveBehind === 'anywhere') return undefined;
  const mayLeave = mayWriteTo(endpoint, target, leaveBehind);
  for (const { request } of steps) {
    for (const { collection } of intentsOf(operationOf(request.operation), request)) {
      const lost = register.lost(collection);
      if (lost !== undefined) return `nothing can be removed here: ${collection} (${lost})`;
      if (mayLeave) continue;
      const why = register.heldBack(collection);
      if (why !== undefined) return `removal ${failureOf(why)} here: ${collection} (${why})`;
    }
  }
  return undefined;
}

function failureOf(why: string): string {
  return /^HTTP (401|403|405|501)\b/.test(why) ? 'is refused' : 'fails';
}

/**
 * Encodes steps before the first is sent, so that an invalid case does not touch the target. Steps that refer to
 * answers are encoded later.
 */
function encodeAll(
  { steps }: Case,
  endpoint: Endpoint,
  { operationOf, encode }: RunContext,
):
  | { readonly kind: 'encoded'; readonly steps: readonly Ready[] }
  | { readonly kind: 'unencodable'; readonly why: string } {
  const encoded: Ready[] = [];
  for (const step of steps) {
    try {
      const operation = operationOf(step.request.operation);
      const waits = steps.length > 1 && refers(step.request);
      const request = waits ? undefined : encode(operation, step.request, endpoint);
      encoded.push({ step, operation, request });
    } catch (error) {
      return { kind: 'unencodable', why: whyUnencodable(step, error) };
    }
  }
  return { kind: 'encoded', steps: encoded };
}

function whyUnencodable(step: Step, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `step ${step.id} cannot be encoded: ${reason}`;
}

/** A sent step with resolved references. */
interface Sent {
  readonly planned: PlannedRequest;
  readonly exchange: Exchange;
}

/** Sends steps at once. @returns false if the case ends here */
async function carryOutAll(group: readonly Ready[], progress: CaseProgress): Promise<boolean> {
  const { exchanges } = progress;
  const before = exchanges.length;
  const sent = await allOf(
    group.map(async (ready) => ({ ready, one: await carryOut(ready, progress) })),
  );
  // Answers may come in another order than that of the steps.
  exchanges.splice(
    before,
    Number.POSITIVE_INFINITY,
    ...sent.flatMap(({ one }) => one?.exchange ?? []),
  );
  return sent.every(({ ready, one }) => !one || goesOn(ready.step, one.exchange.outcome));
}

/** Sends one step and records its outcome; undefined if it could not be sent. */
async function carryOut(ready: Ready, progress: CaseProgress): Promise<Sent | undefined> {
  const { step, operation } = ready;
  const { item, endpoint, runContext } = progress;
  const past = pastOf(progress);
  const serialized =
    progress.restorations.announce(step, past) ??
    (ready.request
      ? { planned: step.request, request: ready.request }
      : spell(ready, past, progress));
  if ('because' in serialized) {
    progress.unsent.push(serialized);
    return undefined;
  }
  const { planned, request } = serialized;
  const refusal = await progress.tracker.refusal(operation, planned, step.request);
  if (refusal !== undefined) {
    progress.unsent.push({ step: step.id, because: 'precondition', why: refusal });
    return undefined;
  }
  const cleans = step.role === 'cleanup';
  const due = { step: step.id, operation: operation.id, request, item };
  // Only the answer to a write shows what it created, so it is awaited.
  const end = cleans || operation.writes ? runContext.late : runContext.stop;
  const begin = cleans ? runContext.late : runContext.stop;
  const settle = await progress.tracker.announce(step.id, operation, planned);
  // A creation that was refused because of load may have been carried out.
  const mayResend = operation.writes
    ? () => progress.tracker.isUncreated(operation, planned)
    : undefined;
  const exchange = await exchangeOf(
    { ...due, begin, end, ...(mayResend && { mayResend }) },
    endpoint,
    runContext,
  );
  settle(exchange);
  progress.restorations.noteAnswer(step, planned, exchange.outcome);
  progress.exchanges.push(exchange);
  return { planned, exchange };
}

function pastOf({ item, exchanges, unsent, runContext: { operationOf } }: CaseProgress): Past {
  return { steps: item.steps, exchanges, unsent, operationOf };
}

/** Resolves references of a step and encodes it, or returns the reason for a failure. */
function spell(
  { step, operation }: Ready,
  past: Past,
  { endpoint, runContext }: CaseProgress,
): { readonly planned: PlannedRequest; readonly request: WireRequest } | Unsent {
  const filled = fill(step.request, past);
  if (filled.kind === 'unfilled') {
    const { because, why } = filled;
    return { step: step.id, because, why };
  }
  const planned = withFileTarget(filled.value, endpoint.baseUrl);
  if (planned === undefined) {
    return { step: step.id, because: 'precondition', why: 'the file is not below the base URL' };
  }
  try {
    const request = runContext.encode(operation, planned, endpoint);
    return { planned, request };
  } catch (error) {
    return { step: step.id, because: 'fault', why: whyUnencodable(step, error) };
  }
}

/** A failed cleanup step is reported, unless its object is removed anyway, or gone. */
async function cleanUp(ready: Ready, progress: CaseProgress): Promise<void> {
  const { step, operation } = ready;
  const { item, left, restorations, runContext, tracker } = progress;
  const restores = restorations.restores(step);
  if (restores && !restorations.isDue(step)) return;
  const sent = await carryOut(ready, progress);
  // A reading cleanup step only inspects the result, which checks judge.
  if (sent === undefined || !operation.writes) return;
  const { outcome } = sent.exchange;
  const why = (restores ? whyNotCarriedOut : whyNotGone)(operation, outcome, runContext.validate);
  const isRestored = why === undefined || restorations.isUnchanged(step, pastOf(progress));
  if (isRestored) restorations.strike(step);
  else if (!tracker.removes(operation, sent.planned)) {
    left.push({ what: `${operation.id} (${step.id} of ${item.id})`, tried: 'clean up', why });
  }
}

/** Permanently removes what the case created and did not remove. */
async function removeRest({ item, endpoint, runContext, tracker, left }: CaseProgress) {
  const removals: Exchange[] = [];
  const unremoved = await tracker.settle(async (removal, step, what) => {
    const operation = runContext.operationOf(removal.operation);
    const { late } = runContext;
    let isOfOthers = false;
    const mayResend = async () => {
      isOfOthers = (await tracker.doubtAgain(what)) !== undefined;
      return !isOfOthers;
    };
    const send = async (planned: PlannedRequest, name: string) => {
      const request = runContext.encode(operation, planned, endpoint);
      const due = { step: name, operation: operation.id, request, item, begin: late, end: late };
      const sendOnce = () => exchangeOf({ ...due, mayResend }, endpoint, runContext);
      const { all, last } = await untilNow(sendOnce, runContext, mayResend);
      removals.push(...all);
      return last.outcome;
    };
    const outcome = await send(removal, step);
    // The removal was carried out although its answer did not say so.
    if (isOfOthers) return { why: undefined, absent: true };
    return removalAnswer(operation, outcome, runContext.validate, () =>
      send(readInstead(removal), `${step}: look`),
    );
  });
  left.push(...unremoved);
  return removals;
}
