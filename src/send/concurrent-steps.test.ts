import { expect, test } from 'vitest';
import { type Role, requestTo, type Step } from '../model/index.ts';
import { allOf, concurrentSteps } from './concurrent-steps.ts';

function ready(id: string, more: Partial<Step> = {}, role: Role = 'valid') {
  return { step: { id, role, request: requestTo('a/b', {}), ...more } };
}

test('steps that are sent at once are together, cleanup steps are left out', () => {
  const groups = concurrentSteps([
    ready('a'),
    ready('b', { concurrent: true }),
    ready('c'),
    ready('d', {}, 'cleanup'),
    ready('e', { concurrent: true }),
  ]);
  expect(groups.map((group) => group.map(({ step }) => step.id))).toEqual([
    ['a', 'b'],
    ['c', 'e'],
  ]);
});

test('what fails is waited for with the others', async () => {
  const done: string[] = [];
  const slow = new Promise<string>((resolve) => setTimeout(() => resolve('slow'), 20));
  const all = allOf([Promise.reject(new Error('lost')), slow.then((one) => done.push(one))]);
  await expect(all).rejects.toThrow('lost');
  expect(done).toEqual(['slow']);
});
