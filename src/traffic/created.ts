/** What is made at another target while recorded traffic is sent there, so that it can be removed. */

import { decode } from '../contract/decode.ts';
import { encode } from '../contract/encode.ts';
import type { Answer, Endpoint, Operation, PlannedRequest, WireRequest } from '../model.ts';
import type { CreatedResource } from '../send/collections.ts';
import { changesBy, isAbsent, strangersBy, whyNotGone } from '../send/creation.ts';
import type { Destination } from './scripts.ts';

/** Keeps account of what is created, so that it can be removed. */
export function accountOf({ contract, target, transport, journal }: Destination) {
  const changesOf = changesBy(contract);
  const open = new Map<string, { readonly made: CreatedResource; readonly strike: () => void }>();
  const nameless: string[] = [];
  const endpointOf = (operation: Operation) => target.endpoints[operation.document];
  const spell = (removal: PlannedRequest) => {
    const operation = contract.operation(removal.operation);
    const endpoint = endpointOf(operation);
    if (!endpoint) return undefined;
    const request = encode(operation, removal, endpoint.style, endpoint.authorization);
    const plain = encode(operation, removal, endpoint.style, undefined);
    return { operation, endpoint, request, plain };
  };
  const remove = async (removal: PlannedRequest) => {
    const serialized = spell(removal);
    if (!serialized) return undefined;
    // What is removed is removed also after the user asked to stop.
    const signal = AbortSignal.timeout(target.limits.totalMs);
    const { outcome } = await transport.send(
      serialized.request,
      serialized.endpoint.baseUrl,
      signal,
    );
    const { operation } = serialized;
    return {
      why: whyNotGone(operation, outcome, contract.validate),
      absent: isAbsent(operation, outcome, contract.validate),
    };
  };
  const isStrange = strangersBy(contract.operations);
  const own = new Set<string>();
  return {
    /** Whether a request changes what was not made by this sending. */
    isStrange: (operation: Operation, request: WireRequest): boolean => {
      const endpoint = endpointOf(operation);
      if (!operation.writes || !endpoint) return false;
      return isStrange(operation, plannedFrom(operation, request, endpoint), own);
    },
    note: (operation: Operation, request: WireRequest, answer: Answer) => {
      const endpoint = endpointOf(operation);
      if (!operation.writes || !endpoint) return;
      const changes = changesOf(operation, plannedFrom(operation, request, endpoint), answer);
      for (const { what, why } of changes?.nameless ?? []) nameless.push(`${what}: ${why}`);
      for (const what of changes?.removed ?? []) {
        open.get(what)?.strike();
        open.delete(what);
      }
      for (const made of changes?.made ?? []) {
        own.add(made.what);
        const serialized = spell(made.removal);
        if (!serialized || open.has(made.what)) continue;
        const { method, target: path, headers } = serialized.plain;
        const { document } = serialized.operation;
        const { baseUrl } = serialized.endpoint;
        const elsewhere = made.trashed && spell(made.trashed)?.plain.target;
        const trashed = elsewhere === undefined ? {} : { trashed: elsewhere };
        const line = {
          document,
          baseUrl,
          what: made.what,
          method,
          target: path,
          ...trashed,
          headers,
        };
        open.set(made.what, { made, strike: journal?.note(line) ?? (() => {}) });
      }
    },
    /** Removes the youngest first. @returns what could not be removed, in words */
    settle: async (): Promise<readonly string[]> => {
      const left = [...nameless];
      for (const { made, strike } of [...open.values()].toReversed()) {
        const first = await remove(made.removal);
        const last = first?.absent && made.trashed ? await remove(made.trashed) : first;
        if (last === undefined) continue;
        if (last.why === undefined) strike();
        else left.push(`${made.what}: ${last.why}`);
      }
      return left;
    },
  };
}

/** A request as a plan would have had it, as far as it says what is created or removed. */
export function plannedFrom(
  operation: Operation,
  request: WireRequest,
  { style }: Endpoint,
): PlannedRequest {
  const decoded = decode(operation, request, style);
  const read = decoded.kind === 'decoded' ? decoded : undefined;
  const text = request.body ? Buffer.from(request.body).toString('utf8') : undefined;
  return {
    operation: operation.id,
    path: read?.path ?? {},
    query: read?.query ?? {},
    headers: [],
    body: text === undefined ? { kind: 'none' } : { kind: 'text', text, contentType: null },
    credential: { kind: 'valid' },
  };
}
