import { describe, expect, it } from 'vitest';
import type { FindingReport } from '../model/index.ts';
import { causesOf } from './causes.ts';
import { clause } from './clause-report.fixture.ts';
import { countMistakes, mistakesOf } from './mistakes.ts';

function broken(id: string, verdict: 'fail' | 'warn', finding: Partial<FindingReport>) {
  const [given] = clause(id, verdict, ['/x', undefined]).findings;
  if (given === undefined) throw new Error('the fixture has no finding');
  return { ...clause(id, verdict), findings: [{ ...given, verdict, ...finding }] };
}

const mistakes = (...clauses: readonly ReturnType<typeof broken>[]) =>
  mistakesOf(causesOf(clauses)).map(({ causes, shared }) => ({
    clauses: causes.flatMap((cause) => cause.clauses.map(({ id }) => id)).sort(),
    shared,
  }));

const CURL = { curl: 'curl -i http://127.0.0.1/posts', touchstone: '' };

describe('one mistake', () => {
  it('is what lists and reads show at one field', () => {
    const list = broken('content/a', 'fail', { where: '/0/author', actual: '"1"' });
    const read = broken('content/b', 'warn', { where: '/author', actual: 'missing' });
    expect(mistakes(list, read)).toEqual([
      { clauses: ['content/a', 'content/b'], shared: ['/author'] },
    ]);
  });

  it('is what rules of one parameter are not kept', () => {
    const about = { part: 'query', pointer: '/per_page' } as const;
    const accepted = { where: 'status', expected: 'a refusal' };
    const rules = ['minimum', 'maximum'].map((keyword) =>
      broken(`content/list/query/per-page/${keyword}`, 'warn', {
        ...accepted,
        about: { ...about, keyword },
        actual: keyword,
      }),
    );
    expect(mistakes(...rules)).toMatchObject([{ shared: ['/per_page'] }]);
  });

  it('is what is wrong with one answer as a whole', () => {
    const status = broken('content/a', 'fail', {
      ...{ where: 'status', actual: '500', reproduce: CURL },
      message: 'GET /posts: status is 500, expected 200',
    });
    const type = broken('content/b', 'fail', {
      ...{ where: 'header content-type', actual: 'text/html', reproduce: CURL },
    });
    expect(mistakes(status, type)).toEqual([
      { clauses: ['content/a', 'content/b'], shared: ['GET /posts'] },
    ]);
  });
});

describe('no single mistake', () => {
  it.each([
    [
      'two fields of one answer',
      broken('content/a', 'fail', { where: '/title', reproduce: CURL }),
      broken('content/b', 'fail', { where: '/slug', reproduce: CURL }),
    ],
    [
      'the status of two requests',
      broken('content/a', 'fail', { where: 'status', actual: 'HTTP 500', reproduce: CURL }),
      broken('content/b', 'fail', {
        ...{ where: 'status', actual: 'HTTP 404' },
        reproduce: { ...CURL, curl: 'curl -i http://127.0.0.1/pages' },
      }),
    ],
    [
      'a field of two documents',
      broken('content/a', 'fail', { where: '/label' }),
      broken('integration/b', 'fail', { where: '/label', actual: '7' }),
    ],
    [
      'a field of a request and one of an answer',
      broken('content/a', 'fail', {
        ...{ where: 'status', expected: 'a refusal' },
        about: { part: 'body', pointer: '/slug', keyword: 'type' },
      }),
      broken('content/b', 'fail', { where: '/slug' }),
    ],
  ])('is %s', (_, ...clauses) => {
    expect(mistakes(...clauses)).toHaveLength(2);
  });
});

it('counts a mistake with a failure once, whatever it warns of', () => {
  const all = mistakesOf(
    causesOf([
      broken('content/a', 'fail', { where: '/0/author', actual: '"1"' }),
      broken('content/b', 'warn', { where: '/author' }),
      broken('content/c', 'warn', { where: '/slug' }),
    ]),
  );
  expect(countMistakes(all)).toEqual({ failing: 1, warning: 1 });
});
