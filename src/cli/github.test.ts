import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { campaignFinding, campaignOf } from '../report/campaign.fixture.ts';
import { tellGithub } from './github.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-github-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const report = campaignOf([campaignFinding(1)]);

function written(env: { readonly [name: string]: string }): string {
  const screen = new PassThrough();
  tellGithub(report, { env }, screen);
  return String(screen.read() ?? '');
}

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

test('a summary that cannot be written is an error with a code', () => {
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'none', 'x') };
  expect(() => written(env)).toThrow(expect.objectContaining({ code: 'output-unwritable' }));
});
