import type {
  Case,
  Endpoint,
  Exchange,
  Operation,
  Outcome,
  PlannedRequest,
  Step,
  Target,
  Trace,
  WireRequest,
  WireStyle,
} from '../model.ts';
import { addressOf } from './address.ts';
import { fault } from './fault.ts';
import { inOrder } from './order.ts';
import { type Pace, pause } from './pace.ts';
import { type Patience, patience } from './patience.ts';
import type { Transport } from './transport.ts';

/** Gives a planned request its spelling on the wire. */
export type Encode = (
  operation: Operation,
  request: PlannedRequest,
  style: WireStyle,
  authorization: string | undefined,
) => WireRequest;

export interface SendOptions {
  readonly target: Target;
  readonly transport: Transport;
  readonly operationOf: (id: string) => Operation;
  readonly encode: Encode;
  /** A clock that never goes back, in milliseconds; the times of exchanges are its readings. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Greatest number of cases under way at once. */
  readonly concurrency: number;
  /** Slots in time for requests; one pace may be shared by several calls. */
  readonly pace: Pace;
}

/** Traces that may be under way or finished ahead of the one that is due, for each concurrent case. */
const LOOK_AHEAD = 4;

/** After so many cases, timers and signals get their turn even if none of the cases had to be sent. */
const BREATHE_AFTER = 100;

/**
 * Sends cases and yields a trace for each, in the order of the cases, however many travel at once. The
 * steps of a case go one after the other.
 *
 * - A case that lacks something, is unproven, or whose document has no endpoint, has no exchanges. A case
 *   that cannot be encoded becomes unproven.
 * - After a transport fault the case ends, for its later steps build on the earlier ones. Only a probe
 *   that reached the target is followed by the next step: each probe is an observation of its own.
 * - An endpoint that is dead is given up on; each further case has one exchange that says so.
 * - When the signal is aborted, or the consumer stops, what is in flight ends as `interrupted`, no further
 *   case is taken, and the iteration ends.
 *
 * Rejects only for what `cases` or the transport throw; no answer and no fault of a target does that.
 */
export async function* sendCases(
  cases: Iterable<Case> | AsyncIterable<Case>,
  options: SendOptions,
): AsyncGenerator<Trace, void, undefined> {
  const stop = new AbortController();
  const forward = () => stop.abort();
  if (options.signal.aborted) stop.abort();
  options.signal.addEventListener('abort', forward, { once: true });
  const course: Course = {
    ...options,
    signal: stop.signal,
    patienceOf: perDocument(),
  };
  let count = 0;
  const send = async (item: Case): Promise<Trace> => {
    count += 1;
    if (count % BREATHE_AFTER === 0) await new Promise((resolve) => setImmediate(resolve));
    return traceOf(item, course);
  };
  try {
    yield* inOrder(cases, send, {
      concurrency: options.concurrency,
      lookAhead: LOOK_AHEAD * options.concurrency,
      stop,
    });
  } finally {
    options.signal.removeEventListener('abort', forward);
  }
}

/** What the cases of one run share. */
interface Course extends SendOptions {
  readonly patienceOf: (document: Case['document']) => Patience;
}

function perDocument(): Course['patienceOf'] {
  const made = new Map<Case['document'], Patience>();
  return (document) => {
    const known = made.get(document) ?? patience();
    made.set(document, known);
    return known;
  };
}

async function traceOf(item: Case, course: Course): Promise<Trace> {
  const endpoint = course.target.endpoints[item.document];
  const sendable = item.lacks === undefined && item.unproven === undefined;
  if (!sendable || endpoint === undefined) return { case: item, exchanges: [] };
  const encoded = encodeAll(item, endpoint, course);
  if (encoded.kind === 'unencodable') {
    return { case: { ...item, unproven: encoded.why }, exchanges: [] };
  }
  const exchanges: Exchange[] = [];
  for (const { step, request } of encoded.steps) {
    const exchange = await exchangeOf(step, request, item, endpoint, course);
    exchanges.push(exchange);
    if (!goesOn(step, exchange.outcome)) break;
  }
  return { case: item, exchanges };
}

interface Encoded {
  readonly step: Step;
  readonly request: WireRequest;
}

/** All steps are encoded before the first is sent, so that a broken case leaves no traces on a target. */
function encodeAll(
  item: Case,
  endpoint: Endpoint,
  { operationOf, encode }: Course,
):
  | { readonly kind: 'encoded'; readonly steps: readonly Encoded[] }
  | { readonly kind: 'unencodable'; readonly why: string } {
  const steps: Encoded[] = [];
  for (const step of item.steps) {
    try {
      const operation = operationOf(step.request.operation);
      const request = encode(operation, step.request, endpoint.style, endpoint.authorization);
      steps.push({ step, request });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: 'unencodable', why: `step ${step.id} cannot be encoded: ${reason}` };
    }
  }
  return { kind: 'encoded', steps };
}

async function exchangeOf(
  step: Step,
  request: WireRequest,
  item: Case,
  endpoint: Endpoint,
  course: Course,
): Promise<Exchange> {
  const { clock, signal, transport } = course;
  const { url } = addressOf(endpoint.baseUrl, request.target);
  const patient = course.patienceOf(item.document);
  const operation = step.request.operation;
  const made = { step: step.id, request, url };
  const unsent = (outcome: Outcome): Exchange => ({
    ...made,
    outcome,
    startedAt: clock(),
    durationMs: 0,
    resent: false,
  });

  // The wait takes a slot, so it is not for requests that are lost; and they may be lost by its end.
  const delay = patient.lost(operation) === undefined ? course.pace.delay(clock()) : 0;
  if (delay > 0) await pause(delay, signal);
  const lost = patient.lost(operation);
  if (lost !== undefined) return unsent(lost);
  if (signal.aborted) return unsent(fault('interrupted', 'not sent: the run was interrupted'));
  const startedAt = clock();
  const { outcome, resent } = await transport.send(request, endpoint.baseUrl, signal);
  const durationMs = clock() - startedAt;
  patient.note(operation, outcome);
  return { ...made, outcome, startedAt, durationMs, resent };
}

function goesOn(step: Step, outcome: Outcome): boolean {
  if (outcome.kind === 'answer') return true;
  if (step.role !== 'probe') return false;
  switch (outcome.code) {
    case 'reset':
    case 'closed':
    case 'malformed':
    case 'unsendable':
    case 'other':
      return true;
    case 'refused':
    case 'unresolved':
    case 'tls':
    case 'timed-out':
    case 'interrupted':
      return false;
  }
}
