import { expect, it } from 'vitest';
import { isDeeper } from './json.ts';

const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;

it('says how deep a value is nested', () => {
  expect(isDeeper(JSON.parse(nested(3)), 3)).toBe(false);
  expect(isDeeper(JSON.parse(nested(4)), 3)).toBe(true);
  expect(isDeeper(1, 0)).toBe(false);
});
