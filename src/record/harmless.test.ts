import { describe, expect, it } from 'vitest';
import { rememberHarmless } from './harmless.ts';

describe('a memory of harmless texts', () => {
  it('keeps what comes again, however much comes once only', () => {
    const harmless = rememberHarmless(1000);
    harmless.add('again');
    for (let at = 0; at < 1000; at += 1) {
      expect(harmless.has('again'), String(at)).toBe(true);
      harmless.add(`once ${at}`);
    }
    expect(harmless.has('once 0')).toBe(false);
    expect(harmless.has('once 999')).toBe(true);
  });

  it('remembers no text of great length', () => {
    const harmless = rememberHarmless();
    harmless.add('x'.repeat(100_000));
    expect(harmless.has('x'.repeat(100_000))).toBe(false);
  });
});
