import { expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { planCases } from '../plan/plan.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { plannedCreations, trialIn, writes } from './sending.ts';

const contract = loadContract();
const target = referenceTarget(contract, { content: 'http://127.0.0.1:1/content' }, 'site');
const cases = planCases(contract, target, { seed: 1, runs: 1, writes: 'anywhere' }).filter((item) =>
  writes(item, contract),
);

it('tries each collection once before the crowd, and loses no case', () => {
  const { trial, rest } = trialIn(cases, contract);
  const created = plannedCreations(cases, contract);
  expect([...plannedCreations(trial, contract).keys()].sort()).toEqual([...created.keys()].sort());
  expect(trial.length).toBeLessThanOrEqual(created.size);
  expect(new Set([...trial, ...rest])).toEqual(new Set(cases));
  expect(created.get('content/posts')).toBeGreaterThan(100);
});
