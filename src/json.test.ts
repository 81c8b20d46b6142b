import { expect, it } from 'vitest';
import { canonicalJson, isDeeper } from './json.ts';

const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;

it('says how deep a value is nested', () => {
  expect(isDeeper(JSON.parse(nested(3)), 3)).toBe(false);
  expect(isDeeper(JSON.parse(nested(4)), 3)).toBe(true);
  expect(isDeeper(1, 0)).toBe(false);
});

it('takes what is nested too deeply to be walked as a text', () => {
  const deep = `{ "b": 1, "a": ${nested(20_000)} }`;
  expect(canonicalJson(deep)).toBe(deep);
  expect(canonicalJson('{ "b": 1, "a": [2] }')).toBe('{"a":[2],"b":1}');
});
