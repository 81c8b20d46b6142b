import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { linesOf, reader, writeWhole } from './files.ts';

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
    const files = reader();
    for (const way of [linesOf, files.lines]) {
      const told = Array.from(way(path), ({ start, end, offset, ended, ...line }) => {
        const there = line.text.toString('latin1', start, end);
        expect(there === text.slice(offset + start, offset + end)).toBe(true);
        return [end - start, ended];
      });
      expect(told).toEqual(expected);
    }
    files.close();
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
    writeWhole(
      path,
      pieces.map((piece) => Buffer.from(piece)),
    );
    expect(readFileSync(path, 'utf8') === pieces.join('')).toBe(true);
  });
});
