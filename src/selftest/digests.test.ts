import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { isMembers } from '../model/index.ts';
import { currentName, faults } from '../reference/index.ts';
import { digestOf, requestsOfPlan } from './digests.ts';

const contract = loadContract();

/** Of so many faults, one is tried here; `scripts/fault-digests.js` tries all. */
const EVERY = 12;

interface DigestFile {
  /** Hashes of the parts of the plan. */
  readonly plans: readonly string[];
  readonly digests: { readonly [name: string]: string };
}

function recorded(document: string): DigestFile {
  const file = new URL(`../../fixtures/faults/digests/${document}.json`, import.meta.url);
  const { plans, digests } = JSON.parse(readFileSync(file, 'utf8')) as DigestFile;
  expect(isMembers(digests) && Array.isArray(plans)).toBe(true);
  return { plans, digests };
}

/** Pairs of names that have the same digest; one that changes nothing has none to compare. */
function equalIn(digests: Iterable<readonly [name: string, digest: string]>): readonly string[] {
  const names = new Map<string, string>();
  const equal: string[] = [];
  for (const [name, digest] of digests) {
    const other = names.get(digest);
    if (digest.split(' ').every((part) => part === 'none')) continue;
    if (other !== undefined) equal.push(`${name} does the same as ${other}`);
    names.set(digest, name);
  }
  return equal;
}

describe.each(['integration', 'content'])('the committed digests of %s', (document) => {
  const { digests } = recorded(document);
  const known = new Map(faults().map((fault) => [fault.name, fault]));

  test('are different for any two faults', () => {
    const ofFaults = Object.entries(digests).filter(([name]) => known.has(name));
    expect(ofFaults.length).toBeGreaterThan(200);
    expect(equalIn(ofFaults)).toEqual([]);
  });

  test('have no name that is a former one', () => {
    expect(Object.keys(digests).filter((name) => currentName(name) !== name)).toEqual([]);
  });
});

test('no two faults of a sample do the same, and a sample is as committed where the plan is', async () => {
  const plan = await requestsOfPlan(contract, 'integration', { index: 1, of: 1 });
  const { plans, digests } = recorded('integration');
  const isSamePlan = plans.join() === plan.hash;
  if (!isSamePlan) {
    console.info('the plan has changed: node scripts/fault-digests.js integration renews the file');
  }
  expect(await digestOf(contract, plan, [])).toBe('none');
  const some = faults()
    .filter(({ document, undetected }) => document === 'integration' && undetected === undefined)
    .filter((_, at) => at % EVERY === 0);
  const found = new Map<string, string>();
  for (const fault of some) {
    const digest = await digestOf(contract, plan, [fault]);
    expect([fault.name, digest]).not.toEqual([fault.name, 'none']);
    const before = isSamePlan ? digests[fault.name] : undefined;
    expect([fault.name, digest]).toEqual([fault.name, before ?? digest]);
    found.set(fault.name, digest);
  }
  expect(equalIn(found)).toEqual([]);
}, 600_000);
