import { expect, it } from 'vitest';
import { cacheIn } from './cache.ts';

it.each([
  [['X-Cache', 'HIT from edge'], 'X-Cache: HIT from edge'],
  [['cf-cache-status', 'HIT'], 'Cf-Cache-Status: HIT'],
  [['Age', '12'], 'Age: 12'],
  [['Cache-Status', 'edge; hit'], 'Cache-Status: edge; hit'],
  [['X-Cache', 'MISS'], undefined],
  [['Age', '0'], undefined],
  [['X-Whites', 'white'], undefined],
] as const)('%j shows a cache: %j', (field, shown) => {
  expect(cacheIn({ headers: [field] })).toBe(shown);
});
