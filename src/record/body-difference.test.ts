import { describe, expect, it, test } from 'vitest';
import { bodyDifference } from './body-difference.ts';
import { normalForms, placeless } from './normal-form.ts';

/** In words, as for requests of clients. */
function difference(asked: unknown, kept: unknown, type = '', members: readonly string[] = []) {
  const forms = { ...normalForms({ ignore: { members } }), text: placeless };
  const [one, other] = [asked, kept].map((body) => ({
    headers: [['Content-Type', type]] as const,
    body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
  }));
  return one && other && bodyDifference(one, other, forms)?.words;
}

it('tells by byte what is nested too deeply to be walked', () => {
  const nested = (inside: number) => `${'['.repeat(20_000)}${inside}${']'.repeat(20_000)}`;
  expect(difference(nested(1), nested(2))).toMatch(/^the body differs from byte 20000 on: /);
});

describe('bodies that are JSON differ by pointer', () => {
  it.each<readonly [string, unknown, unknown, string]>([
    ['a member', { a: { 'b/c': 1 } }, { a: { 'b/c': 2 } }, '/a/b~1c is 1 and was 2'],
    ['an element', [1, 2, 3], [1, 4, 3], '/1 is 2 and was 4'],
    ['a type', { a: [] }, { a: {} }, '/a is [] and was {}'],
    ['a member that is new', { a: 1, b: null }, { a: 1 }, '/b is new, null'],
    ['a member that is missing', { a: 1 }, { a: 1, b: [2] }, '/b is missing, and was [2]'],
    ['the whole', [], {}, 'the whole is [] and was {}'],
    [
      'many',
      [1, 2, 3, 4, 5, 6],
      [],
      '/0 is new, 1, /1 is new, 2, /2 is new, 3, /3 is new, 4, and 2 more places',
    ],
  ])('%s', (_, asked, kept, words) => {
    expect(difference(asked, kept)).toBe(`the body differs: ${words}`);
  });

  it('with both values from near where they differ, however long they are', () => {
    const long = 'x'.repeat(500);
    const words = difference({ a: `${long}1${long}` }, { a: `${long}2${long}` }) ?? '';
    expect(words).toContain('is "…xxxxxxxxxxxxxxxxxxxx1x');
    expect(words).toContain('was "…xxxxxxxxxxxxxxxxxxxx2x');
    expect(words.length).toBeLessThan(250);
    expect((difference({ [long]: [long] }, {}) ?? '').length).toBeLessThan(250);
  });
});

test('what is ignored, and how members and placeholders are ordered, is no difference of values', () => {
  const members = ['/meta/id'];
  expect(
    difference({ a: 1, meta: { id: 1 } }, { meta: { id: 2 }, a: 1 }, '', members),
  ).toBeUndefined();
  expect(difference({ a: 1, meta: { id: 1 } }, { meta: {}, a: 2 }, '', members)).toBe(
    'the body differs: /a is 1 and was 2',
  );
  expect(difference({ token: 'REDACTED-2' }, { token: 'REDACTED-1' })).toBeUndefined();
});

test.each<readonly [string, string, string]>([
  ['what is no JSON', '{"a":1', '{"a":2'],
  ['a number alone', '15', '16'],
])('%s differs by byte', (_, asked, kept) => {
  expect(difference(asked, kept)).toMatch(/^the body differs from byte \d on: /);
});

test('digits beyond those of a double differ', () => {
  expect(difference('{"author":9007199254740993}', '{"author":9007199254740992}')).toBe(
    'the body differs: /author is 9007199254740993 and was 9007199254740992',
  );
});

test('a form differs by its fields', () => {
  const form = 'application/x-www-form-urlencoded';
  expect(difference('title=a+b&tag=1&tag=2', 'tag=1&tag=3&title=a%20b', form)).toBe(
    'the body differs: /tag/1 is "2" and was "3"',
  );
});
