/** Speaks to handlers of undici, in the two forms that they have: that of undici 7 and later, and the one before. */

import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { bodyOf, MOST_BODY_BYTES } from '../content.ts';
import type { Answer, Outcome, TransportFault, WireRequest } from '../model.ts';
import { fault } from '../send/fault.ts';
import { headersOf } from './wire.ts';

type Handler = Dispatcher.DispatchHandler;
type Pairs = WireRequest['headers'];

/** An answer on its way to the client that asked. */
export interface Delivery {
  /** Why the client no longer wants it. */
  readonly aborted: AbortSignal;
  readonly answer: (answer: Answer) => Promise<void>;
  /** Fails when the client gives up, or with the error where it does not for so many milliseconds. */
  readonly hang: (error: Error, ms: number) => Promise<void>;
  readonly fail: (error: Error) => void;
}

/** Begins to answer a client. */
export function deliveryTo(handler: Handler): Delivery {
  const abort = new AbortController();
  const give = handler.onRequestStart ? presentForm(handler, abort) : formerForm(handler, abort);
  return {
    aborted: abort.signal,
    answer: async (answer) => {
      const { bytes, completeness } = answer.body;
      const isWhole = completeness === 'complete';
      const steps = [
        () => give.head(answer),
        () => bytes.length > 0 && give.data(Buffer.from(bytes)),
        () => (isWhole ? give.end() : give.error(errorOf(CUT_OFF))),
      ];
      // One after the other, as they come from a network: clients do not expect an end together with the beginning.
      for (const step of steps) {
        if (abort.signal.aborted) return give.error(errorIn(abort.signal.reason));
        step();
        await setImmediate();
      }
    },
    hang: async (error, ms) => {
      const { signal } = abort;
      await setTimeout(ms, undefined, { signal, ref: false }).catch(() => {});
      give.error(signal.aborted ? errorIn(signal.reason) : error);
    },
    fail: give.error,
  };
}

const CUT_OFF: TransportFault = { kind: 'fault', code: 'closed', message: 'other side closed' };

interface Form {
  readonly head: (answer: Answer) => void;
  readonly data: (bytes: Buffer) => void;
  readonly end: () => void;
  readonly error: (error: Error) => void;
}

function presentForm(handler: Handler, abort: AbortController): Form {
  let rawHeaders: Buffer[] = [];
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
    paused: false,
    abort: (reason) => abort.abort(reason),
    pause: () => {},
    resume: () => {},
  };
  handler.onRequestStart?.(controller, {});
  return {
    head: ({ status, reason, headers }) => {
      rawHeaders = rawOf(headers);
      handler.onResponseStart?.(controller, status, headersOf(headers), reason);
    },
    data: (bytes) => handler.onResponseData?.(controller, bytes),
    end: () => handler.onResponseEnd?.(controller, {}),
    error: (error) => handler.onResponseError?.(controller, error),
  };
}

function formerForm(handler: Handler, abort: AbortController): Form {
  handler.onConnect?.((reason) => abort.abort(reason));
  return {
    head: ({ status, reason, headers }) => {
      handler.onResponseStarted?.();
      handler.onHeaders?.(status, rawOf(headers), () => {}, reason);
    },
    data: (bytes) => handler.onData?.(bytes),
    end: () => handler.onComplete?.([]),
    error: (error) => handler.onError?.(error),
  };
}

function rawOf(headers: Pairs): Buffer[] {
  return headers.flat().map((text) => Buffer.from(text, 'latin1'));
}

function errorIn(reason: unknown): Error {
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

/**
 * Sends through a dispatcher, and collects what comes.
 * @param faultOf what an error of undici stands for
 * @returns the answer, or the error that the client is to get and what it stands for
 */
export function collect(
  inner: Dispatcher,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal,
  faultOf: (error: unknown) => TransportFault,
): Promise<{ readonly outcome: Outcome; readonly error?: Error }> {
  return new Promise((resolve) => {
    let head: Omit<Answer, 'kind' | 'body'> | undefined;
    const pieces: Buffer[] = [];
    const answered = (completeness: Answer['body']['completeness']): Outcome => {
      const { status, reason, headers } = head ?? { status: 0, reason: '', headers: [] };
      const body = bodyOf(Buffer.concat(pieces), headers, completeness, MOST_BODY_BYTES);
      return { kind: 'answer', status, reason, headers, body };
    };
    inner.dispatch(options, {
      // The former form is the one that both take.
      onConnect: (abort) => {
        if (signal.aborted) abort(errorIn(signal.reason));
        signal.addEventListener('abort', () => abort(errorIn(signal.reason)), { once: true });
      },
      onHeaders: (status, raw, _resume, reason) => {
        if (status >= 200) head = { status, reason: reason ?? '', headers: pairsIn(raw) };
        return true;
      },
      onData: (chunk) => {
        pieces.push(Buffer.from(chunk));
        return true;
      },
      onComplete: () => resolve({ outcome: answered('complete') }),
      onUpgrade: () => {},
      onError: (error) => {
        // Who gave up gives up again when it is replayed.
        const gaveUp = signal.aborted && fault('interrupted', errorIn(error).message);
        const outcome = gaveUp || (head ? answered('cut-off') : faultOf(error));
        resolve({ outcome, error: errorIn(error) });
      },
    });
  });
}

function pairsIn(raw: readonly Buffer[]): Pairs {
  const texts = raw.map((one) => Buffer.from(one).toString('latin1'));
  return texts.flatMap((name, index): readonly (readonly [string, string])[] =>
    index % 2 === 0 ? [[name, texts[index + 1] ?? '']] : [],
  );
}
