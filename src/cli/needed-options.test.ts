import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { programOf } from './main.ts';
import { runCli } from './run-cli.fixture.ts';

const cwd = tmpdir();
const URL_GIVEN = 'http://127.0.0.1:1/v1';

describe('an option that has no effect without another one is refused', () => {
  it.each(['check', 'record', 'fuzz', 'plan', 'explain', 'cleanup', 'init'])(
    '%s --url without --openapi',
    async (command) => {
      expect(await runCli([command, '--url', URL_GIVEN], { cwd })).toEqual({
        code: 2,
        out: '',
        err: 'error usage: --url needs --openapi\n  add --openapi, or leave out --url\n',
      });
    },
  );

  it.each([
    ['check --allow-fetch', '--allow-fetch needs --openapi'],
    ['record --tls-cert a.pem', '--tls-cert needs --tls-key'],
    ['record --tls-key a.pem', '--tls-key needs --tls-cert'],
    ['serve --reset', '--reset needs --state'],
    ['replay there --port 9000', '--port needs --serve'],
    ['replay there --policy loop', '--policy needs --serve'],
    [
      'replay there --allow-writes',
      '--allow-writes needs --to or --to-integration or --to-content',
    ],
    ['replay there --serve --out reports', "'--serve' cannot be used with option '--out <dir>'"],
    [
      'replay there --to-content http://a.example --strict',
      "cannot be used with option '--strict'",
    ],
    ['record --import a.har --port 9000', "cannot be used with option '--port <n>'"],
  ])('%s', async (line, why) => {
    const { code, out, err } = await runCli(line.split(' '), { cwd });
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining(why) });
  });
});

it('each command with --url has --openapi too', async () => {
  const io = { stdout: process.stdout, stderr: process.stderr, env: {}, cwd };
  const { signal } = new AbortController();
  const program = await programOf({ ...io, signal }, () => {}, 'complete');
  const withUrl = program.commands.filter(({ options }) =>
    options.some(({ long }) => long === '--url'),
  );
  expect(withUrl.length).toBeGreaterThan(5);
  for (const { options } of withUrl) {
    expect(options.map(({ long }) => long)).toContain('--openapi');
  }
});
