import { describe, expect, it } from 'vitest';
import type { Case, Json, Step } from '../model/index.ts';
import { shrinkSteps } from './shrink.ts';

function step(id: string, query: { readonly [name: string]: Json } = {}): Step {
  return {
    id,
    role: id.startsWith('remove') ? 'cleanup' : 'valid',
    request: {
      operation: 'content/posts/list',
      path: {},
      query,
      headers: [],
      body: { kind: 'none' },
      credential: { kind: 'valid' },
    },
  };
}

const from = (id: string) => ({ $from: `${id}#/id` });

function caseOf(...steps: readonly Step[]): Case {
  return {
    id: 'content/sequence',
    title: 'is sent',
    document: 'content',
    evidence: [],
    origin: { kind: 'sequence', seed: 1, index: 0 },
    steps,
  };
}

/** What is left of a case that fails as long as it has some steps, and what was tried on the way. */
async function smallest(item: Case, shown: string, needed: readonly string[]) {
  let left = item;
  const tried: (readonly string[])[] = [];
  await shrinkSteps(item, shown, async (candidate) => {
    const ids = candidate.steps.map(({ id }) => id);
    tried.push(ids);
    const fails = needed.every((id) => ids.includes(id));
    if (fails) left = candidate;
    return fails;
  });
  return { ids: left.steps.map(({ id }) => id), steps: left.steps, tried };
}

const many = Array.from({ length: 24 }, (_, at) => step(`step-${at}`));

describe('leaving out steps of a case', () => {
  it('leaves those that it takes, wherever they are, in few tries', async () => {
    const needed = ['step-2', 'step-11', 'step-19'];
    const { ids, tried } = await smallest(caseOf(...many), 'step-19', needed);
    expect(ids).toEqual(needed);
    expect(tried.length).toBeLessThan(40);
  });

  it('begins with what comes after the step that shows the failure', async () => {
    const { tried } = await smallest(caseOf(...many), 'step-3', ['step-3']);
    expect(tried[0]).toEqual(['step-0', 'step-1', 'step-2', 'step-3']);
  });

  it('leaves out with a step what refers to it, cleanup included', async () => {
    const item = caseOf(
      step('create-1'),
      step('create-2'),
      step('read-1', { of: from('create-1') }),
      step('read-2', { of: from('create-2') }),
      step('remove-1', { of: from('create-1') }),
      step('remove-2', { of: from('create-2') }),
    );
    const { ids, tried } = await smallest(item, 'read-2', ['read-2']);
    expect(ids).toEqual(['create-2', 'read-2', 'remove-2']);
    for (const one of tried) expect(one.includes('create-2')).toBe(one.includes('remove-2'));
  });

  it('takes what is gone out of lists, and keeps the step as long as the list has something', async () => {
    const item = caseOf(
      step('create-1'),
      step('create-2'),
      step('list', { include: [from('create-1'), from('create-2'), null, [7]] }),
      step('only', { include: [from('create-1')] }),
    );
    const { steps, ids } = await smallest(item, 'list', ['create-2', 'list']);
    expect(ids).toEqual(['create-2', 'list']);
    expect(steps[1]?.request.query).toEqual({ include: [from('create-2'), null, [7]] });
  });

  it('never tries a case without a step, nor the whole again', async () => {
    const item = caseOf(step('a'), step('b'), step('remove-a'));
    const { tried } = await smallest(item, 'b', ['a', 'b']);
    expect(tried.length).toBeGreaterThan(0);
    for (const ids of tried) expect(ids.filter((id) => !id.startsWith('remove'))).toHaveLength(1);
  });
});
