import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { main } from '../cli/main.ts';
import { readFile } from './input.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-input-'));
const pipe = join(folder, 'pipe.yaml');
execFileSync('mkfifo', [pipe, join(folder, 'pipe.har')]);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function touchstone(...args: readonly string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const { signal } = new AbortController();
  const code = await main(args, { stdout, stderr, env: {}, cwd: folder, signal });
  return { code, err: String(stderr.read()) };
}

describe('a file that a user names', () => {
  it('is read', () => {
    writeFileSync(join(folder, 'a'), 'text');
    expect(readFile(join(folder, 'a')).toString()).toBe('text');
  });

  it.each([
    ['a pipe as a profile', ['check', '--target', pipe]],
    ['a device as a profile', ['check', '--target', '/dev/zero']],
    ['a pipe as a HAR file', ['record', '--import', pipe]],
    ['a device as a HAR file', ['record', '--import', '/dev/zero']],
    ['a device as a recording', ['replay', '/dev/zero']],
    ['a device as --out', ['check', '--out', '/dev/zero']],
    ['a device as --record', ['check', '--record', '/dev/zero']],
    ['a pipe for requests', ['fuzz', '--dry-run', '--out', join(folder, 'pipe.har')]],
    ['a device as the report of a shard', ['report', 'merge', '/dev/zero']],
    ['a pipe as a journal', ['cleanup', '--journal', pipe]],
    ['a device as a journal', ['cleanup', '--journal', '/dev/zero']],
    ['a pipe to look for secrets in', ['report', '--verify-clean', pipe]],
    ['a device to look for secrets in', ['report', '--verify-clean', '/dev/zero']],
    ['a device as a state', ['serve', '--state', '/dev/zero']],
  ])('that is %s is refused, and not waited for', async (_, args) => {
    const { code, err } = await touchstone(...args);
    expect(code).toBe(2);
    expect(err).toMatch(/^error (?!internal)[a-z-]+: /);
  });
});
