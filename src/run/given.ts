/** Converts requests and answers of library users to exchanges. */

import {
  type Answer,
  contentOf,
  type Exchange,
  type Operation,
  type Values,
} from '../model/index.ts';

export const STEP = 'request';

/** Headers in the forms in which HTTP clients give them. */
export type GivenHeaders =
  | Iterable<readonly [string, string]>
  | { readonly [name: string]: string | readonly string[] | undefined };

/** A request and its answer, from any client. */
export interface GivenExchange {
  /** Id of the operation, such as `integration/timezones`. */
  readonly operation: string;
  /** Without it, clauses that compare the answer with the request are not judged. */
  readonly request?: {
    /** Values of the variable parts of the route, by name: `{ id: 7 }`. */
    readonly path?: Values;
    /** Values of the parameters of the query, by name: `{ include: [1, 2], order: 'asc' }`. */
    readonly query?: Values;
    /** Text and bytes as sent; any other value as the JSON value that was sent. */
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers?: GivenHeaders;
    /**
     * Text and bytes as received, bytes with any content coding that the headers name. Any other value is the parsed
     * JSON. Absent for an empty body.
     */
    readonly body?: unknown;
  };
}

/** Maximum size of an unpacked body. */
export const MOST_BYTES = 64 * 1024 * 1024;

export function exchangeOf(operation: Operation, { request, response }: GivenExchange): Exchange {
  const body = request?.body === undefined ? undefined : bytesOf(request.body);
  return {
    step: STEP,
    request: { method: operation.method, target: operation.route, headers: [], body },
    url: operation.route,
    outcome: answerOf(response),
    startedAt: 0,
    durationMs: 0,
    resent: false,
  };
}

export function answerOf({ status, headers = {}, body }: GivenExchange['response']): Answer {
  const pairs = pairsOf(headers);
  const bytes = bytesOf(body);
  // The client has decoded text and values, but the header remains.
  const codings = body instanceof Uint8Array ? pairs : [];
  const content = contentOf(bytes, codings, 'complete', MOST_BYTES);
  return {
    kind: 'answer',
    status,
    reason: '',
    headers: pairs,
    body: { bytes, completeness: 'complete', content },
  };
}

export function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  return new TextEncoder().encode(text);
}

export function pairsOf(headers: GivenHeaders): Answer['headers'] {
  if (isPairs(headers)) return Array.from(headers, ([name, value]) => [name, value]);
  return Object.entries(headers).flatMap(([name, value]) => {
    const values = typeof value === 'string' ? [value] : (value ?? []);
    return values.map((one): readonly [string, string] => [name, one]);
  });
}

function isPairs(headers: GivenHeaders): headers is Iterable<readonly [string, string]> {
  return Symbol.iterator in headers;
}
