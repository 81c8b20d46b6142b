/** Tracks objects created on another target by resent traffic, so that they can be removed. */

import {
  type CleanupContext,
  changesBy,
  intentsBy,
  openRegister,
  openTracker,
  type RemovalAnswer,
  type ResourceTracker,
  readInstead,
  removalAnswer,
  seenBy,
  strangersBy,
  whyKept,
} from '../cleanup/index.ts';
import { decode, encode } from '../contract/index.ts';
import {
  type DocumentName,
  type Exchange,
  type Leftover,
  type Operation,
  type PlannedRequest,
  requestTo,
  type SentRequest,
  timerDelay,
  type WireRequest,
  type WireStyle,
} from '../model/index.ts';
import { addressOf, askOn, paceOf } from '../send/index.ts';
import type { Destination } from './scripts.ts';

type Settle = Awaited<ReturnType<ResourceTracker['announce']>>;

/** Tracks created objects as those of a case, so that they can be removed. */
export function accountOf(destination: Destination) {
  const { contract, target, transport, journal, register = openRegister(journal) } = destination;
  const changesOf = changesBy(contract);
  const ask = askOn(target, {
    ...{ contract, encode, transport, signal: destination.signal },
    ...{ clock: destination.monotonic, pace: paceOf(target.rate) },
  });
  const context: CleanupContext = {
    ...{ contract, ask, encode, journal, register, changesOf, answers: 'live' },
    operationOf: contract.operation,
    intentsOf: intentsBy(contract),
    seenIn: seenBy(contract.operations),
    validate: contract.validate,
  };
  const read = reader(destination, ask);
  const isStrange = strangersBy(contract.operations);
  const created = new Set<string>();
  const announced = new Map<WireRequest, Settle>();
  const trackers = new Map<DocumentName, ResourceTracker>();
  const trackerOf = ({ document }: Operation): ResourceTracker | undefined => {
    const endpoint = target.endpoints[document];
    if (endpoint === undefined) return undefined;
    const tracker = trackers.get(document) ?? openTracker(document, endpoint, context, read);
    trackers.set(document, tracker);
    return tracker;
  };
  return {
    /** Why a request must not be sent; undefined if it changes only objects of this sending. */
    refusal: async (
      operation: Operation,
      request: WireRequest,
      style: WireStyle,
    ): Promise<string | undefined> => {
      const tracker = operation.writes ? trackerOf(operation) : undefined;
      if (tracker === undefined) return undefined;
      const planned = plannedFrom(operation, request, style);
      if (isStrange(operation, planned, created)) {
        return 'it changes what was not created by this sending';
      }
      const why = await tracker.refusal(operation, planned, requestTo(operation.id));
      if (why !== undefined) return why;
      announced.set(request, await tracker.announce(operation.id, operation, planned));
      return undefined;
    },
    note: (operation: Operation, request: WireRequest, style: WireStyle, sent: SentRequest) => {
      const settle = announced.get(request);
      if (settle === undefined) return;
      settle(sent);
      if (sent.outcome.kind !== 'answer') return;
      const changes = changesOf(operation, plannedFrom(operation, request, style), sent.outcome);
      for (const { what } of changes?.made ?? []) created.add(what);
    },
    /** @returns objects that could not be removed */
    settle: async (): Promise<readonly Leftover[]> => {
      const left: Leftover[] = [];
      for (const tracker of trackers.values()) {
        left.push(...tracker.nameless(), ...(await tracker.settle(removing(destination))));
      }
      return left;
    },
  };
}

/** Removes objects, also after the user asked to stop. */
function removing({ contract, target, transport }: Destination) {
  return async (removal: PlannedRequest): Promise<RemovalAnswer> => {
    const operation = contract.operation(removal.operation);
    const endpoint = target.endpoints[operation.document];
    if (!endpoint) return { why: 'the target has no such API', absent: false };
    const send = async (planned: PlannedRequest) => {
      const request = encode(operation, planned, endpoint);
      const signal = AbortSignal.timeout(timerDelay(target.limits.totalMs));
      return (await transport.send(request, endpoint.baseUrl, signal)).outcome;
    };
    const read = () => send(readInstead(removal));
    const answer = await removalAnswer(operation, await send(removal), contract.validate, read);
    if (answer.why !== undefined || answer.absent) return answer;
    return { ...answer, why: await whyKept(operation, contract.validate, read) };
  };
}

/** Sends reads that show the owner of an object. */
function reader({ contract, target, monotonic }: Destination, ask: ReturnType<typeof askOn>) {
  return async (planned: PlannedRequest, step: string): Promise<Exchange> => {
    const operation = contract.operation(planned.operation);
    const endpoint = target.endpoints[operation.document];
    if (!endpoint) throw new Error(`no ${operation.document} at the target`);
    const request = encode(operation, planned, endpoint);
    const startedAt = monotonic();
    const outcome = await ask(operation, planned);
    const { url } = addressOf(endpoint.baseUrl, request.target);
    const durationMs = monotonic() - startedAt;
    return { step, request, url, outcome, startedAt, durationMs, resent: false };
  };
}

/** A planned form of a request, with everything that it creates or removes. */
export function plannedFrom(
  operation: Operation,
  request: WireRequest,
  style: WireStyle,
): PlannedRequest {
  const decoded = decode(operation, request, style);
  const read = decoded.kind === 'decoded' ? decoded : undefined;
  const text = request.body ? Buffer.from(request.body).toString('utf8') : undefined;
  const planned = requestTo(operation.id, read?.path, read?.query);
  return text === undefined
    ? planned
    : { ...planned, body: { kind: 'text', text, contentType: null } };
}
