import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveReference } from '../reference/serve.ts';
import { main } from './main.ts';

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-drift-'));
  const { code } = await checkOf([], '--record', 'kept');
  expect(code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Checks the integration API of a reference target that takes some variations. */
async function checkOf(variations: readonly string[], ...more: readonly string[]) {
  const target = await serveReference({ faults: [], variations });
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  let out = '';
  stdout.on('data', (piece: Buffer) => {
    out += piece.toString();
  });
  const args = ['check', '--integration', target.integrationUrl, ...more];
  const signal = new AbortController().signal;
  const code = await main(args, { stdout, stderr, env: {}, cwd: folder, signal });
  await target.close();
  await new Promise((resolve) => setImmediate(resolve));
  return { code, out, err: String(stderr.read() ?? '') };
}

const DRIFT = ['--drift-from', 'kept', '--fail-on', 'drift'];

describe('touchstone check --drift-from', () => {
  it('finds nothing on a target that is as it was, run after run', async () => {
    for (let run = 0; run < 5; run += 1) {
      const { code, out } = await checkOf([], ...DRIFT);
      expect(out).toMatch(/^drift: none; [1-9]\d* observations compared with kept$/m);
      expect(code).toBe(0);
    }
  });

  it('says what is otherwise, and fails where that is asked for', async () => {
    const loose = await checkOf(['unknown-system-422'], '--drift-from', 'kept', '--out', 'reports');
    expect(loose.out).toMatch(/^drift: [1-9]\d* since the recording/m);
    expect(loose.out).toMatch(/^ {2}value {4}integration\/\S+ {2}status: HTTP \d+ → HTTP 422/m);
    expect(loose.code).toBe(0);
    const { drift } = JSON.parse(readFileSync(join(folder, 'reports', 'report.json'), 'utf8'));
    expect(drift).toContainEqual(expect.objectContaining({ place: 'status', after: 'HTTP 422' }));
    const html = readFileSync(join(folder, 'reports', 'report.html'), 'utf8');
    expect(html).toMatch(/<section id="drift">.*<td>HTTP 422<\/td>/s);
    expect((await checkOf(['unknown-system-422'], ...DRIFT)).code).toBe(1);
  });

  it('wants a recording to compare with', async () => {
    const { code, err } = await checkOf([], '--fail-on', 'drift');
    expect(err).toContain('give its folder with --drift-from');
    expect(code).toBe(2);
  });
});
