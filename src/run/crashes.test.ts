import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import {
  type Answer,
  type ClauseReport,
  type KnownFailure,
  RULES_FOR_ALL,
  type RunEvent,
  type Target,
  type Transport,
} from '../model/index.ts';
import { planCases } from '../plan/plan.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { referenceHandler } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { reportFromEvents } from '../report/report.ts';
import { answersTogether, NO_CRASH } from './crashes.ts';
import { type RunOptions, run } from './pipeline.ts';
import { RULES_FOR_ALL_REQUESTS } from './rules-for-all.ts';

const contract = loadContract();
const BASE = 'http://127.0.0.1:1/content';
const target: Target = {
  ...referenceTarget(contract, { content: BASE }, 'target'),
  concurrency: 1,
};
const endpoint = target.endpoints.content;
if (endpoint === undefined) throw new Error('it has a site');
// What is there is not asked for: some posts and pages will do.
const known = { ...endpoint.known, posts: [1, 2], pages: [11] };
const site = { ...target, endpoints: { content: { ...endpoint, known } } };
const cases = planCases(contract, site, { seed: 1, runs: 1 }).filter(({ id }) =>
  /^content\/(posts|pages)\/(get|list)\//.test(id),
);
const PASSWORD = 'content/posts/get/query/password';
/** Valid reads of posts with a password, and the rules that hold for all requests. */
const READING = {
  only: ['robust'],
  cases: cases.filter(({ steps }) =>
    steps.some(
      ({ role, request: { operation, query } }) =>
        role === 'valid' && operation === 'content/posts/get' && query.password !== undefined,
    ),
  ),
};

function siteWith(...faults: readonly string[]): Transport {
  const { handler } = referenceHandler({ faults, variations: [], contract }, () => BASE);
  return inProcess(handler);
}

/** A target that answers some of its requests with a status of a gateway or its own. */
function flaky(status: number, isDue: (target: string, count: number) => boolean): Transport {
  const inner = siteWith();
  let count = 0;
  return {
    ...inner,
    send: async (...asked) => {
      const sent = await inner.send(...asked);
      count += 1;
      if (sent.outcome.kind === 'fault' || !isDue(asked[0].target, count)) return sent;
      return { ...sent, outcome: { ...sent.outcome, status } };
    },
  };
}

async function reportOf(transport: Transport, options: Partial<RunOptions> = {}) {
  const events: RunEvent[] = [];
  for await (const event of run({
    contract,
    target: site,
    cases,
    only: [PASSWORD],
    seed: 1,
    strict: false,
    failOn: new Set(),
    mode: 'live',
    transport,
    clock: { now: () => 0, monotonic: () => 0 },
    signal: new AbortController().signal,
    tool: { name: 'touchstone', version: '0' },
    targetOptions: [],
    shrinking: false,
    ...options,
  })) {
    events.push(event);
  }
  return reportFromEvents(events);
}

function ruleIn({ clauses }: { readonly clauses: readonly ClauseReport[] }) {
  return clauses.find(({ id }) => id === NO_CRASH.id);
}

const withKnown = (...knownFailures: readonly KnownFailure[]) => ({
  target: { ...site, knownFailures },
});

it('and the other rules have the ids by which a run selects them', () => {
  expect(RULES_FOR_ALL_REQUESTS.map(({ id }) => id)).toEqual(RULES_FOR_ALL);
});

