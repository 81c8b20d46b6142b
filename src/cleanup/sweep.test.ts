import { describe, expect, it } from 'vitest';
import type { Json, Outcome } from '../model/index.ts';
import { contract } from '../send/site.fixture.ts';
import { resourceCollectionsOf } from './collections.ts';
import { markedIn, type SendRequest } from './listing.ts';

/** A site whose collection has so many pages of 100. */
function siteOf(pages: number) {
  const asked: Json[] = [];
  const ask: SendRequest = (_, { query = {} }) => {
    const page = Number(query.page ?? 1);
    asked.push(page);
    const ids = page > pages ? [] : Array.from({ length: 100 }, (__, at) => page * 1000 + at);
    const value = ids.map((id) => ({ id, slug: `touchstone-${id}`, title: { raw: 'A' } }));
    const outcome: Outcome = {
      ...{ kind: 'answer', status: 200, reason: '', headers: [] },
      body: {
        ...{ bytes: new Uint8Array(1), completeness: 'complete' },
        content: { kind: 'json', value },
      },
    };
    return Promise.resolve(outcome);
  };
  return { asked, ask };
}

const posts = [...resourceCollectionsOf(contract.operations).values()].find(({ list }) =>
  list?.id.endsWith('posts/list'),
);

describe('a look for what a run left', () => {
  it.each([
    [3, 300, undefined],
    [49, 4900, undefined],
    [80, 5000, 'the first 50 pages were listed, and there are more'],
  ])('of %s pages sees %s objects, and says what it did not', async (pages, count, missed) => {
    if (!posts) throw new Error('the contract has no posts');
    const found = await markedIn(posts, contract, siteOf(pages).ask);
    if (found.kind === 'refused') throw new Error(found.why);
    expect([found.seen.length, found.missed]).toEqual([count, missed]);
  });

  it('ends where a target ignores the page', async () => {
    if (!posts) throw new Error('the contract has no posts');
    const { ask, asked } = siteOf(3);
    const always: SendRequest = (operation, request) => ask(operation, { ...request, query: {} });
    const found = await markedIn(posts, contract, always);
    expect(found).toMatchObject({ kind: 'seen', seen: { length: 100 } });
    expect(asked).toHaveLength(2);
  });
});
