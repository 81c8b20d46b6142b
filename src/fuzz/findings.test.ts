import { describe, expect, it } from 'vitest';
import type { Level, Verdict } from '../model/index.ts';
import { type FindingOptions, findingsOf } from './findings.ts';
import type { OperationCause } from './registry.ts';
import { asked, campaignOn, contract, json, targetAt } from './site.fixture.ts';

const OPERATION = 'content/posts/list';

/** Causes of one answer at one place, a clause each, in the order in which they were met. */
async function causesWith(
  ...all: readonly (readonly [name: string, level: Level, verdict: Verdict])[]
): Promise<readonly OperationCause[]> {
  const { shown } = await campaignOn(
    (request) => (asked(request).has('search') ? json({}, 500) : json([])),
    { bounds: { runs: 200, causes: 1 } },
  );
  const [one] = shown;
  if (one === undefined) throw new Error('there is a finding');
  const { finding, trace } = one;
  const clauses = all.map(([name]) => `${OPERATION}/${name}`);
  return all.map(([name, level, verdict], at) => ({
    hit: {
      ...{ clause: `${OPERATION}/${name}`, level, verdict, states: `It is ${name}.` },
      ...{ step: finding.step, operation: OPERATION, where: '/0', pointer: '/*', signature: '' },
      ...{ actual: 'x', expected: 'y', mark: undefined },
    },
    fuzzCase: { index: at, case: trace.case, marks: [] },
    trace,
    places: ['query /search'],
    class: 'strings/nul',
    again: { times: 3, of: 3 },
    beside: clauses.filter((_, other) => other !== at),
    along: new Set<string>(),
    few: [],
    first: 10 + at,
    hits: 2,
  }));
}

function optionsWith(...knownFailures: FindingOptions['target']['knownFailures']): FindingOptions {
  return {
    ...{ contract, target: { ...targetAt('http://127.0.0.1:1'), knownFailures }, seed: 1 },
    ...{ modes: ['edge'], only: [], targetOptions: [], today: '2024-02-29' },
  };
}

it('findings are numbered from the gravest on: failures, warnings, what is known', async () => {
  const causes = await causesWith(
    ['known', 'stated', 'fail'],
    ['likely', 'implied', 'warn'],
    ['certain', 'stated', 'fail'],
  );
  const apart = causes.map((cause, at) => ({
    ...cause,
    ...{ beside: [], places: [`query /${at}`], class: `class/${at}` },
    hit: { ...cause.hit, pointer: `/${at}`, signature: `${at}` },
  }));
  const known = { clause: `${OPERATION}/known`, reason: 'ticket 7' };
  const shown = findingsOf(apart, optionsWith(known));
  expect(shown.map(({ finding }) => [finding.number, finding.clause])).toEqual([
    [1, `${OPERATION}/certain`],
    [2, `${OPERATION}/likely`],
    [3, `${OPERATION}/known`],
  ]);
});

describe('a finding of several clauses', () => {
  it('has the strongest verdict, with the clause and the level that it is of', async () => {
    const causes = await causesWith(
      ['likely', 'implied', 'warn'],
      ['certain', 'stated', 'fail'],
      ['certain-too', 'stated', 'fail'],
    );
    const shown = findingsOf(causes, optionsWith());
    expect(shown).toHaveLength(1);
    expect(shown[0]?.finding).toMatchObject({
      ...{ verdict: 'fail', level: 'stated', clause: `${OPERATION}/certain`, hits: 6, index: 10 },
      also: [`${OPERATION}/likely`, `${OPERATION}/certain-too`],
    });
    // The line sends what the clause was met with.
    expect(shown[0]?.finding.reproduce.touchstone).toContain('--from 11 ');
  });

  it('tells of what is not known, though what is known weighs more', async () => {
    const causes = await causesWith(['certain', 'stated', 'fail'], ['likely', 'implied', 'warn']);
    const certain = { clause: `${OPERATION}/certain`, reason: 'ticket 7' };
    const likely = { clause: `${OPERATION}/likely`, reason: 'ticket 8' };
    const [open] = findingsOf(causes, optionsWith(certain));
    expect(open?.finding).toMatchObject({ verdict: 'warn', clause: `${OPERATION}/likely` });
    expect(open?.finding).not.toHaveProperty('known');
    const [known] = findingsOf(causes, optionsWith(likely, certain));
    expect(known?.finding).toMatchObject({
      ...{ verdict: 'fail', clause: `${OPERATION}/certain`, known: 'ticket 7' },
    });
  });
});

describe('what the plainest request of several operations shows', () => {
  /** The cause of a clause at two operations, whatever is asked. */
  async function atTwo(clause: string, signature: string): Promise<readonly OperationCause[]> {
    const [cause] = await causesWith(['x', 'stated', 'fail']);
    if (cause === undefined) throw new Error('there is a cause');
    return [OPERATION, 'content/pages/list'].map((operation, at) => {
      const own = clause.startsWith('own/') ? `${operation}/${clause}` : clause;
      const hit = { ...cause.hit, clause: own, operation, signature, pointer: 'body' };
      return { ...cause, hit, places: [], class: 'any request', first: at };
    });
  }

  it.each([
    ['a clause that speaks of all of them', 'content/record/types', '', 1],
    ['a body that is not what it is called', 'robust/body-as-typed', '2xx empty', 1],
    ['a clause of each', 'own/shape', '', 2],
    ['a breakdown', 'robust/no-server-error', '500', 2],
  ])('is told by %s: %s', async (_, clause, signature, count) => {
    const shown = findingsOf(await atTwo(clause, signature), optionsWith());
    expect(shown).toHaveLength(count);
    expect(shown.flatMap(({ finding }) => finding.operations).sort()).toEqual([
      'content/pages/list',
      OPERATION,
    ]);
  });

  it('is one finding where a body that cannot be read is no envelope either', async () => {
    const [body] = await atTwo('robust/body-as-typed', '2xx empty');
    const [envelope] = await atTwo('integration/success/envelope', '');
    if (body === undefined || envelope === undefined) throw new Error('there are both');
    const both: readonly OperationCause[] = [
      // It was met in a request of which no clause is judged.
      { ...body, beside: [] },
      { ...envelope, hit: { ...envelope.hit, pointer: '' }, beside: [body.hit.clause] },
    ];
    const [one, ...others] = findingsOf(both, optionsWith());
    expect(others).toEqual([]);
    expect(one?.finding.also).toEqual([envelope.hit.clause]);
  });
});
