/** Brings the fuzz cases of a campaign to the target, and their traces back. */

import {
  type CreationRegister,
  changesBy,
  intentsBy,
  isFindable,
  type Journal,
  seenBy,
} from '../cleanup/index.ts';
import { type Contract, encode, sharedBy } from '../contract/index.ts';
import {
  type Case,
  type Exchange,
  type FuzzCase,
  isOnLoopback,
  type Leftover,
  type Step,
  type Target,
  type Trace,
  type Transport,
  type WritePolicy,
} from '../model/index.ts';
import {
  type Absences,
  askOn,
  type CircuitBreaker,
  isUnreachable,
  type Locks,
  paceOf,
  pause,
  type Release,
  type RunContext,
  retryFor,
  traceOf,
} from '../send/index.ts';
import { isDropped } from './dropped.ts';

interface ExecutorOptions {
  readonly contract: Contract;
  readonly target: Target;
  readonly transport: Transport;
  /** A clock that never goes back, in milliseconds. */
  readonly clock: () => number;
  readonly writes: WritePolicy;
  readonly journal?: Journal;
  readonly register: CreationRegister;
  /** Servers on which creations continue although removals are refused; loopback if absent. */
  readonly leaveBehind?: WritePolicy;
  /** Nothing new begins once it is aborted. */
  readonly stop: AbortSignal;
  /** By then, what was begun has to be put in order. */
  readonly late: AbortSignal;
  /** Times without the target, for all executors of a campaign. */
  readonly absences: Absences;
  /** Locks of cases that share something of the target, for all executors of a campaign. */
  readonly locks: Locks;
  /** Starts a target that ended; called for as long as it cannot be reached. */
  readonly restart?: () => void;
}

export interface Executor {
  /**
   * Sends a fuzz case. The control of a fuzz case of two single requests is one that others had as well.
   * @param limitMs as of `sendAlone`
   */
  readonly carry: (fuzzCase: FuzzCase, limitMs?: number) => Promise<Trace>;
  /** Sends a fuzz case unchanged, its own control included. */
  readonly send: (fuzzCase: FuzzCase) => Promise<Trace>;
  /**
   * The same for a caller that holds all locks.
   * @param limitMs milliseconds for each answer; the limit of the profile if absent
   */
  readonly sendAlone: (fuzzCase: FuzzCase, limitMs?: number) => Promise<Trace>;
  readonly requests: () => number;
  readonly left: () => readonly Leftover[];
  readonly lost: Absences['lost'];
}

/** So often a control is used before it is sent again: a target may change its mind about it. */
const CONTROL_USES = 400;

const FAULTLESS: CircuitBreaker = { lost: () => undefined, note: () => {} };

interface Control {
  readonly exchange: Promise<Exchange | undefined>;
  uses: number;
}

/**
 * An executor for a campaign. Unlike a run of the suites, a campaign outlives an unreachable target: it
 * waits for it, since a request that fells a server is what it looks for.
 */
