import { expect, it } from 'vitest';
import type { FuzzCase, PlannedRequest } from '../model/index.ts';
import { watchLengths } from './lengths.ts';
import type { Campaign } from './state.ts';

const NAME = 'https://example.com/touchstone-1-5-menu-items';
const REFERENCE = { $from: 'create-the-object-above#/id' };

/** A creation with this title. */
function creating(title: string): FuzzCase {
  const request: PlannedRequest = {
    operation: 'content/menu-items/create',
    path: { menu: REFERENCE },
    query: {},
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
async function sentBefore(title: string): Promise<readonly PlannedRequest[]> {
  const sent: PlannedRequest[] = [];
  const campaign = {
    options: { clock: { now: () => 0, monotonic: () => 0 }, target: { limits: { timeoutMs: 2 } } },
    triageExecutor: {
      sendAlone: async (one: FuzzCase) => {
        sent.push(...one.case.steps.map(({ request }) => request));
        return { case: one.case, exchanges: [] };
      },
    },
    locks: { takeAll: async () => () => {} },
    inGrace: () => true,
  };
  // Of a campaign, the watch uses no more than this.
  const { grow } = watchLengths(() => campaign as unknown as Campaign);
  expect(await grow(creating(title))).toBe(true);
  return sent;
}

it('names of a campaign and references stay whole, while a text grows', async () => {
  const sent = await sentBefore('a'.repeat(100));
  expect(sent.length).toBeGreaterThan(60);
  for (const { path, body } of sent) {
    expect(path).toEqual({ menu: REFERENCE });
    const title = expect.stringMatching(/^a{15,62}[a!]$/);
    expect(body).toEqual({ kind: 'json', value: { title, url: NAME, parent: REFERENCE } });
  }
});

it('a name of a campaign is no text that grows', async () => {
  expect(await sentBefore('short')).toEqual([]);
});

it('no character is cut in two', async () => {
  const sent = await sentBefore('😀'.repeat(50));
  expect(sent).not.toEqual([]);
  expect(JSON.stringify(sent)).not.toMatch(/\\ud83d/);
});
