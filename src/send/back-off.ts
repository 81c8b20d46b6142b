/** A transport that goes easy on a target in trouble: it waits when it is asked to, slows down, and ends the run. */

import {
  type Answer,
  type FaultCode,
  fieldOf,
  type Limits,
  MOST_BODY_BYTES,
  type Outcome,
  type RequestContext,
  type Transport,
  undone,
} from '../model/index.ts';
import { onInterruption } from './interruption.ts';
import { pause } from './pace.ts';

/** Waits in a row that add up to more than this end the run. */
const MOST_WAIT_MS = 60_000;

/** Waits that add up to more than this in a whole run end it: it would take hours. */
const MOST_WAITS_MS = 600_000;

/** One request is sent again so often after a wait; then its answer counts. */
const RESENDS = 2;

/** After so many troubled answers in a row, requests wait, and after so many the run ends. */
const SLOW_AFTER = 5;
const STOP_AFTER = 15;

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 1_000;

/** One operation may be broken by itself: a target that was well before is in trouble if so many are. */
const OPERATIONS = 3;

/**
 * So many bodies of the greatest size are read without asking, and beyond them an eighth of one for each answer: to
 * look through thousands of megabytes takes hours, and only a target that answers everything so sends them.
 */
const LARGE_BODIES = 16;
const ORDINARY_PART = 1 / 8;

export interface BackOffOptions {
  /** Of the target. */
  readonly limits: Pick<Limits, 'maxBodyBytes'>;
  /** Of the run. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, to read a date by. */
  readonly now: () => number;
  /** Milliseconds from an arbitrary start; never goes back. */
  readonly monotonic: () => number;
  /** Is told once that requests wait, and why. */
  readonly say: (line: string) => void;
}

interface BackOff {
  readonly transport: Transport;
  /** Aborted with the run, and when the target is given up on: its reason is a sentence then. */
  readonly signal: AbortSignal;
}

/** How a run ended whose signal is aborted, to go on with where: `… after 3 cases`. */
export function endOfRun({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? `${reason}; the run ended` : 'interrupted';
}

/** What one answer asks of those that follow. */
type Trouble =
  | { readonly kind: 'asked'; readonly waitMs: number; readonly what: string }
  // What cannot be done is not done later: `unable` is counted, and not waited for.
  | { readonly kind: 'busy' | 'broken' | 'silent' | 'unable'; readonly what: string };

/**
 * Wraps a transport. A 429 or 503 with `Retry-After` (RFC 9110, 10.2.3) makes all requests wait, and the one that
 * got it is sent again. Without that field, and after server errors, time-outs, broken connections and answers that
 * cannot be read, requests slow down once nothing else was answered for a while. Odd requests may well meet a server error each.
 */
export function backingOff(inner: Transport, options: BackOffOptions): BackOff {
  const { now, monotonic, say } = options;
  const stop = new AbortController();
  if (options.signal.aborted) stop.abort(options.signal.reason);
  onInterruption(options.signal, () => stop.abort(options.signal.reason));
  /** Nothing is sent before that. */
  let gate = Number.NEGATIVE_INFINITY;
  /** Counts waits: requests that were under way when one began say nothing new. */
  let round = 0;
  let said = false;
  let total = 0;
  let isAlive = false;
  let [answers, bytes] = [0, 0];
  let row = { length: 0, waited: 0, operations: new Set<string>() };

  const end = (why: string) => {
    gate = Number.NEGATIVE_INFINITY;
    if (!stop.signal.aborted) stop.abort(why);
  };
  const wait = (ms: number, what: string) => {
    gate = Math.max(gate, monotonic() + ms);
    round += 1;
    if (said) return;
    said = true;
    say(`requests wait, as the target is busy or in trouble: ${what}`);
  };
  const meet = (trouble: Trouble, operation: string) => {
    const { kind, what } = trouble;
    row.length += 1;
    row.operations.add(operation);
    const isAll = kind === 'asked' || kind === 'busy' || row.operations.size >= OPERATIONS;
    const slowMs = kind !== 'unable' && (isAll || !isAlive) ? waitAfter(row.length) : 0;
    const waitMs = Math.max(kind === 'asked' ? trouble.waitMs : 0, slowMs);
    row.waited += waitMs;
    total += waitMs;
    const most = isAlive || kind !== 'silent' ? STOP_AFTER : SLOW_AFTER;
    if (waitMs > MOST_WAIT_MS) {
      end(`the target asks to wait longer than ${MOST_WAIT_MS / 1000} s: ${what}`);
    } else if (total > MOST_WAITS_MS) {
      end(`the waits add up to more than ${MOST_WAITS_MS / 60_000} minutes: ${what}; give --rate`);
    } else if ((isAll || !isAlive) && (row.length >= most || row.waited > MOST_WAIT_MS)) {
      end(`the target was given up on after ${row.length} troubled answers in a row: ${what}`);
    } else if (waitMs > 0) wait(waitMs, what);
  };

  const measure = (outcome: Outcome) => {
    if (outcome.kind === 'fault') return;
    const unit = Math.max(options.limits.maxBodyBytes, MOST_BODY_BYTES);
    answers += 1;
    bytes += sizeOf(outcome, unit);
    if (bytes <= unit * (LARGE_BODIES + answers * ORDINARY_PART)) return;
    const much = `${Math.round(bytes / 1024 / 1024)} MiB in ${answers} answers`;
    end(
      `the target sends more than can be judged: ${much}; raise limits.maxBodyBytes in its profile if it has to`,
    );
  };

  const send: Transport['send'] = async (request, baseUrl, signal, requestContext) => {
    for (let left = RESENDS; ; left -= 1) {
      while (gate > monotonic() && !signal.aborted) await pause(gate - monotonic(), signal);
      const began = round;
      const sent = await inner.send(request, baseUrl, signal, requestContext);
      measure(sent.outcome);
      const trouble = troubleIn(sent.outcome, isOrdinary(requestContext), now());
      const operation = requestContext?.operation ?? `${request.method} ${request.target}`;
      if (trouble !== undefined && began === round) meet(trouble, operation);
      else if (trouble?.kind === 'asked') {
        gate = Math.max(gate, monotonic() + Math.min(trouble.waitMs, MOST_WAIT_MS));
      } else if (isSound(sent.outcome)) {
        isAlive = true;
        row = { length: 0, waited: 0, operations: new Set() };
      }
      const again = trouble?.kind === 'asked' && left > 0;
      if (!again || signal.aborted || stop.signal.aborted) return sent;
    }
  };
  return { transport: { send, close: inner.close }, signal: stop.signal };
}

/** Bytes of a body that were read, without its content codings. */
function sizeOf({ headers, body }: Answer, limit: number): number {
  if (body.completeness === 'too-large') return limit;
  return undone(body.bytes, headers, limit)?.length ?? body.bytes.length;
}

function waitAfter(length: number): number {
  if (length < SLOW_AFTER) return 0;
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (length - SLOW_AFTER));
}

