/** Changes an exchange through its HAR entry, for listeners and users. */

import type { Outcome, WireRequest } from '../model/index.ts';
import { refitted } from './edited-line.ts';
import { harRequest, harResponse, readEntry } from './entry.ts';

interface EditableExchange {
  /** Scheme and authority. */
  readonly origin: string;
  /** `target` is the whole path from the origin on. */
  readonly request: WireRequest;
  readonly outcome: Outcome;
}

/**
 * The exchange after `edit` changed its entry, or the same exchange. Lengths follow the texts.
 *
 * @param times when it began, and how long it took
 */
export async function edited<T extends EditableExchange>(
  exchange: T,
  times: { readonly startedDateTime: string; readonly time: number },
  edit: (entry: object) => Promise<unknown>,
): Promise<T> {
  const { origin } = exchange;
  const request = harRequest(exchange.request, origin);
  const entry = {
    ...{ _case: null, _at: 0, _operation: null, _step: '', _sum: '', _base: origin },
    ...times,
    request: { ...request },
    response: harResponse(exchange.outcome),
    ...{ cache: {}, timings: { send: 0, wait: times.time, receive: 0 } },
  };
  const before = JSON.stringify(entry);
  await edit(entry);
  if (JSON.stringify(entry) === before) return exchange;
  const { url } = entry.request;
  // A user who edits the address does not know the member that repeats it byte for byte.
  if (url !== request.url) entry.request._target = url.slice(origin.length);
  const { request: asked, outcome } = readEntry({ ...entry, ...refitted(entry) });
  return { ...exchange, request: asked, outcome };
}
