import { describe, expect, test } from 'vitest';
import { APIS } from '../apis/index.ts';
import { type Contract, loadContract } from '../contract/contract.ts';
import { encode } from '../contract/encode.ts';
import { verifyRequest } from '../contract/verify-request.ts';
import type { Case, Endpoint, Target, WireStyle } from '../model/index.ts';
import { imaginedFacts } from './facts.ts';
import { requestSchema } from './generated.ts';
import { type PlanOptions, planCases } from './plan.ts';
import type { FactValues } from './scenarios.ts';
import { isCaseInShard } from './shard.ts';

const contract = loadContract();
const content = contract.operations.filter(({ document }) => document === 'content');
/** A part of the contract, so that planning it takes no time. */
const templates: Contract = {
  ...contract,
  operations: content.filter(({ id }) => id.startsWith('content/templates/')),
};
const FACTS = imaginedFacts(contract.operations.map(requestSchema), 3);

const QUERY: WireStyle['routing'] = { kind: 'query', path: '/index.php', parameter: 'rest_route' };
const STYLES: readonly WireStyle[] = [
  { arrays: 'brackets', routing: QUERY },
  { arrays: 'commas', routing: { kind: 'path' } },
  { arrays: 'repeat', routing: QUERY },
];

function targetWith(
  known: FactValues,
  style: WireStyle = { arrays: 'brackets', routing: QUERY },
  baseUrl = 'http://127.0.0.1',
): Target {
  const endpoint: Endpoint = {
    baseUrl,
    secrets: [],
    credentialFrom: { scheme: 'Basic', variable: 'A', password: 'B' },
    known,
    style,
  };
  return {
    name: 'target',
    endpoints: Object.fromEntries(APIS.map(({ name }) => [name, endpoint])),
    limits: { timeoutMs: 1, totalMs: 1, maxBodyBytes: 1 },
    tls: { insecure: false },
    concurrency: 1,
    off: [],
    knownFailures: [],
  };
}

const OPTIONS: PlanOptions = { seed: 7, runs: 5, writes: 'anywhere' };
const everything = planCases(contract, targetWith(FACTS), OPTIONS);

/** Without what refers to earlier answers: such a request is whole only when it is sent. */
const generatedIn = (cases: readonly Case[]) =>
  cases.filter(
    ({ origin, id }) =>
      ['valid', 'boundary', 'violation'].includes(origin.kind) || /\/(generated|none)$/.test(id),
  );
/** Nothing can be created there and removed again, so nothing is written to. Other documents explain it themselves. */
const NOT_OWN =
  /^(?:content\/(global-styles\/update|navigation\/create)|(?!content\/|integration\/)[^/]+)\//;
const generatedFor = (known: FactValues, options: PlanOptions, part = contract) =>
  generatedIn(planCases(part, targetWith(known), options));

const STYLED = STYLES.map((style) => {
  const plan =
    style === STYLES[0] ? everything : planCases(contract, targetWith(FACTS, style), OPTIONS);
  return [style.arrays, style, plan] as const;
});

const evidenceIn = (cases: readonly Case[]) =>
  new Set(cases.filter(({ lacks }) => lacks === undefined).flatMap(({ evidence }) => evidence));
const operationsIn = (cases: readonly Case[]) =>
  new Set(cases.flatMap(({ steps }) => steps.map(({ request }) => request.operation)));

