/** The ten commands of docs/first-hour.md, in order, and what they print. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TOOL = `"${process.execPath}" "${join(ROOT, 'bin/touchstone.js')}"`;
const PAGE = readFileSync(join(ROOT, 'docs/first-hour.md'), 'utf8');

interface Shown {
  readonly command: string;
  readonly output: readonly string[];
}

const ALL = [...PAGE.matchAll(/^```console\n\$ npx touchstone (.*)\n([\s\S]*?)^```/gm)].map(
  ([, command = '', output = '']): Shown => ({ command, output: output.trimEnd().split('\n') }),
);

/** A pattern of what a page shows: `…` stands for anything, and times differ. */
function patternOf(lines: readonly string[]): RegExp {
  const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const parts = lines.map((line) =>
    line === '…' ? '[\\s\\S]*?' : `${line.split('…').map(escaped).join('.*')}\n`,
  );
  return new RegExp(`^${parts.join('')}`, 'm');
}

let port = 0;
let cwd = '';
let server: ChildProcess | undefined;

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'touchstone-hour-'));
  port = await freePort();
});
afterAll(() => {
  server?.kill('SIGINT');
  rmSync(cwd, { recursive: true, force: true });
});

const here = (text: string) => text.replaceAll('8080', String(port));
const there = (text: string) => text.replaceAll(String(port), '8080');

describe('the first hour', () => {
  it('has ten commands', () => {
    expect(ALL.map(({ command }) => command.split(' ')[0])).toEqual([
      ...['serve', 'init', 'check', 'explain', 'baseline', 'serve', 'check'],
      ...['record', 'replay', 'fuzz'],
    ]);
  });

  it.each(ALL)('$command', async ({ command, output }) => {
    const out = await (command.startsWith('serve') ? serve(command) : run(command));
    expect(there(out)).toMatch(patternOf(output));
  });
});

/** Ends the server before, if there is one, and waits for the address of the new one. */
async function serve(command: string): Promise<string> {
  const before = server;
  if (before) {
    await new Promise((resolve) => before.on('close', resolve).kill('SIGINT'));
  }
  const child = shell(`exec ${TOOL} ${command} --port ${port}`);
  server = child;
  return new Promise((resolve, reject) => {
    let out = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
      if (out.includes('stop with Ctrl-C')) resolve(out);
    });
    child.on('close', (code) => reject(new Error(`serve ended with ${code}: ${out}`)));
  });
}

function run(command: string): Promise<string> {
  const child = shell(here(`${TOOL} ${command}`));
  return new Promise((resolve, reject) => {
    let out = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        out += chunk;
      });
    }
    child.on('error', reject);
    child.on('close', () => resolve(out));
  });
}

function shell(line: string): ChildProcess {
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('TOUCHSTONE_'));
  const env = Object.fromEntries(clean.filter(([name]) => !/^(CI|GITHUB_.*)$/.test(name)));
  return spawn('bash', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const free = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(free));
    });
  });
}