describe('a breakdown of the target', () => {
  it('is a failure, with the request that shows it', async () => {
    const report = await reportOf(siteWith('password-answers-500'), READING);
    expect(report.exitCode).toBe(1);
    const [finding, ...more] = ruleIn(report)?.findings ?? [];
    expect(more).toEqual([]);
    expect(finding?.message).toMatch(
      /^GET \/cms\/v2\/posts\/\{id\}: status is HTTP 500, expected an answer below 500; \d cases show it, at content\/posts\/get$/,
    );
    expect(finding?.reproduce.curl).toContain('password=');
  });

  it.each([501, 503])('is none where the status is %i', async (status) => {
    expect(ruleIn(await reportOf(flaky(status, () => true)))).toBeUndefined();
  });

  it.each([
    [500, 'once of two times'],
    [500, 'always'],
    [502, 'always'],
  ] as const)('of status %i that comes %s is one', async (status, often) => {
    let unusual = 0;
    const isDue = (asked: string) => {
      if (!asked.includes('password')) return false;
      unusual += 1;
      return often === 'always' || unusual === 1;
    };
    const rule = ruleIn(await reportOf(flaky(status, isDue), READING));
    expect(rule?.verdict).toBe('fail');
    expect(rule?.findings[0]?.actual.includes('once of two times')).toBe(often !== 'always');
  });

  it('of a gateway is none unless it comes again', async () => {
    let unusual = 0;
    const isDue = (asked: string) => asked.includes('password') && unusual++ < 1;
    const one = { ...READING, cases: READING.cases.slice(0, 1) };
    const rule = ruleIn(await reportOf(flaky(502, isDue), one));
    expect(rule?.verdict).toBe('observed');
    expect(rule?.observations[0]?.value).toContain('(not reproduced)');
  });

  it.each(['probe', 'violation', 'unauthorised'] as const)(
    'warns by a rule of its own where the document does not say what comes: %s',
    async (role) => {
      const unusual = READING.cases.map((one) => ({
        ...one,
        steps: one.steps.map((step) => ({ ...step, role })),
      }));
      const report = await reportOf(siteWith('password-answers-500'), {
        ...READING,
        cases: unusual,
      });
      expect(ruleIn(report)?.verdict).toBe('pass');
      const rule = report.clauses.find(({ id }) => id === 'robust/no-server-error-on-invalid');
      expect(rule?.verdict).toBe('warn');
      expect(rule?.findings.map(({ actual }) => actual)).toEqual(['HTTP 500']);
      expect(report.notes).toEqual([
        `The server broke down ${rule?.cases.warn} times, by 1 cause.`,
      ]);
      expect(report.exitCode).toBe(0);
    },
  );

  it('says which clauses it kept from being judged', async () => {
    const report = await reportOf(
      flaky(500, () => true),
      { only: [], cases: cases.slice(0, 10) },
    );
    const blocked = report.clauses.filter(({ verdict }) => verdict === 'blocked');
    expect(blocked.length).toBeGreaterThan(0);
    const [finding] = ruleIn(report)?.findings ?? [];
    expect(finding?.message).toMatch(
      /; it kept \d+ clauses from being judged: content\/ids\/digits, .* and \d+ more$/,
    );
  });

  it('can be known, or switched off', async () => {
    const crashing = siteWith('password-answers-500');
    const failure = { clause: NO_CRASH.id, reason: 'ticket 7' };
    const known = await reportOf(crashing, { ...READING, ...withKnown(failure) });
    expect([ruleIn(known)?.known, known.exitCode]).toEqual(['ticket 7', 2]);
    const off = [{ prefix: 'robust', reason: 'not today' }];
    const without = await reportOf(crashing, { ...READING, target: { ...site, off } });
    expect(ruleIn(without)?.verdict).toBe('skipped');
    const gone = await reportOf(siteWith(), {
      ...withKnown(failure),
      cases: cases.slice(0, 20),
      only: ['robust'],
    });
    expect(gone.stale).toEqual([`${NO_CRASH.id}: no longer fails`]);
  });
});

/** A target that does something to its answers to requests with a password. */
function damaged(damage: (answer: Answer, count: number) => Answer): Transport {
  const inner = siteWith();
  let count = 0;
  return {
    ...inner,
    send: async (...asked) => {
      const sent = await inner.send(...asked);
      if (sent.outcome.kind === 'fault' || !asked[0].target.includes('password')) return sent;
      count += 1;
      return { ...sent, outcome: damage(sent.outcome, count) };
    },
  };
}

const cutOff = (answer: Answer): Answer => ({
  ...answer,
  body: { ...answer.body, completeness: 'cut-off' },
});

