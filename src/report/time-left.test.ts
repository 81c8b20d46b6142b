import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { RunEvent, RunHeader } from '../model/index.ts';
import { terminalReporter } from './terminal.ts';

/** A log of a run of ten cases, on a clock that a test sets. */
function runOf(requests: number | undefined, creates?: RunHeader['creates']) {
  const clock = { seconds: 0 };
  const stream = new PassThrough();
  const reporter = terminalReporter({ stream, colours: false, clock: () => clock.seconds * 1000 });
  reporter.write({
    kind: 'header',
    tool: { name: 'touchstone', version: '0' },
    contract: { digest: '' },
    target: { name: 'site' },
    mode: 'live',
    seed: 1,
    startedAt: '',
    ...(requests !== undefined && { requests }),
    ...(creates && { creates }),
    cases: 10,
    clauses: 1,
  });
  const tell = (seconds: number, sent: number) => {
    clock.seconds = seconds;
    const one = { id: 'a', title: '', requests: sent, durationMs: 1, verdicts: [], findings: [] };
    reporter.write({ kind: 'case', ...one } as RunEvent);
  };
  const lastLine = () => String(stream.read()).trimEnd().split('\n').at(-1) ?? '';
  return { clock, reporter, stream, tell, lastLine };
}

function progressAfter(requests: number | undefined): string {
  const { tell, lastLine } = runOf(requests);
  for (const seconds of [10, 20]) tell(seconds, 50);
  return lastLine();
}

it.each([
  [
    { 'content/posts': 3, 'content/pages': 2 },
    'about 5 objects in 2 collections, and removes them',
  ],
  [{ 'content/posts': 1 }, 'about 1 object in 1 collection, and removes them'],
  [{}, undefined],
])('the first lines say what a run creates: %j', (creates, line) => {
  const { stream } = runOf(1, creates);
  const lines = String(stream.read()).split('\n').slice(0, 3);
  expect(lines.find((one) => one.startsWith('creates'))).toBe(line && `creates ${line}`);
});

it('time left is estimated by requests, and by cases if their number is not known', () => {
  expect(progressAfter(200)).toContain('2/10 cases · 5 requests/s · about 20 s left');
  expect(progressAfter(undefined)).toContain('about 80 s left');
});

it('time left follows the pace of the last minute', () => {
  const { tell, lastLine } = runOf(1000);
  for (const seconds of [10, 20]) tell(seconds, 200);
  for (const seconds of [50, 80, 110]) tell(seconds, 30);
  // 60 requests in the last minute, and 510 left.
  expect(lastLine()).toContain('5/10 cases · 4 requests/s · about 9 min left');
});

it('the progress line says what the run waits for, at once and while it waits', () => {
  const { clock, reporter, tell, lastLine } = runOf(200);
  let wait: string | undefined = 'waits 30 s: HTTP 429 with Retry-After: 30';
  clock.seconds = 11;
  reporter.showWait(() => wait);
  expect(lastLine()).toBe('0/10 cases · waits 30 s: HTTP 429 with Retry-After: 30');
  wait = 'slowed down to 8.0 requests/s';
  tell(41, 50);
  expect(lastLine()).toBe('1/10 cases · slowed down to 8.0 requests/s · about 2 min left');
  wait = undefined;
  tell(60, 50);
  expect(lastLine()).toBe('2/10 cases · 2 requests/s · about 60 s left');
});

it('a long run says once how to take a part of it', () => {
  const { tell, stream } = runOf(100_000);
  for (const seconds of [10, 40, 50]) tell(seconds, 50);
  expect(String(stream.read()).match(/a first look is shorter: .*--only PREFIX/g)).toHaveLength(1);
  const short = runOf(200);
  for (const seconds of [10, 40, 50]) short.tell(seconds, 50);
  expect(String(short.stream.read())).not.toContain('a first look');
});
