import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import type { CampaignReport } from '../model/index.ts';
import { REFERENCE_PASSWORD, REFERENCE_USER } from '../reference/content/identity.ts';
import { REFERENCE_TOKEN } from '../reference/integration/credential.ts';
import { serveReference } from '../reference/serve.ts';
import { main } from './main.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'touchstone-fuzz-'));
  folders.push(made);
  return made;
}

function sink() {
  const pieces: string[] = [];
  const stream = new Writable({
    write(piece, _encoding, done) {
      pieces.push(String(piece));
      done();
    },
  });
  return { stream, text: () => pieces.join('') };
}

async function fuzz(...args: readonly string[]) {
  const [out, err] = [sink(), sink()];
  const cwd = folder();
  const code = await main(['fuzz', ...args], {
    stdout: out.stream,
    stderr: err.stream,
    env: { XDG_STATE_HOME: cwd },
    cwd,
    signal: new AbortController().signal,
  });
  return { code, out: out.text(), err: err.text() };
}

describe('touchstone fuzz', () => {
  it('fuzzes the embedded reference target without a finding', async () => {
    const { code, out } = await fuzz(
      ...['--only', 'integration/', 'content/posts/list', 'content/blocks/'],
      ...['--seed', '5', '--runs', '60', '--fail-on', 'warn'],
    );
    expect(out).toMatch(/\d+ cases, \d+ requests in .* a second \(seed 5\)/);
    expect(out).toContain('no findings');
    expect(code).toBe(0);
  });

  it.each([
    ['as one that writes', ['content/blocks/', 'content/posts/update'], [], 2],
    ['not where it only reads', ['content/blocks/list'], [], 0],
    ['not where it may not write', ['content/blocks/'], ['--read-only'], 0],
    ['not where it is to be quiet', ['content/blocks/'], ['--quiet'], 0],
  ])('says first in how many collections it creates objects: %s', async (_, only, more, count) => {
    const bounds = ['--seed', '5', '--runs', '1', '--mode', 'edge'];
    const { out } = await fuzz('--only', ...only, ...bounds, ...more);
    const line = `creates objects in ${count} collections, and removes them`;
    if (count > 0) expect(out.split('\n')[0]).toBe(line);
    else expect(out).not.toContain('creates objects');
  });

  it('sends no case with a credential that the target rejects', async () => {
    const server = await serveReference({ faults: [], variations: [] });
    const cwd = folder();
    const profile = join(cwd, 'wrong.yaml');
    writeFileSync(
      profile,
      `name: wrong\ncontent:\n  url: ${server.contentUrl}\n  user: ada\n  password: not-hers\n`,
    );
    const { code, out, err } = await fuzz('--target', profile, '--runs', '20');
    await server.close();
    expect(err).toMatch(/error credential-rejected: the credential for the content API is not acc/);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  it('writes requests without the credential that a profile names', async () => {
    const profile = join(folder(), 'target.yaml');
    writeFileSync(
      profile,
      `integration: { url: 'https://staging.example', token: '\${A_TOKEN_THAT_IS_NOT_SET}' }\n`,
    );
    const file = join(folder(), 'requests.har');
    const { code, err } = await fuzz(
      '--dry-run',
      '--runs',
      '5',
      '--target',
      profile,
      '--out',
      file,
    );
    expect({ code, err: err.replace(/^\d+ requests of \d+ cases, not sent: .*\n$/, '') }).toEqual({
      code: 0,
      err: '',
    });
    expect(readFileSync(file, 'utf8')).toContain('https://staging.example/');
    expect(readFileSync(file, 'utf8')).not.toContain('unset.invalid');
  });

  it('reports a fault once, with files that show it again', async () => {
    const server = await serveReference({ faults: ['data-missing'], variations: [] });
    const out = folder();
    try {
      const done = await fuzz(
        ...['--integration', server.integrationUrl, '--only', 'integration/timezones'],
        ...['--seed', '5', '--runs', '60', '--out', out, '--json'],
      );
      const report: CampaignReport = JSON.parse(done.out);
      expect(report.findings.map(({ clause }) => clause)).toEqual([
        'integration/success/data/required',
      ]);
      expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toEqual(report);
      const files = report.findings[0]?.files ?? [];
      expect(files.map((file) => file.replace('findings/1/', ''))).toEqual([
        'reproduce.sh',
        'reproduce.test.ts',
        'seed.txt',
      ]);
      expect(done.err).toContain('FAIL  integration/success/data/required');
      expect(done.code).toBe(1);
      // The next campaign has findings of its own; what else is there is somebody's.
      mkdirSync(join(out, 'findings/7'));
      writeFileSync(join(out, 'findings/notes.txt'), 'mine');
      await fuzz('--seed', '5', '--runs', '5', '--only', 'integration/timezones', '--out', out);
      expect(readdirSync(join(out, 'findings')).sort()).toEqual(['7', 'notes.txt']);
    } finally {
      await server.close();
    }
  });

  it.each(['har', 'ndjson'])('writes requests as .%s and sends none', async (kind) => {
    const file = join(folder(), `requests.${kind}`);
    const { code, err } = await fuzz('--dry-run', '--seed', '5', '--runs', '40', '--out', file);
    expect(err).toMatch(/\d+ requests of \d+ cases, not sent: .* \(seed 5\)/);
    expect(code).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('rest_route=');
    // Invalid credentials stand as they would be sent; those of the target stand nowhere.
    const login = Buffer.from(`${REFERENCE_USER}:${REFERENCE_PASSWORD}`).toString('base64');
    for (const secret of [REFERENCE_TOKEN, REFERENCE_PASSWORD, login]) {
      expect(text).not.toContain(secret);
    }
    if (kind === 'har') expect(JSON.parse(text).log.entries.length).toBeGreaterThan(40);
    if (kind === 'ndjson') {
      for (const line of text.trim().split('\n')) JSON.parse(line);
    }
  });

  it.each([
    [['--shard', '3/2'], /it must be I\/N/],
    [['--time', '0'], /above 0/],
    [['--time', '0s'], /above 0/],
    [['--time', '5x'], /such as/],
    [['--content', 'http://127.0.0.1:1', '--time', '2m'], /target-unreachable.*127\.0\.0\.1:1\b/],
    [['--mode', 'none'], /choices/i],
    [['--pid', '4194999'], /there is no process 4194999/],
    [['--dry-run'], /needs a file/],
    [['--dry-run', '--out', 'requests.txt'], /names no format/],
    [['--only', 'content/post/lst'], /begins with "content\/post\/lst"\n.*content\/posts\/list/],
    [['--only', 'content/posts/list', 'strngs/'], /begins with "strngs\/"\n.*did you mean strings/],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await fuzz(...args);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });
});
