import { expect, it } from 'vitest';
import type { Case, Trace } from '../model/index.ts';
import { planCases } from '../plan/plan.ts';
import { BASE, drive } from '../reference/content/drive.fixture.ts';
import { readSeed, seedStore } from '../reference/content/seed.ts';
import { inProcess } from '../reference/transport.ts';
import { sendCases } from './send.ts';
import { all, contract, siteWith, targetAt } from './site.fixture.ts';

/** Sends cases to a site of its own, and tells what the site had and has. */
async function after(cases: readonly Case[]) {
  const store = seedStore(readSeed());
  const ids = () =>
    [...store.resourceCollections].map(([name, { items }]) => [name, [...items.keys()].join(' ')]);
  const before = ids();
  const { options } = siteWith({ concurrency: 8 });
  const transport = inProcess(drive({ store }).handler);
  const traces = await all(sendCases(cases, { ...options, transport }));
  return { before, now: ids(), traces };
}

const lines = (traces: readonly Trace[]) => traces.flatMap(({ left = [] }) => left);
const removals = (traces: readonly Trace[]) => traces.flatMap(({ removals = [] }) => removals);

const PLAN = planCases(contract, targetAt(BASE), { seed: 1, runs: 5, writes: 'anywhere' });

it('a whole plan leaves a site with what it had', async () => {
  const { before, now, traces } = await after(PLAN);
  expect(lines(traces)).toEqual([]);
  expect(now).toEqual(before);
});

it('it does so even if no case cleans up after itself', async () => {
  const careless = PLAN.map((item) => ({
    ...item,
    steps: item.steps.filter(({ role }) => role !== 'cleanup'),
  }));
  const { before, now, traces } = await after(careless);
  expect(lines(traces)).toEqual([]);
  expect(removals(traces).length).toBeGreaterThan(20);
  expect(now).toEqual(before);
});
