import { describe, expect, it } from 'vitest';
import { GMT, readTime, writeTime, ZONES } from './moment.ts';

describe('readTime', () => {
  it.each([
    ['2026-01-31T09:30:00', 0, '2026-01-31T09:30:00'],
    ['2026-01-31T09:30:00', 120, '2026-01-31T07:30:00'],
    ['2026-01-31T09:30:00Z', 120, '2026-01-31T09:30:00'],
    ['2026-01-31T09:30:00+05:30', 0, '2026-01-31T04:00:00'],
    ['2026-01-31t09:30:00.75-01:00', 0, '2026-01-31T10:30:00'],
    ['2026-01-31', 0, '2026-01-31T00:00:00'],
    ['2024-02-29T23:59:60Z', 0, '2024-03-01T00:00:00'],
    ['0042-01-01T00:00:00Z', 0, '0042-01-01T00:00:00'],
  ])('reads %s at offset %i as %s GMT', (text, offset, expected) => {
    const time = readTime(text, () => offset);
    expect(time === undefined ? undefined : writeTime(time, GMT)).toBe(expected);
  });

  it.each([
    '',
    'x',
    '2026-02-30T00:00:00',
    '2026-13-01',
    '2026-01-01T24:00:00',
    '2026-1-1',
    '20260101',
  ])('finds no time in %j', (text) => expect(readTime(text, GMT)).toBeUndefined());

  it('keeps parts of a second', () => {
    expect(readTime('2026-01-01T00:00:00.25Z', GMT)).toBe(Date.UTC(2026, 0, 1) + 250);
  });
});

describe('a zone with summer time', () => {
  const { zone } = ZONES.seasons;

  it.each([
    ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00'],
    ['2026-10-25T00:59:59Z', '2026-10-25T02:59:59'],
    ['2026-10-25T01:00:00Z', '2026-10-25T02:00:00'],
    ['2051-07-01T00:00:00Z', '2051-07-01T01:00:00'],
  ])('shows %s as %s', (text, shown) => {
    const time = readTime(text, zone) ?? Number.NaN;
    expect(writeTime(time, zone)).toBe(shown);
  });

  it.each(['2026-07-01T12:00:00', '2026-01-01T12:00:00'])('reads %s as it shows it', (text) =>
    expect(writeTime(readTime(text, zone) ?? Number.NaN, zone)).toBe(text),
  );
});

describe('writeTime', () => {
  const time = Date.UTC(2026, 0, 31, 22, 0, 0);

  it.each([
    [0, false, '2026-01-31T22:00:00'],
    [120, false, '2026-02-01T00:00:00'],
    [0, true, '2026-01-31T22:00:00Z'],
    [-330, true, '2026-01-31T16:30:00-05:30'],
  ])('at offset %i, zoned %s, writes %s', (offset, zoned, expected) => {
    expect(writeTime(time, () => offset, zoned)).toBe(expected);
  });

  it('stays within years of four digits', () => {
    for (const text of ['0000-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00']) {
      expect(writeTime(readTime(text, GMT) ?? Number.NaN, () => 120)).toMatch(/^\d{4}-/);
    }
  });
});
