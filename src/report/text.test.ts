import { describe, expect, it } from 'vitest';
import { clip, clipApart } from './text.ts';

const LONG = 'orderby=id&'.repeat(40);

describe('texts below each other', () => {
  it('are clipped as they are alone, where they read apart', () => {
    const texts = [`a${LONG}`, `b${LONG}`, 'short', `a${LONG}`];
    expect(clipApart(texts, 60)).toEqual(texts.map((text) => clip(text, 60)));
  });

  it.each([
    ['at the end', [`${LONG}page=1`, `${LONG}page=2`, `${LONG}page=3`]],
    ['in the middle', [`${LONG}x${LONG}`, `${LONG}y${LONG}`]],
    ['in length', [`${LONG}page=1`, LONG]],
    ['at different places', [`${LONG}a${LONG}a`, `${LONG}a${LONG}b`, `${LONG}b${LONG}a`]],
    [
      'next to characters of two code units',
      [`${'\u{1F33F}'.repeat(300)}1`, `${'\u{1F33F}'.repeat(300)}2`],
    ],
  ])('keep what differs %s, whatever comes before it', (_, texts) => {
    const shown = clipApart(texts, 160);
    expect(new Set(shown).size).toBe(texts.length);
    for (const [at, text] of shown.entries()) {
      expect([...text].length).toBeLessThanOrEqual(160);
      expect(text.isWellFormed()).toBe(true);
      expect(text.startsWith([...(texts[at] ?? '')].slice(0, 50).join(''))).toBe(true);
    }
  });

  it('show the value that differs', () => {
    const shown = clipApart([`${LONG}page=1`, `${LONG}page=2`], 60);
    expect(shown.map((text) => text.slice(-8))).toEqual(['d&page=1', 'd&page=2']);
  });
});
