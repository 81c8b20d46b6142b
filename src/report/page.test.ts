import { describe, expect, test } from 'vitest';
import {
  type ClauseReport,
  type FindingReport,
  NO_VERDICTS,
  notComparedWith,
  type RunReport,
} from '../model/index.ts';
import { campaignFinding, campaignOf } from './campaign.fixture.ts';
import { reportHtml } from './html.ts';
import { markdownText } from './markdown.ts';
import { clausesInWords } from './outcome.ts';
import { barOf } from './page.ts';
import { pageOfCampaign } from './page-campaign.ts';
import { clausesData } from './page-clauses.ts';
import { pageOfRun } from './page-run.ts';

function findingOf(message: string, exchange = 0): FindingReport {
  const text = 'x'.repeat(exchange);
  return {
    case: `case of ${message}`,
    verdict: 'fail',
    step: 's',
    where: '/a',
    actual: '1',
    expected: '2',
    message,
    reproduce: { curl: 'curl -i', touchstone: 'npx touchstone' },
    ...(exchange > 0 && { exchange: { request: { text }, answer: { text } } }),
  };
}

function clauseOf(id: string, findings: readonly FindingReport[]): ClauseReport {
  return {
    id,
    level: 'stated',
    source: { section: '1' },
    states: 'A sentence.',
    operations: ['d/list'],
    verdict: 'fail',
    cases: NO_VERDICTS,
    findings,
    observations: [],
    reasons: [],
  };
}

describe('the data of the clauses', () => {
  const messages = ['POST /a accepted b 1', 'POST /a accepted b 2', 'POST /a', '🎈', '🎉'];

  test('has what a text shares with the one before it once', () => {
    const [first] = clausesData(
      [
        clauseOf(
          'd/a/b',
          messages.map((one) => findingOf(one)),
        ),
      ],
      ['d/list'],
      new Set(),
    ).clauses;
    let before = '';
    const read = (first?.findings ?? []).map(([cell = 0]) => {
      const [length, rest] = typeof cell === 'number' ? [cell, ''] : cell;
      before = before.slice(0, length) + rest;
      return before;
    });
    expect(read).toEqual(messages);
    expect(first?.findings?.[1]?.[0]).toEqual([19, '2']);
    expect(first?.operations).toEqual([0]);
  });

  test('leaves out the exchange that stands elsewhere on the page', () => {
    const [one, other] = [findingOf('a', 9), findingOf('b', 9)];
    const { clauses } = clausesData([clauseOf('d/a/b', [one, other])], [], new Set([one]));
    expect(Object.keys(clauses[0]?.exchanges ?? {})).toEqual(['1']);
  });

  test('of more than a page holds has the messages alone', () => {
    const many = Array.from({ length: 1_000 }, (_, at) =>
      clauseOf(`d/a/${at}`, [findingOf(`m${at}`, 4_000)]),
    );
    const { clauses } = clausesData(many, [], new Set());
    expect(JSON.stringify(clauses).length).toBeLessThan(2_300_000);
    expect(clauses[0]?.exchanges).toBeDefined();
    expect(clauses.at(-1)).toMatchObject({
      findings: [
        [
          [0, 'm999'],
          [0, 'case of m999'],
        ],
      ],
    });
  });
});

