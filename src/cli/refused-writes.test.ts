import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { journalFolder } from '../cleanup/index.ts';
import { serveReference } from '../reference/serve.ts';
import { gateTo, listening } from './gate.fixture.ts';
import { runCli } from './run-cli.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-refused-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a site that refuses writes of global styles has nothing to put back', async () => {
  const reference = await serveReference({ faults: [], variations: [] });
  const refused: string[] = [];
  const isWrite = /^(POST|PUT|PATCH|DELETE) .*\/global-styles\//;
  const site = await listening(
    createServer(
      gateTo(reference.url, ({ method, url = '' }) => {
        const line = `${method} ${decodeURIComponent(url)}`;
        if (!isWrite.test(line)) return {};
        refused.push(line);
        return 403;
      }),
    ),
  );
  try {
    const env = { XDG_STATE_HOME: folder };
    const only = ['--only', 'content/global-styles', '--seed', '1', '--runs', '1'];
    const args = ['check', '--content', `${site.url}/content`, ...only];
    const { out, err } = await runCli(args, { cwd: folder, env });
    expect(refused.length).toBeGreaterThan(5);
    expect(out + err).not.toContain('left behind');
    expect(readdirSync(journalFolder(env))).toEqual([]);
  } finally {
    await site.close();
    await reference.close();
  }
}, 120_000);
