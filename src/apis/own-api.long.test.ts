import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.fixture.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const TOKEN = 'a-token-of-webhooks';

/** The commands that the walk in CONTRIBUTING.md shows, as their arguments. */
const [, walk = ''] =
  /^## Add an API$[\s\S]*?```sh\n([\s\S]*?)```/m.exec(
    readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'),
  ) ?? [];
const commands = walk
  .split('\n')
  .flatMap((line) => (line.startsWith('npx touchstone ') ? [line.split(' ').slice(2)] : []));

/** What the client of the walk creates. */
const BY_CLIENT = ['from a client'];

let folder = '';
let server: ChildProcess;
let env: { readonly [name: string]: string } = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-own-api-'));
  cpSync(join(root, 'fixtures/apis'), join(folder, 'fixtures/apis'), { recursive: true });
  const script = join(root, 'fixtures/apis/webhooks-server.js');
  server = spawn(process.execPath, [script, '0', TOKEN], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = server.stdout ? await once(server.stdout, 'data') : [''];
  env = { PATH: process.env.PATH ?? '', WEBHOOKS_URL: String(url).trim(), WEBHOOKS_TOKEN: TOKEN };
});

afterAll(() => {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function touchstone(args: readonly string[]) {
  return runCli(args, { cwd: folder, env });
}

describe('an API of which the sources know nothing', () => {
  it('has a walk that shows what can be done with it', () => {
    expect(new Set(commands.map(([name]) => name))).toEqual(
      new Set(['contract', 'plan', 'check', 'fuzz', 'record', 'replay']),
    );
  });

  it.each(commands.map((args) => [args.join(' '), args] as const))('%s', async (_, args) => {
    const { code, out, err } = await touchstone(args);
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(out + err).toMatch(/webhooks|operations 3 of 3/);
  });

  it('is named where a recording of it is replayed without its profile', async () => {
    const { code, err } = await touchstone(['replay', 'recorded']);
    expect(err).toMatch(/error usage: the recording is of the webhooks API.*\n.*--target/);
    expect(code).toBe(2);
  });

  it('keeps what it had, and nothing that a run made', async () => {
    await touchstone(['check', '--target', 'fixtures/apis/webhooks.yaml', '--runs', '3']);
    await touchstone([
      ...['fuzz', '--target', 'fixtures/apis/webhooks.yaml', '--runs', '150', '--seed', '2'],
    ]);
    const answer = await fetch(`${env.WEBHOOKS_URL}/subscriptions?limit=50`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const list: readonly { readonly id: number; readonly label: string }[] = JSON.parse(
      await answer.text(),
    );
    expect(list.map(({ id }) => id).slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
    // The client of the walk leaves one.
    expect(list.slice(5).map(({ label }) => label)).toEqual(BY_CLIENT);
  });

  it('is judged by its own clauses, written and derived', async () => {
    const { code, out } = await touchstone([
      ...['check', '--target', 'fixtures/apis/webhooks.yaml', '--json', '--runs', '2'],
    ]);
    const { clauses } = JSON.parse(out);
    const verdicts = new Map<string, string>(
      clauses.map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict]),
    );
    expect(code).toBe(0);
    expect(verdicts.get('webhooks/token-checked')).toBe('pass');
    expect(verdicts.get('webhooks/subscriptions/create/success/label/type')).toBe('pass');
    expect(verdicts.get('webhooks/subscriptions/shorter-lists')).toBe('pass');
    expect(verdicts.get('webhooks/subscriptions/list/query/limit/maximum')).toBe('pass');
    expect([...verdicts.keys()].every((id) => /^(webhooks|robust)\//.test(id))).toBe(true);
  });
});
