import { describe, expect, it } from 'vitest';
import { rememberHarmless } from './harmless.ts';

describe('a memory of harmless texts', () => {
  it('has what was added, once it has come twice', () => {
    const harmless = rememberHarmless(1000);
    harmless.add('again');
    expect(harmless.has('again')).toBe(false);
    harmless.add('again');
    expect(harmless.has('again')).toBe(true);
    expect(harmless.has('Again')).toBe(false);
  });

  it('remembers no text of great length', () => {
    const harmless = rememberHarmless();
    for (let at = 0; at < 3; at += 1) harmless.add('x'.repeat(100_000));
    expect(harmless.has('x'.repeat(100_000))).toBe(false);
  });
});
