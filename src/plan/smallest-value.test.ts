import { describe, expect, it } from 'vitest';
import type { Json } from '../model/index.ts';
import { smallestValue } from './smallest-value.ts';

/** What is left of a value, and in how many tries. */
async function left(given: Json, fails: (value: never) => boolean) {
  let tries = 0;
  const { value, from } = await smallestValue(given, async (candidate) => {
    tries += 1;
    return fails(candidate as never);
  });
  return { value, from, tries };
}

const LONG = 'The quick brown fox. '.repeat(3_000);

describe('the smallest value', () => {
  it.each<[string, Json, (value: never) => boolean, Json, string | undefined]>([
    [
      'letters that are too many',
      LONG,
      (text: string) => text.length > 300,
      'a'.repeat(301),
      '301 characters',
    ],
    [
      'one letter among many',
      `${LONG}\u0000${LONG}`,
      (text: string) => text.includes('\u0000'),
      '\u0000',
      undefined,
    ],
    [
      'any letter of a kind',
      `${LONG}𝕋 and 𠮷`,
      (text: string) => /[\u{10000}-\u{10ffff}]/u.test(text),
      '😀',
      undefined,
    ],
    [
      'many bytes of any letters',
      'é😀'.repeat(900),
      (text: string) => Buffer.byteLength(text) > 1_000,
      'a'.repeat(1_001),
      '1001 characters',
    ],
    [
      'letters that only some letters are too many of',
      'xé'.repeat(900),
      (text: string) => text.replace(/[ -~]/g, '').length > 100,
      'é'.repeat(101),
      '101 characters',
    ],
    [
      'two letters that belong together',
      `ab<script>${LONG}`,
      (text: string) => /<.*>/s.test(text),
      '<>',
      undefined,
    ],
    [
      'an odd letter, where ordinary ones fail as well',
      'ab\u0000c',
      (text: string) => text.includes('a') || text.includes('\u0000'),
      '\u0000',
      undefined,
    ],
    [
      'a number above a limit',
      2 ** 53,
      (one: number) => one > 2_147_483_647,
      2_147_483_648,
      '2147483648',
    ],
    ['a huge number above a limit', 1e300, (one: number) => one > 1_000, 1_001, '1001'],
    ['a number below zero', -40, (one: number) => one < 0, -1, '-1'],
    [
      'digits above a limit',
      '99999999999999999999',
      (text: string) => Number(text) > 255,
      '256',
      '256',
    ],
    ['a fraction', 7.25, (one: number) => !Number.isInteger(one), 7.25, undefined],
    [
      'an element of a list',
      [1, 2, { a: 'xyz!' }, 4],
      (list: Json[]) => JSON.stringify(list).includes('!'),
      [{ a: '!' }],
      undefined,
    ],
    [
      'elements that are too many',
      Array.from({ length: 500 }, (_, at) => at),
      (list: Json[]) => list.length > 100,
      Array(101).fill(0),
      '101 elements',
    ],
    [
      'two elements that belong together',
      [1, 2, 3, 4],
      (list: Json[]) => list.includes(2) && list.includes(4),
      [2, 0, 4],
      undefined,
    ],
    [
      'a member of an object',
      { a: 1, b: { c: 'long text', d: 7 } },
      (one: { b?: { c?: string } }) => one.b?.c !== undefined,
      { b: { c: '' } },
      undefined,
    ],
    [
      'a list in an object',
      { raw: ['x'] },
      (one: { raw?: Json }) => Array.isArray(one.raw),
      { raw: [] },
      undefined,
    ],
  ])('of %s', async (_, given, fails, value, from) => {
    const found = await left(given, fails);
    expect({ value: found.value, from: found.from }).toEqual({ value, from });
    expect(found.tries).toBeLessThanOrEqual(200);
  });

  it('leaves references to earlier answers', async () => {
    const value = { $from: 'create#/id' };
    expect((await left(value, () => true)).value).toEqual(value);
  });
});
