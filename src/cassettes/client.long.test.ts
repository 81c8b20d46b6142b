import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { REFERENCE_PASSWORD, serveReference } from '../reference/index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const client = join(root, 'fixtures/client');

let elsewhere: string;

beforeEach(() => {
  elsewhere = mkdtempSync(join(tmpdir(), 'touchstone-client-'));
});
afterEach(() => rmSync(elsewhere, { recursive: true, force: true }));

/** The tests of the client, as its author runs them. */
function tests(cwd: string, env: { readonly [name: string]: string }) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  // What this run of vitest tells its own workers is not for another.
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|TEST|CI$|TOUCHSTONE_)/.test(name),
  );
  const child = spawn(process.execPath, [vitest, 'run', '--root', client, '--testTimeout=50000'], {
    cwd,
    env: { ...Object.fromEntries(own), NO_COLOR: '1', ...env },
  });
  let text = '';
  child.stdout.on('data', (piece) => (text += piece));
  child.stderr.on('data', (piece) => (text += piece));
  return new Promise<{ readonly code: number | null; readonly text: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, text }));
  });
}

describe('the client in fixtures/client', () => {
  test('is green from its cassettes, with no server', async () => {
    const { code, text } = await tests(client, { CI: 'true' });
    expect(text).toContain('3 passed');
    expect(text).not.toContain('no test opened');
    expect(code).toBe(0);
  });

  test('says what to do where a cassette is missing', async () => {
    const { code, text } = await tests(elsewhere, { CI: 'true' });
    expect(text).toMatch(/there is no cassette in \S+drafts/);
    expect(code).toBe(1);
  });

  test.each([
    [[], 0, '3 passed'],
    [['author-as-text'], 1, 'content/record/types-in-reads'],
  ])('recorded from a server with the faults %j', async (faults, expected, words) => {
    const server = await serveReference({ faults, variations: [] });
    const env = { SITE_URL: server.contentUrl, SITE_PASSWORD: REFERENCE_PASSWORD };
    const { code, text } = await tests(elsewhere, { ...env, TOUCHSTONE_RECORD: 'all' });
    await server.close();
    expect(text).toContain(words);
    expect(code).toBe(expected);
    if (expected !== 0) expect(text).toContain('breaks the document');
  });
});
