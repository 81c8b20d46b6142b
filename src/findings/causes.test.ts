import { describe, expect, it } from 'vitest';
import {
  type ClauseReport,
  type FindingReport,
  NO_VERDICTS,
  type Verdict,
} from '../model/index.ts';
import { causesOf } from './causes.ts';

function finding(where: string, actual: string, expected: string, verdict: Verdict) {
  return {
    case: 'a/case',
    verdict,
    step: 'it',
    where,
    actual,
    expected,
    message: `${where} is ${actual}, expected ${expected}`,
    reproduce: { curl: '', touchstone: '' },
  } satisfies FindingReport;
}

function clause(
  id: string,
  verdict: Verdict,
  ...found: readonly (readonly [where: string, actual: string, expected: string])[]
): ClauseReport {
  return {
    id,
    level: 'stated',
    source: { section: '1' },
    states: 'Something.',
    verdict,
    cases: NO_VERDICTS,
    findings: found.map(([where, actual, expected]) => finding(where, actual, expected, verdict)),
    observations: [],
    reasons: [],
  };
}

const ACCEPTED = ['status', 'HTTP 201, carried out', 'a refusal'] as const;
const ALSO_ACCEPTED = ['status', 'HTTP 200, carried out', 'a refusal'] as const;

describe('one cause', () => {
  const alike: readonly (readonly [what: string, clauses: readonly ClauseReport[]])[] = [
    [
      'a rule of one member that several operations do not keep',
      [
        clause('content/posts/create/body/title/type', 'warn', ACCEPTED),
        clause('content/pages/update/put/body/title/type', 'warn', ALSO_ACCEPTED),
      ],
    ],
    [
      'the same value at the same place of several answers',
      [
        clause('content/posts/list/types', 'fail', ['/0/id', '"7"', 'an integer']),
        clause('content/pages/list/types', 'fail', ['/3/id', '"12"', 'an integer']),
      ],
    ],
    [
      'what one clause finds at one place, whatever it is there',
      [
        clause(
          'content/index/routes',
          'fail',
          ['/routes', 'no such pattern', 'one for /a'],
          ['/routes', 'no such pattern', 'one for /b'],
        ),
      ],
    ],
    [
      'names that the run made up',
      [
        clause('a/b', 'fail', ['/0/slug', '"touchstone-1-x"', 'nothing']),
        clause('a/c', 'fail', ['/0/slug', '"touchstone-2-y"', 'nothing']),
      ],
    ],
  ];

  it.each(alike)('is %s', (_, clauses) => {
    const causes = causesOf(clauses);
    expect(causes.map((cause) => cause.clauses.map(({ id }) => id))).toEqual([
      clauses.map(({ id }) => id),
    ]);
    expect(causes[0]?.example).toBe(clauses[0]?.findings[0]);
  });
});

describe('what the same clauses object to', () => {
  const places = ['/title/raw', '/slug', '/2/author', '/meta'];
  const found = (many: readonly string[]) =>
    clause(
      'content/state/put-updates',
      'fail',
      ...many.map((where, at) => [where, `"old ${'x'.repeat(at)}"`, '"new"'] as const),
    );

  it('is one cause at many places, which it names', () => {
    const [cause, ...others] = causesOf([found(places)]);
    expect(others).toEqual([]);
    expect(cause?.findings).toBe(4);
    expect(cause?.example?.where).toBe('/title/raw');
    expect(cause?.furtherPlaces).toEqual(['/slug', '/2/author', '/meta']);
  });

  it('is a cause at each of two places', () => {
    const causes = causesOf([found(places.slice(0, 2))]);
    expect(causes.map(({ example }) => example?.where)).toEqual(places.slice(0, 2));
    expect(causes.map(({ furtherPlaces }) => furtherPlaces)).toEqual([[], []]);
  });
});

