import { expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { SwitchedOff } from '../model/index.ts';
import { planCases } from '../plan/plan.ts';
import { referenceTarget } from '../profiles/choose.ts';
import type { RunOptions } from './pipeline.ts';
import { scopeOf } from './scope.ts';

const contract = loadContract();
const target = referenceTarget(contract, { content: 'http://127.0.0.1:1' }, 'reference');
const cases = planCases(contract, target, { seed: 1, runs: 3 });

function scope(off: readonly SwitchedOff[]) {
  return scopeOf({
    contract,
    target: { ...target, off },
    cases,
    only: [],
  } as unknown as RunOptions);
}

it('nothing is sent to, or missed of, an operation that is off', () => {
  const isPage = (id: string) => id.startsWith('content/pages');
  const callsPages = ({ cases: all }: ReturnType<typeof scope>) =>
    all.filter(({ steps }) =>
      steps.some(({ role, request }) => role !== 'cleanup' && isPage(request.operation)),
    );
  const [whole, without] = [scope([]), scope([{ prefix: 'content/pages', reason: 'none' }])];
  expect(callsPages(whole).length).toBeGreaterThan(100);
  // Only what judges a clause that nothing else does.
  const needed = callsPages(without);
  expect(needed.length).toBeLessThan(3);
  const shown = without.cases.filter((one) => !needed.includes(one)).flatMap((one) => one.evidence);
  expect(needed.flatMap(({ evidence }) => evidence).filter((id) => shown.includes(id))).toEqual([]);
  const open = without.clauses.filter(({ id }) => !without.off.has(id));
  expect(open.flatMap(({ operations }) => operations).filter(isPage)).toEqual([]);
  const lists = without.clauses.find(({ id }) => id === 'content/lists/order');
  expect(lists?.operations).toContain('content/posts/list');
});