describe('an answer that is not what it says, or not whole', () => {
  const only = [`${PASSWORD}/type`];

  it('is a failure where its Content-Type denies its body', async () => {
    const content = { kind: 'text', text: 'Notice: {}', why: 'not JSON: it begins so' } as const;
    const report = await reportOf(
      damaged((answer) => ({ ...answer, body: { ...answer.body, content } })),
      { only },
    );
    const rule = report.clauses.find(({ id }) => id === 'robust/body-as-typed');
    expect(rule?.verdict).toBe('fail');
    expect(rule?.findings[0]?.actual).toContain('not JSON');
    expect(report.exitCode).toBe(1);
  });

  it('is one finding for one parameter, wherever it is sent', async () => {
    const content = { kind: 'text', text: 'Notice: {}', why: 'not JSON: it begins so' } as const;
    const report = await reportOf(
      damaged((answer) => ({ ...answer, body: { ...answer.body, content } })),
      {
        only: ['robust'],
        cases: cases.filter(({ id }) => id.includes('/get/query/password/type')),
      },
    );
    const rule = report.clauses.find(({ id }) => id === 'robust/body-as-typed');
    expect(rule?.cases.fail).toBe(2);
    expect(rule?.findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/; 2 cases show it, at content\/pages\/get, content\/posts\/get$/),
    ]);
  });

  it('is a failure where it is cut off once more when it is sent alone', async () => {
    const report = await reportOf(damaged(cutOff), { only });
    const rule = report.clauses.find(({ id }) => id === 'robust/keeps-connection');
    expect([rule?.verdict, report.exitCode]).toEqual(['fail', 1]);
  });

  it('is none where it is whole when it is sent alone', async () => {
    const some = {
      only: [...only, 'robust'],
      cases: cases.filter(({ id }) => id.startsWith(`${PASSWORD}/type`)),
    };
    const report = await reportOf(
      damaged((answer, count) => (count === 1 ? cutOff(answer) : answer)),
      some,
    );
    const rule = report.clauses.find(({ id }) => id === 'robust/keeps-connection');
    expect(rule?.verdict).not.toBe('fail');
    expect(rule?.observations[0]?.value).toContain('(not reproduced)');
  });
});

describe('the rule', () => {
  it('is reported with everything else, and by itself where it is asked for', async () => {
    const some = { cases: cases.slice(0, 20) };
    expect(ruleIn(await reportOf(siteWith()))).toBeUndefined();
    expect(ruleIn(await reportOf(siteWith(), { ...some, only: [] }))?.verdict).toBe('pass');
    const { clauses, exitCode } = await reportOf(siteWith(), {
      ...some,
      only: ['robust/no-server'],
    });
    expect(clauses.map(({ id, verdict }) => [id, verdict])).toEqual([
      [NO_CRASH.id, 'pass'],
      ['robust/no-server-error-on-invalid', 'pass'],
    ]);
    expect(exitCode).toBe(0);
  });
});

describe('the shards of a run', () => {
  const cause = (item: string, at: number, operations: readonly (readonly [string, number])[]) => ({
    ...{
      key: 'robust/no-server-error\nquery /search\n500',
      at,
      cases: operations.length,
      operations,
    },
    planned: operations.map(([operation]) => operation),
    report: {
      ...({
        case: item,
        verdict: 'fail',
        step: 'it',
        where: 'status',
        actual: 'HTTP 500',
      } as const),
      ...{ expected: 'no breakdown', message: `the status of ${item} is HTTP 500` },
      reproduce: { curl: '', touchstone: '' },
    },
  });

  it('count one cause once, reported by the case that is sent first', () => {
    const other = { ...cause('c', 9, [['a/get', 9]]), key: 'robust/body-as-typed\na/get\n' };
    const together = answersTogether([
      cause('b', 5, [
        ['a/list', 7],
        ['b/list', 5],
      ]),
      cause('a', 2, [['a/list', 2]]),
      other,
    ]);
    expect([...together.keys()]).toEqual(['robust/no-server-error', 'robust/body-as-typed']);
    const [found, ...more] = together.get('robust/no-server-error') ?? [];
    expect(more).toEqual([]);
    expect(found).toMatchObject({ case: 'a', operations: ['a/list', 'b/list'] });
    expect(found?.message).toBe('the status of a is HTTP 500; 3 cases show it, at a/list, b/list');
    expect(together.get('robust/body-as-typed')?.map((one) => one.message)).toEqual([
      'the status of c is HTTP 500',
    ]);
  });
});
