import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TouchstoneError } from '../model/index.ts';
import { FORMATS } from '../report/index.ts';
import { reportError } from './error-report.ts';
import { runCli } from './run-cli.fixture.ts';

const cwd = mkdtempSync(join(tmpdir(), 'touchstone-error-'));
const NOBODY = ['--integration', 'http://127.0.0.1:1'];
const ACTIONS = {
  CI: 'true',
  GITHUB_ACTIONS: 'true',
  GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'),
};

beforeAll(() => {
  writeFileSync(join(cwd, 'typo.yaml'), 'name: typo\nintegraton: { url: http://127.0.0.1:1 }\n');
  writeFileSync(join(cwd, 'down.yaml'), 'name: down\nintegration: { url: http://127.0.0.1:1 }\n');
  writeFileSync(join(cwd, 'down.baseline.yaml'), 'version: 1\ntarget: down\ncontract: [\n');
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const touchstone = (args: readonly string[], env = {}) => runCli(args, { cwd, env });
const read = (name: string) => readFileSync(join(cwd, name), 'utf8');

function staleIn(folder: string): void {
  mkdirSync(join(cwd, folder), { recursive: true });
  for (const name of ['junit.xml', 'run.ndjson']) writeFileSync(join(cwd, folder, name), 'old');
}

describe('an error', () => {
  it.each([
    ['a profile', ['check', '--target', join(cwd, 'typo.yaml')], 'profile-invalid'],
    ['a baseline', ['check', '--target', join(cwd, 'down.yaml')], 'baseline-invalid'],
    ['a target of fuzz that is down', ['fuzz', ...NOBODY, '--runs', '1'], 'target-unreachable'],
    ['a recording', ['replay', 'none'], 'recording-unreadable'],
    ['a shard', ['report', 'merge', 'none', 'nowhere'], 'report-unreadable'],
  ])('of %s replaces the earlier report in all forms', async (name, args, code) => {
    const out = name.replaceAll(' ', '-');
    staleIn(out);
    const ran = await touchstone([...args, '--out', out], ACTIONS);
    expect(ran.err).toContain(`error ${code}: `);
    expect(ran.code).toBe(2);
    for (const { file } of Object.values(FORMATS)) {
      if (file !== undefined) expect(existsSync(join(cwd, out, file)), file).toBe(true);
    }
    expect(existsSync(join(cwd, out, 'run.ndjson'))).toBe(false);
    expect(read(`${out}/junit.xml`)).toMatch(new RegExp(`errors="1"[^]*<error message="${code}: `));
    expect(JSON.parse(read(`${out}/report.json`))).toMatchObject({ exitCode: 2, requests: 0 });
    expect(ran.out).toMatch(new RegExp(`^::error title=Problem::${code}: `, 'm'));
    expect(read('summary.md')).toContain(code);
    expect(read('summary.md')).not.toContain('Of 0 clauses');
  });

  it('of options leaves the last report alone, outside CI', async () => {
    staleIn('last');
    const wrong = ['--url', 'http://127.0.0.1:1'];
    const unknown = ['--ony', 'integration'];
    for (const args of [wrong, unknown, ['--target', 'tpyo.yaml'], ['--compare-to', 'typo.yaml']]) {
      expect((await touchstone(['check', ...args, '--out', 'last'])).code).toBe(2);
    }
    expect((await touchstone(['fuzz', '--target', 'tpyo.yaml', '--out', 'last'])).code).toBe(2);
    expect([read('last/junit.xml'), read('last/run.ndjson')]).toEqual(['old', 'old']);
  });

  it.each([
    ['an unknown option', ['check', '--ony', 'x', '--out', 'parsed']],
    ['an unknown option after the folder', ['check', '--out=parsed', '--ony', 'x']],
    ['a bad shard', ['check', '--shard', '3/2', '--out', 'parsed']],
    ['a shard of no system', ['fuzz', '--shard', 'auto', '--out', 'parsed']],
    ['a missing argument', ['report', 'merge', '--out', 'parsed']],
  ])('of options replaces the earlier report in CI: %s', async (_, args) => {
    staleIn('parsed');
    const ran = await touchstone(args, { CI: 'true' });
    expect(ran.code).toBe(2);
    expect(read('parsed/junit.xml')).toContain('<error message="usage: ');
  });

  it('names the profile in the working folder, which it is about', async () => {
    const here = join(cwd, 'own');
    mkdirSync(here);
    writeFileSync(join(here, 'touchstone.yaml'), `integration: { url: $${'{LACKING_URL}'} }\n`);
    const { code } = await runCli(['check', '--out', 'kept'], { cwd: here, env: { CI: 'true' } });
    expect([code, JSON.parse(read('own/kept/report.json')).target.name]).toEqual([
      2,
      'touchstone.yaml',
    ]);
    await runCli(['check', ...NOBODY, '--ony', 'x', '--out', 'kept'], {
      cwd: here,
      env: { CI: '1' },
    });
    expect(JSON.parse(read('own/kept/report.json')).target.name).toBe('no target');
  });

  it('of options never replaces what the command would read', async () => {
    staleIn('before');
    const args = ['check', '--ony', 'x', '--compare-to', 'before', '--out', 'before'];
    expect((await touchstone(args, ACTIONS)).code).toBe(2);
    expect(read('before/junit.xml')).toBe('old');
  });

  it('keeps what was judged until then', () => {
    staleIn('begun');
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const io = { stdout, stderr, env: {}, cwd, signal: new AbortController().signal };
    const error = new TouchstoneError('target-unreachable', 'it is gone');
    reportError(error, { command: 'check', options: { out: 'begun' }, args: [] }, io);
    expect(read('begun/junit.xml')).toContain('it is gone');
    expect(read('begun/run.ndjson.old')).toBe('old');
  });

  it('never replaces the folder of a report that is compared with', async () => {
    staleIn('before');
    writeFileSync(join(cwd, 'before', 'report.json'), '{');
    const args = ['check', ...NOBODY, '--compare-to', 'before/report.json', '--out', 'before'];
    expect((await touchstone(args, ACTIONS)).code).toBe(2);
    expect([read('before/junit.xml'), read('before/run.ndjson')]).toEqual(['old', 'old']);
  });

  it('never replaces what the command reads', async () => {
    staleIn('shard');
    const { code } = await touchstone(['report', 'merge', 'shard', '--out', 'shard']);
    expect(code).toBe(2);
    expect(read('shard/junit.xml')).toBe('old');
  });

  it('is the same on the screen as ever', async () => {
    const { out, err } = await touchstone(['check', '--target', join(cwd, 'typo.yaml')]);
    expect(out).toBe('');
    expect(err).toMatch(/^error profile-invalid: .*typo\.yaml:2: .*\n {2}\S.*\n$/);
  });
});
