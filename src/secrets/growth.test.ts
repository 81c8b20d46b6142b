import { describe, expect, it } from 'vitest';
import { createCleaner } from './cleaner.ts';
import { steepAmong, TEXTS, TYPES } from './growth.fixture.ts';

describe('looking for secrets', { timeout: 300_000 }, () => {
  // A seventh of the texts for each type; the long test has all of them.
  it.each(TYPES.map((type, index) => [type, index] as const))(
    'takes less than six times the steps for four times the text: %s',
    (type, index) => {
      const texts = TEXTS.filter((_, at) => at % TYPES.length === index);
      expect(steepAmong(texts, type)).toEqual([]);
    },
  );

  it.each([
    ['a name and its sign again and again', 'password='],
    ['backslashes', '\\'],
    ['one letter', 'z'],
    ['names in quotes that do not end', 'password="'],
  ])('looks through 400,000 characters of %s', (_, fragment) => {
    const text = fragment.repeat(400_000 / fragment.length);
    const scope = createCleaner([{ name: 'content-1', value: 'kn0wn"se/cret' }]).scope();
    const body = new Uint8Array(Buffer.from(text));
    const { lost } = scope.request({ method: 'POST', target: '/', headers: [], body });
    expect(lost).toBeUndefined();
  });
});
