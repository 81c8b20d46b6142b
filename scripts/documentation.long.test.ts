import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  REFERENCE_PASSWORD,
  REFERENCE_TOKEN,
  REFERENCE_USER,
  serveReference,
} from '../src/reference/index.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TOOL = join(ROOT, 'bin/touchstone.js');

/** What a page tells people to type, in order. */
function linesOf(page: string): readonly string[] {
  const blocks = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)];
  return blocks
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, ''))
    .filter((line) => line.startsWith('npx touchstone '));
}

it('the output that the README shows is what a run prints', async () => {
  const server = await serveReference({ faults: ['unsorted-at-end'], variations: [] });
  const cwd = mkdtempSync(join(tmpdir(), 'touchstone-readme-'));
  try {
    const url = `--integration ${server.integrationUrl}`;
    const args = `check ${url} --only integration/timezones/sorted-by-label --seed 1 --quiet`;
    const { out } = await run(`"${process.execPath}" "${TOOL}" ${args}`, cwd);
    const [, shown = ''] =
      /^```\n(FAIL [\s\S]*?)```/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? [];
    const plain = out.replaceAll(server.integrationUrl, 'http://127.0.0.1:8080');
    expect(plain.replace(` --integration http://127.0.0.1:8080`, '')).toContain(shown.trimEnd());
  } finally {
    await server.close();
    rmSync(cwd, { recursive: true });
  }
});

/** The README as a new user follows it, against the reference target in the place of the staging server. */
describe('the lines of the README, in order', () => {
  let server: Awaited<ReturnType<typeof serveReference>>;
  let cwd = '';
  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), 'touchstone-readme-'));
    // The program that `record` runs.
    const test = 'curl -sf "$TOUCHSTONE_CONTENT/index.php?rest_route=/"';
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ scripts: { test } }));
    server = await serveReference({ faults: [], variations: [] });
  });
  afterAll(async () => {
    await server.close();
    rmSync(cwd, { recursive: true });
  });

  /** With the server that is here, and less of what takes long. */
  function here(line: string): string {
    return line
      .replace('npx touchstone', `"${process.execPath}" "${TOOL}"`)
      .replace('https://docs.staging.example', server.contentUrl)
      .replace('https://staging.example/platform', server.integrationUrl)
      .replace('--systems crm shop', "--systems 42 'shop system'")
      .replace('--time 10m', '--runs 100')
      .replace(/ check (?=--out)/, ' check --read-only --runs 1 ')
      .replace('explain 1 --report', 'explain --report')
      .replace('compare before', 'compare reports')
      .replace('history before reports', 'history reports');
  }

  it.each(linesOf('README.md'))('%s', async (line) => {
    const { code, out } = await run(here(line), cwd);
    expect({ code, out: code === 0 ? '' : out }).toEqual({ code: 0, out: '' });
  });
});

function run(
  line: string,
  cwd: string,
): Promise<{ readonly code: number | null; readonly out: string }> {
  const env = {
    PATH: process.env.PATH,
    HOME: cwd,
    XDG_STATE_HOME: cwd,
    TOUCHSTONE_CONTENT_USER: REFERENCE_USER,
    TOUCHSTONE_CONTENT_PASSWORD: REFERENCE_PASSWORD,
    TOUCHSTONE_INTEGRATION_TOKEN: REFERENCE_TOKEN,
  };
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece) => pieces.push(piece));
    child.stderr.on('data', (piece) => pieces.push(piece));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out: Buffer.concat(pieces).toString() }));
  });
}
