import { describe, expect, it } from 'vitest';
import { createBudget } from './budget.ts';
import { placesIn } from './scan.ts';
import { signsOf } from './signs.ts';
import * as words from './words.ts';

const split = (text: string) => text.split(/\s+/);
const SECRET = 'k7Qz3vW9xR2mN5pL';
const NAMES = [
  ...split(`${words.ANYWHERE} ${words.CERTAIN} ${words.LIKELY} ${words.VAGUE} ${words.CODE}`),
  ...split(`${words.FOREIGN_PASSWORD} ${words.FOREIGN_SECRET} ${words.FOREIGN_KEY}`),
  ...split(`${words.CERTAIN_KEY} ${words.LIKELY_KEY}`).map((word) => `${word}_key`),
  ...split(words.CERTAIN_TOKEN).map((word) => `${word}_token`),
  ...split(words.CODE_CODE).map((word) => `${word}_code`),
];

describe('each word of a secret', () => {
  it.each(NAMES)('is seen in a text: %s', (word) => {
    expect(
      placesIn(signsOf(`went to /login?a=1&${word}=${SECRET}&b=2`), createBudget()),
    ).toContainEqual(expect.objectContaining({ value: SECRET }));
  });
});
