import { expect, test } from 'vitest';
import { loadContract } from '../../../contract/contract.ts';
import { batchCases, lifecycleCases } from './lifecycles.ts';

const contract = loadContract();
const cases = [...lifecycleCases(contract, 1), ...batchCases(contract, 1)];

test('nothing that stands for a value is left in what is sent', () => {
  expect(cases.length).toBeGreaterThan(250);
  const left = cases.flatMap(({ id, title, steps, compared }) =>
    (JSON.stringify([id, title, steps, compared]).match(/\$(?!from\b)[a-z]\w*/gi) ?? []).map(
      (name) => `${id}: ${name}`,
    ),
  );
  expect(left).toEqual([]);
});

test('what a case creates, and no more, is removed at its end', () => {
  for (const { id, steps } of cases) {
    const created = steps.filter(({ request }) =>
      /^content\/[a-z-]+\/create$/.test(request.operation),
    );
    const removed = steps.filter(({ role }) => role === 'cleanup').map((step) => step.id);
    expect([id, removed]).toEqual([
      id,
      expect.arrayContaining(created.map((one) => `remove-${one.id}`)),
    ]);
    // What the answer to a batch tells of is removed besides.
    if (!id.startsWith('content/batch/')) expect(removed).toHaveLength(created.length);
  }
});

test('a comparison speaks of steps that the case has, and clauses are those of the document', () => {
  const missing = cases.flatMap(({ id, steps, compared, evidence }) => {
    for (const clause of evidence) contract.clause(clause);
    const named = JSON.stringify(compared ?? {}).matchAll(/"step":"([^"]+)"/g);
    const own = new Set(steps.map((step) => step.id));
    return [...named].flatMap(([, name = '']) => (own.has(name) ? [] : [`${id}: ${name}`]));
  });
  expect(missing).toEqual([]);
});
