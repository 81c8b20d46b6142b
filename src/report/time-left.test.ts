import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { RunEvent } from '../model/index.ts';
import { terminalReporter } from './terminal.ts';

function progressAfter(requests: number | undefined): string {
  let now = 0;
  const stream = new PassThrough();
  const { write } = terminalReporter({ stream, colours: false, clock: () => now });
  write({
    kind: 'header',
    tool: { name: 'touchstone', version: '0' },
    contract: { digest: '' },
    target: { name: 'site' },
    mode: 'live',
    seed: 1,
    startedAt: '',
    ...(requests !== undefined && { requests }),
    cases: 10,
    clauses: 1,
  });
  for (const seconds of [10, 20]) {
    now = seconds * 1000;
    const one = { id: 'a', title: '', requests: 50, durationMs: 1, verdicts: [], findings: [] };
    write({ kind: 'case', ...one } as RunEvent);
  }
  return String(stream.read()).trimEnd().split('\n').at(-1) ?? '';
}

it('time left is estimated by requests, and by cases if their number is not known', () => {
  expect(progressAfter(200)).toContain('2/10 cases · 5 requests/s · about 20 s left');
  expect(progressAfter(undefined)).toContain('about 80 s left');
});
