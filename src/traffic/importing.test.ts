import { expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { basesIn } from './importing.ts';

const contract = loadContract();

test.each([
  ['/docs/index.php?rest_route=/cms/v2/posts', { content: { url: 'http://x/docs' } }],
  ['/?rest_route=/cms/v2/posts', { content: { url: 'http://x' } }],
  ['/docs/cms/v2/posts?per_page=2', { content: { url: 'http://x/docs', routing: 'path' } }],
  ['/cms/v2', { content: { url: 'http://x', routing: 'path' } }],
  ['/v3/api/get/all/timezones', { integration: { url: 'http://x/v3' } }],
  ['/cms/v20/posts', {}],
])('%s shows where an API is', (target, bases) => {
  const request = { method: 'GET', target, headers: [], body: undefined };
  expect(basesIn(contract, [{ origin: 'http://x', request }])).toEqual(bases);
});
