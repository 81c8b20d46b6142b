/** Speaks to handlers of undici, in the two forms that they have: that of undici 7 and later, and the one before. */

import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Answer, TransportFault, WireRequest } from '../model.ts';
import { headersOf, MOST_WAITED_MS } from './wire.ts';

type Handler = Dispatcher.DispatchHandler;
type Pairs = WireRequest['headers'];

/** An answer on its way to the client that asked. */
export interface Delivery {
  /** Why the client no longer wants it. */
  readonly aborted: AbortSignal;
  readonly answer: (answer: Answer) => Promise<void>;
  /** Hands over an answer as it comes. @param resume is called once it may come on, where it had to wait */
  readonly begin: (head: ResponseHead, resume: () => void) => OpenDelivery;
  readonly isBegun: () => boolean;
  /** Fails when the client gives up, or with the error where it does not for so many milliseconds. */
  readonly hang: (error: Error, ms: number) => Promise<void>;
  readonly fail: (error: Error) => void;
}

export type ResponseHead = Pick<Answer, 'status' | 'reason' | 'headers'>;

/** An answer of which there is more to come. */
export interface OpenDelivery {
  /** @returns whether the client takes more at once */
  readonly data: (bytes: Buffer) => boolean;
  readonly end: () => void;
  readonly error: (error: Error) => void;
}

/** Begins to answer a client. */
export function deliveryTo(handler: Handler): Delivery {
  const abort = new AbortController();
  const give = handler.onRequestStart ? presentForm(handler, abort) : formerForm(handler, abort);
  const hang = async (error: Error, ms: number) => {
    const { signal } = abort;
    await setTimeout(ms, undefined, { signal, ref: false }).catch(() => {});
    give.error(signal.aborted ? errorIn(signal.reason) : error);
  };
  let begun = false;
  return {
    aborted: abort.signal,
    answer: async (answer) => {
      const { bytes, completeness } = answer.body;
      const steps = [
        () => give.head(answer, () => {}),
        () => bytes.length > 0 && give.data(Buffer.from(bytes)),
        () => {
          if (completeness === 'complete') return give.end();
          // It came no further than that before, until the client gave up.
          if (completeness === 'timed-out') return void hang(errorOf(CUT_OFF), MOST_WAITED_MS);
          give.error(errorOf(CUT_OFF));
        },
      ];
      // One after the other, as they come from a network: clients do not expect an end together with the beginning.
      for (const step of steps) {
        if (abort.signal.aborted) return give.error(errorIn(abort.signal.reason));
        step();
        await setImmediate();
      }
    },
    begin: (head, resume) => {
      begun = true;
      give.head(head, resume);
      return give;
    },
    isBegun: () => begun,
    hang,
    fail: give.error,
  };
}

const CUT_OFF: TransportFault = { kind: 'fault', code: 'closed', message: 'other side closed' };

interface Form extends OpenDelivery {
  readonly head: (head: ResponseHead, resume: () => void) => void;
}

function presentForm(handler: Handler, abort: AbortController): Form {
  let rawHeaders: Buffer[] = [];
  let paused = false;
  let goOn = () => {};
  const controller: Dispatcher.DispatchController = {
    get aborted() {
      return abort.signal.aborted;
    },
    get reason() {
      return abort.signal.aborted ? errorIn(abort.signal.reason) : null;
    },
    get rawHeaders() {
      return rawHeaders;
    },
    get paused() {
      return paused;
    },
    abort: (reason) => abort.abort(reason),
    pause: () => {
      paused = true;
    },
    resume: () => {
      paused = false;
      goOn();
    },
  };
  handler.onRequestStart?.(controller, {});
  return {
    head: ({ status, reason, headers }, resume) => {
      rawHeaders = rawOf(headers);
      goOn = resume;
      handler.onResponseStart?.(controller, status, headersOf(headers), reason);
    },
    data: (bytes) => {
      handler.onResponseData?.(controller, bytes);
      return !paused;
    },
    end: () => handler.onResponseEnd?.(controller, {}),
    error: (error) => handler.onResponseError?.(controller, error),
  };
}

function formerForm(handler: Handler, abort: AbortController): Form {
  handler.onConnect?.((reason) => abort.abort(reason));
  return {
    head: ({ status, reason, headers }, resume) => {
      handler.onResponseStarted?.();
      handler.onHeaders?.(status, rawOf(headers), resume, reason);
    },
    data: (bytes) => handler.onData?.(bytes) !== false,
    end: () => handler.onComplete?.([]),
    error: (error) => handler.onError?.(error),
  };
}

function rawOf(headers: Pairs): Buffer[] {
  return headers.flat().map((text) => Buffer.from(text, 'latin1'));
}

export function errorIn(reason: unknown): Error {
  if (reason instanceof Error) return reason;
  return Object.assign(new Error('Request aborted'), { code: 'UND_ERR_ABORTED' });
}

/** Codes of Node and undici by which clients tell errors; the others have none that all agree on. */
const CODES: { readonly [code in TransportFault['code']]?: string } = {
  refused: 'ECONNREFUSED',
  reset: 'ECONNRESET',
  closed: 'UND_ERR_SOCKET',
  'timed-out': 'UND_ERR_HEADERS_TIMEOUT',
  unresolved: 'ENOTFOUND',
};

export function errorOf({ code, message }: TransportFault): Error {
  const known = CODES[code];
  return Object.assign(new Error(message), known !== undefined && { code: known });
}