describe('a plan for a target of which everything is known', () => {
  test('is the same for the same seed, and another for another', () => {
    const seeded = (seed: number) =>
      JSON.stringify(planCases(templates, targetWith(FACTS), { ...OPTIONS, seed }));
    expect(seeded(7)).toBe(seeded(7));
    expect(seeded(8)).not.toBe(seeded(7));
  });

  test('has each id once, and no case that fails its own proof', () => {
    expect(new Set(everything.map(({ id }) => id)).size).toBe(everything.length);
    expect(everything.filter(({ unproven }) => unproven !== undefined)).toEqual([]);
  });

  test('sends no object without members in a query as valid, which looks like an empty list', () => {
    const queries = everything
      .filter(({ origin }) => origin.kind === 'boundary')
      .flatMap(({ steps }) => steps.flatMap(({ request }) => Object.values(request.query)));
    expect(queries.length).toBeGreaterThan(100);
    expect(queries).not.toContainEqual({});
  });

  test('calls every operation', () => {
    const called = operationsIn(everything);
    const uncalled = contract.operations.filter(({ id }) => !called.has(id)).map(({ id }) => id);
    expect(uncalled.filter((id) => !NOT_OWN.test(`${id}/`))).toEqual([]);
    const explained = new Set(everything.filter(({ lacks }) => lacks).map(({ id }) => id));
    expect(uncalled.filter((id) => !explained.has(`${id}/generated`))).toEqual([]);
  });

  test('asks for two pages at once, and for two systems', () => {
    const atOnce = everything.filter(({ steps }) => steps.some(({ concurrent }) => concurrent));
    const ids = new Set(atOnce.map(({ id }) => id));
    expect(ids).toContain('content/media/list/relation/pages-disjoint/at-once');
    expect(ids).toContain('integration/dependencies/at-once');
  });

  test('sends one control for all breaches of a rule', () => {
    const cases = everything.filter(({ id }) =>
      id.startsWith('content/posts/list/query/context/enum/'),
    );
    const roles = cases.flatMap(({ steps }) => steps.map(({ role }) => role));
    expect(cases).toHaveLength(1);
    expect(roles).toEqual(['control', ...Array(roles.length - 1).fill('violation')]);
    expect(roles.length).toBeGreaterThan(4);
  });

  test('names each step of a case differently, as exchanges are found by these names', () => {
    const twice = everything.filter(
      ({ steps }) => new Set(steps.map(({ id }) => id)).size < steps.length,
    );
    expect(twice.map(({ id }) => id)).toEqual([]);
  });

  test.each(STYLED)(
    'sends what it takes for valid as valid, with lists as %s',
    (_, style, cases) => {
      const steps = generatedIn(cases)
        .filter(({ document }) => document === 'content')
        .flatMap((item) => item.steps)
        .filter(({ role }) => role !== 'violation');
      const wrong = steps.flatMap(({ request }) => {
        const operation = contract.operation(request.operation);
        const wire = encode(operation, request, { style });
        const proof = verifyRequest(operation, wire, style, undefined, contract.validate);
        return proof.kind === 'proven' ? [] : [{ target: wire.target, proof }];
      });
      expect(wrong).toEqual([]);
      expect(steps.length).toBeGreaterThan(1_000);
    },
  );

  test.each(STYLED)(
    'shows every refusal that can be shown, and no other, with lists as %s',
    (_, style, cases) => {
      const shown = evidenceIn(cases);
      const explained = new Set(
        cases.filter(({ lacks }) => lacks !== undefined).flatMap(({ evidence }) => evidence),
      );
      const derived = contract.clauses.filter(({ on }) => on === 'refusal');
      const open = derived.filter(
        ({ id, untestable }) => !shown.has(id) && !explained.has(id) && untestable === undefined,
      );
      const contradicted = derived.filter(
        ({ id, untestable }) => shown.has(id) && untestable !== undefined,
      );
      expect(open.map(({ id }) => id)).toEqual([]);
      expect(contradicted.map(({ id }) => id)).toEqual([]);
      // The style that cannot show a list of the same twice apart from a single value, and the form beside an
      // upload, in which a list reads like the members of an object.
      expect([...explained].filter((id) => !NOT_OWN.test(id)).sort()).toEqual([
        ...['caption', 'description', 'title'].map(
          (name) => `content/media/create/body/${name}/type`,
        ),
        ...(style.arrays === 'repeat' ? ['content/posts/list/query/format/unique-items'] : []),
      ]);
    },
  );
});

describe('a plan for a target that must not be written to', () => {
  const REMOTE = 'http://192.0.2.1';
  const remote = targetWith(FACTS, STYLES[0], REMOTE);
  const reading = planCases(contract, remote, { seed: 7, runs: 5 });
  const writing = (item: Case) =>
    item.steps.some(({ request }) => contract.operation(request.operation).writes);

  test('sends no case that writes, and says why', () => {
    const held = reading.filter(writing);
    expect(held.length).toBeGreaterThan(100);
    expect(held.filter(({ lacks }) => lacks === undefined).map(({ id }) => id)).toEqual([]);
    expect(new Set(held.map(({ lacks }) => lacks))).toEqual(
      new Set([expect.stringContaining('--allow-writes')]),
    );
  });

  test('has the same cases as one that may write, and all of them that only read', () => {
    expect(reading.map(({ id }) => id)).toEqual(everything.map(({ id }) => id));
    const readOnly = (cases: readonly Case[]) => cases.filter((item) => !writing(item));
    expect(readOnly(reading)).toEqual(readOnly(everything));
    const allowed = planCases(templates, remote, OPTIONS);
    expect(allowed.some(writing)).toBe(true);
    expect(allowed.filter((item) => writing(item) && item.lacks !== undefined)).toEqual([]);
  });

  test('still calls every operation that reads, whatever its method', () => {
    const called = operationsIn(reading.filter(({ lacks }) => lacks === undefined));
    const reads = contract.operations.filter(({ writes }) => !writes);
    expect(reads.filter(({ id }) => !called.has(id)).map(({ id }) => id)).toEqual([]);
    expect(called).toContain('integration/dependencies');
  });
});

