import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { countVerdicts, NO_VERDICTS, strongestOf } from '../model/index.ts';
import { verdictsIn } from './groups.ts';
import { messageOf } from './message.ts';
import { eventsOf } from './ndjson.ts';
import { collect, reportFromEvents } from './report.ts';
import { clip, count, duration } from './text.ts';

const events = eventsOf(readFileSync(new URL('golden/run.ndjson', import.meta.url), 'utf8'));
const cases = events.filter(({ kind }) => kind === 'header' || kind === 'case');

describe('a whole run', () => {
  const report = reportFromEvents(events);

  test('has the clauses as they were told, in order', () => {
    const reported = events.flatMap((event) => (event.kind === 'clause' ? [event] : []));
    const untimed = report.clauses.map(({ durationMs: _, ...clause }) => ({
      kind: 'clause',
      ...clause,
    }));
    expect(untimed).toEqual(reported);
  });

  test('shares the time of a case among the clauses that it is evidence for', () => {
    const cases = events.flatMap((event) => (event.kind === 'case' ? event.durationMs : []));
    const sum = (times: readonly number[]) => times.reduce((total, time) => total + time, 0);
    const shares = report.clauses.flatMap(({ durationMs }) => durationMs ?? []);
    expect(sum(shares)).toBeCloseTo(sum(cases), 0);
    expect(shares.length).toBeGreaterThan(1);
  });

  test('has the figures of the footer', () => {
    expect(report).toMatchObject({ durationMs: 812.4, requests: 131, exitCode: 1, seed: 42 });
    expect(report.problems).toEqual([]);
    expect(report).not.toHaveProperty('kind');
  });

  test('keeps the last word on a clause that is told twice', () => {
    const again = events.map((event) =>
      event.kind === 'clause' ? { ...event, verdict: 'warn' as const } : event,
    );
    const { clauses } = reportFromEvents([...events, ...again]);
    expect(clauses).toHaveLength(report.clauses.length);
    expect(clauses.every(({ verdict }) => verdict === 'warn')).toBe(true);
  });
});

describe('a run that was cut short', () => {
  const described = {
    id: 'integration/timezones/utc',
    level: 'stated',
    source: { section: '2.4', rule: 'value' },
    states: 'The value UTC is in the list.',
  } as const;
  const report = reportFromEvents(cases, [described]);

  test('could not judge, and says so', () => {
    expect(report).toMatchObject({ exitCode: 2, requests: 12, durationMs: 0, stale: [] });
    expect(report.problems).toEqual([expect.stringContaining('without a footer')]);
  });

  test('has its clauses from the cases, with what was found', () => {
    const utc = report.clauses.find(({ id }) => id === described.id);
    expect(utc).toMatchObject({ ...described, verdict: 'fail', cases: { fail: 1, pass: 0 } });
    expect(utc?.findings.map(({ where }) => where)).toEqual(['/data/timezones']);
    expect(utc?.findings[0]).not.toHaveProperty('clause');
    expect(report.counts).toMatchObject({ fail: 4, warn: 1, error: 1, blocked: 2, observed: 2 });
  });

  test('reads the level of an undescribed clause from its verdicts', () => {
    const levels = new Map(report.clauses.map(({ id, level }) => [id, level]));
    expect(levels.get('integration/open/empty-systems')).toBe('unspecified');
    expect(levels.get('integration/timezones/valid-request-succeeds')).toBe('implied');
    expect(levels.get('integration/success/status-code')).toBe('stated');
  });

  test('keeps a bounded number of findings a clause', () => {
    const [header, first] = cases;
    if (header === undefined || first === undefined) throw new Error('the golden run is empty');
    const collector = collect();
    collector.add(header);
    for (let index = 0; index < 1000; index += 1) collector.add(first);
    const utc = collector.report().clauses.find(({ id }) => id === described.id);
    expect(utc?.cases.fail).toBe(1000);
    expect(utc?.findings).toHaveLength(20);
  });

  test('is no run without its header', () => {
    expect(() => reportFromEvents(events.slice(1))).toThrow('the run has no header');
  });
});

describe('verdicts', () => {
  test.each([
    [['pass', 'fail', 'error'], 'fail'],
    [['pass', 'error', 'warn'], 'error'],
    [['pass', 'blocked', 'warn'], 'warn'],
    [['pass', 'blocked'], 'pass'],
    [['skipped', 'pass'], 'pass'],
    [['skipped', 'observed'], 'observed'],
    [[], 'skipped'],
  ] as const)('of %j the gravest is %s', (verdicts, expected) => {
    expect(strongestOf(countVerdicts(verdicts))).toBe(expected);
  });

  test('are counted without touching the empty count', () => {
    expect(verdictsIn(countVerdicts(['pass', 'fail', 'pass']))).toEqual([
      ['fail', 1],
      ['pass', 2],
    ]);
    expect(Object.values(NO_VERDICTS).every((number) => number === 0)).toBe(true);
  });
});

test.each([
  ['/data/timezones/17/label', 'GET /r: /data/timezones/17/label is 7, expected a string'],
  ['status', 'GET /r: status is 7, expected a string'],
  ['', 'GET /r: the body is 7, expected a string'],
])('a violation at %j reads as a sentence', (pointer, sentence) => {
  const where = { step: 'first', pointer };
  const finding = { kind: 'violated', where, actual: '7', expected: 'a string' } as const;
  expect(messageOf(finding, { method: 'GET', route: '/r' })).toBe(sentence);
});

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['🎈🎈🎈', 3, '🎈🎈🎈'],
  ['🎈🎈🎈🎈', 3, '🎈🎈…'],
])('%s clipped to %d characters is %s', (text, length, expected) => {
  expect(clip(text, length)).toBe(expected);
});

test.each([
  [0, '0 ms'],
  [99.4, '99 ms'],
  [812.4, '0.8 s'],
  [59_900, '59.9 s'],
  [59_980, '1 min 0 s'],
  [125_000, '2 min 5 s'],
])('%d milliseconds are %s', (milliseconds, expected) => {
  expect(duration(milliseconds)).toBe(expected);
});

test.each([
  [0, '0 clauses'],
  [1, '1 clause'],
  [2, '2 clauses'],
])('%d counts as %s', (amount, expected) => {
  expect(count(amount, 'clause')).toBe(expected);
});
