import { expect, it } from 'vitest';
import { type FindingReport, NO_VERDICTS, type RunReport } from '../model/index.ts';
import { findingLines, findingOf, findingsIn, knownLines, listLines } from './explain-findings.ts';

const FINDING: FindingReport = {
  ...{ case: 'a/case', verdict: 'fail', step: 'read', where: '/title' },
  ...{ actual: '"old"', expected: '"new"', message: 'GET /posts/1: /title is "old"' },
  steps: [
    {
      ...{ step: 'write', request: 'POST /posts {"title":"new"}', answer: '201' },
      exchange: {
        request: { text: 'POST /posts\n\n{"title":"new"}' },
        answer: { text: 'HTTP 201' },
      },
      curl: 'curl -i http://127.0.0.1/posts',
    },
    { step: 'read', request: 'GET /posts/1', answer: '200' },
  ],
  exchange: {
    request: { text: 'GET /posts/1' },
    answer: { text: 'HTTP 200\n\n{\n  "title": "old"\n}', marked: [3, 3] },
  },
  reproduce: { curl: '', touchstone: 'npx touchstone check --only a/case' },
};

const REPORT = {
  clauses: [
    {
      ...{ id: 'a/clause', level: 'stated', source: { section: '1' }, states: 'It is kept.' },
      ...{ verdict: 'fail', cases: NO_VERDICTS, findings: [FINDING] },
      ...{ observations: [], reasons: [] },
    },
  ],
} as unknown as RunReport;

it('a finding is explained with all its requests, bodies and curl lines, and the place marked', () => {
  const [shown] = findingsIn(REPORT);
  const lines = shown === undefined ? [] : findingLines(shown);
  expect(lines.slice(lines.indexOf('what led to it:'))).toEqual([
    'what led to it:',
    '  POST /posts {"title":"new"} -> 201',
    '    POST /posts',
    '    ',
    '    {"title":"new"}',
    '    HTTP 201',
    '    curl -i http://127.0.0.1/posts',
    '  GET /posts/1 -> 200',
    '',
    'request:',
    '  GET /posts/1',
    '',
    'answer:',
    '  HTTP 200',
    '  ',
    '  {',
    '>   "title": "old"',
    '  }',
    '',
    'to see it again:',
    '  npx touchstone check --only a/case',
  ]);
});

it('a clause is explained by its own finding, and not by the first of its cause', () => {
  const [own] = REPORT.clauses;
  const other = { ...FINDING, case: 'b/case', message: 'GET /plugin: status is 404' };
  const second = { ...own, id: 'b/clause', verdict: 'warn', findings: [other] };
  const accepted = { ...own, id: 'c/clause', known: 'ticket 4711' };
  const report = { clauses: [own, second, accepted] } as unknown as RunReport;
  expect(findingOf(report, 'a/clause')).toMatchObject({ number: '1', verdict: 'fail' });
  for (const id of ['b/clause', 'b/case']) {
    const shown = findingOf(report, id);
    expect(shown).toMatchObject({ clause: 'b/clause', verdict: 'warn', message: other.message });
  }
  const known = findingOf(report, 'c/clause');
  expect(known === undefined ? [] : findingLines(known).slice(0, 1)).toEqual([
    'c/clause: fail (known: ticket 4711)',
  ]);
  expect(findingOf(report, 'd/clause')).toBeUndefined();
  expect(knownLines(report)).toEqual(['known  FAIL  c/clause: ticket 4711']);
  expect(listLines(findingsIn({ clauses: [accepted] } as unknown as RunReport), 'out')).toEqual([
    'the report has no new failure and no new warning',
  ]);
});
