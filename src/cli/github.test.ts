import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { serveReference } from '../reference/index.ts';
import { campaignFinding, campaignOf } from '../report/campaign.fixture.ts';
import { tellGithub } from './github.ts';
import { runCli } from './run-cli.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-github-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const report = campaignOf([campaignFinding(1)]);

function reported(env: { readonly [name: string]: string }) {
  const [screen, stderr] = [new PassThrough(), new PassThrough()];
  tellGithub(report, { env, stderr }, screen);
  return { out: String(screen.read() ?? ''), err: String(stderr.read() ?? '') };
}
const written = (env: { readonly [name: string]: string }) => reported(env).out;

test('a step of GitHub Actions gets annotations and a summary, added to what is there', () => {
  const summary = join(folder, 'summary.md');
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
  expect(written(env)).toMatch(/^::error title=robust\/no-server-error::GET \/cms/);
  written(env);
  expect(readFileSync(summary, 'utf8').match(/^## ❌ Does not conform/gm)).toHaveLength(2);
});

test('nobody else does', () => {
  expect(written({})).toBe('');
  expect(written({ GITHUB_STEP_SUMMARY: join(folder, 'other.md') })).toBe('');
});

describe('a summary that cannot be written', () => {
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'none', 'x') };
  const warning = /^warning: the summary of the step is missing: cannot write .*x: ENOENT\n$/;

  test('is a warning beside the annotations', () => {
    const { out, err } = reported(env);
    expect(err).toMatch(warning);
    expect(out).toMatch(/^::error /);
  });

  test.each([
    ['a run that fails nothing', [], 0],
    ['one that fails', ['unsorted-at-end'], 1],
  ])('leaves its exit code to %s', async (_, faults, code) => {
    const server = await serveReference({ faults, variations: [] });
    try {
      const args = ['check', '--integration', server.integrationUrl, '--quiet'];
      const only = ['--only', 'integration/timezones/sorted-by-label'];
      const ran = await runCli([...args, ...only], { cwd: folder, env });
      expect(ran.err).toMatch(warning);
      expect(ran.code).toBe(code);
    } finally {
      await server.close();
    }
  });

  test('is another matter than a report that was asked for', async () => {
    writeFileSync(join(folder, 'file'), '');
    const args = ['check', '--only', 'integration/timezones/sorted-by-label', '--out', 'file/x'];
    const ran = await runCli(args, { cwd: folder });
    expect(ran.err).toContain('output-unwritable');
    expect(ran.code).toBe(2);
  });
});
