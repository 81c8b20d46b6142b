import type { Contract } from './contract/contract.ts';
import { discover } from './contract/discover.ts';
import { encode } from './contract/encode.ts';
import type { FailOn } from './judge/grade.ts';
import { learn } from './learn.ts';
import type { PlannedRequest, RunEvent, Target } from './model.ts';
import { type Clock, run } from './pipeline.ts';
import { planCases } from './plan/plan.ts';
import { serveReference } from './reference/serve.ts';
import type { Journal } from './send/journal.ts';
import { liveTransport } from './send/live.ts';
import { chooseTarget, referenceTarget, type TargetOptions } from './target/choose.ts';
import type { Environment } from './target/profile.ts';
import { toolOf } from './tool.ts';
import type { Transport } from './transport.ts';

/** Generated valid cases for each operation, where nobody says how many. */
export const DEFAULT_RUNS = 20;

const CLOCK: Clock = { now: Date.now, monotonic: () => performance.now() };

/** A target that is ready to be asked. */
export interface Session {
  readonly target: Target;
  /** Options of the command line that name the target again, for lines that reproduce a finding. */
  readonly targetOptions: readonly string[];
  /** Something a user would want to know about how the target was understood. */
  readonly note?: string;
  /** Stops the embedded server, if one was started. To be called whatever happens. */
  readonly close: () => Promise<void>;
}

/**
 * Finds the target that is meant: a profile, base URLs, `touchstone.yaml` in the working folder, or
 * else the reference target, which is started on a free port of the loopback interface.
 *
 * @param world.env where credentials are looked up
 * @param world.cwd the working folder
 * @throws TouchstoneError for a profile that is not to be read, or a URL that is none
 */
export async function openSession(
  contract: Contract,
  wanted: TargetOptions,
  world: { readonly env: Environment; readonly cwd: string },
): Promise<Session> {
  const chosen = await chooseTarget(contract, wanted, world);
  if (chosen.kind === 'given') {
    const { target, options, note } = chosen;
    const close = async () => {};
    return { target, targetOptions: options, close, ...(note !== undefined && { note }) };
  }
  const server = await serveReference({ faults: [], liberties: [] });
  const urls = { integration: server.integrationUrl, content: server.contentUrl };
  return {
    target: referenceTarget(contract, urls, 'reference target, embedded'),
    targetOptions: [],
    close: server.close,
  };
}

export interface LiveRun {
  readonly contract: Contract;
  readonly target: Target;
  /** Any 32-bit number without sign: the same seed plans the same cases. */
  readonly seed: number;
  /** Generated valid cases for each operation; 20 if absent. */
  readonly runs?: number;
  /** Prefixes of ids of clauses, cases or operations; all if absent or empty. */
  readonly only?: readonly string[];
  /** What is implied fails like what is stated. */
  readonly strict?: boolean;
  /** What makes the exit code 1 besides failures. */
  readonly failOn?: FailOn;
  /** Ends the run early; what was found until then is told. */
  readonly signal?: AbortSignal;
  readonly targetOptions?: readonly string[];
  /** Whether a target that is not on loopback may be written to; not if absent. */
  readonly allowWrites?: boolean;
  /** Where what is created is written down until it is removed; nowhere if absent. */
  readonly journal?: Journal;
  /** Probe what the content API's index lists and the document does not. */
  readonly discover?: boolean;
}

/**
 * Plans all cases for a target, sends them over the network, judges the answers, and tells what it
 * finds as it goes: a header, an event for each case, one for each clause, a footer with the exit code.
 * Credentials appear in no event. `reportFromEvents` makes the report of them.
 *
 * @throws TouchstoneError 'nothing-selected'; whatever the target does is told in events
 */
export async function* runLive(options: LiveRun): AsyncGenerator<RunEvent, void, undefined> {
  const { seed, runs = DEFAULT_RUNS, allowWrites = false, journal } = options;
  const signal = options.signal ?? new AbortController().signal;
  const transport = liveTransport({
    limits: options.target.limits,
    tls: options.target.tls,
    connections: options.target.concurrency,
  });
  try {
    const target = await learn(options.contract, options.target, transport, signal);
    const contract = options.discover
      ? await discovered(options.contract, target, transport, signal)
      : options.contract;
    yield* run({
      contract,
      target,
      cases: planCases(contract, target, { seed, runs, allowWrites }),
      seed,
      transport,
      only: options.only ?? [],
      strict: options.strict ?? false,
      failOn: options.failOn ?? new Set(),
      mode: 'live',
      clock: CLOCK,
      signal,
      tool: toolOf(),
      targetOptions: options.targetOptions ?? [],
      allowWrites,
      ...(journal && { journal }),
    });
  } finally {
    await transport.close();
  }
}

/** The contract with what the target's own index adds; as it is where there is no index to be had. */
async function discovered(
  contract: Contract,
  { endpoints: { content } }: Target,
  transport: Transport,
  signal: AbortSignal,
): Promise<Contract> {
  if (!content) return contract;
  const operation = contract.operation('content/index');
  const request: PlannedRequest = {
    operation: operation.id,
    path: {},
    query: {},
    headers: [],
    body: { kind: 'none' },
    credential: { kind: 'valid' },
  };
  const wire = encode(operation, request, content.style, content.authorization);
  const { outcome } = await transport.send(wire, content.baseUrl, signal);
  const found = outcome.kind === 'answer' && outcome.body.content;
  return found && found.kind === 'json' ? discover(contract, found.value) : contract;
}
