import { expect, it } from 'vitest';
import { loadContract } from '../../../contract/contract.ts';
import { isMembers } from '../../../json.ts';
import { windowCases } from './windows.ts';

it('a bound is judged only where the list of the one object shows that object alone', () => {
  const compared = windowCases(loadContract(), { seed: 1, runs: 1 }).map((one) => one.compared);
  expect(compared).not.toEqual([]);
  for (const one of compared) {
    expect(isMembers(one) && one.most).toEqual({ there: 1 });
  }
});
