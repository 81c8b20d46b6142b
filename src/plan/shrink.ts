import fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import type { Case, Step } from '../model.ts';
import { generatorOf, type Reached, seedFor } from './generated.ts';

/**
 * Looks for the smallest request that still fails, from a generated valid case. fast-check makes the
 * value again from the case's seed and index, and proposes smaller ones; `fails` sends and judges them.
 * The first call of `fails` gets the case itself.
 *
 * @returns how many candidates were tried
 */
export async function shrinkCase(
  contract: Contract,
  reached: Reached,
  item: Case,
  fails: (candidate: Case) => Promise<boolean>,
): Promise<number> {
  const [step] = item.steps;
  if (item.origin.kind !== 'valid' || !step) return 0;
  const { seed, index } = item.origin;
  const operation = contract.operation(step.request.operation);
  const { arbitrary, caseOf } = generatorOf(contract, operation, reached);
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

/**
 * Leaves out steps of a case as long as it still fails: first all that come after a step, then one after
 * the other, each with the steps that refer to it. What it leads to is a case of which no step can be
 * left out alone.
 *
 * @param fails sends and judges a candidate
 * @returns how many candidates were tried
 */
export async function shrinkSteps(
  item: Case,
  fails: (candidate: Case) => Promise<boolean>,
): Promise<number> {
  let tried = 0;
  let smallest = item;
  const keeps = async (candidate: Case) => {
    tried += 1;
    if (!(await fails(candidate))) return false;
    smallest = candidate;
    return true;
  };
  let most = acting(item).length - 1;
  let least = 1;
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (await keeps(withFirst(item, middle))) most = middle;
    else least = middle + 1;
  }
  let smaller = true;
  while (smaller) {
    smaller = false;
    for (const { id } of acting(smallest).toReversed()) {
      if (!smallest.steps.some((step) => step.id === id)) continue;
      const candidate = without(smallest, id);
      if (acting(candidate).length > 0 && (await keeps(candidate))) smaller = true;
    }
  }
  return tried;
}

function acting({ steps }: Case): readonly Step[] {
  return steps.filter(({ role }) => role !== 'cleanup');
}

function withFirst(item: Case, count: number): Case {
  const kept = new Set(acting(item).slice(0, count));
  const lost = acting(item).filter((step) => !kept.has(step));
  return lost.reduce((rest, { id }) => without(rest, id), item);
}

/** The case without a step, and without all that builds on it. */
function without(item: Case, id: string): Case {
  const gone = new Set([id]);
  const steps = item.steps.filter((step) => {
    const told = JSON.stringify(step.request);
    if (step.id !== id && ![...gone].some((one) => told.includes(`"$from":"${one}#`))) return true;
    gone.add(step.id);
    return false;
  });
  return { ...item, steps };
}
