/** What is made at another target while recorded traffic is sent there, so that it can be removed. */

import { decode, encode } from '../contract/index.ts';
import type {
  Answer,
  Leftover,
  Operation,
  PlannedRequest,
  WireRequest,
  WireStyle,
} from '../model.ts';
import { requestTo } from '../planned-body.ts';
import {
  changesBy,
  openRemovals,
  type RemovalAnswer,
  readInstead,
  removalAnswer,
  strangersBy,
  whyKept,
} from '../send/index.ts';
import { timerDelay } from '../timer-delay.ts';
import type { Destination } from './scripts.ts';

/** Keeps account of what is created, so that it can be removed. */
export function accountOf({ contract, target, transport, journal }: Destination) {
  const changesOf = changesBy(contract);
  const removals = openRemovals(journal);
  const nameless: Leftover[] = [];
  const endpointOf = (operation: Operation) => target.endpoints[operation.document];
  const remove = async (removal: PlannedRequest): Promise<RemovalAnswer> => {
    const operation = contract.operation(removal.operation);
    const endpoint = endpointOf(operation);
    if (!endpoint) return { why: 'the target has no such API', absent: false };
    const send = async (planned: PlannedRequest) => {
      const request = encode(operation, planned, endpoint);
      // What is removed is removed also after the user asked to stop.
      const signal = AbortSignal.timeout(timerDelay(target.limits.totalMs));
      return (await transport.send(request, endpoint.baseUrl, signal)).outcome;
    };
    const read = () => send(readInstead(removal));
    const answer = await removalAnswer(operation, await send(removal), contract.validate, read);
    if (answer.why !== undefined || answer.absent) return answer;
    return { ...answer, why: await whyKept(operation, contract.validate, read) };
  };
  const isStrange = strangersBy(contract.operations);
  const own = new Set<string>();
  return {
    /** Whether a request changes what was not made by this sending. */
    isStrange: (operation: Operation, request: WireRequest, style: WireStyle): boolean => {
      if (!operation.writes || !endpointOf(operation)) return false;
      return isStrange(operation, plannedFrom(operation, request, style), own);
    },
    note: (operation: Operation, request: WireRequest, written: WireStyle, answer: Answer) => {
      const endpoint = endpointOf(operation);
      if (!operation.writes || !endpoint) return;
      const changes = changesOf(operation, plannedFrom(operation, request, written), answer);
      for (const one of changes?.nameless ?? []) nameless.push({ ...one, tried: 'remove' });
      for (const what of changes?.removed ?? []) removals.strike(what);
      const { baseUrl, style } = endpoint;
      for (const made of changes?.made ?? []) {
        own.add(made.what);
        removals.keep(made, { document: operation.document, baseUrl }, (removal) =>
          encode(contract.operation(removal.operation), removal, { style }),
        );
      }
    },
    /** @returns what could not be removed */
    settle: async (): Promise<readonly Leftover[]> => {
      const left = await removals.settle(remove);
      return [...nameless, ...left.map((one): Leftover => ({ ...one, tried: 'remove' }))];
    },
  };
}

/** A request as a plan would have had it, as far as it says what is created or removed. */
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
