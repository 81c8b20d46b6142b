import { describe, expect, it } from 'vitest';
import { TouchstoneError } from '../model/index.ts';
import { parseSource } from './source.ts';

const TEXT = `# comment
a: 1
b:
  - c: x
    d: { e: y }
  - f
"g/h": ~
`;

/** Ten times as many values in each line: the fifth makes more than a hundred thousand. */
const BOMB = Array.from({ length: 9 }, (_, index) => {
  const inner = index === 0 ? '1' : `*l${index}`;
  return `k${index + 1}: &l${index + 1} [${Array(10).fill(inner).join(', ')}]\n`;
}).join('');

describe('parseSource', () => {
  it('gives the value of YAML and of JSON', () => {
    expect(parseSource(TEXT, 'f', 'contract-broken').value).toEqual({
      a: 1,
      b: [{ c: 'x', d: { e: 'y' } }, 'f'],
      'g/h': null,
    });
    expect(parseSource('{"a": [1, "no", true]}', 'f', 'contract-broken').value).toEqual({
      a: [1, 'no', true],
    });
  });

  it('reads YAML 1.2, in which yes, on and 012 are no booleans and octals', () => {
    expect(parseSource('[yes, on, no, 012]', 'f', 'contract-broken').value).toEqual([
      'yes',
      'on',
      'no',
      12,
    ]);
  });

  it.each<readonly [readonly (string | number)[], number]>([
    [[], 2],
    [['a'], 2],
    [['b'], 4],
    [['b', 0], 4],
    [['b', 0, 'd'], 5],
    [['b', 0, 'd', 'e'], 5],
    [['b', 1], 6],
    [['b', 1, 'missing'], 6],
    [['b', 9, 'missing'], 4],
    [['g/h'], 7],
    [['missing'], 2],
  ])('knows that %j is on line %i', (path, line) => {
    expect(parseSource(TEXT, 'f', 'contract-broken').lineOf(path)).toBe(line);
  });

  it('has a line for an empty file', () => {
    expect(parseSource('', 'f', 'contract-broken').lineOf(['a'])).toBe(1);
  });

  it.each([
    ['a: [1', 1],
    ['a: 1\nb: {\n', 3],
    ['a: 1\n\nb: 2\na: 3\n', 4],
    ['a: "x\n', 2],
    ['a:\n\tb: 1\n', 2],
    ['a: *nowhere\n', 1],
    ['a: &x\n  b:\n    - *x\n', 3],
    [BOMB, 5],
  ])('refuses %j on line %i', (text, line) => {
    try {
      parseSource(text, 'some/file.yaml', 'profile-invalid');
    } catch (error) {
      if (!(error instanceof TouchstoneError)) throw error;
      expect(error.code).toBe('profile-invalid');
      expect(error.message).toMatch(new RegExp(`^some/file.yaml:${line}: .+$`));
      expect(error.message).not.toMatch(/ at line |:$/);
      expect(error.hint).toBeTruthy();
      return;
    }
    throw new Error('nothing was refused');
  });

  it('expands aliases', () => {
    const { value } = parseSource('a: &x {b: 1}\nc: [*x, *x]\n', 'f', 'profile-invalid');
    expect(value).toEqual({ a: { b: 1 }, c: [{ b: 1 }, { b: 1 }] });
  });
});
