/** Tracks objects created on another target by resent traffic, so that they can be removed. */

import {
  type Announcement,
  type CreationRegister,
  changesBy,
  creationStateOf,
  factsBefore,
  idFactsOf,
  intentsBy,
  openRegister,
  openRemovals,
  ownObjects,
  type RemovalAnswer,
  readInstead,
  removalAnswer,
  strangersBy,
  whyKept,
} from '../cleanup/index.ts';
import { decode, encode } from '../contract/index.ts';
import {
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

/** Tracks created objects, so that they can be removed. */
export function accountOf(destination: Destination) {
  const { contract, target, transport, journal, register = openRegister(journal) } = destination;
  const changesOf = changesBy(contract);
  const intentsOf = intentsBy(contract);
  const removals = openRemovals(journal);
  const nameless: Leftover[] = [];
  const endpointOf = (operation: Operation) => target.endpoints[operation.document];
  const isStrange = strangersBy(contract.operations);
  const created = new Set<string>();
  const ask = askOn(target, {
    ...{ contract, encode, transport, signal: destination.signal },
    ...{ clock: destination.monotonic, pace: paceOf(target.rate) },
  });
  const context = { register, contract, ask, answers: 'live' } as const;
  const read = reader(destination, ask);
  const own = ownObjects(context, read, {
    disown: (announced, others) => {
      if (others !== undefined) removals.strike(others);
      for (const one of announced) register.misname({ ...one, document: documentOf(one) });
    },
    confirm: removals.confirm,
  });
  const announcements = announcing(destination, register);
  return {
    /** Why a request must not be sent; undefined if it changes only objects of this sending. */
    refusal: async (
      operation: Operation,
      request: WireRequest,
      style: WireStyle,
    ): Promise<string | undefined> => {
      if (!operation.writes || !endpointOf(operation)) return undefined;
      const planned = plannedFrom(operation, request, style);
      if (isStrange(operation, planned, created)) {
        return 'it changes what was not created by this sending';
      }
      await own.prepare(intentsOf(operation, planned).map(({ collection }) => collection));
      const why = await own.refusal(operation, planned, requestTo(operation.id));
      if (why === undefined) announcements.announce(operation, request, planned);
      return why;
    },
    note: (
      operation: Operation,
      request: WireRequest,
      written: WireStyle,
      { outcome, resent }: SentRequest,
    ) => {
      const endpoint = endpointOf(operation);
      if (!operation.writes || !endpoint) return;
      const changes =
        outcome.kind === 'answer'
          ? changesOf(operation, plannedFrom(operation, request, written), outcome)
          : undefined;
      for (const one of changes?.nameless ?? []) nameless.push({ ...one, tried: 'remove' });
      for (const what of changes?.removed ?? []) {
        removals.strike(what);
        register.noteRemoved(what);
      }
      const { baseUrl, style } = endpoint;
      const announced = announcements.of(request);
      const isMade = changes?.made.length === announced.length;
      const state = creationStateOf(outcome, false, isMade, changes, resent);
      for (const { settle } of announced) settle(state);
      for (const made of changes?.made ?? []) {
        created.add(made.what);
        const isOwn = own.claim(made, {
          ...made,
          created: operation.id,
          announced: announced.length === 1 ? announced[0]?.announced : undefined,
        });
        const facts = isOwn ? { own: true as const } : idFactsOf(made, register.ownership);
        const evidence = { names: made.names, ...facts };
        removals.keep(made, { document: operation.document, baseUrl, ...evidence }, (removal) =>
          encode(contract.operation(removal.operation), removal, { style }),
        );
      }
    },
    /** @returns objects that could not be removed */
    settle: async (): Promise<readonly Leftover[]> => {
      const { left, removed } = await removals.settle(removing(destination), own.doubt);
      for (const { what, absent } of removed) {
        if (absent) register.noteAbsent(what);
        else register.noteRemoved(what);
      }
      return [
        ...nameless,
        ...left.map(({ isTried, ...one }): Leftover => ({ ...one, tried: 'remove' })),
      ];
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

interface AnnouncedCreation {
  readonly announced: Announcement;
  readonly settle: ReturnType<CreationRegister['announce']>;
}

/** Sent creations; one without an answer stays open, and is searched at the end. */
function announcing({ contract, target }: Destination, register: CreationRegister) {
  const intentsOf = intentsBy(contract);
  const announcements = new Map<WireRequest, readonly AnnouncedCreation[]>();
  return {
    of: (request: WireRequest) => announcements.get(request) ?? [],
    announce: (operation: Operation, request: WireRequest, planned: PlannedRequest) => {
      const endpoint = target.endpoints[operation.document];
      if (!endpoint) return;
      const place = { document: operation.document, baseUrl: endpoint.baseUrl };
      const all = intentsOf(operation, planned).map(({ from: _, ...intent }) => {
        const snapshot = register.ownership.snapshotOf(intent.collection);
        const announced = { ...intent, ...factsBefore(intent, snapshot) };
        return { announced, settle: register.announce({ ...announced, ...place }) };
      });
      if (all.length > 0) announcements.set(request, all);
    },
  };
}

function documentOf({ collection }: Announcement): string {
  return collection.replace(/\/.*/s, '');
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
