import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeWhole } from '../io/index.ts';
import { linesOf, sliceReader } from './files.ts';

const scratch = mkdtempSync(join(tmpdir(), 'touchstone-files-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const MB = 1024 * 1024;

describe('the lines of a file', () => {
  it.each([
    ['none', [], ''],
    ['one', ['a'], ''],
    ['an empty one', ['', 'a', ''], ''],
    ['one that was cut', ['a'], 'b'],
    ['more than are read at once', Array.from({ length: 9 }, (_, at) => `${at}`.repeat(MB)), 'x'],
    ['longer ones than are read at once', ['a'.repeat(9 * MB), 'b', 'c'.repeat(11 * MB)], ''],
  ])('are told with their places: %s', (name, lines, cut) => {
    const path = join(scratch, name);
    const text = lines.map((line) => `${line}\n`).join('') + cut;
    writeFileSync(path, text);
    const whole = lines.map((line) => [line.length, true]);
    const expected = cut === '' ? whole : [...whole, [cut.length, false]];
    const files = sliceReader();
    const reported = Array.from(linesOf(path), ({ ended, ...line }) => {
      expect(line.bytes.equals(Buffer.from(text.slice(line.start, line.end)))).toBe(true);
      expect(files.read(line) === line.bytes.toString()).toBe(true);
      return [line.end - line.start, ended];
    });
    expect(reported).toEqual(expected);
    files.close();
  });

  it('are told without the comma before them and the CR after them', () => {
    const path = join(scratch, 'framed');
    writeFileSync(path, 'é\r\n,b\r\n,\r\n,c');
    expect(
      Array.from(linesOf(path), ({ path: _, bytes, ...line }) => ({
        text: bytes.toString(),
        ...line,
      })),
    ).toEqual([
      { text: 'é', start: 0, end: 2, number: 1, ended: true },
      { text: 'b', start: 5, end: 6, number: 2, ended: true },
      { text: '', start: 9, end: 9, number: 3, ended: true },
      { text: 'c', start: 12, end: 13, number: 4, ended: false },
    ]);
  });
});

describe('writing a file', () => {
  it.each([
    ['nothing', []],
    ['a little', ['a', 'b']],
    [
      'pieces that do not fill what is written at once',
      ['a', 'b'].map((each) => each.repeat(MB - 1)),
    ],
    ['pieces that just fill it', ['a', 'b'].map((each) => each.repeat(MB))],
    ['a piece that is larger', ['a', 'b'.repeat(3 * MB), 'c']],
  ])('puts all pieces of %s in order', (name, pieces) => {
    const path = join(scratch, 'written', name);
    writeWhole(path, pieces);
    expect(readFileSync(path, 'utf8') === pieces.join('')).toBe(true);
  });
});
