import { describe, expect, it } from 'vitest';
import type { Level, Verdict } from '../model.ts';
import { type FindingOptions, findingsOf } from './findings.ts';
import type { Cause } from './registry.ts';
import { asked, campaignOn, contract, json, targetAt } from './site.fixture.ts';

const OPERATION = 'content/posts/list';

/** Causes of one answer at one place, a clause each, in the order in which they were met. */
async function causesWith(
  ...all: readonly (readonly [name: string, level: Level, verdict: Verdict])[]
): Promise<readonly Cause[]> {
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
    shot: { index: at, case: trace.case, marks: [] },
    trace,
    places: ['query /search'],
    class: 'strings/nul',
    again: { times: 3, of: 3 },
    beside: clauses.filter((_, other) => other !== at),
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
