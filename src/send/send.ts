import {
  type CreationRegister,
  changesBy,
  type Encode,
  intentsBy,
  type Journal,
  openRegister,
  seenBy,
} from '../cleanup/index.ts';
import type { Contract } from '../contract/index.ts';
import {
  bodyBytesIn,
  type Case,
  type Target,
  type Trace,
  type Transport,
  type WritePolicy,
} from '../model/index.ts';
import { askOn } from './asking.ts';
import { circuitBreaker } from './circuit-breaker.ts';
import { createLocks, type Locks } from './locks.ts';
import { inOrder } from './order.ts';
import type { Pace } from './pace.ts';
import { retryFor } from './retry.ts';
import type { RunContext } from './run-context.ts';
import { traceOf } from './trace.ts';

export interface SendOptions {
  readonly target: Target;
  readonly transport: Transport;
  /** Its operations also show what a request creates, and what removes that. */
  readonly contract: Pick<Contract, 'operation' | 'operations' | 'validate'>;
  readonly encode: Encode;
  /** A monotonic clock in milliseconds, for the times of exchanges. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Maximum number of parallel cases. */
  readonly concurrency: number;
  /** Slots for requests; several calls can share a pace. */
  readonly pace: Pace;
  /** Locks for shared state; several calls can share them. Own ones if absent. */
  readonly locks?: Locks;
  /** Only on loopback if absent. */
  readonly writes?: WritePolicy;
  /** The journal of created objects; none if absent. */
  readonly journal?: Journal;
  /** The announced objects, for a search by the caller at the end. */
  readonly register?: CreationRegister;
  /** For requests outside of cases; the transport of the cases if absent. */
  readonly besides?: Transport;
  /** Servers on which creations continue although removals are refused; only loopback if absent. */
  readonly leaveBehind?: WritePolicy;
  /** Never gives up a target: all its answers are known already. */
  readonly neverGivesUp?: boolean;
  /** Maximum time for cleanup after an interruption, in milliseconds; 5000 if absent. */
  readonly graceMs?: number;
}

/**
 * Number of traces ahead of the next one, for each parallel case: some wait for shared state, and later ones can go on.
 */
const LOOK_AHEAD = 16;

/** Maximum bytes of bodies in waiting traces; their parsed form takes many times as much. */
const MOST_AHEAD_BYTES = 8 * 1024 * 1024;

/** After so many cases, timers and signals get their turn even if no case had to be sent. */
const BREATHE_AFTER = 100;

const GRACE_MS = 5_000;

/**
 * Sends cases and yields a trace for each, in the order of the cases, however many travel at once. The
 * steps of a case go one after the other. Cases that share something of the target with each other do so too.
 *
 * - A case that lacks something, is unproven, or whose document has no endpoint, has no exchanges. A case
 *   that cannot be encoded becomes unproven; one that writes where that is not allowed lacks it.
 * - References to earlier answers are resolved when a step is due. If a value is missing, the step is
 *   `unsent`, and the steps after it are still sent.
 * - After a transport fault the case ends, for its later steps build on the earlier ones. Only a probe
 *   that reached the target is followed by the next step: each probe is an observation of its own.
 * - Cleanup steps are sent last, regardless of earlier outcomes. Then the remaining created objects are
 *   removed. Objects that cannot be removed are `left`.
 * - An endpoint that is dead is given up on; each further case has one exchange that says so.
 * - When the signal is aborted, or the consumer stops, what only reads ends as `interrupted`, no further
 *   case is taken, writes under way are waited for and cleaned up after, for `graceMs` at the most, and
 *   the iteration ends.
 *
 * Rejects only for what `cases`, the transport or the journal throw; no answer and no fault of a target
 * does that.
 */
export async function* sendCases(
  cases: Iterable<Case>,
  options: SendOptions,
): AsyncGenerator<Trace, void, undefined> {
  const { contract } = options;
  const stop = new AbortController();
  const late = new AbortController();
  let grace: NodeJS.Timeout | undefined;
  const expire = () => late.abort();
  const begin = () => {
    grace = setTimeout(expire, options.graceMs ?? GRACE_MS);
  };
  stop.signal.addEventListener('abort', begin, { once: true });
  const forward = () => stop.abort();
  if (options.signal.aborted) stop.abort();
  options.signal.addEventListener('abort', forward, { once: true });
  const runContext: RunContext = {
    target: options.target,
    transport: options.transport,
    contract,
    operationOf: contract.operation,
    ask: askOn(options.target, {
      ...options,
      transport: options.besides ?? options.transport,
      signal: stop.signal,
    }),
    answers: options.neverGivesUp ? 'recorded' : 'live',
    leaveBehind: options.leaveBehind ?? 'loopback',
    encode: options.encode,
    clock: options.clock,
    pace: options.pace,
    writes: options.writes ?? 'loopback',
    journal: options.journal,
    register: options.register ?? openRegister(options.journal),
    intentsOf: intentsBy(contract),
    seenIn: seenBy(contract.operations),
    changesOf: changesBy(contract),
    validate: contract.validate,
    again: retryFor(options.neverGivesUp ? 'recorded' : 'live'),
    circuitBreakerOf: options.neverGivesUp ? () => ENDLESS : perDocument(),
    stop: stop.signal,
    late: late.signal,
  };
  let count = 0;
  const send = async (item: Case): Promise<Trace> => {
    count += 1;
    if (count % BREATHE_AFTER === 0) await new Promise((resolve) => setImmediate(resolve));
    return traceOf(item, runContext);
  };
  try {
    yield* inOrder(cases, send, {
      concurrency: options.concurrency,
      lookAhead: LOOK_AHEAD * options.concurrency,
      weightOf: ({ exchanges }) => bodyBytesIn(exchanges),
      most: MOST_AHEAD_BYTES,
      sharesOf: ({ shares = [] }) => shares,
      isAlone: ({ alone = false }) => alone,
      locks: options.locks ?? createLocks(),
      stop,
    });
  } finally {
    options.signal.removeEventListener('abort', forward);
    clearTimeout(grace);
  }
}

const ENDLESS: ReturnType<RunContext['circuitBreakerOf']> = {
  lost: () => undefined,
  note: () => {},
};

function perDocument(): RunContext['circuitBreakerOf'] {
  const made = new Map<Case['document'], ReturnType<typeof circuitBreaker>>();
  return (document) => {
    const known = made.get(document) ?? circuitBreaker();
    made.set(document, known);
    return known;
  };
}
