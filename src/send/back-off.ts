/** A transport that spares a target in trouble: it waits, slows down, resends, and ends the run, by `POLICY`. */

import {
  type Answer,
  type Limits,
  MOST_BODY_BYTES,
  type Outcome,
  type RequestContext,
  type Transport,
  undone,
  type WireRequest,
} from '../model/index.ts';
import { onInterruption } from './interruption.ts';
import { type LoadSummary, openLoadControl } from './load.ts';
import { pause } from './pace.ts';
import { BOUNDS, POLICY, type Trouble, troubleIn, WAITS } from './policy.ts';

/**
 * Number of bodies of maximum size that are allowed, plus an eighth of one for each answer. Reading thousands of
 * megabytes takes hours, and only a target that always answers so sends them.
 */
const LARGE_BODIES = 16;
const ORDINARY_PART = 1 / 8;

export interface BackOffOptions {
  readonly limits: Pick<Limits, 'maxBodyBytes'>;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, to read a date. */
  readonly now: () => number;
  /** Milliseconds from an arbitrary start; monotonic. */
  readonly monotonic: () => number;
  /** Called once when requests begin to wait, with the reason. */
  readonly say: (line: string) => void;
  /**
   * Called each time requests begin to wait or slow down.
   *
   * @param waitsFor returns the current reason
   */
  readonly onWait?: (waitsFor: () => string | undefined) => void;
}

interface BackOff {
  readonly transport: Transport;
  /** Aborted with the run, and when the target is given up; then its reason is a sentence. */
  readonly signal: AbortSignal;
  /** Refusals because of load; undefined without any. */
  readonly load: () => LoadSummary | undefined;
  /** Returns the reason for which requests wait at present, if any. */
  readonly waitsFor: () => string | undefined;
}