describe('a bar', () => {
  test('shows one failure among thousands, and is filled', () => {
    const { label, parts } = barOf({ pass: 5_000, fail: 1, blocked: 2, error: 1 });
    expect(label).toBe('1 failed, 5,000 held, 3 not judged');
    expect(Math.min(...parts.map(({ width }) => width))).toBeGreaterThan(0.7);
    expect(parts.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(100, 1);
    expect(barOf({}).parts).toEqual([]);
  });
});

test.each([
  [0, 'pass', 'Conforms'],
  [0, 'skipped', 'Conforms'],
  [0, 'blocked', 'Nothing failed'],
  [2, 'error', 'Not fully judged'],
] as const)('a run that ends with %i and a clause that is %s: %s', (exitCode, verdict, title) => {
  const clauses = [{ ...clauseOf('d/a', []), verdict }];
  expect(pageOfRun(runOf(clauses, exitCode)).page.verdict.title).toBe(title);
});

test('the head says how many causes there are and what the bar counts, and leaves problems to their own lines', () => {
  const clauses = [clauseOf('d/a', [findingOf('a')]), clauseOf('d/b', [findingOf('b')])];
  const { page } = pageOfRun({ ...runOf(clauses, 1), problems: ['cut short'] });
  expect(page.verdict.words).toMatch(/^2 of 2 judged clauses fail, by 1 mistake$/);
  expect(page.counted).toBe('2 clauses');
  const judged = { pass: 7, fail: 2 };
  expect(pageOfCampaign(campaignOf([], { judged })).counted).toBe('9 verdicts on cases');
});

test.each([
  [3, 3],
  [8, 3],
  [9, 1],
])('of %i failures the first %i stand open', (amount, open) => {
  const findings = Array.from({ length: amount }, (_, at) => campaignFinding(at));
  const { causes } = pageOfCampaign(campaignOf(findings));
  expect(causes.filter((cause) => cause.open)).toHaveLength(open);
});

function runOf(clauses: readonly ClauseReport[], exitCode: RunReport['exitCode']): RunReport {
  return {
    tool: { name: 'touchstone', version: '0' },
    contract: { digest: '' },
    target: { name: 'target' },
    mode: 'live',
    seed: 1,
    startedAt: '2026-01-01T00:00:00Z',
    durationMs: 1,
    requests: 1,
    counts: NO_VERDICTS,
    exitCode,
    problems: [],
    stale: [],
    clauses,
  };
}

test('the first screen says that the server broke down, and what is new since last time', () => {
  const crash = { ...findingOf('crash'), where: 'status', operations: ['d/list', 'd/get'] };
  const warns = { ...clauseOf('robust/no-server-error', [crash]), verdict: 'warn' as const };
  const clauses = [clauseOf('d/a', [findingOf('a')]), warns];
  const cause = {
    verdict: 'fail',
    kind: 'value',
    at: '/a',
    clauses: { 'd/a': ['d/list'] },
  } as const;
  const before = { report: 'monday', startedAt: '2026-01-01T00:00:00Z', same: 1, uncompared: [] };
  const since = { ...before, new: [cause], worse: [], gone: [] };
  const { page } = pageOfRun({ ...runOf(clauses, 1), since });
  expect(page.breakdowns).toEqual({
    words: 'The server broke down at d/list and 1 more operation.',
    anchor: 'cause-1',
  });
  expect(page.causes[0]).toMatchObject({ clauses: ['robust/no-server-error'], open: true });
  expect(page.since?.against).toBe('monday, 2026-01-01');
  expect(page.since?.words).toBe('1 new, 0 gone, 1 the same');
  const html = reportHtml({ ...runOf(clauses, 1), since });
  const order = [
    'The server broke down',
    'Since <strong>monday',
    'another value (/a)',
    'id="causes"',
  ];
  const places = order.map((text) => html.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(pageOfRun(runOf([clauseOf('d/a', [])], 1)).page.breakdowns).toBeUndefined();
});

test('what is accepted stands on the page with its reason, and nothing is said to be absent', () => {
  const crash = { ...findingOf('crash'), operations: ['d/get'] };
  const clauses = [
    { ...clauseOf('d/a', [findingOf('a')]), known: 'ticket 4711' },
    { ...clauseOf('d/b', [findingOf('b')]), verdict: 'warn' as const, known: 'accepted in b.yaml' },
    { ...clauseOf('robust/no-server-error', [crash]), known: 'accepted in b.yaml' },
  ];
  const report = { ...runOf(clauses, 0), counts: { ...NO_VERDICTS, fail: 2, warn: 1 } };
  const { page } = pageOfRun(report);
  expect(page.breakdowns).toEqual({ words: 'The server broke down at d/get, as is known.' });
  expect(page.total.parts[0]).toMatchObject({ name: 'failed (2 known)', amount: 2 });
  expect(page.known.map(({ verdict, clause, reason }) => [verdict, clause, reason])).toEqual([
    ['fail', 'd/a', 'ticket 4711'],
    ['fail', 'robust/no-server-error', 'accepted in b.yaml'],
    ['warn', 'd/b', 'accepted in b.yaml'],
  ]);
  const html = reportHtml(report);
  expect(html).toContain('Nothing new was found.');
  expect(html).not.toContain('Nothing was found');
  expect(html).toContain('<td>ticket 4711</td>');
  expect(markdownText(report)).toContain('- fail d/a: ticket 4711');
});

test('a clause that is newer than the baseline is not among the accepted ones', () => {
  const clauses = [{ ...clauseOf('d/a', [findingOf('a')]), known: notComparedWith('b.yaml') }];
  const report = runOf(clauses, 0);
  const { page } = pageOfRun(report);
  expect([page.known, page.uncompared.map(({ clause }) => clause)]).toEqual([[], ['d/a']]);
  const html = reportHtml(report);
  expect(html).toContain('<h2>Not compared <small>1 newer than the baseline');
  expect(html).not.toContain('accepted, and why');
  expect(html).not.toContain('Nothing new was found.');
  expect(markdownText(report)).toContain('1 failure or warning that is not compared');
});

test('a clause that only warns is not counted among the failing ones of its cause', () => {
  const warns = { ...clauseOf('d/b', [findingOf('a')]), verdict: 'warn' as const };
  const parts = { verdict: 'fail' as const, clauses: [clauseOf('d/a', []), warns] };
  expect(clausesInWords(parts)).toBe('1 clause and 1 with warnings');
  expect(clausesInWords({ ...parts, verdict: 'warn' })).toBe('2 clauses');
});

test('a cause has the sentence of its clause as title, and the requests before with their bodies', () => {
  const text = (own: string) => ({ request: { text: own }, answer: { text: 'HTTP 201' } });
  const steps = [
    {
      step: 'one',
      request: 'POST /a',
      answer: '201',
      exchange: text('POST /a'),
      curl: 'curl -i a',
    },
    { step: 'two', request: 'GET /a', answer: '200' },
  ];
  const { page } = pageOfRun(runOf([clauseOf('d/a', [{ ...findingOf('it is 1'), steps }])], 1));
  expect(page.causes[0]).toMatchObject({ title: 'A sentence.', message: 'it is 1' });
  expect(page.causes[0]?.steps).toEqual([
    expect.objectContaining({ curl: 'curl -i a', exchange: expect.anything() }),
    { request: 'GET /a', answer: '200' },
  ]);
});
