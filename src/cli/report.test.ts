import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.fixture.ts';

const scratch = mkdtempSync(join(tmpdir(), 'touchstone-report-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function touchstone(args: readonly string[], env: { readonly [name: string]: string } = {}) {
  return runCli(args, { cwd: scratch, env });
}

describe('touchstone report --verify-clean', () => {
  it('finds a recording of the reference target clean', async () => {
    const recordings = fileURLToPath(
      new URL('../../recordings/reference/integration', import.meta.url),
    );
    const { code, out } = await touchstone(['report', '--verify-clean', recordings]);
    expect([code, out]).toEqual([0, `clean: ${recordings}\n`]);
  });

  it('exits 1 and names the place of a secret, and not the secret', async () => {
    writeFileSync(join(scratch, 'a.log'), 'fine\nAuthorization: Bearer abc123.def456\n');
    const { code, out } = await touchstone(['report', '--verify-clean', '.']);
    expect(code).toBe(1);
    expect(out).toBe(
      'a.log:2: a secret in a text\n1 place has a secret: record a recording again, and do not share a report\n',
    );
    writeFileSync(join(scratch, 'b.log'), 'fine\n');
    const both = await touchstone(['report', '--verify-clean', 'b.log', 'a.log']);
    expect(both).toMatchObject({ code: 1, out });
    expect((await touchstone(['report', '--verify-clean', 'b.log', 'b.log'])).out).toBe(
      'clean: b.log, b.log\n',
    );
  });

  it('finds what the environment calls a secret', async () => {
    writeFileSync(join(scratch, 'a.log'), 'so it is aGVsbG8gd29ybGQ=\n');
    const env = { MY_API_KEY: 'hello world' };
    expect((await touchstone(['report', '--verify-clean', 'a.log'])).code).toBe(0);
    expect((await touchstone(['report', '--verify-clean', 'a.log'], env)).code).toBe(1);
  });

  it.each([
    ['a folder that is not there', ['report', '--verify-clean', 'nowhere'], 'cannot be read'],
    ['nothing asked for', ['report'], 'give render, compare, history or merge'],
  ])('exits 2 for %s', async (_, args, says) => {
    const { code, err } = await touchstone(args);
    expect(code).toBe(2);
    expect(err).toContain(says);
  });
});

it('touchstone report history reads a report of an earlier version, which has timings', async () => {
  const golden = new URL('../report/golden/report.json.txt', import.meta.url);
  const report = JSON.parse(readFileSync(golden, 'utf8'));
  mkdirSync(join(scratch, 'earlier'));
  const timings = { operations: [], everyMs: 1, overTime: [] };
  writeFileSync(join(scratch, 'earlier/report.json'), JSON.stringify({ ...report, timings }));
  const { code, err } = await touchstone(['report', 'history', 'earlier']);
  expect([code, err]).toEqual([0, '']);
});

describe('touchstone check --replay', () => {
  it.each([
    ['a folder without a recording', ['check', '--replay', '.'], 'there is no recording in'],
    [
      'recording and replaying at once',
      ['check', '--replay', 'a', '--record', 'b'],
      'cannot be used',
    ],
    [
      'a base URL that is none',
      [
        'check',
        '--replay',
        fileURLToPath(new URL('../../recordings/reference', import.meta.url)),
        '--content',
        'x',
      ],
      'is not an http or https URL',
    ],
  ])('exits 2 for %s', async (_, args, says) => {
    const { code, err } = await touchstone(args);
    expect(code).toBe(2);
    expect(err).toContain(says);
  });
});
