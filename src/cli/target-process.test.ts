import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BASE, targetAt } from '../fuzz/site.fixture.ts';
import { openProcess, type ProcessOptions } from './target-process.ts';

const start = vi.fn((command: string, options: SpawnOptions) => spawn(command, options));

let folder = '';
let now = 0;
let opened: ReturnType<typeof openProcess>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-process-'));
  now = 0;
  start.mockClear();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  opened?.close();
  vi.mocked(performance.now).mockRestore();
  // A server that is about to end may still write its last line.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
});

function open(options: ProcessOptions) {
  const { signal } = new AbortController();
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const io = { stdout, stderr, signal, cwd: folder, env: process.env };
  opened = openProcess(options, targetAt(BASE), io, start);
  return opened;
}

/** The lines that commands wrote into a file. */
function linesIn(name: string): readonly string[] {
  try {
    return readFileSync(join(folder, name), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

async function untilEnded(pid: number) {
  await expect.poll(() => isThere(pid), GENEROUS).toBe(false);
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const GENEROUS = { timeout: 60_000 };

/** Leaves a server behind, and returns at once; the server tells of its end. */
const LEAVING =
  "(trap 'echo ended >> ends; exit' TERM; echo up >> ups; for i in 1 2 3 4 5 6; do sleep 10; done) & echo $$ >> shells";

async function started(count: number) {
  await expect.poll(() => linesIn('ups').length, GENEROUS).toBe(count);
  await expect.poll(() => linesIn('shells').length, GENEROUS).toBe(count);
  await untilEnded(Number(linesIn('shells').at(-1)));
}

it('a target that was seen to end is started once, and again only after a while', async () => {
  const first = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
  const target = open({ pid: first.pid ?? 0, restart: LEAVING });
  expect(target?.hasEnded()).toBe(false);
  first.kill();
  await expect.poll(() => target?.hasEnded(), GENEROUS).toBe(true);
  target?.restart?.();
  await started(1);
  now = 4_999;
  target?.restart?.();
  expect(start).toHaveBeenCalledTimes(1);
  now = 5_000;
  target?.restart?.();
  expect(start).toHaveBeenCalledTimes(2);
  await started(2);
}, 60_000);

it('what the shells left running is ended with the campaign', async () => {
  const target = open({ restart: LEAVING });
  target?.restart?.();
  await started(1);
  now = 5_000;
  target?.restart?.();
  await started(2);
  target?.close();
  await expect.poll(() => linesIn('ends'), GENEROUS).toEqual(['ended', 'ended']);
}, 60_000);
