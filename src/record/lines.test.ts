import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCase, isEntry, parseLine, summed } from './lines.ts';

const parsed = (line: string) => parseLine(Buffer.from(line));

const ENTRY = { _case: 'a', _at: 1, _operation: 'b', _step: 'c' };

describe('a line', () => {
  test('says what was written, whatever that was', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 2 })),
        (value) => {
          const line = summed({ first: 1, ...value });
          expect(line).not.toContain('\n');
          const { _sum, ...rest } = JSON.parse(line);
          expect(JSON.stringify(parsed(line))).toBe(JSON.stringify({ _sum, ...rest }));
          expect(summed(rest)).toBe(line);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('says nothing once a character of it is changed, or it is cut anywhere', () => {
    const line = summed({ ...ENTRY, text: 'é', startedDateTime: '' });
    for (let at = 0; at < line.length; at += 1) {
      expect(parsed(line.slice(0, at)), `cut at ${at}`).toBeUndefined();
      const other = line[at] === 'x' ? 'y' : 'x';
      expect(parsed(line.slice(0, at) + other + line.slice(at + 1))).toBeUndefined();
    }
    expect(parsed(line.replace(/[a-f]/, (digit) => digit.toUpperCase()))).toBeUndefined();
  });

  test('says nothing where its sum is right, and it is not JSON', () => {
    const lineOf = (rest: string) =>
      `{"_sum":"${crc32(rest).toString(16).padStart(8, '0')}",${rest}`;
    expect(parsed(lineOf('"a":1}'))).toMatchObject({ a: 1 });
    expect(parsed(lineOf('"a":1'))).toBeUndefined();
  });

  test('of an entry says its head alone, whatever that holds', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(',"startedDateTime":"x'));
    fc.assert(
      fc.property(fc.option(text), fc.nat(), fc.option(text), text, (item, at, operation, step) => {
        const head = { _case: item, _at: at, _operation: operation, _step: step };
        const line = summed({ ...head, startedDateTime: 'x', request: {}, response: {} });
        expect(parsed(line)).toEqual({ _sum: line.slice(9, 17), ...head });
      }),
    );
  });

  test.each([
    ['an entry', ENTRY, true],
    ['an entry of no case and no operation', { ...ENTRY, _case: null, _operation: null }, true],
    ['without its step', { ...ENTRY, _step: undefined }, false],
    ['whose step is null', { ...ENTRY, _step: null }, false],
    ['whose place is negative', { ...ENTRY, _at: -1 }, false],
    ['whose place is a text', { ...ENTRY, _at: '1' }, false],
    ['whose case is a number', { ...ENTRY, _case: 1 }, false],
    ['a case', { id: 'a', exchanges: 1, case: {} }, false],
  ])('%s: whether it is an entry', (_, value, entry) => {
    expect(isEntry(value)).toBe(entry);
    expect(isCase(value)).toBe('id' in value);
  });
});
