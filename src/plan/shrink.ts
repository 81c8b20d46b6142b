import fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import type { Case } from '../model.ts';
import { generatorOf, seedFor } from './generated.ts';
import type { Known } from './scenarios.ts';

/**
 * Looks for the smallest request that still fails, from a generated valid case. fast-check makes the
 * value again from the case's seed and index, and proposes smaller ones; `fails` sends and judges them.
 * The first call of `fails` gets the case itself.
 *
 * @returns how many candidates were tried
 */
export async function shrinkCase(
  contract: Contract,
  known: Known,
  item: Case,
  fails: (candidate: Case) => Promise<boolean>,
): Promise<number> {
  const [step] = item.steps;
  if (item.origin.kind !== 'valid' || !step) return 0;
  const { seed, index } = item.origin;
  const operation = contract.operation(step.request.operation);
  const { arbitrary, caseOf } = generatorOf(contract, operation, known);
  let tried = 0;
  await fc.check(
    fc.asyncProperty(arbitrary, async (value) => {
      tried += 1;
      return !(await fails({ ...caseOf(value, index, seed), evidence: item.evidence }));
    }),
    { seed: seedFor(operation, seed), path: String(index), numRuns: 1 },
  );
  return tried;
}
