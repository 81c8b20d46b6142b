import { describe, expect, it } from 'vitest';
import type { Journal } from '../cleanup/index.ts';
import { loadContract } from '../contract/contract.ts';
import type { Case, Outcome } from '../model/index.ts';
import { planCases } from '../plan/plan.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { caseOf, siteWith, step } from '../send/site.fixture.ts';
import type { RunOptions } from './pipeline.ts';
import { run } from './pipeline.ts';
import { plannedCreations, trialIn, writes } from './sending.ts';

const contract = loadContract();
const target = referenceTarget(contract, { content: 'http://127.0.0.1:1/content' }, 'site');
const cases = planCases(contract, target, { seed: 1, runs: 1, writes: 'anywhere' }).filter((item) =>
  writes(item, contract),
);

it('tries each collection once before the crowd, and loses no case', () => {
  const { trial, rest } = trialIn(cases, contract);
  const created = plannedCreations(cases, contract);
  expect([...plannedCreations(trial, contract).keys()].sort()).toEqual([...created.keys()].sort());
  expect(trial.length).toBeLessThanOrEqual(created.size);
  expect(new Set([...trial, ...rest])).toEqual(new Set(cases));
  expect(created.get('content/posts')).toBeGreaterThan(100);
});

describe('a run', () => {
  const SLUG = 'touchstone-7-unsaid';
  const body = { kind: 'json', value: { slug: SLUG, title: 'touchstone 7 unsaid' } } as const;
  const item: Case = {
    ...caseOf(step('create', 'valid', 'posts/create', { body })),
    evidence: contract.clauses.filter(({ id }) => /^content\/posts\/create/.test(id)).map(idOf),
  };
  const content = { kind: 'empty' } as const;
  const refusal: Outcome = {
    ...{ kind: 'answer', status: 403, reason: '', headers: [] },
    body: { bytes: new Uint8Array(), completeness: 'complete', content },
  };
  const unwritable = () => {
    throw new Error('no space left');
  };
  const full: Journal = {
    ...{ path: '', note: unwritable, strike: unwritable, close: () => {} },
    ...{ announce: () => () => {}, noteChange: () => () => {} },
  };

  /** A run whose removals are refused, and what it says of an error. */
  function failingBy(failing: Partial<RunOptions>) {
    const { options } = siteWith({}, async (line) =>
      line.startsWith('DELETE') ? { outcome: refusal, resent: false } : undefined,
    );
    const said: string[] = [];
    const events = run({
      ...{ ...options, contract, cases: [item], seed: 1, strict: false, failOn: new Set() },
      ...{ only: [], mode: 'live', targetOptions: [] },
      clock: { now: () => 0, monotonic: () => 0 },
      tool: { name: 'touchstone', version: '0' },
      atEnd: { transport: options.transport, note: () => {}, alert: (one) => said.push(one) },
      ...failing,
    });
    return { events, said };
  }

  it.each<[string, Partial<RunOptions>]>([
    ['its journal', { journal: full }],
    ['its recording', { keep: unwritable }],
  ])('names what is left before the error of %s ends it', async (_, failing) => {
    const { events, said } = failingBy(failing);
    const consume = async () => {
      for await (const event of events) expect(event.kind).toBe('header');
    };
    await expect(consume()).rejects.toThrow('no space left');
    expect(said).toEqual([
      expect.stringMatching(
        /^left behind: 1 created and not removed \(HTTP 403\): content\/posts \d+ \(touchstone-7-unsaid\)/,
      ),
    ]);
  });

  it('names what is left where its reader fails', async () => {
    const { events, said } = failingBy({});
    const consume = async () => {
      for await (const event of events) if (event.kind === 'case') unwritable();
    };
    await expect(consume()).rejects.toThrow('no space left');
    expect(said).toHaveLength(1);
  });

  it.each([
    ['live', { 'content/posts': 1 }],
    ['replaying', undefined],
  ] as const)('says first what it creates: %s', async (mode, creates) => {
    for await (const event of failingBy({ mode }).events) {
      expect(event.kind).toBe('header');
      expect('creates' in event ? event.creates : undefined).toEqual(creates);
      break;
    }
  });
});

function idOf({ id }: { readonly id: string }): string {
  return id;
}
