import { describe, expect, it } from 'vitest';
import { createCleaner } from './cleaner.ts';

const LONG = 'a-known-secret-of-31-characters';
const SHORT = 'kn0wn';
const scope = createCleaner([
  { name: 'content-1', value: LONG },
  { name: 'content-2', value: SHORT },
]).scope();
const alone = createCleaner([{ name: 'content-1', value: LONG }]).scope();
const [ONE, OTHER] = ['REDACTED-content-1', 'REDACTED-content-2'];
const OFFSETS = Array.from({ length: 70 }, (_, at) => at);

describe('a known secret', () => {
  it.each(OFFSETS)('is found at any place of a text: %i', (offset) => {
    const [before, after] = ['. '.repeat(70).slice(0, offset), '. '.repeat(offset % 5)];
    expect(alone.known(before + LONG + after)).toBe(before + ONE + after);
    const twice = LONG.toUpperCase() + LONG;
    expect(alone.known(before + twice + after)).toBe(before + ONE + ONE + after);
    const both = before + SHORT + LONG + after + SHORT;
    expect(scope.known(both)).toBe(before + OTHER + ONE + after + OTHER);
  });

  it.each(OFFSETS)('is found at any place in base64: %i', (offset) => {
    const coded = Buffer.from('. '.repeat(70).slice(0, offset) + LONG).toString('base64');
    expect(alone.known(coded)).toContain(ONE);
  });

  it('is not found in what is shorter, or differs in a letter', () => {
    for (const text of [LONG.slice(1), LONG.slice(0, -1), LONG.replace('31', '32')]) {
      expect(alone.known(text)).toBe(text);
    }
  });
});
