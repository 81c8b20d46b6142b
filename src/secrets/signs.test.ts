import { describe, expect, it } from 'vitest';
import { createCleaner } from './cleaner.ts';
import { signsOf } from './signs.ts';

// No format of tokens is shorter.
const TOKEN = 'xoxb-1a2b3c4d5e';

describe('the signs of a text', () => {
  it.each([
    TOKEN,
    `"${TOKEN}"`,
    `see ${TOKEN}`,
    `${TOKEN} is it`,
    `é${TOKEN}é`,
    `(${TOKEN}) (${TOKEN})`,
  ])('show the shortest token, wherever it stands: %s', (text) => {
    const after = createCleaner([]).scope().text(text);
    expect(after).toBe(text.replaceAll(TOKEN, 'REDACTED-1'));
  });

  it('are runs of characters that tokens are made of, and few of a sentence', () => {
    const run = 'a-run/of=characters';
    expect(signsOf(`${run} and "${run}"`).runs).toEqual([0, 19, 25, 44]);
    expect(signsOf('Rain falls on Spain again.')).toMatchObject({ runs: [] });
  });
});
