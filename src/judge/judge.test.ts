import { describe, expect, it } from 'vitest';
import { validate } from '../contract/validate.ts';
import type { Clause, Exchange, Operation, Role, Trace, Unsent } from '../model/index.ts';
import { type ContractView, judge } from './judge.ts';

const operation: Operation = {
  id: 'content/one',
  document: 'content',
  resource: 'one',
  action: 'get',
  method: 'GET',
  route: '/one',
  parameters: [],
  answers: [],
  source: { section: '1' },
  writes: false,
  title: 'one',
};

const clause = (change: Partial<Clause>): Clause => ({
  id: 'content/one/clause',
  document: 'content',
  level: 'stated',
  source: { section: '1' },
  states: 'It is carried out.',
  operations: [operation.id],
  judged: [{ check: 'succeeds', with: {} }],
  ...change,
});

/** Findings on a case whose steps have these roles and statuses; undefined for one without exchange. */
function findings(
  about: Clause,
  steps: readonly (readonly [Role, number | undefined])[],
  unsent: readonly Unsent[] = [],
) {
  const contract: ContractView = {
    operation: () => operation,
    operations: [operation],
    clause: () => about,
    validate,
  };
  const trace: Trace = {
    case: {
      id: 'case',
      title: 'is sent',
      document: 'content',
      evidence: [about.id],
      origin: { kind: 'scenario' },
      steps: steps.map(([role], at) => ({
        id: `step-${at}`,
        role,
        request: {
          operation: operation.id,
          path: {},
          query: {},
          headers: [],
          body: { kind: 'none' },
          credential: { kind: 'valid' },
        },
      })),
    },
    exchanges: steps.flatMap(([, status], at): readonly Exchange[] =>
      status === undefined
        ? []
        : [
            {
              step: `step-${at}`,
              request: { method: 'GET', target: '/one', headers: [], body: undefined },
              url: '',
              outcome: {
                kind: 'answer',
                status,
                reason: '',
                headers: [],
                body: {
                  bytes: new Uint8Array(),
                  completeness: 'complete',
                  content: { kind: 'empty' },
                },
              },
              startedAt: 0,
              durationMs: 0,
              resent: false,
            },
          ],
    ),
    unsent,
  };
  return judge(contract, {}, trace).flatMap((one) => one.findings);
}

const why = 'the list of media is empty';

describe('a step that was not sent', () => {
  it.each(['precondition', 'fault'] as const)('cannot be judged: %s', (because) => {
    const unsent = [{ step: 'step-1', because, why }];
    expect(
      findings(
        clause({}),
        [
          ['setup', 200],
          ['valid', undefined],
        ],
        unsent,
      ),
    ).toEqual([{ kind: 'not-judgeable', because, why }]);
  });

  it('as a control takes the refusal with it', () => {
    const refused = clause({ on: 'refusal', judged: [{ check: 'refused', with: {} }] });
    const steps = [
      ['control', undefined],
      ['violation', 400],
    ] as const;
    const found = findings(refused, steps, [{ step: 'step-0', because: 'precondition', why }]);
    expect(found).toMatchObject([{ kind: 'not-judgeable', because: 'precondition' }]);
  });

  it('is an error where nobody says why', () => {
    expect(findings(clause({}), [['valid', undefined]])).toMatchObject([{ because: 'fault' }]);
  });
});

it('cleaning up is evidence for nothing', () => {
  const probe = clause({ judged: [{ check: 'observe', with: {} }], level: 'unspecified' });
  expect(
    findings(probe, [
      ['probe', 200],
      ['cleanup', 500],
    ]),
  ).toHaveLength(1);
  expect(findings(clause({}), [['cleanup', 500]])).toEqual([
    { kind: 'not-judgeable', because: 'no-data', why: 'no step of the case shows it' },
  ]);
});
