import { expect, it } from 'vitest';
import type { FuzzCase, Outcome, PlannedRequest } from '../model/index.ts';
import { watchLengths } from './lengths.ts';
import type { Campaign } from './state.ts';

const NAME = 'https://example.com/touchstone-1-5-menu-items';
const REFERENCE = { $from: 'create-the-object-above#/id' };

/** A creation with this title, and a text beside it. */
function creating(title: string, search: string): FuzzCase {
  const request: PlannedRequest = {
    operation: 'content/menu-items/create',
    path: { menu: REFERENCE },
    query: { search },
    headers: [],
    body: { kind: 'json', value: { title, url: NAME, parent: REFERENCE } },
    credential: { kind: 'valid' },
  };
  const mark = { step: 'request', mode: 'edge', class: 'strings/any', place: '' } as const;
  return {
    index: 0,
    case: {
      ...{ id: 'one', title: 'one', document: 'content', evidence: [] },
      origin: { kind: 'scenario' },
      steps: [{ id: 'request', role: 'valid', request }],
    },
    marks: [mark],
  };
}

/** What is sent before a creation with this title. */
async function sentBefore(
  title: string,
  search = '',
  outcome?: Outcome,
): Promise<readonly PlannedRequest[]> {
  const sent: PlannedRequest[] = [];
  const campaign = {
    options: { clock: { now: () => 0, monotonic: () => 0 }, target: { limits: { timeoutMs: 2 } } },
    triageExecutor: {
      sendAlone: async (one: FuzzCase) => {
        sent.push(...one.case.steps.map(({ request }) => request));
        const exchanges = outcome ? [{ step: 'request', durationMs: 2, outcome }] : [];
        return { case: one.case, exchanges };
      },
    },
    suspects: { look: async () => false },
    locks: { takeAll: async () => () => {} },
    inGrace: () => true,
  };
  // Of a campaign, the watch uses no more than this.
  const { grow } = watchLengths(() => campaign as unknown as Campaign);
  expect(await grow(creating(title, search))).toBe(true);
  return sent;
}

it('names of a campaign and references stay whole, while a text grows', async () => {
  const sent = await sentBefore('a'.repeat(100));
  expect(sent.length).toBeGreaterThan(10);
  for (const { path, body } of sent) {
    expect(path).toEqual({ menu: REFERENCE });
    const title = expect.stringMatching(/^(?:a+|a+!|0+!| +!)$/);
    expect(body).toEqual({ kind: 'json', value: { title, url: NAME, parent: REFERENCE } });
  }
});

it('a text that is not long stays whole beside one that grows', async () => {
  const short = 'of twenty-seven characters.';
  expect(await sentBefore(short)).toEqual([]);
  const sent = await sentBefore('a'.repeat(100), short);
  expect(new Set(sent.map(({ query }) => query.search))).toEqual(new Set([short]));
});

it('a connection that is lost, and not by the text, is no limit', async () => {
  const sent = await sentBefore('a'.repeat(100), 'short', {
    kind: 'fault',
    code: 'closed',
    message: '',
  });
  expect(sent.length).toBeGreaterThan(3);
});

it('a name of a campaign is no text that grows', async () => {
  expect(await sentBefore('short')).toEqual([]);
});
