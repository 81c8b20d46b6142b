import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { linesOf } from './files.ts';

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
    const told = Array.from(linesOf(path), ({ bytes, start, end, number, ended }) => {
      expect(bytes.toString() === text.slice(start, end)).toBe(true);
      return [number, end - start, ended];
    });
    const whole = lines.map((line, index) => [index + 1, line.length, true]);
    expect(told).toEqual(cut === '' ? whole : [...whole, [lines.length + 1, cut.length, false]]);
  });
});
