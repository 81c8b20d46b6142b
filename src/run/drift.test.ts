import { describe, expect, it } from 'vitest';
import { driftWatch } from '../findings/index.ts';
import type { RecordedCase } from '../record/index.ts';
import { driftLines } from './drift.ts';

describe('a run', () => {
  const observed = (step: string, value: string) => ({ clause: 'a/b', step, pointer: '', value });
  const kept = (id: string, value: string) =>
    ({ id, exchanges: 1, observations: [observed('probe', value)] }) as unknown as RecordedCase;

  it('tells each drift once, with its cases, and leaves out what was not observed before', () => {
    const watch = driftWatch([kept('one', 'HTTP 400; text'), kept('two', 'HTTP 400; text')]);
    watch.note('one', [observed('probe', 'HTTP 422; text'), observed('other', 'HTTP 1; text')]);
    watch.note('two', [observed('probe', 'HTTP 422; text')]);
    watch.note('three', [observed('probe', 'HTTP 500; text')]);
    expect(watch.drifts()).toEqual([
      {
        clause: 'a/b',
        tier: 'value',
        place: 'status',
        before: 'HTTP 400',
        after: 'HTTP 422',
        cases: ['one', 'two'],
      },
    ]);
    expect(driftLines(watch, 'kept')).toEqual([
      'drift: 1 since the recording; 2 observations compared with kept',
      '  value    a/b  status: HTTP 400 → HTTP 422  (one and 1 more)',
    ]);
  });
});
