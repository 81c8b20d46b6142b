/**
 * Matchers for vitest. Import it once, in a setup file or a test:
 *
 * ```ts
 * import 'touchstone/vitest';
 *
 * await expect(fetch(url)).resolves.toConformTo('integration/timezones');
 * ```
 *
 * @module
 */

import { expect } from 'vitest';
import { type Contract, loadContract } from './contract/contract.ts';
import { TouchstoneError } from './errors.ts';
import { isObject } from './pointer.ts';
import {
  type ExchangeJudgement,
  type ExchangeOptions,
  type GivenExchange,
  type GivenHeaders,
  pairsOf,
  validateExchange,
} from './run/exchange.ts';

export interface ConformOptions extends ExchangeOptions {
  /** What was sent. Without it, clauses that hold the answer against the request are not judged. */
  readonly request?: NonNullable<GivenExchange['request']>;
}

/** What gives its bytes by being read: the `Response` of fetch, or the body of undici's `request`. */
export interface ReadableResponse {
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Responses whose body has yet to be read; the matcher gives a promise for them. */
export type UnreadResponse = ReadableResponse | { readonly body: ReadableResponse };

declare module 'vitest' {
  interface Matchers<T> {
    /**
     * The response is what the document says of this operation: no clause of it is broken, and at
     * least one holds. Where the document shows no such response (a 500, say), this fails, and so does
     * `.not`. Takes the `Response` of fetch, which can still be read afterwards; what undici's `request`
     * resolves to, which cannot; or `{ status, headers?, body }`, with `statusCode` and `data` as other
     * names for status and body. For the first two it returns a promise.
     *
     * @throws TouchstoneError 'usage' for an operation that there is not, or what is no response
     */
    toConformTo(
      operation: string,
      options?: ConformOptions,
    ): T extends UnreadResponse ? Promise<void> : void;
  }
}

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

let loaded: Contract | undefined;

/** Loading takes longer than judging: once for a worker. */
function contract(): Contract {
  loaded ??= loadContract();
  return loaded;
}

expect.extend({
  toConformTo(received: unknown, operation: string, options: ConformOptions = {}) {
    const { isNot } = this;
    const response = responseOf(received);
    return response instanceof Promise
      ? response.then((read) => resultOf(operation, read, options, isNot))
      : resultOf(operation, response, options, isNot);
  },
});

function resultOf(
  operation: string,
  response: GivenExchange['response'],
  { request, ...options }: ConformOptions,
  isNot: boolean,
): MatcherResult {
  const exchange = { operation, response, ...(request && { request }) };
  const judgement = judged(exchange, options);
  const subject = `${operation}, answered with HTTP ${response.status}`;
  switch (judgement.outcome) {
    case 'conforms':
      return { pass: true, message: () => `${subject}, conforms to the document` };
    case 'violates':
      return { pass: false, message: () => violationText(subject, judgement) };
    case 'not-judged':
      // Neither claim can be made, so that both fail.
      return {
        pass: isNot,
        message: () => [`${subject}, cannot be judged:`, ...indented(judgement.why)].join('\n'),
      };
  }
}

function judged(exchange: GivenExchange, options: ExchangeOptions): ExchangeJudgement {
  try {
    return validateExchange(contract(), exchange, options);
  } catch (error) {
    // vitest shows the message first, and the hint far below it.
    if (!(error instanceof TouchstoneError) || error.hint === undefined) throw error;
    throw usage(error.message, error.hint);
  }
}

function violationText(subject: string, { violations }: ExchangeJudgement): string {
  const clauses = new Set(violations.map(({ clause }) => clause));
  const count = clauses.size === 1 ? 'one clause' : `${clauses.size} clauses`;
  const lines = violations.flatMap(
    ({ clause, verdict, source, states, where, actual, expected }) => [
      '',
      `${verdict.toUpperCase()}  ${clause}   section ${[source.section, source.rule].filter(Boolean).join(', ')}`,
      ...indented([
        states,
        `where     ${where === '' ? 'the body' : where}`,
        `actual    ${actual}`,
        `expected  ${expected}`,
      ]),
    ],
  );
  return [`${subject}, breaks ${count} of the document`, ...lines].join('\n');
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `      ${line}`);
}

type Given = GivenExchange['response'];

function responseOf(received: unknown): Given | Promise<Given> {
  if (isObject(received)) {
    const status = received.status ?? received.statusCode;
    if (typeof status === 'number') {
      const headers = isHeaders(received.headers) ? received.headers : {};
      if (isFetched(received)) return readFetched(received, status, headers);
      if (isReadable(received.body)) return readBody(received.body, status, headers);
      return { status, headers, body: received.body === undefined ? received.data : received.body };
    }
  }
  throw usage(
    `toConformTo was given ${received instanceof Promise ? 'a promise' : `a value of type ${typeof received}`} and not a response`,
    'await the response first; it needs a status, and a body or data',
  );
}

interface Fetched extends ReadableResponse {
  clone(): ReadableResponse;
}

function isReadable(value: unknown): value is ReadableResponse & Readonly<Record<string, unknown>> {
  return isObject(value) && typeof value.arrayBuffer === 'function';
}

function isFetched(value: object): value is Fetched & Readonly<Record<string, unknown>> {
  return isReadable(value) && typeof value.clone === 'function';
}

function isHeaders(value: unknown): value is GivenHeaders {
  return isObject(value);
}

async function readFetched(
  response: Fetched & Readonly<Record<string, unknown>>,
  status: number,
  headers: GivenHeaders,
): Promise<Given> {
  if (response.bodyUsed === true) throw alreadyRead();
  const body = new Uint8Array(await response.clone().arrayBuffer());
  // fetch has undone the content coding, and the header is still there.
  const kept = pairsOf(headers).filter(([name]) => name.toLowerCase() !== 'content-encoding');
  return { status, headers: kept, body };
}

async function readBody(
  body: ReadableResponse & Readonly<Record<string, unknown>>,
  status: number,
  headers: GivenHeaders,
): Promise<Given> {
  if (body.bodyUsed === true) throw alreadyRead();
  return { status, headers, body: new Uint8Array(await body.arrayBuffer()) };
}

function alreadyRead(): TouchstoneError {
  return usage(
    'the body of the response has been read already',
    'give toConformTo the response first, or { status, headers, body } with what was read',
  );
}

function usage(message: string, hint: string): TouchstoneError {
  return new TouchstoneError('usage', `${message}; ${hint}`, hint);
}
