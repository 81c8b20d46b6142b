import { expect, test } from 'vitest';
import { seenLines } from './init-seen.ts';

test('a line names some of what is not judged, and how many more', () => {
  const reason = 'the target does not list their operations';
  const off = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ prefix: `content/part-${at}`, reason }));
  expect(seenLines([], off(200))).toEqual([
    expect.stringMatching(/^ {2}Not judged, as .*: content\/part-0, .*part-7 and 192 more \(`off`/),
  ]);
  expect(seenLines([], off(8)).join()).toMatch(/part-6, content\/part-7 \(`off`/);
});
