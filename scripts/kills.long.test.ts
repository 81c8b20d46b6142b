import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFERENCE_PASSWORD, REFERENCE_USER } from '../src/reference/content/identity.ts';
import { type ServedReference, serveReference } from '../src/reference/serve.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = mkdtempSync(join(tmpdir(), 'touchstone-built-'));
afterAll(() => rmSync(built, { recursive: true, force: true }));

/** The package as it is built, from the sources as they are: a process of its own cannot run those. */
function build(): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const project = ['-p', join(root, 'tsconfig.build.json'), '--outDir', join(built, 'dist')];
  execFileSync(process.execPath, [compiler, ...project, '--noCheck']);
  const page = 'report/page';
  cpSync(join(root, 'src', page), join(built, 'dist', page), { recursive: true });
  for (const name of ['schemas', 'suites', 'fixtures', 'package.json', 'node_modules']) {
    symlinkSync(join(root, name), join(built, name));
  }
  const scripts = ['kills', 'kills-writes', 'chance', 'given', 'ways', 'real-site/left'];
  for (const name of ['bin/touchstone.js', ...scripts.map((one) => `scripts/${one}.js`)]) {
    mkdirSync(join(built, name, '..'), { recursive: true });
    cpSync(join(root, name), join(built, name));
  }
}

beforeAll(build);

describe('a run that records and is killed', () => {
  it('leaves all behind but what was in flight, and can be replayed', () => {
    const args = [join(built, 'scripts/kills.js'), '3', '5'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: built, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^3 kills in /);
    expect(stdout).toMatch(/^[1-9]\d* exchanges answered and to be kept, .*: nothing wrong$/m);
  });
});

describe('a run that writes and is killed', () => {
  it('is cleaned up after, by each way to name its target, a check and a campaign', () => {
    const args = [join(built, 'scripts/kills-writes.js'), '--within', '1000', '12', '3'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: built, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/: [1-9]\d* removed by cleanup, 0 rounds left something$/m);
  });
});

describe('a run whose terminal is closed', () => {
  it('reports what it judged, removes what it created, and exits with 129', async () => {
    const server = await serveReference({ faults: [], variations: [] });
    const out = join(built, 'hung-up');
    try {
      const before = await postsOf(server);
      const urls = ['--content', server.contentUrl, '--integration', server.integrationUrl];
      const only = ['--only', 'content/posts/create', 'content/posts/delete'];
      const args = [...urls, ...only, '--out', out, '--rate', '20'];
      const child = spawn(process.execPath, [join(built, 'bin/touchstone.js'), 'check', ...args], {
        env: { ...process.env, XDG_STATE_HOME: join(built, 'state') },
        stdio: 'ignore',
      });
      const ended = new Promise((resolve) => child.once('exit', (...how) => resolve(how)));
      const journals = join(built, 'state/touchstone/cleanup');
      // Something is created by then, and there is more to send than this test waits for.
      await expect
        .poll(() => existsSync(journals) && namesIn(journals).includes('"made"'), {
          timeout: 250_000,
        })
        .toBe(true);
      child.kill('SIGHUP');
      child.kill('SIGHUP');
      expect(await ended).toEqual([129, null]);
      const { problems } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
      expect(problems).toEqual([expect.stringMatching(/^interrupted after \d+ of \d+ cases/)]);
      expect(await postsOf(server)).toEqual(before);
      expect(readdirSync(journals)).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

function namesIn(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}

async function postsOf({ contentUrl }: ServedReference): Promise<unknown> {
  const query = '&context=edit&per_page=100&status=publish,future,draft,pending,private,trash';
  const authorization = `Basic ${btoa(`${REFERENCE_USER}:${REFERENCE_PASSWORD}`)}`;
  const url = `${contentUrl}/index.php?rest_route=/cms/v2/posts${query}`;
  const answer = await fetch(url, { headers: { authorization } });
  expect(answer.status).toBe(200);
  return answer.json();
}

describe('what the system refuses is an error of the tool, and no finding', () => {
  const touchstone = [process.execPath, join(built, 'bin/touchstone.js')];
  const shell = (script: string) => {
    const words = ['-c', script, 'sh', ...touchstone];
    const env = { ...process.env, XDG_STATE_HOME: join(built, 'state') };
    return spawnSync('sh', words, { cwd: built, env, encoding: 'utf8' });
  };

  // How far it comes depends on how many files are open at once.
  it.each([24, 48])('with %i open files at the most', (limit) => {
    const command = 'check --only content/posts/list --seed 1 --runs 1';
    const { status, stderr } = shell(`ulimit -n ${limit}; exec "$@" ${command}`);
    expect(stderr).toMatch(/^error system: EMFILE: too many open files, .*\n {2}.*ulimit.*\n$/);
    expect(status).toBe(2);
  });

  it('in a working folder that is gone', () => {
    const { status, stderr } = shell('mkdir gone && cd gone && rmdir ../gone && exec "$@" plan');
    expect(stderr).toMatch(/^error system: ENOENT: .*\n {2}.*working folder.*\n$/);
    expect(status).toBe(2);
  });
});

it.skipIf(!existsSync('/dev/full'))(
  'a full disk behind the output is an error, and no finding',
  () => {
    const full = openSync('/dev/full', 'w');
    const args = [join(built, 'bin/touchstone.js'), 'explain', 'integration/timezones'];
    const { status, stderr } = spawnSync(process.execPath, args, {
      ...{ stdio: ['ignore', full, 'pipe'], encoding: 'utf8' },
    });
    closeSync(full);
    expect(stderr).toMatch(/^error output-unwritable: cannot write standard output: ENOSPC$/m);
    expect(status).toBe(2);
  },
);