describe('what is not there', () => {
  const lacking = (
    id: string,
    verdict: Verdict,
    ...absent: readonly (readonly string[] | undefined)[]
  ): ClauseReport => {
    const report = clause(id, verdict);
    const findings = absent.map((names) => ({
      ...finding('/routes', id, 'that it is there', verdict),
      ...(names && { absent: names }),
    }));
    return { ...report, findings };
  };
  const NAMESPACES = lacking('a/namespaces', 'fail', ['host/cache/v1', 'host_sign/v1']);
  const idsOf = (clauses: readonly ClauseReport[]) =>
    causesOf(clauses).map((cause) => cause.clauses.map(({ id }) => id));

  it('is one cause with what is not there because of it, whichever comes first', () => {
    const routes = lacking('a/routes', 'fail', ['/host/cache/v1'], ['/host_sign/v1/login']);
    const served = lacking('a/served', 'warn', ['/host_sign/v1/login']);
    const all = [NAMESPACES, routes, served];
    expect(idsOf(all)).toEqual([all.map(({ id }) => id)]);
    const [cause] = causesOf([served, routes, NAMESPACES]);
    expect(cause).toMatchObject({ verdict: 'fail', findings: 4 });
    expect(cause?.clauses.map(({ id }) => id)).toEqual(['a/namespaces', 'a/served', 'a/routes']);
    expect(cause?.example).toBe(NAMESPACES.findings[0]);
  });

  it('is one cause where two clauses lack the same', () => {
    const [one, other] = ['a/one', 'a/other'].map((id) => lacking(id, 'fail', ['/x']));
    expect(idsOf([one, other].flatMap((each) => each ?? []))).toEqual([['a/one', 'a/other']]);
  });

  it.each([
    ['something else is missing as well', [['/host/cache/v1/flush'], ['/batch/v1']]],
    ['something else is wrong as well', [['/host/cache/v1/flush'], undefined]],
    ['a name only begins so', [['/host/cache/v12']]],
  ] as const)('is a cause of its own where %s', (_, absent) => {
    expect(idsOf([NAMESPACES, lacking('a/routes', 'fail', ...absent)])).toEqual([
      ['a/namespaces'],
      ['a/routes'],
    ]);
  });
});

describe('different causes', () => {
  const apart: readonly (readonly [what: string, clauses: readonly ClauseReport[]])[] = [
    [
      'two rules of one member',
      [
        clause('content/posts/create/body/title/type', 'warn', ACCEPTED),
        clause('content/posts/create/body/title/enum', 'warn', ACCEPTED),
      ],
    ],
    [
      'two statuses',
      [
        clause('a/b', 'fail', ['status', 'HTTP 404', 'success']),
        clause('a/c', 'fail', ['status', 'HTTP 403', 'success']),
      ],
    ],
    [
      'a failure and a warning',
      [
        clause('a/b', 'fail', ['/id', '7', 'a text']),
        clause('a/c', 'warn', ['/id', '7', 'a text']),
      ],
    ],
    ['clauses of which only a reason is known', [clause('a/b', 'fail'), clause('a/c', 'fail')]],
  ];

  it.each(apart)('are %s', (_, clauses) => {
    expect(causesOf(clauses)).toHaveLength(2);
  });
});

describe('the list of causes', () => {
  it('has failures first, then what concerns most clauses, and nothing that holds or is known', () => {
    const causes = causesOf([
      clause('a/pass', 'pass'),
      { ...clause('a/known', 'fail', ['/x', '1', '2']), known: 'we know' },
      clause('a/few', 'warn', ['/id', '7', 'a text']),
      clause('a/many', 'warn', ['/name', '7', 'a text']),
      clause('a/more', 'warn', ['/name', '8', 'a text']),
      clause('a/fail', 'fail', ['/z', '1', '2']),
    ]);
    expect(causes.map(({ clauses }) => clauses[0]?.id)).toEqual(['a/fail', 'a/many', 'a/few']);
  });
});