/** What a target is meant to carry out. Requests that no case asks for are such: they look around before a run. */
function isOrdinary(requestContext: RequestContext | undefined): boolean {
  const step = requestContext?.case.steps.find(({ id }) => id === requestContext.step);
  return step === undefined || ['valid', 'control', 'setup', 'cleanup'].includes(step.role);
}

function isSound(outcome: Outcome): boolean {
  if (outcome.kind === 'fault' || outcome.body.completeness !== 'complete') return false;
  return outcome.status < 500 && outcome.status !== 429;
}

/** The target was reached, and gave no answer that can be read. */
const UNREADABLE: ReadonlySet<FaultCode> = new Set(['malformed', 'other', 'reset', 'closed']);

function troubleIn(outcome: Outcome, isOrdinary: boolean, now: number): Trouble | undefined {
  if (outcome.kind === 'fault') {
    const what = outcome.message;
    if (outcome.code === 'timed-out') return { kind: 'silent', what };
    return isOrdinary && UNREADABLE.has(outcome.code) ? { kind: 'broken', what } : undefined;
  }
  const { status, headers } = outcome;
  const what = `HTTP ${status}`;
  if (status === 429 || status === 503) {
    const field = fieldOf(headers, 'retry-after');
    const waitMs = field === undefined ? undefined : waitIn(field, now);
    if (waitMs === undefined) return { kind: 'busy', what };
    return { kind: 'asked', waitMs, what: `${what} with Retry-After: ${field}` };
  }
  const { completeness } = outcome.body;
  if (completeness === 'timed-out') return { kind: 'silent', what: 'a body stopped arriving' };
  if (!isOrdinary) return undefined;
  if (completeness !== 'complete') return { kind: 'broken', what: `the body is ${completeness}` };
  if (status === 501) return { kind: 'unable', what };
  return status >= 500 ? { kind: 'broken', what } : undefined;
}

/** Milliseconds that a `Retry-After` asks for; undefined for a value that is neither seconds nor a date. */
function waitIn(field: string, now: number): number | undefined {
  if (/^\d{1,12}$/.test(field)) return Number(field) * 1000;
  const date = /^[A-Z][a-z]+, /.test(field) ? Date.parse(field) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
