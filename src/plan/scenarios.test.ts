import { describe, expect, it } from 'vitest';
import { type Contract, loadContract } from '../contract/contract.ts';
import type { Scenario, ScenarioStep } from '../contract/scenarios.ts';
import type { Clause, Json, Role, Subject } from '../model/index.ts';
import { casesOfScenario, evidenceOf, type FactValues } from './scenarios.ts';

const known: FactValues = { systems: ['crm', 'erp', 'shop'] };

const LOADED = loadContract();
const contract = (clauses: readonly Clause[] = []): Contract => ({ ...LOADED, clauses });

function clause(id: string, on: Subject | undefined, operations: readonly string[]): Clause {
  return {
    id,
    document: 'integration',
    level: 'stated',
    source: { section: '1' },
    states: id,
    operations,
    judged: [],
    ...(on && { on }),
  };
}

function scenario(steps: readonly Partial<ScenarioStep>[], more: Partial<Scenario> = {}): Scenario {
  return {
    id: 'integration/some',
    document: 'integration',
    title: 'does something',
    ...more,
    steps: steps.map((step, index) => ({
      id: `step-${index}`,
      role: 'valid',
      operation: 'integration/dependencies',
      ...step,
    })),
  };
}

/** The body of the one step of the one case of a scenario with that body. */
function bodyOf(json: Json, facts: FactValues = known) {
  const [made] = casesOfScenario(contract(), scenario([{ body: { json } }]), facts);
  return made?.steps[0]?.request.body;
}

