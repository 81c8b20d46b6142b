import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.fixture.ts';

const DOCUMENT = fileURLToPath(new URL('../../fixtures/apis/tasks/openapi.yaml', import.meta.url));
const URL_OF_TASKS = 'http://127.0.0.1:9';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'touchstone-openapi-'));
});
afterAll(() => {
  rmSync(cwd, { recursive: true, force: true });
});

describe('init --openapi', () => {
  it('writes a folder and a profile that plan the same cases as the document', async () => {
    const env = { TOUCHSTONE_TASKS_TOKEN: 'a-token' };
    const made = await runCli(['init', '--openapi', DOCUMENT, '--url', URL_OF_TASKS], { cwd, env });
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toMatch(/wrote touchstone\.yaml and \d+ files in tasks\/; next: npx touchst/);
    expect(readFileSync(join(cwd, 'touchstone.yaml'), 'utf8')).toBe(
      `name: tasks\napis:\n  tasks:\n    from: ./tasks\n    url: ${URL_OF_TASKS}\n    token: \${TOUCHSTONE_TASKS_TOKEN}\n`,
    );
    const planOf = async (args: readonly string[]) => {
      const { out } = await runCli(['plan', '--seed', '1', '--json', ...args], { cwd, env });
      return JSON.parse(out);
    };
    const fromFolder = await planOf(['--target', join(cwd, 'touchstone.yaml')]);
    expect(fromFolder).toEqual(await planOf(['--openapi', DOCUMENT, '--url', URL_OF_TASKS]));
    expect(fromFolder.length).toBeGreaterThan(50);
  });

  it('leaves a folder alone that is there', async () => {
    const { code, err } = await runCli(
      ['init', '--openapi', DOCUMENT, '--url', URL_OF_TASKS, '--out', 'other.yaml'],
      { cwd },
    );
    expect(code).toBe(2);
    expect(err).toContain('the folder tasks is there already');
  });
});