describe('a plan for a target of which little is known', () => {
  const unknown = generatedFor({}, OPTIONS);

  test('calls what needs no fact, and says of the rest what is missing', () => {
    const called = operationsIn(unknown.filter(({ document }) => document === 'content'));
    const captured = (id: string) =>
      contract.operation(id).parameters.some(({ in: place }) => place === 'path');
    expect([...called].filter(captured)).toEqual([]);
    expect(called).toContain('content/posts/list');
    const missing = unknown.find(({ id }) => id === 'content/posts/get/generated');
    expect(missing?.lacks).toBe('the target has no known posts');
    expect(missing?.evidence).toContain('content/posts/get/path/id/type');
  });

  test.each<readonly [WireStyle['routing'], readonly string[], readonly string[]]>([
    [{ kind: 'path' }, ['../a', 'a/.', 'a/./b', '', '/a', 'a/'], ['a/b', 'theme//a']],
    [QUERY, ['../a', 'a/.', 'a/./b', '', '/a', 'a/'], ['a/b', 'theme//a']],
  ])('takes a template ID for none that gets lost where %o', (routing, lost, steady) => {
    const plannedFor = (ids: readonly string[]) => {
      const known = { ...FACTS, templates: ids };
      return planCases(templates, targetWith(known, { arrays: 'brackets', routing }), OPTIONS);
    };
    const none = plannedFor(lost);
    expect(operationsIn(generatedIn(none))).not.toContain('content/templates/get');
    expect(none.find(({ id }) => id === 'content/templates/get/generated')?.lacks).toBe(
      'none of the known templates of the target can be part of a request',
    );
    const some = generatedIn(plannedFor([...lost, ...steady]));
    const ids = some
      .flatMap(({ steps }) => steps)
      .filter(({ request }) => request.operation === 'content/templates/get')
      .map(({ request }) => request.path.id);
    expect(new Set(ids)).toEqual(new Set(steady));
    expect(some.filter(({ unproven }) => unproven !== undefined)).toEqual([]);
  });
});

test.each(['posts/revisions', 'posts/autosaves', 'templates/revisions', 'menu-items/autosaves'])(
  'one of the %s is read of an object of its own where none is known',
  (kind) => {
    const id = `content/${kind}/get`;
    const part = {
      ...contract,
      operations: [...contract.operations.filter((one) => one.id === id)],
    };
    const cases = planCases(part, targetWith({}), OPTIONS).filter((item) => item.id.startsWith(id));
    expect(cases.filter(({ lacks, unproven }) => lacks ?? unproven)).toEqual([]);
    expect(evidenceIn(cases)).toContain(`${id}/query/context/enum`);
    for (const { steps } of cases) {
      const reads = steps.filter(({ request }) => request.operation === id);
      const control = reads.find(({ role }) => role === 'control' || role === 'valid');
      expect(control?.request.path).toEqual({
        parent: { $from: 'own#/id' },
        id: { $from: expect.stringMatching(/^(revisions#\/0|autosave#)\/id$/), integer: true },
      });
      expect(steps.filter(({ role }) => role === 'cleanup')).toHaveLength(1);
    }
  },
);

test.each([
  ['integration', 2],
  ['content', 109],
])('for a target that has no other API than %s, of the plan that part is made', (name, count) => {
  const { endpoints, ...rest } = targetWith(FACTS);
  const { [name]: endpoint } = endpoints;
  const target: Target = { ...rest, endpoints: endpoint ? { [name]: endpoint } : {} };
  const part = everything.filter(({ document }) => document === name);
  expect(JSON.stringify(planCases(contract, target, OPTIONS)) === JSON.stringify(part)).toBe(true);
  expect(contract.operations.filter(({ document }) => document === name).length).toBe(count);
});

test('what a case shares with others is told on it, and all such cases are in one shard', () => {
  const sharing = everything.filter(({ shares = [] }) => shares.length > 0);
  const ids = sharing.map(({ id }) => id);
  expect(ids).toContain('content/posts/state/sticky-kept');
  expect(ids).toContain('content/menu-items/state/created');
  expect(ids).not.toContain('content/posts/state/created');
  const shards = [1, 2, 3].map((index) =>
    sharing.filter((item) => isCaseInShard(item, { index, of: 3 })),
  );
  expect(shards.map(({ length }) => length).sort((a, b) => a - b)).toEqual([0, 0, sharing.length]);
});
