import type { Contract } from '../contract/contract.ts';
import { learn } from '../learn.ts';
import type { Case, DocumentName, RunEvent, Target, Verdict } from '../model.ts';
import { run } from '../pipeline.ts';
import { planCases } from '../plan/plan.ts';
import { referenceHandler, serveReference } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { liveTransport } from '../send/live.ts';
import { DEFAULT_RUNS } from '../session.ts';
import { referenceTarget } from '../target/choose.ts';
import { toolOf } from '../tool.ts';
import type { Transport } from '../transport.ts';

/** Some deviations of the reference target, to be judged by the suite of their document. */
export interface Attempt {
  readonly document: DocumentName;
  /** Names of deviations, taken all at once. */
  readonly faults: readonly string[];
  readonly liberties: readonly string[];
  /** Of the generated cases: any 32-bit number without sign. */
  readonly seed: number;
  /** How requests travel: handed to the target in this process, or over HTTP on the loopback interface. */
  readonly over: 'process' | 'http';
}

/** A clause that did not hold, or could not be judged for want of an answer. */
export interface Flag {
  readonly clause: string;
  readonly verdict: Verdict;
}

/** What a run found of an attempt. */
export interface Found {
  /** Clauses that gave a failure, a warning or an error. */
  readonly flags: readonly Flag[];
  readonly exitCode: 0 | 1 | 2;
  /** What the run says of itself: why it cannot vouch for the target. */
  readonly problems: readonly string[];
  readonly requests: number;
}

export type TryOut = (attempt: Attempt, signal: AbortSignal) => Promise<Found>;

/** Where the target is said to be that is asked in this process; nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1';

/**
 * Gets ready to judge deviations one after another: the contract is read once by the caller, and cases
 * are planned once for all targets of which the same facts are learnt.
 */
export function createTryOut(contract: Contract): TryOut {
  const plans = new Map<string, readonly Case[]>();
  const planFor = (target: Target, seed: number): readonly Case[] => {
    const facts = JSON.stringify([seed, target.endpoints]);
    const plan =
      plans.get(facts) ??
      planCases(contract, target, { seed, runs: DEFAULT_RUNS, writes: 'anywhere' });
    // A fault that changes what is learnt has a plan of its own, which is of no use to any other.
    if (plans.size < MOST_PLANS) plans.set(facts, plan);
    return plan;
  };
  return async (attempt, signal) => {
    const { seed } = attempt;
    const site = await openSite(contract, attempt);
    const target = referenceTarget(contract, { [attempt.document]: site.url }, 'reference');
    try {
      const learnt = await learn(contract, target, site.transport, signal);
      return await foundIn(
        run({
          contract,
          target: learnt,
          cases: planFor(learnt, seed),
          seed,
          transport: site.transport,
          only: [],
          strict: false,
          shrinking: false,
          failOn: new Set(),
          mode: 'live',
          clock: { now: Date.now, monotonic: () => performance.now() },
          signal,
          tool: toolOf(),
          targetOptions: [],
          writes: 'anywhere',
        }),
      );
    } finally {
      await site.close();
    }
  };
}

/** Plans to be kept: that of each document, and of the liberties that show other objects. */
const MOST_PLANS = 6;

interface Site {
  readonly url: string;
  readonly transport: Transport;
  readonly close: () => Promise<void>;
}

/** A fresh reference target with some deviations, and the way to it. */
async function openSite(contract: Contract, attempt: Attempt): Promise<Site> {
  const { document, faults, liberties, over } = attempt;
  if (over === 'process') {
    const url = document === 'content' ? `${NOWHERE}/content` : NOWHERE;
    const { handler } = referenceHandler({ contract, faults, liberties }, () => url);
    const transport = inProcess(handler);
    return { url, transport, close: transport.close };
  }
  const server = await serveReference({ contract, faults, liberties });
  const { limits, tls, concurrency } = referenceTarget(contract, {}, 'reference');
  const transport = liveTransport({ limits, tls, connections: concurrency });
  return {
    url: document === 'content' ? server.contentUrl : server.integrationUrl,
    transport,
    close: async () => {
      await transport.close();
      await server.close();
    },
  };
}

async function foundIn(events: AsyncIterable<RunEvent>): Promise<Found> {
  const flags: Flag[] = [];
  for await (const event of events) {
    if (event.kind === 'clause' && FLAGS.has(event.verdict)) {
      flags.push({ clause: event.id, verdict: event.verdict });
    }
    if (event.kind === 'footer') {
      const { exitCode, problems, requests } = event;
      return { flags, exitCode, problems, requests };
    }
  }
  return { flags, exitCode: 2, problems: ['the run came to no end'], requests: 0 };
}

const FLAGS: ReadonlySet<Verdict> = new Set(['fail', 'warn', 'error']);
