import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REFERENCE_TOKEN, type ServedReference, serveReference } from '../reference/serve.ts';
import { runCli } from './run-cli.fixture.ts';

let cwd = '';
let server: ServedReference;

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'touchstone-compare-to-'));
  server = await serveReference({ faults: [], variations: [] });
  mkdirSync(join(cwd, 'empty'));
  mkdirSync(join(cwd, 'broken'));
  writeFileSync(join(cwd, 'broken', 'report.json'), '{');
});
afterAll(async () => {
  await server.close();
  rmSync(cwd, { recursive: true, force: true });
});

function check(...args: readonly string[]) {
  const target = ['--integration', server.integrationUrl, '--only', 'integration/timezones/sorted'];
  const env = { CI: 'true', TOUCHSTONE_INTEGRATION_TOKEN: REFERENCE_TOKEN, XDG_STATE_HOME: cwd };
  return runCli(['check', ...target, ...args], { cwd, env });
}

it.each(['missing', 'empty', 'missing/report.json'])(
  'a run without an earlier report says so, and judges as usual: %s',
  async (before) => {
    const { code, err, out } = await check('--compare-to', before);
    expect([code, err]).toEqual([
      0,
      expect.stringContaining(`note: no earlier report in ${before}: nothing is compared`),
    ]);
    expect(out).not.toContain('since');
  },
);

it('the next run is compared with the first, in the same folder too', async () => {
  const first = await check('--compare-to', 'reports', '--out', 'reports');
  expect([first.code, first.err]).toEqual([0, expect.stringContaining('no earlier report')]);
  const { code, out, err } = await check('--compare-to', 'reports', '--out', 'reports');
  expect([code, err]).toEqual([0, expect.not.stringContaining('no earlier report')]);
  expect(out).toContain('since');
});

it('a report that cannot be read stays an error', async () => {
  const { code, err } = await check('--compare-to', 'broken');
  expect([code, err]).toEqual([2, expect.stringContaining('report-unreadable')]);
});

it('`--fail-on new` without a baseline says why there is none, and what compares with a report', async () => {
  const { code, err } = await check('--compare-to', 'reports', '--fail-on', 'new', '--no-baseline');
  expect([code, err]).toEqual([2, expect.stringContaining('because --no-baseline is given')]);
  expect(err).toContain('`touchstone report compare --fail-on new`');
});
