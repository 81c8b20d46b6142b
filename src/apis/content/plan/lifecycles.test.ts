import { expect, test } from 'vitest';
import { loadContract } from '../../../contract/contract.ts';
import { lifecycleCases } from './lifecycles.ts';

const cases = lifecycleCases(loadContract(), 1);

test('nothing that stands for a value is left in what is sent', () => {
  expect(cases.length).toBeGreaterThan(250);
  const left = cases.flatMap(({ id, title, steps, compared }) =>
    (JSON.stringify([id, title, steps, compared]).match(/\$(?!from\b)\w+/g) ?? []).map(
      (name) => `${id}: ${name}`,
    ),
  );
  expect(left).toEqual([]);
});

test('what a case creates, and no more, is removed at its end', () => {
  for (const { id, steps } of cases) {
    const created = steps.filter(({ request }) => /\/create$/.test(request.operation));
    const own = created.filter(({ request }) => !request.operation.includes('autosaves'));
    const removed = steps.filter(({ role }) => role === 'cleanup').map((step) => step.id);
    expect([id, removed.toSorted()]).toEqual([id, own.map((one) => `remove-${one.id}`).sort()]);
  }
});
