import { describe, expect, it } from 'vitest';
import { exactJson, jsonText } from './exact-json.ts';

const text = (json: string) => jsonText(exactJson(json));

describe('numbers that have one value have one text', () => {
  it.each([
    ['1', '1.0', '10e-1'],
    ['100', '1e2', '100.00'],
    ['9007199254740993', '9007199254740993.0', '9.007199254740993e15'],
    ['100000000000000000000000', '1e23', '1.0E+23'],
    ['0.1', '1e-1', '0.10'],
    ['1e400', '10e399', '1.0e400'],
    ['0', '-0', '0.0e9'],
    ['0.12345678901234567891', '12345678901234567891e-20', '0.123456789012345678910'],
    ['12345678901234567.25', '1234567890123456725e-2', '12345678901234567.250'],
  ])('%s', (one, ...others) => {
    for (const other of others) expect(text(other)).toBe(text(one));
  });
});

it('keeps numbers apart that a double cannot', () => {
  const all = [
    ['9007199254740992', '9007199254740993'],
    ['1379505554728411138', '1379505554728411139'],
    ['0.12345678901234567891', '0.12345678901234567892'],
    ['1e400', '1e401'],
    ['1e-400', '0'],
    ['-1e400', '1e400'],
  ];
  for (const [one = '', other = ''] of all) expect(text(one)).not.toBe(text(other));
  expect(text('{"jobId":1379505554728411139}')).toBe('{"jobId":1379505554728411139}');
});

it('reads what JSON.parse reads', () => {
  const json = '{"__proto__":{"a":1},"a":[true,null,"\\u00e9"],"a":12345678901234567890}';
  expect(Object.keys(exactJson(json) as object)).toEqual(['__proto__', 'a']);
  expect(text(json)).toBe('{"__proto__":{"a":1},"a":12345678901234567890}');
  expect(exactJson('{"a":')).toBeUndefined();
  expect(exactJson(`${'['.repeat(20_000)}12345678901234567890`)).toBeUndefined();
});
