/** Sends a request through a dispatcher, and collects the answer. One without end goes to the client at once. */

import type { Dispatcher } from 'undici';
import { teeOf } from '../io/index.ts';
import {
  type Answer,
  bodyOf,
  isEventStream,
  MOST_BODY_BYTES,
  type Outcome,
} from '../model/index.ts';
import { fault, faultOf, withReset } from '../send/index.ts';
import type { ClientReply, OpenReply, ResponseHead } from './connection.ts';
import { pairsIn } from './wire.ts';

/** Milliseconds after its head until an answer counts as one without end. */
const MOST_COLLECTED_MS = 1000;

/** Larger bodies are truncated. */
const MOST_COLLECTED_BYTES = 16 * 1024 * 1024;

interface Collecting {
  readonly inner: Dispatcher;
  readonly options: Dispatcher.DispatchOptions;
  readonly reply: ClientReply;
  /** Ends an answer without end. */
  readonly ended: AbortSignal;
}

/** @returns the answer, or the error that the client is to get and what it stands for */
export function collect({
  inner,
  options,
  reply,
  ended,
}: Collecting): Promise<{ readonly outcome: Outcome; readonly error?: Error }> {
  const { aborted } = reply;
  return new Promise((resolve) => {
    const body = teeOf(MOST_COLLECTED_BYTES);
    let head: ResponseHead = { status: 0, reason: '', headers: [] };
    let open: OpenReply | undefined;
    let size = 0;
    let late: NodeJS.Timeout | undefined;
    let stop = (_: AbortSignal) => {};
    const handOver = (resume: () => void) => {
      clearTimeout(late);
      open ??= reply.begin(head, resume);
      const bytes = body.bytes();
      if (bytes.length > 0) open.data(bytes);
      if (ended.aborted) stop(ended);
      else ended.addEventListener('abort', () => stop(ended), { once: true });
    };
    const settle = (outcome: Outcome, error?: Error) => {
      clearTimeout(late);
      if (error) open?.error(error);
      else open?.end();
      resolve({ outcome, ...(error && { error }) });
    };
    const answered = (how: Answer['body']['completeness']): Outcome => {
      const completeness = body.overflown() ? 'too-large' : how;
      const recorded = bodyOf(body.bytes(), head.headers, completeness, MOST_BODY_BYTES);
      return { kind: 'answer', ...head, body: recorded };
    };
    let resumeInner = () => {};
    inner.dispatch(options, {
      // The former form is the one that both take.
      onConnect: (abort) => {
        stop = (signal) => abort(signal.reason);
        if (aborted.aborted) stop(aborted);
        aborted.addEventListener('abort', () => stop(aborted), { once: true });
      },
      onHeaders: (status, raw, resume, reason) => {
        if (status < 200) return true;
        head = { status, reason: reason ?? '', headers: pairsIn(raw.map(latin1)) };
        resumeInner = resume;
        if (isEventStream(head.headers)) handOver(resume);
        else late = setTimeout(handOver, MOST_COLLECTED_MS, resume);
        return true;
      },
      onData: (chunk) => {
        size += chunk.length;
        if (!open && size > MOST_COLLECTED_BYTES) handOver(resumeInner);
        body.add(chunk);
        return open?.data(chunk) ?? true;
      },
      onComplete: () => settle(answered('complete')),
      onUpgrade: () => {},
      onError: (error) => {
        const isOurs = aborted.aborted || ended.aborted;
        // A client that gives up does so again when it is replayed.
        if (isOurs && open) settle(answered('timed-out'), error);
        else if (isOurs) settle(fault('interrupted', error.message), error);
        else
          settle(head.status > 0 ? withReset(answered('cut-off'), error) : faultOf(error), error);
      },
    });
  });
}

function latin1(bytes: Buffer): string {
  return Buffer.from(bytes).toString('latin1');
}
