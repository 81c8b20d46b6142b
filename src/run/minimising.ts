/** Minimises the first case on which a clause fails, within one run. */

import { judge } from '../judge/index.ts';
import type { Case, Target, Trace } from '../model/index.ts';
import { foundAsNobody } from './nobody.ts';
import type { RunOptions } from './pipeline.ts';
import { type Lane, sendAlone, sentIn } from './sending.ts';
import { type ShrunkTrace, shrinks, smallestFor } from './shrinking.ts';
import { failingAt } from './weighing.ts';

/** Maximum number of requests for minimising one failing case. */
export const SHRINK_REQUESTS = 300;

/** A trace with what each clause finds in it. */
export function judged(options: RunOptions, trace: Trace): ShrunkTrace {
  const { contract, target } = options;
  const findings = (options.judge ?? judge)(contract, knownOf(target, trace.case), trace);
  return { trace, findings: foundAsNobody(findings, trace, target, contract) };
}

function knownOf(target: Target, { document }: Case) {
  return target.endpoints[document]?.known ?? {};
}

interface Shrunk {
  readonly requests: number;
  readonly smallest: ReadonlyMap<string, ShrunkTrace>;
}

/**
 * Minimises the first case on which a clause fails; later cases show the same. Skips a clause that has another trace
 * `instead`.
 */
export function shrinkerOf(options: RunOptions, lane: Lane) {
  const shrunk = new Set<string>();
  const isShrinking = options.shrinking !== false && options.mode === 'live';
  return async (
    found: ShrunkTrace,
    failing: readonly string[],
    instead: ReadonlyMap<string, unknown>,
  ): Promise<Shrunk> => {
    const fresh = failing.filter((id) => !shrunk.has(id) && !instead.has(id));
    if (fresh.length === 0 || !isShrinking || !shrinks(found.trace.case)) {
      return { requests: 0, smallest: new Map() };
    }
    for (const id of fresh) shrunk.add(id);
    return shrink(options, lane, found, fresh);
  };
}

/** Minimises a failing case for each clause that fails on it, with a bounded number of requests. */
async function shrink(
  options: RunOptions,
  lane: Lane,
  found: ShrunkTrace,
  clauses: readonly string[],
): Promise<Shrunk> {
  const { contract, target, strict } = options;
  const endpoint = target.endpoints[found.trace.case.document];
  if (endpoint === undefined) return { requests: 0, smallest: new Map() };
  let requests = 0;
  const smallest = await smallestFor(found, clauses, {
    contract,
    endpoint,
    failsAt: ({ findings }, id) => failingAt(findings, id, strict),
    tryOut: async (candidate) => {
      if (requests >= SHRINK_REQUESTS || options.signal.aborted) return undefined;
      const trace = await sendAlone(options, candidate, lane);
      if (trace === undefined) return undefined;
      requests += sentIn(trace);
      return judged(options, trace);
    },
  });
  return { requests, smallest };
}
