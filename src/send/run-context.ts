import { type CleanupContext, mayWrite } from '../cleanup/index.ts';
import type {
  Case,
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

/** What the cases of one run share. */
export interface RunContext extends CleanupContext {
  readonly target: Target;
  readonly transport: Transport;
  /** Where creations go on although removals are refused. */
  readonly leaveBehind: WritePolicy;
  readonly clock: () => number;
  readonly pace: Pace;
  readonly writes: WritePolicy;
  /** How often what removes something may still be sent again, and after how many milliseconds each time. */
  readonly again: { left: number; readonly waits: readonly number[] };
  readonly circuitBreakerOf: (document: Case['document']) => CircuitBreaker;
  /** Aborted when nothing new is to begin. */
  readonly stop: AbortSignal;
  /** Aborted some time later: by then, what was begun has to be put in order. */
  readonly late: AbortSignal;
}

/** A request that is due. */
interface Due {
  readonly step: string;
  readonly operation: string;
  readonly request: WireRequest;
  readonly item: Case;
  /** When aborted before it goes out, it does not. */
  readonly begin: AbortSignal;
  /** When aborted while it is under way, it ends as interrupted. */
  readonly end: AbortSignal;
  /** Returns true if a write may be sent again after a refusal for load; a read always is. */
  readonly mayResend?: () => Promise<boolean>;
}

/** Sends one request, as soon as the pace allows, and says what came of it. */
export async function exchangeOf(
  { step, operation, request, item, begin, end, mayResend }: Due,
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

  // The wait takes a slot, so it is not for requests that are lost; and they may be lost by its end.
  const delay = patient.lost(operation) === undefined ? runContext.pace.delay(clock()) : 0;
  if (delay > 0) await pause(delay, begin);
  const lost = patient.lost(operation);
  if (lost !== undefined) return unsent(lost);
  if (begin.aborted) return unsent(fault('interrupted', 'not sent: the run was interrupted'));
  const startedAt = clock();
  const { outcome, resent, refusedWith } = await transport.send(request, endpoint.baseUrl, end, {
    case: item,
    step,
    operation,
    mayResend: mayResend ?? readsBy(item, step, operation, runContext.operationOf),
  });
  const durationMs = clock() - startedAt;
  patient.note(operation, outcome);
  // Member by member: a spread here costs more than the rest of the function.
  const exchange = { step, request, url, outcome, startedAt, durationMs, resent };
  return refusedWith === undefined ? exchange : { ...exchange, refusedWith };
}

/** Returns true if a request only reads: nothing is done twice when it is sent twice. */
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