export function executorFor(options: ExecutorOptions): Executor {
  const { contract, target, transport, clock, stop, locks, restart } = options;
  const sharesOf = sharedBy(contract.operations);
  const left: Leftover[] = [];
  let requests = 0;
  const { note, lost } = options.absences;
  const pace = paceOf(target.rate);

  const runContext: RunContext = {
    target,
    transport: watched(transport, note, () => {
      requests += 1;
    }),
    contract,
    operationOf: contract.operation,
    ask: askOn(target, { contract, encode, transport, clock, pace, signal: stop }),
    answers: 'live',
    leaveBehind: options.leaveBehind ?? 'loopback',
    encode,
    clock,
    pace,
    writes: options.writes,
    journal: options.journal,
    register: options.register,
    intentsOf: intentsBy(contract),
    seenIn: seenBy(contract.operations),
    changesOf: changesBy(contract),
    validate: contract.validate,
    again: retryFor('live'),
    circuitBreakerOf: () => FAULTLESS,
    stop: options.stop,
    late: options.late,
  };

  const isUnmarked = unmarkedOn(options, runContext.intentsOf);

  const sendIn = async (
    item: Case,
    lock: () => Promise<Release>,
    limitMs?: number,
  ): Promise<Trace> => {
    const context = within(runContext, limitMs);
    if (isUnmarked(item)) return { case: { ...item, lacks: UNMARKED }, exchanges: [] };
    for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      const release = await lock();
      const trace = await traceOf(item, context).finally(release);
      for (const one of trace.left ?? []) left.push(one);
      const absent = trace.exchanges.some(({ outcome }) => isUnreachable(outcome));
      // A request under way at the end of a target may have caused it.
      if (trace.exchanges.some(isDropped)) return trace;
      if (!absent || lost() !== undefined || stop.aborted) return trace;
      restart?.();
      await pause(wait, stop);
    }
  };

  const beside = (item: Case, limitMs?: number) =>
    sendIn(item, () => locks.take(sharesOf(item.steps)), limitMs);
  // Concurrent writes of others would be attributed to the target.
  const send = (fuzzCase: FuzzCase, limitMs?: number) =>
    isStateful(fuzzCase)
      ? sendIn(fuzzCase.case, locks.takeAll, limitMs)
      : beside(fuzzCase.case, limitMs);

  const controlFor = sharedControls(beside);

  return {
    carry: async (fuzzCase, limitMs) => {
      const { case: item } = fuzzCase;
      const [control, step, ...others] = item.steps;
      const shared = control?.role === 'control' && step !== undefined && others.length === 0;
      if (!shared) return send(fuzzCase, limitMs);
      const before = await controlFor(item, control);
      const trace = await beside({ ...item, steps: [step] }, limitMs);
      const exchanges = before === undefined ? trace.exchanges : [before, ...trace.exchanges];
      // The reason why the case was not sent stays on it.
      return { ...trace, case: { ...trace.case, steps: item.steps }, exchanges };
    },
    send,
    sendAlone: (fuzzCase, limitMs) => sendIn(fuzzCase.case, async () => () => {}, limitMs),
    requests: () => requests,
    left: () => left,
    lost,
  };
}

function watched(transport: Transport, note: Absences['note'], count: () => void): Transport {
  return {
    ...transport,
    send: async (...given) => {
      count();
      const sent = await transport.send(...given);
      note(sent.outcome, given[1]);
      return sent;
    },
  };
}

/** The same with less patience than the profile. */
function within(context: RunContext, limitMs: number | undefined): RunContext {
  if (limitMs === undefined) return context;
  const send: Transport['send'] = async (request, baseUrl, signal, requestContext) => {
    const limit = AbortSignal.timeout(limitMs);
    const both = AbortSignal.any([signal, limit]);
    const sent = await context.transport.send(request, baseUrl, both, requestContext);
    if (sent.outcome.kind !== 'fault' || !limit.aborted || signal.aborted) return sent;
    const message = `no answer within ${limitMs} ms`;
    return { ...sent, outcome: { kind: 'fault', code: 'timed-out', message } };
  };
  return { ...context, transport: { ...context.transport, send } };
}

/** Why a case is not sent, in a note of the campaign. */
export const UNMARKED = 'could create what nothing tells from the objects of others';

/**
 * Returns true if a case may create something that could not be found again if its answer were lost. On loopback it is sent
 * all the same: that target is there for tests.
 */
function unmarkedOn(
  { contract, target }: ExecutorOptions,
  intentsOf: RunContext['intentsOf'],
): (item: Case) => boolean {
  return ({ document, steps }) => {
    const endpoint = target.endpoints[document];
    if (endpoint === undefined || isOnLoopback(endpoint, target)) return false;
    return steps.some(({ request }) =>
      intentsOf(contract.operation(request.operation), request).some(
        (one) => one.from === undefined && !isFindable(one),
      ),
    );
  };
}

/** Sends the control of an operation for many cases at once. @param send a case of one step */
function sharedControls(send: (item: Case) => Promise<Trace>) {
  const controls = new Map<string, Control>();
  return (item: Case, control: Step): Promise<Exchange | undefined> => {
    const key = control.request.operation;
    const known = controls.get(key);
    if (known !== undefined && known.uses < CONTROL_USES) {
      known.uses += 1;
      return known.exchange;
    }
    const exchange = send({ ...item, steps: [control] }).then(({ exchanges: [first] }) => {
      // A control without an answer is no control for others.
      if (first === undefined || first.outcome.kind === 'fault') controls.delete(key);
      return first;
    });
    controls.set(key, { exchange, uses: 1 });
    return exchange;
  };
}

/** Returns true if the answers of a fuzz case are judged together, so that no other may be under way. */
function isStateful({ marks }: FuzzCase): boolean {
  return marks.some(({ mode }) => mode === 'stateful');
}

const FIRST_WAIT = 50;
const LONGEST_WAIT = 1_000;
