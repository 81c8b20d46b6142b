/** Runs the suites in this process, whole and in shards, on a target with two faults. */

import { loadContract } from '../contract/contract.ts';
import type { RunEvent, RunReport, Shard, Target } from '../model/index.ts';
import { planCases } from '../plan/plan.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { referenceHandler } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { reportFromEvents } from '../report/report.ts';
import { type RunOptions, run } from '../run/pipeline.ts';

export const contract = loadContract();
const BASE = 'http://127.0.0.1:1';
const ONLY = ['integration/', 'content/index', 'content/blocks/list'];

// One violates a stated clause, one an implied clause. Several cases show each.
const faults = ['unsorted-at-end', 'systems-type-unchecked'];
const transportWith = (own: readonly string[]) => {
  const parts = { faults: own, variations: [], contract };
  return inProcess(referenceHandler(parts, () => `${BASE}/content`).handler);
};
export const target: Target = {
  ...referenceTarget(contract, { integration: BASE, content: `${BASE}/content` }, 'with faults'),
  // Parallel cases would make a difference, in a whole run too.
  concurrency: 1,
};
export const cases = planCases(contract, target, { seed: 7, runs: 6 });

/** @param own names of the faults that the target has */
export async function report(
  options: Partial<RunOptions> = {},
  own: readonly string[] = faults,
): Promise<RunReport> {
  const events: RunEvent[] = [];
  for await (const event of run({
    contract,
    target,
    cases,
    only: ONLY,
    seed: 7,
    strict: false,
    failOn: new Set(),
    mode: 'live',
    transport: transportWith(own),
    clock: { now: () => 0, monotonic: () => 0 },
    signal: new AbortController().signal,
    tool: { name: 'touchstone', version: '0' },
    targetOptions: [],
    // Each shard minimises its own cases.
    shrinking: false,
    ...options,
  })) {
    events.push(event);
  }
  return reportFromEvents(events);
}

function shards(of: number): readonly Shard[] {
  return Array.from({ length: of }, (_, at) => ({ index: at + 1, of }));
}

export async function inShards(
  of: number,
  options: Partial<RunOptions> = {},
  own: readonly string[] = faults,
) {
  const parts = [];
  for (const shard of shards(of)) {
    parts.push({
      folder: `shards/${shard.index}`,
      report: await report({ ...options, shard }, own),
    });
  }
  return parts;
}