describe('casesOfScenario', () => {
  it('makes one case as it is written', () => {
    const cases = casesOfScenario(
      contract(),
      scenario([{ method: 'PUT', query: { page: 2 }, headers: { 'x-a': 'b' } }]),
      known,
    );
    expect(cases).toEqual([
      {
        id: 'integration/some',
        title: 'does something',
        document: 'integration',
        evidence: [],
        origin: { kind: 'scenario' },
        steps: [
          {
            id: 'step-0',
            role: 'valid',
            request: {
              operation: 'integration/dependencies',
              method: 'PUT',
              path: {},
              query: { page: 2 },
              headers: [['x-a', 'b']],
              body: { kind: 'none' },
              credential: { kind: 'valid' },
            },
          },
        ],
      },
    ]);
  });

  it.each<readonly [Json, Json]>([
    [{ systems: ['x'] }, { systems: ['x'] }],
    [{ systems: { $known: 'systems' } }, { systems: ['crm', 'erp', 'shop'] }],
    [{ systems: { $known: 'systems', reversed: true } }, { systems: ['shop', 'erp', 'crm'] }],
    [{ systems: [{ $known: 'systems', pick: 1 }] }, { systems: ['erp'] }],
    [{ systems: [{ $known: 'systems', pick: 0 }, 'x'] }, { systems: ['crm', 'x'] }],
    [{ systems: { $known: 'systems', repeated: 3 } }, { systems: ['crm', 'crm', 'crm'] }],
    [{ systems: { $known: 'systems', repeated: 2, last: 1 } }, { systems: ['crm', 'crm', 'erp'] }],
    [
      { a: { b: [null, true, { $known: 'systems', pick: 2 }] } },
      { a: { b: [null, true, 'shop'] } },
    ],
    [null, null],
    ['text', 'text'],
  ])('fills facts into %j', (written, filled) => {
    expect(bodyOf(written)).toEqual({ kind: 'json', value: filled });
  });

  it('keeps the facts as they are', () => {
    bodyOf({ $known: 'systems', reversed: true });
    expect(known.systems).toEqual(['crm', 'erp', 'shop']);
  });

  it.each<readonly [Json, FactValues, string]>([
    [
      { $known: 'systems' },
      {},
      "it needs 1 of the target's systems, and none is named in the target profile",
    ],
    [{ $known: 'systems' }, { systems: [] }, 'it needs 1'],
    [
      [{ $known: 'systems', pick: 1 }],
      { systems: ['a'] },
      "it needs 2 of the target's systems, and only 1 named",
    ],
    [{ $known: 'systems', repeated: 9 }, {}, 'it needs 1'],
    [{ $known: 'systems', repeated: 9, last: 1 }, { systems: ['a'] }, 'it needs 2'],
  ])('lacks what %j needs where %j is known', (json, facts, lacks) => {
    const cases = casesOfScenario(contract(), scenario([{}, { body: { json } }]), facts);
    expect(cases).toHaveLength(1);
    expect(cases[0]?.lacks).toContain(lacks);
    expect(cases[0]?.steps.map(({ id }) => id)).toEqual(['step-0']);
  });

  it('makes a case for each value', () => {
    const cases = casesOfScenario(
      contract(),
      scenario([{ body: { json: { systems: ['$each'] } } }], { each: { known: 'systems' } }),
      known,
    );
    expect(cases.map(({ id }) => id)).toEqual([
      'integration/some/1',
      'integration/some/2',
      'integration/some/3',
    ]);
    expect(cases.map(({ title }) => title)).toContain('does something: "erp"');
    expect(cases.map(({ steps }) => steps[0]?.request.body)).toContainEqual({
      kind: 'json',
      value: { systems: ['erp'] },
    });
    expect(cases.filter(({ lacks }) => lacks !== undefined)).toEqual([]);
  });

  it.each<readonly [FactValues, number]>([
    [{}, 1],
    [{ systems: [] }, 1],
    [{ systems: ['a'] }, 2],
  ])('makes one case that lacks values where %j is known and %i needed', (facts, least) => {
    const each = { known: 'systems', least };
    const cases = casesOfScenario(
      contract(),
      scenario([{ body: { json: ['$each'] } }], { each }),
      facts,
    );
    expect(cases).toHaveLength(1);
    expect(cases[0]?.lacks).toContain(`it needs ${least} of the target's systems`);
  });

  it.each<readonly [Role, ScenarioStep['credential'], string]>([
    ['valid', undefined, 'valid'],
    ['control', undefined, 'valid'],
    ['probe', undefined, 'valid'],
    ['violation', undefined, 'valid'],
    ['unauthorised', undefined, 'invalid'],
    ['probe', { none: true }, 'none'],
    ['probe', { invalid: true }, 'invalid'],
    ['unauthorised', { header: 'Bearer x' }, 'header'],
  ])('gives a %s step with credential %j one that is %s', (role, credential, kind) => {
    const [made] = casesOfScenario(
      contract(),
      scenario([{ role, ...(credential && { credential }) }]),
      known,
    );
    expect(made?.steps[0]?.request.credential.kind).toBe(kind);
  });

  it('keeps content types, those that are not to be sent as well', () => {
    const bodies = [
      { json: 1, contentType: null },
      { json: 1, contentType: 'text/plain' },
      { text: 'x', contentType: null },
    ] as const;
    const [made] = casesOfScenario(contract(), scenario(bodies.map((body) => ({ body }))), known);
    expect(made?.steps.map(({ request }) => request.body)).toEqual([
      { kind: 'json', value: 1, contentType: null },
      { kind: 'json', value: 1, contentType: 'text/plain' },
      { kind: 'text', text: 'x', contentType: null },
    ]);
  });

  it('makes the same cases each time', () => {
    const whole = loadContract();
    const facts = { systems: ['a', 'b'], timezones: ['UTC'] };
    const make = () =>
      JSON.stringify(whole.scenarios.map((one) => casesOfScenario(whole, one, facts)));
    expect(make()).toBe(make());
  });
});

describe('evidenceOf', () => {
  const clauses = [
    clause('success', 'success', ['one']),
    clause('valid', 'valid', ['one', 'two']),
    clause('unauthorised', 'unauthorised', ['one']),
    clause('refusal', 'refusal', ['one']),
    clause('probe', 'probe', ['one']),
    clause('named', undefined, ['one']),
  ];

  it.each<readonly [Role, string, readonly string[]]>([
    ['valid', 'one', ['success', 'valid']],
    ['control', 'one', ['success', 'valid']],
    ['valid', 'two', ['valid']],
    ['valid', 'three', []],
    ['unauthorised', 'one', ['unauthorised']],
    ['probe', 'one', ['probe']],
    ['violation', 'one', []],
  ])('of a %s step of operation %s is %j', (role, operation, expected) => {
    expect(evidenceOf(contract(clauses), { steps: [{ role, operation }] })).toEqual(expected);
  });

  it('begins with the clauses that are named, each once', () => {
    const steps = [
      { role: 'valid', operation: 'one' },
      { role: 'valid', operation: 'two' },
    ] as const;
    expect(evidenceOf(contract(clauses), { steps, evidence: ['named', 'valid'] })).toEqual([
      'named',
      'valid',
      'success',
    ]);
  });
});
