import { describe, expect, it } from 'vitest';
import { type Answer, contentOf } from '../model/index.ts';
import { type ComparedAnswer, compare } from './compare.ts';

const DAY = Date.parse('2026-11-21T23:59:00Z');

function side(value: unknown, startedAt = DAY, more: Partial<ComparedAnswer> = {}): ComparedAnswer {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const content = contentOf(bytes, [], 'complete', 10_000);
  const body: Answer['body'] = { bytes, completeness: 'complete', content };
  const outcome: Answer = { kind: 'answer', status: 200, reason: '', headers: [], body };
  return { outcome, baseUrl: 'http://a.example/x', startedAt, ...more };
}

/** `tier place` of each difference. */
function found(before: ComparedAnswer, after: ComparedAnswer): readonly string[] {
  return compare(before, after).differences.map(({ tier, place, order }) =>
    [tier, place, ...(order ? ['order'] : [])].join(' '),
  );
}

describe('two answers', () => {
  const LATER = DAY + 10 * 60_000;
  it.each<readonly [string, unknown, unknown]>([
    ['moments', { at: '2026-11-21T23:59:01' }, { at: '2026-11-22T00:09:01' }],
    ['moments in seconds', { at: DAY / 1000 }, { at: LATER / 1000 + 2 }],
    [
      'moments of HTTP',
      { at: 'Sat, 21 Nov 2026 23:59:00 GMT' },
      { at: 'Sun, 22 Nov 2026 00:09:00 GMT' },
    ],
    ['days in addresses', { at: '/2026/11/21/a/' }, { at: '/2026/11/22/a/' }],
    ['what stands for a secret', { at: 'a REDACTED-3 b' }, { at: 'a whatever b' }],
    ['what stands for two', { at: 'REDACTED-3 and REDACTED-4' }, { at: 'x and and y' }],
  ])('with other %s say the same', (_, before, after) => {
    expect(found(side(before), side(after, LATER))).toEqual([]);
  });

  it.each<readonly [string, unknown, unknown, readonly string[]]>([
    [
      'a moment that stood still',
      { at: '2026-11-21T23:59:01' },
      { at: '2026-11-20T00:09:01' },
      ['value /at'],
    ],
    [
      'a moment in another form',
      { at: '2026-11-21T23:59:01' },
      { at: '2026-11-22T00:09:01Z' },
      ['value /at'],
    ],
    [
      'other words about secrets',
      { at: 'aba REDACTED-3 and REDACTED-4 aba' },
      { at: 'aba x AND y aba' },
      ['value /at'],
    ],
    ['a secret that is none', { at: 'aba REDACTED-3aba' }, { at: 'aba' }, ['value /at']],
    ['a secret in another place', { at: 'a REDACTED-3 b' }, { at: 'a whatever c' }, ['value /at']],
    ['null', { a: 1 }, { a: null }, ['type /a']],
    ['elements that moved', ['a', 'b', 'c'], ['c', 'a', 'b'], ['value  order']],
    [
      'one element of a list',
      [
        { id: 1, n: 1 },
        { id: 2, n: 2 },
      ],
      [
        { id: 2, n: 2 },
        { id: 1, n: 3 },
      ],
      ['value  order', 'value /*/n'],
    ],
    [
      'another thing in a list',
      [{ id: 1, slug: 'a' }],
      [{ id: 2, slug: 'b' }],
      ['removed /*', 'added /*'],
    ],
  ])('differ by %s', (_, before, after, wanted) => {
    expect(found(side(before), side(after, LATER))).toEqual(wanted);
  });

  it('do not differ by their addresses and by what was made for each', () => {
    const before = side(
      { id: 57, link: 'http://a.example/x/p/57', self: 'http%3A%2F%2Fa.example%2Fx' },
      DAY,
      {
        made: new Map([['57', '{id}']]),
      },
    );
    const after = side(
      { id: 101, link: 'http://b.example:8/p/101', self: 'http%3A%2F%2Fb.example%3A8' },
      DAY,
      {
        baseUrl: 'http://b.example:8',
        made: new Map([['101', '{id}']]),
      },
    );
    expect(found(before, after)).toEqual([]);
    expect(found(before, { ...after, made: new Map() })).toEqual(['value /id', 'value /link']);
  });

  it('differ by how they failed', () => {
    const reset: ComparedAnswer = {
      ...side(1),
      outcome: { kind: 'fault', code: 'reset', message: 'x' },
    };
    expect(found(side(1), reset)).toEqual(['type outcome']);
    expect(found(reset, reset)).toEqual([]);
  });
});

describe('header fields', () => {
  const withField = (name: string, ...values: readonly string[]): ComparedAnswer => {
    const { outcome, ...rest } = side({});
    if (outcome.kind !== 'answer') throw new Error('it is an answer');
    return { ...rest, outcome: { ...outcome, headers: values.map((value) => [name, value]) } };
  };

  it.each<readonly [string, string, string | undefined, string | undefined, readonly string[]]>([
    ['another entity tag', 'ETag', '"a"', '"b"', []],
    ['no entity tag any more', 'ETag', '"a"', undefined, ['removed header etag']],
    ['another cookie', 'Set-Cookie', 'a=1; Secure', 'a=2; Secure', []],
    ['a later end', 'Set-Cookie', 'a=1; Max-Age=5', 'a=1; Max-Age=9', []],
    ['a cookie for all', 'Set-Cookie', 'a=1; Secure', 'a=1', ['value header set-cookie']],
    ['another moment', 'Date', 'then', 'now', []],
  ])('with %s', (_, name, before, after, expected) => {
    const of = (value: string | undefined) =>
      withField(name, ...(value === undefined ? [] : [value]));
    expect(found(of(before), of(after))).toEqual(expected);
  });
});

describe('lists of thousands', () => {
  const list = (length: number, last: unknown) =>
    side([...Array.from({ length }, (_, at) => ({ id: at, at: 'http://a.example/x' })), last]);

  it('are held against each other to their end', () => {
    expect(found(list(6_000, 1), list(6_000, 1))).toEqual([]);
    expect(found(list(6_000, 1), list(6_000, 2))).toEqual(['value /*']);
    expect(found(list(5_000, 1), list(4_999, 1))).toEqual(['type /*', 'value /*']);
  });
});

describe('lists of what belongs to something that was made', () => {
  it('are compared member by member, though nothing in them is called as it was', () => {
    const reported = (parent: number, more: object) =>
      side([{ id: parent + 1, slug: `${parent}-revision-v1`, content: 'words', ...more }], DAY, {
        made: new Map([[String(parent), '{made a}']]),
      });
    expect(found(reported(57, { parent: 57 }), reported(901, { parent: 901 }))).toEqual([
      'value /*/id',
    ]);
    expect(found(reported(57, { parent: 57 }), reported(901, {}))).toEqual([
      'value /*/id',
      'removed /*/parent',
    ]);
  });
});

it('shows long values where they part', () => {
  const long = (end: string) => side({ text: `${'same '.repeat(60)}${end}${' rest'.repeat(60)}` });
  const [difference] = compare(long('one'), long('two')).differences;
  expect(difference?.before).toMatch(/^…[same ]{30}one[rest ]+…$/);
  expect(difference?.after).toMatch(/^…[same ]{30}two[rest ]+…$/);
  const [short] = compare(side({ a: 'x' }), side({ a: 'y' })).differences;
  expect(short).toMatchObject({ before: '"x"', after: '"y"' });
});
