import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.fixture.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const DOCUMENT = 'fixtures/apis/tasks/openapi.yaml';
const TOKEN = 'a-token-of-tasks';

let server: ChildProcess | undefined;
afterEach(() => {
  server?.kill();
});

/** The verdicts of a check of the to-do list, whose server makes some mistakes. */
async function checked(mistakes: readonly string[], more: readonly string[] = []) {
  const script = `${root}fixtures/apis/tasks/server.js`;
  server?.kill();
  server = spawn(process.execPath, [script, '0', TOKEN, ...mistakes], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = server.stdout ? await once(server.stdout, 'data') : [''];
  const { code, out, err } = await runCli(
    [
      ...['check', '--openapi', DOCUMENT, '--url', String(url).trim(), '--seed', '1', '--json'],
      ...more,
    ],
    { cwd: root, env: { PATH: process.env.PATH ?? '', TOUCHSTONE_TASKS_TOKEN: TOKEN } },
  );
  const { clauses = [] } = out === '' ? {} : JSON.parse(out);
  const verdicts = new Map<string, string>(
    clauses.map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict]),
  );
  const found = [...verdicts].filter(([, verdict]) => verdict === 'fail' || verdict === 'warn');
  return { code, err, verdicts, found: Object.fromEntries(found) };
}

describe('an OpenAPI document and a URL', () => {
  it('check an API that is as documented: nothing is found', async () => {
    const { code, err, verdicts, found } = await checked([]);
    expect(found).toEqual({});
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('5 operations') });
    const passed = [...verdicts].filter(([, verdict]) => verdict === 'pass').map(([id]) => id);
    expect(passed).toEqual(
      expect.arrayContaining([
        'tasks/tasks/get/status',
        'tasks/tasks/list/media-type',
        'tasks/schemas/task/created/format',
        'tasks/tasks/create/body/title/max-length',
        'tasks/tasks/update/body/priority/enum',
        'tasks/tasks/get/path/id/type',
        'tasks/tasks/delete/credential',
        'tasks/tasks/list/refusal-body',
        'tasks/tasks/state/created',
        'tasks/tasks/state/listed',
        'tasks/tasks/state/updated',
        'tasks/tasks/state/untouched',
        'tasks/tasks/state/removed',
      ]),
    );
  });

  it('find answers that are not as documented', async () => {
    const { code, found } = await checked(['created-200', 'id-as-text', 'any-priority']);
    expect(code).toBe(1);
    expect(found).toEqual({
      'tasks/tasks/create/status': 'fail',
      'tasks/schemas/task/id/type': 'fail',
      'tasks/tasks/create/body/priority/enum': 'warn',
      'tasks/tasks/create/body/priority/type': 'warn',
      'tasks/tasks/update/body/priority/enum': 'warn',
      'tasks/tasks/update/body/priority/type': 'warn',
    });
  });

  it('find members that are missing, and refusals that are not documented', async () => {
    const mistakes = ['list-without-created', 'refusal-422', 'long-titles'];
    const { found } = await checked(mistakes);
    expect(found).toEqual({
      'tasks/schemas/task/created/required': 'fail',
      'tasks/tasks/create/refusal-status': 'warn',
      'tasks/tasks/create/body/title/max-length': 'warn',
      'tasks/tasks/update/body/title/max-length': 'warn',
    });
  });

  it('find a credential that is not checked, and a wrong media type', async () => {
    const { found } = await checked(['token-ignored', 'plain-text', 'refusal-without-error']);
    const types = ['list', 'create', 'get', 'update'].map((one) => [
      `tasks/tasks/${one}/media-type`,
      'fail',
    ]);
    expect(found).toMatchObject({
      ...Object.fromEntries(types),
      'tasks/tasks/list/credential': 'warn',
      'tasks/tasks/create/credential': 'warn',
    });
  });

  it('name an operation whose valid requests are all refused', async () => {
    const { code, err, verdicts, found } = await checked(['patch-refused']);
    expect({ code, found }).toEqual({ code: 0, found: {} });
    expect(verdicts.get('tasks/tasks/update/status')).toBe('blocked');
    expect(err).toContain('PATCH /tasks/{id}: every valid request was refused with HTTP 400');
    expect(err).not.toContain('Conforms');
  });

  it('find writes without effect, objects that stay, and those that no list has', async () => {
    const { found } = await checked(['patch-without-effect', 'delete-without-effect']);
    expect(found).toMatchObject({
      'tasks/tasks/state/updated': 'warn',
      'tasks/tasks/state/removed': 'warn',
    });
    const { found: others } = await checked(['patch-resets', 'due-dropped']);
    expect(others).toMatchObject({
      'tasks/tasks/state/created': 'warn',
      'tasks/tasks/state/untouched': 'warn',
    });
  });
});
