import { describe, expect, it } from 'vitest';
import { CONTRACT_ROOT, loadContract } from '../../src/contract/contract.ts';
import type { Target } from '../../src/model/index.ts';
import { planCases } from '../../src/plan/plan.ts';

const contract = loadContract(CONTRACT_ROOT);

/** A site of which nothing is known: what scenarios need they find out by themselves. */
const target: Target = {
  name: 'content',
  endpoints: {
    content: {
      baseUrl: 'http://127.0.0.1/content',
      secrets: [],
      credentialFrom: { scheme: 'Basic', variable: 'U', password: 'P' },
      known: {},
      style: {
        arrays: 'brackets',
        routing: { kind: 'query', path: '/index.php', parameter: 'rest_route' },
      },
    },
  },
  limits: { timeoutMs: 1, totalMs: 1, maxBodyBytes: 1 },
  tls: { insecure: false },
  concurrency: 1,
  off: [],
  knownFailures: [],
};

const cases = planCases(contract, target, { seed: 1, runs: 1, writes: 'anywhere' });
const written = contract.clauses.filter(
  ({ document, on }) => document === 'content' && on !== 'refusal',
);
const scenarios = contract.scenarios.filter(({ document }) => document === 'content');

describe('the clauses of the content document', () => {
  it('have a case each, or a reason why there is none', () => {
    const shown = new Set(cases.flatMap(({ evidence }) => evidence));
    const bare = written.filter(({ id, untestable }) => !shown.has(id) && untestable === undefined);
    expect(bare.map(({ id }) => id)).toEqual([]);
  });

  it('have no case where there is a reason why there is none', () => {
    const untestable = new Set(written.flatMap((each) => (each.untestable ? [each.id] : [])));
    expect(
      scenarios.flatMap(({ evidence = [] }) => evidence.filter((id) => untestable.has(id))),
    ).toEqual([]);
  });

  // What a profile states decides whether the generated cases can be sent. Of these, it has to give global styles away.
  it('are shown by scenarios that lack nothing where writing is allowed', () => {
    const ids = new Set(scenarios.map(({ id }) => id));
    const lacking = cases.filter(({ id, lacks }) => ids.has(id) && lacks !== undefined);
    expect(lacking.map(({ id }) => id)).toEqual([
      'content/global-styles/update/written',
      'content/global-styles/update/title-written',
    ]);
    for (const { lacks } of lacking) expect(lacks).toContain('global-styles-to-write');
  });
});

describe('the scenarios of the content document', () => {
  it('have an operation of every clause that they name', () => {
    const strays = scenarios.flatMap(({ id, evidence = [], steps }) =>
      evidence
        .filter((clause) => {
          const { operations } = contract.clause(clause);
          return !steps.some(({ operation }) => operations.includes(operation));
        })
        .map((clause) => `${id}: ${clause}`),
    );
    expect(strays).toEqual([]);
  });

  // Whoever adds one has to say here why it may be sent.
  it('write with a valid login in few cases, which leave nothing behind', () => {
    const writing = scenarios.filter(({ steps }) =>
      steps.some(
        ({ operation, method, credential }) =>
          contract.operation(operation).writes && method !== 'GET' && credential === undefined,
      ),
    );
    expect(writing.map(({ id }) => id).sort()).toEqual([
      // Without requests, or without a list of them, a batch has nothing to do.
      'content/batch/empty',
      'content/batch/error-answers',
      'content/batch/other-bodies',
      // Caches fill again, and asking for a state changes none.
      'content/cache-plugin/clear-all-caches/plain',
      'content/cache-plugin/clear-all-caches/without-body',
      'content/cache-plugin/rate-limit-status/plain',
      'content/cache-plugin/rate-limit-status/without-body',
      // It creates a draft, and deletes it for good.
      // No site has so many global styles.
      'content/global-styles/update/methods',
      // What they write, they put back.
      'content/global-styles/update/title-written',
      'content/global-styles/update/written',
      'content/posts/update/transitions',
      // It asks or says that somebody has logged in, as every request with a login does.
      'content/sign-on/has-logged/plain',
      'content/sign-on/has-logged/without-body',
    ]);
  });

  it('use no method that changes anything on an operation that only reads', () => {
    const safe = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND']);
    const unsafe = scenarios.flatMap(({ id, steps }) =>
      steps
        .filter(({ method, operation }) => {
          const { writes } = contract.operation(operation);
          return !writes && method !== undefined && !safe.has(method);
        })
        .map((step) => `${id}: ${step.id}`),
    );
    expect(unsafe).toEqual([]);
  });

  it('refer to steps that come before', () => {
    const wrong = scenarios.flatMap(({ id, steps }) =>
      steps.flatMap((step, at) => {
        const before = steps.slice(0, at).map((each) => each.id);
        const named = [...JSON.stringify(step).matchAll(/"\$from":"([^#"]+)#/g)];
        return named
          .filter(([, name = '']) => !before.includes(name))
          .map(() => `${id}: ${step.id}`);
      }),
    );
    expect(wrong).toEqual([]);
  });
});
