import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveReference } from '../reference/index.ts';
import { runCli } from './run-cli.fixture.ts';

let cwd = '';
let server: Awaited<ReturnType<typeof serveReference>>;
let urls: readonly string[] = [];
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'touchstone-quiet-'));
  server = await serveReference({ faults: ['unsorted-at-end'], variations: [] });
  urls = ['--integration', server.integrationUrl, '--only', 'integration/timezones'];
});
afterAll(async () => {
  await server.close();
  rmSync(cwd, { recursive: true });
});

async function touchstone(args: readonly string[]) {
  return runCli(args, { cwd });
}

it('a quiet check shows the findings and the verdict, and nothing else', async () => {
  const args = ['check', ...urls, '--out', 'reports', '--record', 'recorded', '--quiet'];
  const { code, out, err } = await touchstone(args);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toMatch(
    /^FAIL {2}integration\/timezones\/sorted-by-label[^\n]*\n[\s\S]*\n\n[\d,]+ clauses: [^\n]*\n1 clause fails\n$/,
  );
  expect(existsSync(join(cwd, 'reports/report.json'))).toBe(true);
});

it('a quiet check that asks as nobody says so', async () => {
  // A variable that CI leaves empty, as GitHub does with a secret that is not there.
  const env = { TOUCHSTONE_INTEGRATION_TOKEN: '' };
  const profile = join(cwd, 'nobody.yaml');
  writeFileSync(profile, `name: nobody\nintegration:\n  url: ${server.integrationUrl}\n`);
  const args = ['check', '--target', profile, '--only', 'integration/timezones', '--quiet'];
  const { out } = await runCli(args, { cwd, env });
  expect(out).toMatch(
    /^no credential for the integration API was given \(set TOUCHSTONE_INTEGRATION_TOKEN\)/,
  );
});

it.each([
  ['', '', 'nothing failed', 2],
  [', after the findings', 'unsorted-at-end', '1 clause fails', 1],
])(
  'a quiet check that is interrupted says how far it came%s, and where the report is',
  async (_, fault, failed, code) => {
    const target = await serveReference({ faults: fault === '' ? [] : [fault], variations: [] });
    try {
      const out = `interrupted${fault}`;
      const args = ['check', '--integration', target.integrationUrl, '--rate', '20', '--seed', '1'];
      const stop = new AbortController();
      const running = runCli([...args, '--out', out, '--quiet'], { cwd, signal: stop.signal });
      const log = join(cwd, out, 'run.ndjson');
      const wanted = fault === '' ? '"verdict":"pass"' : '"verdict":"fail"';
      const isUnderWay = () => existsSync(log) && readFileSync(log, 'utf8').includes(wanted);
      await expect.poll(isUnderWay, { timeout: 30_000 }).toBe(true);
      stop.abort();
      const ran = await running;
      const lines = ran.out.trimEnd().split('\n');
      const [, done, all] = /after (\d+) of (\d+) cases/.exec(ran.out) ?? [];
      expect(Number(done)).toBeLessThan(Number(all));
      expect(lines.slice(-2)).toEqual([
        expect.stringMatching(
          new RegExp(
            `^interrupted after \\d+ of \\d+ cases · [\\d,]+ of [\\d,]+ clauses judged, ${failed} · seed 1$`,
          ),
        ),
        `reports: ${out}`,
      ]);
      expect(ran.out).not.toMatch(/ERROR|the run was interrupted/);
      expect(lines.slice(0, -2).join('\n')).toMatch(fault === '' ? /^$/ : /^FAIL {2}integration/);
      expect({ code: ran.code, err: ran.err }).toEqual({ code, err: '' });
      const report = readFileSync(join(cwd, out, 'report.json'), 'utf8');
      expect(JSON.parse(report).problems.join()).toContain('interrupted after');
    } finally {
      await target.close();
    }
  },
);

it('a quiet replay does so as well', async () => {
  const { code, out, err } = await touchstone(['replay', 'recorded', '--quiet', '--out', 'again']);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toMatch(/^FAIL {2}integration\/timezones\/sorted-by-label/);
  expect(out).not.toMatch(/Not judged|observation|reports:/);
});

it('a quiet campaign shows its findings, and how many they are', async () => {
  const { code, out, err } = await touchstone([
    'fuzz',
    ...urls,
    '--runs',
    '20',
    '--seed',
    '1',
    '--quiet',
    '--out',
    'found',
  ]);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toMatch(/^1 {2}FAIL {2}integration\/timezones\/sorted-by-label\n/);
  expect(out).toMatch(/\n1 finding\n$/);
  expect(out).not.toMatch(/reached:|requests in|report:/);
});

it('quiet and verbose exclude each other', async () => {
  const { code, err } = await touchstone(['check', '--quiet', '--verbose']);
  expect(code).toBe(2);
  expect(err).toContain("'--quiet' cannot be used with option '--verbose'");
});
