import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.fixture.ts';

const cwd = mkdtempSync(join(tmpdir(), 'touchstone-unnamed-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const ONLY = ['--only', 'integration/timezones/sorted-by-label'];
const TOKEN = 'TOUCHSTONE_INTEGRATION_TOKEN';

function touchstone(args: readonly string[], env: { readonly [name: string]: string }) {
  return runCli(args, { cwd, env });
}

describe('without a target', () => {
  it.each<readonly [string, readonly string[], { readonly [name: string]: string }]>([
    ['with nothing else', ['check'], { CI: 'true' }],
    ['whose output is short', ['check', '--quiet'], { CI: 'true' }],
    ['that leaves a report', ['check', '--out', 'reports'], { CI: '1' }],
    ['that has a credential', ['check'], { CI: 'true', [TOKEN]: 'x' }],
    ['that is a campaign', ['fuzz', '--runs', '1', '--out', 'found'], { CI: 'true' }],
  ])('a job in CI %s is an error', async (_, args, env) => {
    const { code, out, err } = await touchstone([...args, ...ONLY], env);
    expect(err).toMatch(/^error usage: no target is named, and there is no .*touchstone\.yaml: /);
    expect(err).toContain('--target reference');
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  it('`npm start` works in CI, and says what it judges', async () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const [, ...args] = scripts.start.replace('node ', '').split(' ');
    const { code, out, err } = await touchstone([...args, ...ONLY], { CI: 'true' });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('reference target, embedded');
  });

  it.each([
    ['a quiet one', ['--quiet'], {}, /embedded reference target$/],
    ['one with a credential', [], { [TOKEN]: 'x' }, new RegExp(`target; ${TOKEN} is not used$`)],
    ['one where CI is switched off', ['--quiet'], { CI: 'false' }, /embedded reference target$/],
  ])('a run by hand says it in a line: %s', async (_, args, env, line) => {
    const { code, err } = await touchstone(['check', ...args, ...ONLY], env);
    expect(code).toBe(0);
    expect(err.trimEnd()).toMatch(line);
  });
});

describe('--target reference', () => {
  it('names the embedded one, in CI too', async () => {
    const args = ['check', '--target', 'reference', '--quiet', ...ONLY];
    expect(await touchstone(args, { CI: 'true' })).toMatchObject({ code: 0, err: '' });
  });

  it('is a target of the profile, where there is one', async () => {
    writeFileSync(join(cwd, 'touchstone.yaml'), 'targets: { staging: {} }\n');
    const { code, err } = await touchstone(['check', '--target', 'reference', ...ONLY], {});
    expect(err).toContain('it has no target "reference"');
    expect(code).toBe(2);
  });
});
