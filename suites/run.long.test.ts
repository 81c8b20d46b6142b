import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { ClauseReport, Verdict, VerdictCounts } from '../src/model/index.ts';
import { serveReference } from '../src/reference/serve.ts';
import { wantedBy } from './environment.ts';
import { conclude, type Found, problemsOf } from './run.ts';

const NONE: VerdictCounts = {
  pass: 0,
  fail: 0,
  warn: 0,
  observed: 0,
  skipped: 0,
  blocked: 0,
  error: 0,
};

function foundOf(verdict: Verdict, more: Partial<ClauseReport> = {}): Found {
  const report: ClauseReport = {
    id: 'integration/clause',
    level: 'stated',
    source: { section: '2.5', rule: 'status' },
    states: 'What it states.',
    verdict,
    cases: { ...NONE, [verdict]: 1 },
    findings: [],
    observations: [],
    reasons: ['the reason'],
    ...more,
  };
  return {
    clauses: new Map([[report.id, report]]),
    footer: { problems: [], stale: [], counts: { ...NONE, [verdict]: 1 } },
    seed: 7,
    targetOptions: ['--integration', 'http://127.0.0.1:1'],
  };
}

const FINDING: ClauseReport['findings'][number] = {
  case: 'integration/case',
  verdict: 'fail',
  step: 'request',
  where: '/status',
  actual: '7',
  expected: 'the number 200',
  message: 'GET /: /status is 7, expected the number 200',
  reproduce: { curl: 'curl http://127.0.0.1:1/', touchstone: 'npx touchstone check' },
};

const OBSERVED: ClauseReport['observations'][number] = {
  case: 'integration/case',
  step: 'probe',
  where: '/type',
  value: '"text"',
};

/** What vitest gets to know of a clause. */
async function outputOf(found: Found | undefined) {
  const reported: string[] = [];
  const context = {
    async annotate(message: string, type: unknown) {
      reported.push(`${type}: ${message}`);
      return { message, type: String(type) };
    },
    skip(note?: string | boolean): never {
      throw new Error(`skip: ${note}`);
    },
  };
  try {
    await conclude(context, 'integration/clause', found);
    reported.push('passes');
  } catch (error) {
    reported.push(error instanceof Error ? error.message : String(error));
  }
  return reported;
}

const TEXT = '  integration/clause   section 2.5, status\n      What it states.\n';
const AGAIN =
  '      again: npx touchstone check --only integration/clause --seed 7 --integration http://127.0.0.1:1';

describe('a clause becomes the outcome of its test', () => {
  test.each<[string, Found | undefined, readonly string[]]>([
    ['pass', foundOf('pass'), ['passes']],
    [
      'observed',
      foundOf('observed', { observations: [OBSERVED] }),
      ['observed: integration/case, probe, /type: "text"', 'passes'],
    ],
    [
      'warn',
      foundOf('warn', { findings: [{ ...FINDING, verdict: 'warn' }] }),
      [
        `warn: WARN${TEXT}      ${FINDING.message}\n      ${FINDING.reproduce.curl}\n${AGAIN}`,
        'passes',
      ],
    ],
    [
      'fail',
      foundOf('fail', { findings: [FINDING, FINDING, FINDING, FINDING, FINDING] }),
      [
        `FAIL${TEXT}${`      ${FINDING.message}\n      ${FINDING.reproduce.curl}\n`.repeat(3)}      and 2 more\n${AGAIN}`,
      ],
    ],
    ['error', foundOf('error'), [`ERROR${TEXT}      the reason\n${AGAIN}`]],
    ['skipped', foundOf('skipped'), ['skip: skipped: the reason']],
    ['blocked', foundOf('blocked'), ['skip: blocked: the reason']],
    [
      'a known failure',
      foundOf('fail', { findings: [FINDING], known: 'ticket 5' }),
      ['skip: known failure: ticket 5'],
    ],
    ['a document that is not served', undefined, ['skip: the target does not serve this document']],
  ])('%s', async (_, found, reported) => {
    expect(await outputOf(found)).toEqual(reported);
  });
});

describe('a run that cannot vouch for its target has problems', () => {
  const judged = foundOf('pass');
  test.each<[string, Found, readonly string[]]>([
    ['none where something was judged', judged, []],
    ['where nothing was judged', foundOf('blocked'), ['nothing could be judged']],
    [
      'where no credential got through',
      { ...judged, footer: { ...judged.footer, problems: ['no credential'] } },
      ['no credential'],
    ],
    [
      'where a known failure is stale',
      { ...judged, footer: { ...judged.footer, stale: ['a/clause: no longer fails'] } },
      ['known failure to be struck off the target profile: a/clause: no longer fails'],
    ],
  ])('%s', (_, found, problems) => {
    expect(problemsOf(found)).toEqual(problems);
  });
});

