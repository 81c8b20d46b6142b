import { type CleanupContext, mayWrite } from '../cleanup/index.ts';
import type {
  Case,
  EarlierId,
  Endpoint,
  Exchange,
  Outcome,
  Target,
  Transport,
  WireRequest,
  WritePolicy,
} from '../model/index.ts';
import { addressOf } from './address.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { fault } from './fault.ts';
import { type Pace, pause } from './pace.ts';

/** The shared state of all cases of one run. */
export interface RunContext extends CleanupContext {
  readonly target: Target;
  readonly transport: Transport;
  /** Servers on which creations continue although removals are refused. */
  readonly leaveBehind: WritePolicy;
  readonly clock: () => number;
  readonly pace: Pace;
  readonly writes: WritePolicy;
  /** Remaining number of resent removals, and the waits before each, in milliseconds. */
  readonly again: { left: number; readonly waits: readonly number[] };
  readonly circuitBreakerOf: (document: Case['document']) => CircuitBreaker;
  /** Aborted when nothing new may begin. */
  readonly stop: AbortSignal;
  /** Aborted some time later, when all cleanup has to be done. */
  readonly late: AbortSignal;
}

interface Due {
  readonly step: string;
  readonly operation: string;
  readonly request: WireRequest;
  readonly item: Case;
  readonly earlier?: EarlierId | undefined;
  /** Aborts the request before it is sent. */
  readonly begin: AbortSignal;
  /** Interrupts the request while it is pending. */
  readonly end: AbortSignal;
  /** Returns true if a write may be resent after a refusal because of load; reads always may. */
  readonly mayResend?: () => Promise<boolean>;
}

/** Sends one request, as soon as the pace allows, and returns its exchange. */
export async function exchangeOf(
  { step, operation, request, item, earlier, begin, end, mayResend }: Due,
  endpoint: Endpoint,
  runContext: RunContext,
): Promise<Exchange> {
  const { clock, transport } = runContext;
  const { url } = addressOf(endpoint.baseUrl, request.target);
  const patient = runContext.circuitBreakerOf(item.document);
  const unsent = (outcome: Outcome): Exchange => ({
    step,
    request,
    url,
    outcome,
    startedAt: clock(),
    durationMs: 0,
    resent: false,
    unsent: true,
  });

  // A wait takes a slot, so lost requests skip it; a request can also be lost during its wait.
  const delay = patient.lost(operation) === undefined ? runContext.pace.delay(clock()) : 0;
  if (delay > 0) await pause(delay, begin);
  const lost = patient.lost(operation);
  if (lost !== undefined) return unsent(lost);
  if (begin.aborted) return unsent(fault('interrupted', 'not sent: the run was interrupted'));
  const startedAt = clock();
  const sent = await transport.send(request, endpoint.baseUrl, end, {
    case: item,
    step,
    operation,
    earlier,
    mayResend: mayResend ?? readsBy(item, step, operation, runContext.operationOf),
  });
  const durationMs = clock() - startedAt;
  const { outcome, resent, refusedWith } = sent;
  patient.note(operation, outcome);
  // Without a spread, which costs more than the rest of the function.
  const exchange = { step, request, url, outcome, startedAt, durationMs, resent };
  if (sent.earlier !== undefined) return { ...exchange, earlier: sent.earlier };
  return refusedWith === undefined ? exchange : { ...exchange, refusedWith };
}

/** Returns true for a request that only reads: resending it has no effect. */
function readsBy(
  { steps }: Case,
  id: string,
  operation: string,
  operationOf: RunContext['operationOf'],
): () => Promise<boolean> {
  return async () => {
    const step = steps.find((one) => one.id === id);
    return step === undefined ? !operationOf(operation).writes : !mayWrite(step, operationOf);
  };
}