/** The end of an aborted run, to be continued with a place: `… after 3 cases`. */
export function endOfRun({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? `${reason}; the run ended` : 'interrupted';
}

/**
 * Wraps a transport. A 429 or 503 slows all requests, and `Retry-After` (RFC 9110, 10.2.3) stops them for its time;
 * refused requests are resent. After other trouble, requests wait once nothing else was answered for a while. Unusual
 * requests can cause server errors by themselves.
 */
export function backingOff(inner: Transport, options: BackOffOptions): BackOff {
  const { now, monotonic } = options;
  const stop = new AbortController();
  if (options.signal.aborted) stop.abort(options.signal.reason);
  onInterruption(options.signal, () => stop.abort(options.signal.reason));
  const end = (why: string) => {
    if (!stop.signal.aborted) stop.abort(why);
  };
  const control = openLoadControl();
  const gate = openGate(options, end);
  const waitsFor = () => gate.waitsFor() ?? paceNote(control.slowedTo());
  const refused = refusalsOf(control);
  const measure = sizeWatch(options.limits, end);
  /** Number of successful answers, and of refusals for content. */
  let sound = 0;

  const attempt = async (
    request: WireRequest,
    baseUrl: string,
    signal: AbortSignal,
    context: RequestContext | undefined,
  ) => {
    const slot = control.delay(monotonic());
    if (slot > 0) await pause(slot, signal);
    await gate.passed(signal);
    const began = { gate: gate.round(), load: control.round() };
    const sent = await inner.send(request, baseUrl, signal, context);
    measure(sent.outcome);
    const trouble = troubleIn(sent.outcome, now());
    const operation = context?.operation ?? `${request.method} ${request.target}`;
    if (isSound(sent.outcome)) {
      sound += 1;
      control.noteAnswered(monotonic());
      refused.noteAnswered(operation);
      gate.open();
    } else if (trouble?.kind === 'load' && !refused.isUnavailable(operation)) {
      const isFirst = began.load === control.round();
      const rate = control.rate();
      control.noteRefused(monotonic(), began.load, trouble.what);
      refused.note(operation, sound, rate);
      gate.meet(trouble, operation, isFirst && began.gate === gate.round());
    } else if (trouble && countsFor(trouble, context)) {
      gate.meet(trouble, operation, began.gate === gate.round());
    }
    if (trouble) options.onWait?.(waitsFor);
    return { sent, trouble, operation };
  };

  const send: Transport['send'] = async (request, baseUrl, signal, context) => {
    const refusedWith: number[] = [];
    let [before, counted] = [sound, 0];
    for (;;) {
      const { sent, trouble, operation } = await attempt(request, baseUrl, signal, context);
      const { outcome } = sent;
      const result = refusedWith.length === 0 ? sent : { ...sent, refusedWith };
      if (!trouble || !POLICY[trouble.kind].resends.reads) return result;
      if (outcome.kind !== 'answer') return result;
      if (signal.aborted || stop.signal.aborted) return result;
      if (sound > before) [before, counted] = [sound, counted + 1];
      if (refused.isUnavailable(operation) || counted >= BOUNDS.refusals) return result;
      if (context?.mayResend && !(await context.mayResend())) return result;
      // `Retry-After` announces that the same request will succeed later.
      if (trouble.waitMs === undefined) refusedWith.push(outcome.status);
    }
  };
  return {
    transport: { send, close: inner.close },
    signal: stop.signal,
    load: control.summary,
    waitsFor,
  };
}

/** The endpoint gives up unreachable targets. An unusual request can crash any operation. */
function countsFor({ kind }: Trouble, context: RequestContext | undefined): boolean {
  return kind !== 'unreachable' && (isOrdinary(context) || kind === 'silent');
}

function paceNote(rate: number | undefined): string | undefined {
  return rate === undefined ? undefined : `slowed down to ${rate.toFixed(1)} requests/s`;
}

/** Distinguishes load from unavailable operations: these are refused while others succeed, and never succeeded. */
function refusalsOf(control: ReturnType<typeof openLoadControl>) {
  const available = new Set<string>();
  const refused = new Map<string, { sound: number; counted: number; all: number }>();
  /** The rate before the only operation with refusals since. */
  let since: { readonly operation: string; readonly rate: number | undefined } | undefined;
  let mixed = false;
  return {
    noteAnswered: (operation: string) => {
      available.add(operation);
      refused.delete(operation);
      if (since?.operation === operation) since = undefined;
    },
    note: (operation: string, sound: number, rate: number | undefined) => {
      mixed ||= since !== undefined && since.operation !== operation;
      since ??= { operation, rate };
      const known = refused.get(operation) ?? { sound, counted: 0, all: 0 };
      const counted = known.counted + (sound > known.sound ? 1 : 0);
      refused.set(operation, { sound, counted, all: known.all + 1 });
      if (counted !== BOUNDS.refusals || available.has(operation)) return;
      control.forgive(known.all + 1, mixed ? control.rate() : since.rate);
      since = undefined;
    },
    isUnavailable: (operation: string) =>
      !available.has(operation) && (refused.get(operation)?.counted ?? 0) >= BOUNDS.refusals,
  };
}

/** Holds requests back while the target is in trouble, and ends the run if that does not change. */
function openGate({ monotonic, say }: BackOffOptions, end: (why: string) => void) {
  /** The end of the present wait. */
  let until = Number.NEGATIVE_INFINITY;
  /** Counts waits: a request that began before a wait says nothing new. */
  let round = 0;
  let said = false;
  let total = 0;
  let isAlive = false;
  let reason = '';
  let row = { length: 0, waited: 0, operations: new Set<string>() };
  const giveUp = (why: string) => {
    until = Number.NEGATIVE_INFINITY;
    end(why);
  };
  const wait = (ms: number, what: string) => {
    until = Math.max(until, monotonic() + ms);
    reason = what;
    round += 1;
  };
  const announce = (what: string) => {
    if (!said) say(`requests wait, as the target is busy or in trouble: ${what}`);
    said = true;
  };
  const meet = (trouble: Trouble, operation: string, isNew: boolean) => {
    const { kind, what, waitMs: asked = 0 } = trouble;
    if (!isNew) {
      if (asked > 0) until = Math.max(until, monotonic() + Math.min(asked, WAITS.inARow));
      return;
    }
    const { slowsAfter, givesUpAfter } = POLICY[kind];
    row.length += 1;
    row.operations.add(operation);
    const isAll = kind === 'load' || row.operations.size >= BOUNDS.operations;
    const isDoubtful = isAll || !isAlive;
    // Load has its own pace.
    const slows = kind !== 'load' && isDoubtful && slowsAfter !== undefined;
    const waitMs = Math.max(asked, slows ? waitAfter(row.length, slowsAfter) : 0);
    row.waited += waitMs;
    total += waitMs;
    const most = isAlive ? givesUpAfter.answered : givesUpAfter.never;
    if (waitMs > WAITS.inARow) {
      giveUp(`the target asks to wait longer than ${WAITS.inARow / 1000} s: ${what}`);
    } else if (total > WAITS.inAll) {
      giveUp(`the waits add up to more than ${WAITS.inAll / 60_000} minutes: ${what}; give --rate`);
    } else if (isDoubtful && (row.length >= most || row.waited > WAITS.inARow)) {
      giveUp(`the target was given up on after ${row.length} troubled answers in a row: ${what}`);
    } else {
      if (waitMs > 0) wait(waitMs, what);
      if (waitMs > 0 || kind === 'load') announce(what);
    }
  };
  return {
    round: () => round,
    meet,
    open: () => {
      isAlive = true;
      if (row.length > 0) row = { length: 0, waited: 0, operations: new Set() };
    },
    passed: async (signal: AbortSignal) => {
      while (until > monotonic() && !signal.aborted) await pause(until - monotonic(), signal);
    },
    waitsFor: () => {
      const left = until - monotonic();
      return left > 0 ? `waits ${Math.ceil(left / 1000)} s: ${reason}` : undefined;
    },
  };
}

/** Ends a run whose target sends too much to inspect. */
function sizeWatch({ maxBodyBytes }: Pick<Limits, 'maxBodyBytes'>, end: (why: string) => void) {
  const unit = Math.max(maxBodyBytes, MOST_BODY_BYTES);
  let [answers, bytes] = [0, 0];
  return (outcome: Outcome) => {
    if (outcome.kind === 'fault') return;
    answers += 1;
    bytes += sizeOf(outcome, unit);
    if (bytes <= unit * (LARGE_BODIES + answers * ORDINARY_PART)) return;
    const much = `${Math.round(bytes / 1024 / 1024)} MiB in ${answers} answers`;
    end(
      `the target sends more than can be judged: ${much}; raise limits.maxBodyBytes in its profile if it has to`,
    );
  };
}

/** Size of a body as read, without its content codings. */
function sizeOf({ headers, body }: Answer, limit: number): number {
  if (body.completeness === 'too-large') return limit;
  return undone(body.bytes, headers, limit)?.length ?? body.bytes.length;
}

function waitAfter(length: number, slowsAfter: number): number {
  if (length < slowsAfter) return 0;
  return Math.min(WAITS.longest, WAITS.first * 2 ** (length - slowsAfter));
}

/** Requests that a target should carry out. Those outside of cases count: they precede a run. */
function isOrdinary(context: RequestContext | undefined): boolean {
  const step = context?.case.steps.find(({ id }) => id === context.step);
  return step === undefined || ['valid', 'control', 'setup', 'cleanup'].includes(step.role);
}

function isSound(outcome: Outcome): boolean {
  if (outcome.kind === 'fault' || outcome.body.completeness !== 'complete') return false;
  return outcome.status < 500 && outcome.status !== 429;
}
