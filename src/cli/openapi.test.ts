import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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

describe('--openapi', () => {
  it('names file and line of a mistake in the document', async () => {
    writeFileSync(join(cwd, 'wrong.yaml'), 'openapi: 3.1.0\npaths:\n  /a: { $ref: "#/no" }\n');
    const { code, err } = await runCli(
      ['plan', '--openapi', 'wrong.yaml', '--url', 'http://a.example'],
      {
        cwd,
      },
    );
    expect(code).toBe(2);
    expect(err).toMatch(
      /^error contract-broken: wrong\.yaml:3: the reference "#\/no" names nothing/,
    );
  });

  it('skips an operation whose values cannot be made, with the reason', async () => {
    const schema = '{ type: string, pattern: "^(?=.*[A-Z])x" }';
    const parameter = `{ name: word, in: query, required: true, schema: ${schema} }`;
    writeFileSync(
      join(cwd, 'words.yaml'),
      `openapi: 3.1.0\npaths:\n  /a: { get: { parameters: [${parameter}], responses: { 200: {} } } }\n`,
    );
    const { code, out } = await runCli(
      ['plan', '--openapi', 'words.yaml', '--url', 'http://a.example'],
      { cwd },
    );
    expect(code).toBe(0);
    expect(out).toMatch(
      /a\/read\/generated.*\[not sent: keyword "pattern" has a value that no string/,
    );
  });

  it('needs an address, where the document has none, and no profile', async () => {
    const without = await runCli(['plan', '--openapi', DOCUMENT], { cwd });
    expect(without.err).toMatch(/names no whole address of its API\n.*--url/);
    const own = join(cwd, 'own.yaml');
    writeFileSync(own, 'name: own\n');
    const both = await runCli(
      ['plan', '--openapi', DOCUMENT, '--url', URL_OF_TASKS, '--target', own],
      { cwd },
    );
    expect(both.err).toContain('--openapi names a target by itself');
  });

  it('writes no profile with a password in the address, and does not show it', async () => {
    const url = 'http://me:hidden@127.0.0.1:9';
    const given = ['init', '--openapi', DOCUMENT, '--url', url, '--out', 'none.yaml'];
    const { code, out, err } = await runCli(given, { cwd });
    expect(code).toBe(2);
    expect(err).toContain('has a user or a password in it');
    expect(out + err).not.toContain('hidden');
    expect(readdirSync(cwd)).not.toContain('none.yaml');
    expect(readdirSync(cwd)).not.toContain('tasks');
  });
});
