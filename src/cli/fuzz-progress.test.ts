import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { progressOn } from './fuzz-progress.ts';

const NONE = { reached: 0, of: 0 };
const STANDING = {
  ...{ seconds: 10, secondsLeft: 20, requests: 288, rate: 28.8, findings: 1 },
  coverage: { operations: { reached: 2, of: 93 }, rules: NONE, classes: NONE },
};
const LINE = '10.0 s  at most 20 s left  288 requests  29/s  1 possible finding  operations 2/93';

function shownOn(screen: { readonly isTTY?: boolean; readonly columns?: number }): string {
  const stream = Object.assign(new PassThrough(), screen);
  progressOn(stream).show(STANDING);
  return String(stream.read());
}

it('a terminal gets as much of the line as it can take back', () => {
  expect(shownOn({ isTTY: true, columns: 200 })).toBe(`\r\u001b[2K${LINE}`);
  expect(shownOn({ isTTY: true, columns: 41 })).toBe(`\r\u001b[2K${LINE.slice(0, 40)}`);
  expect(shownOn({ isTTY: true })).toBe(`\r\u001b[2K${LINE.slice(0, 79)}`);
});

it('a log gets the line whole', () => {
  expect(shownOn({ columns: 41 })).toBe(`${LINE}\n`);
});

it('the line says what requests wait for', () => {
  const stream = new PassThrough();
  progressOn(stream).show(STANDING, 'waits 30 s: HTTP 429');
  expect(String(stream.read())).toContain('at most 20 s left  waits 30 s: HTTP 429  288 requests');
});
