import { expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { faults } from '../reference/index.ts';
import { digestOf, requestsOfPlan } from './digests.ts';

const contract = loadContract();

/** Of so many faults, one is tried here; `scripts/fault-digests.js` tries all. */
const EVERY = 12;

test('no two faults of a sample change the same answers in the same way', async () => {
  const plan = await requestsOfPlan(contract, 'integration', { index: 1, of: 1 });
  expect(await digestOf(contract, plan, [])).toBe('none');
  const some = faults()
    .filter(({ document, undetected }) => document === 'integration' && undetected === undefined)
    .filter((_, at) => at % EVERY === 0);
  const names = new Map<string, string>();
  for (const fault of some) {
    const digest = await digestOf(contract, plan, [fault]);
    expect([fault.name, digest]).not.toEqual([fault.name, 'none']);
    expect([fault.name, names.get(digest)]).toEqual([fault.name, undefined]);
    names.set(digest, fault.name);
    if (names.size === 1) expect(await digestOf(contract, plan, [fault])).toBe(digest);
  }
}, 600_000);
