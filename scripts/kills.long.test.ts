import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = mkdtempSync(join(tmpdir(), 'touchstone-built-'));
afterAll(() => rmSync(built, { recursive: true, force: true }));

/** The package as it is built, from the sources as they are: a process of its own cannot run those. */
function build(): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const project = ['-p', join(root, 'tsconfig.build.json'), '--outDir', join(built, 'dist')];
  execFileSync(process.execPath, [compiler, ...project, '--noCheck']);
  for (const name of ['schemas', 'suites', 'fixtures', 'package.json', 'node_modules']) {
    symlinkSync(join(root, name), join(built, name));
  }
  const scripts = ['kills', 'kills-writes', 'chance', 'given', 'ways', 'real-site/left'];
  for (const name of ['bin/touchstone.js', ...scripts.map((one) => `scripts/${one}.js`)]) {
    mkdirSync(join(built, name, '..'), { recursive: true });
    cpSync(join(root, name), join(built, name));
  }
}

beforeAll(build);

describe('a run that records and is killed', () => {
  it('leaves all behind but what was in flight, and can be replayed', () => {
    const args = [join(built, 'scripts/kills.js'), '3', '5'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: built, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^3 kills in /);
    expect(stdout).toMatch(/^[1-9]\d* exchanges answered and to be kept, .*: nothing wrong$/m);
  }, 300_000);
});

describe('a run that writes and is killed', () => {
  it('is cleaned up after, by each way to name its target, a check and a campaign', () => {
    const args = [join(built, 'scripts/kills-writes.js'), '--within', '1000', '12', '3'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: built, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/: [1-9]\d* removed by cleanup, 0 rounds left something$/m);
  }, 900_000);
});

it.skipIf(!existsSync('/dev/full'))(
  'a full disk behind the output is an error, and no finding',
  () => {
    const full = openSync('/dev/full', 'w');
    const args = [join(built, 'bin/touchstone.js'), 'explain', 'integration/timezones'];
    const { status, stderr } = spawnSync(process.execPath, args, {
      ...{ stdio: ['ignore', full, 'pipe'], encoding: 'utf8' },
    });
    closeSync(full);
    expect(stderr).toMatch(/^error output-unwritable: cannot write standard output: ENOSPC$/m);
    expect(status).toBe(2);
  },
);
