import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCli } from '../cli/run-cli.fixture.ts';
import { REFERENCE_TOKEN, serveReference } from '../reference/index.ts';
import { type CassetteOptions, cassette } from '../vitest.ts';

type Server = Awaited<ReturnType<typeof serveReference>>;

let server: Server;
let broken: Server;
let folder: string;

beforeAll(async () => {
  server = await serveReference({ faults: [], variations: [] });
  broken = await serveReference({ faults: ['author-as-text'], variations: [] });
}, 60_000);
afterAll(async () => {
  await Promise.all([server.close(), broken.close()]);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-again-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function record(options: CassetteOptions, ...urls: readonly string[]): Promise<void> {
  const tape = await cassette('a', { folder, violations: 'off', target: {}, ...options });
  for (const url of urls) {
    const isOpen = url.includes('/cms/');
    const headers: Record<string, string> = isOpen
      ? {}
      : { authorization: `Bearer ${REFERENCE_TOKEN}` };
    await (await fetch(url, { headers })).text();
  }
  await tape.eject();
}

const replay = (...options: readonly string[]) =>
  runCli(['replay', join(folder, 'a'), ...options], { cwd: folder });

test('a cassette without a target is judged again, whichever API it asks first', async () => {
  const posts = `${broken.contentUrl}/cms/v2/posts`;
  await record({ mode: 'all' }, posts, `${server.integrationUrl}/api/get/all/timezones`);
  const { code, out } = await replay('--strict');
  expect(out).toContain('content/record/types-in-reads');
  expect(out).toMatch(/integration\/timezones\s+\d+ pass/);
  expect(code).toBe(1);
});

test('what was added at another base URL is judged again with the rest', async () => {
  const target = { content: { url: broken.contentUrl, routing: 'path' } };
  await record({ mode: 'all', target }, `${broken.contentUrl}/cms/v2/posts?per_page=1`);
  const elsewhere = { content: { url: server.contentUrl, routing: 'path' } };
  const added = `${server.contentUrl}/cms/v2/posts?per_page=2`;
  await record({ mode: 'new-episodes', target: elsewhere }, added);
  const { out } = await replay('--strict');
  expect(out).toContain('per_page=1');
  expect(out).not.toContain('outside the documents');
});