describe('the environment', () => {
  test.each([
    [{}, { target: {}, strict: false }],
    [
      { TOUCHSTONE_TARGET: '', TOUCHSTONE_SEED: '' },
      { target: {}, strict: false },
    ],
    [
      { TOUCHSTONE_TARGET: 'a.yaml', TOUCHSTONE_CONTENT: 'http://c', TOUCHSTONE_STRICT: '1' },
      { target: { target: 'a.yaml', content: 'http://c' }, strict: true },
    ],
    [
      { TOUCHSTONE_REPLAY: 'recordings/a', TOUCHSTONE_CONTENT: 'http://c' },
      { target: { replay: 'recordings/a', content: 'http://c' }, strict: false },
    ],
    [
      { TOUCHSTONE_INTEGRATION: 'http://i', TOUCHSTONE_SEED: '0', TOUCHSTONE_STRICT: 'false' },
      { target: { integration: 'http://i' }, seed: 0, strict: false },
    ],
  ])('%j is read', (env, wanted) => {
    expect(wantedBy(env)).toEqual(wanted);
  });

  test.each([
    { TOUCHSTONE_SEED: 'x' },
    { TOUCHSTONE_SEED: '4294967296' },
    { TOUCHSTONE_SEED: '-1' },
    { TOUCHSTONE_STRICT: 'maybe' },
  ])('%j is refused', (env) => {
    expect(() => wantedBy(env)).toThrow(Object.keys(env)[0]);
  });
});

interface ProcessOutput {
  readonly exitCode: number;
  readonly text: string;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Runs the suites in a vitest of their own. */
function vitest(env: { readonly [name: string]: string }, ...args: readonly string[]) {
  const { VITEST: _, ...inherited } = process.env;
  return new Promise<ProcessOutput>((resolve) => {
    execFile(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        ...['run', '--config', 'vitest.suites.config.ts', '--reporter', 'verbose', ...args],
      ],
      { cwd: ROOT, timeout: 150_000, env: { ...inherited, NO_COLOR: '1', ...env } },
      (error, stdout, stderr) => {
        const exitCode = error === null ? 0 : Number(error.code ?? -1);
        resolve({ exitCode, text: stdout + stderr });
      },
    );
  });
}

describe('the suites', { timeout: 180_000 }, () => {
  test('passes on the embedded reference target, each suite in one of the shards', async () => {
    const suites = ['suites/integration', 'suites/content-index'];
    const shards = await Promise.all(
      ['1/2', '2/2'].map((shard) => vitest({ TOUCHSTONE_SEED: '1' }, ...suites, '--shard', shard)),
    );
    const titles = [
      '✓ suites/integration.suite.ts > integration > integration/timezones/utc',
      '✓ suites/content-index.suite.ts > content-index > content/index/name',
    ];
    for (const title of titles) {
      expect(shards.map(({ text }) => text.includes(title)).sort()).toEqual([false, true]);
    }
    expect(shards.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  });

  test('fails on a fault by the title of the clause, and says how to see it again', async () => {
    const server = await serveReference({ faults: ['unsorted-at-end'], variations: [] });
    try {
      const env = { TOUCHSTONE_SEED: '5', TOUCHSTONE_INTEGRATION: server.integrationUrl };
      const { exitCode, text } = await vitest(env, 'suites/integration');
      expect(text).toContain(
        '× suites/integration.suite.ts > integration > integration/timezones/sorted-by-label',
      );
      expect(text).toMatch(/Tests +1 failed \|/);
      expect(text).toContain('FAIL  integration/timezones/sorted-by-label   section 2.4');
      expect(text).toContain('curl ');
      expect(text).toContain(
        `again: npx touchstone check --only integration/timezones/sorted-by-label --seed 5 --integration ${server.integrationUrl}`,
      );
      expect(exitCode).toBe(1);
    } finally {
      await server.close();
    }
  });

  test('fails where the target lets no credential through', async () => {
    const server = await serveReference({ faults: [], variations: [] });
    try {
      const env = {
        TOUCHSTONE_INTEGRATION: server.integrationUrl,
        TOUCHSTONE_INTEGRATION_TOKEN: 'never-issued-by-anybody',
      };
      const { exitCode, text } = await vitest(env, 'suites/integration');
      expect(text).toMatch(
        /Error: the credential for the integration API is not accepted: .*HTTP 401/,
      );
      expect(text).not.toContain('never-issued-by-anybody');
      expect(exitCode).toBe(1);
    } finally {
      await server.close();
    }
  });
});
