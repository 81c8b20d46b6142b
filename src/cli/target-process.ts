/** The process of a target on this machine: whether it ended, how much memory it uses, and how it is started again. */

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { TargetProcess } from '../fuzz/index.ts';
import { isProcess } from '../io/index.ts';
import { isOnLoopback, type Target, TouchstoneError } from '../model/index.ts';
import type { Io } from './io.ts';
import { positive } from './options.ts';

/** Milliseconds between two looks at the memory of a process. */
const LOOK_MS = 1_000;

/** Milliseconds that a command has before it is run again. */
const AGAIN_MS = 5_000;

type StartProcess = (command: string, options: SpawnOptions) => ChildProcess;

export interface ProcessOptions {
  readonly pid?: number;
  readonly restart?: string;
}

export function withProcess(command: Command): Command {
  return command
    .option('--restart <command>', 'run in a shell when the target has ended, to start it again')
    .option('--pid <n>', 'process of the target on this machine: its end and its memory', positive);
}

/** @throws TouchstoneError 'usage' where the process is not there, or the target is on another machine */
export function openProcess(
  { pid, restart: command }: ProcessOptions,
  target: Target,
  io: Io,
  start: StartProcess = spawn,
): (TargetProcess & { readonly close: () => void }) | undefined {
  if (pid === undefined && command === undefined) return undefined;
  if (pid !== undefined) refuseStrangers(pid, target);
  let hasEnded = false;
  let memory: { readonly first: number; readonly last: number; readonly most: number } | undefined;
  const look = () => {
    if (pid === undefined || hasEnded) return;
    hasEnded = !isAlive(pid);
    const bytes = memoryOf(pid);
    if (bytes === undefined) return;
    const { first = bytes, most = bytes } = memory ?? {};
    memory = { first, last: bytes, most: Math.max(most, bytes) };
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  let child: ChildProcess | undefined;
  let groups: readonly number[] = [];
  let startedAt = Number.NEGATIVE_INFINITY;
  const restart = (shell: string) => () => {
    const isRunning = child !== undefined && child.exitCode === null && child.signalCode === null;
    if (isRunning || performance.now() - startedAt < AGAIN_MS) return;
    startedAt = performance.now();
    child = start(shell, {
      shell: true,
      detached: true,
      stdio: 'ignore',
      cwd: io.cwd,
      env: io.env,
    });
    child.on('error', () => {});
    if (child.pid !== undefined) groups = [...groups.filter(isGroup), child.pid];
  };
  return {
    ...(pid !== undefined && { id: pid }),
    hasEnded: () => {
      look();
      return hasEnded;
    },
    ...(command !== undefined && { restart: restart(command) }),
    memory: () => {
      look();
      return memory;
    },
    close: () => {
      clearInterval(timer);
      // A server may outlive the shell that started it. It does not outlive the campaign.
      for (const group of groups) end(group);
    },
  };
}

function refuseStrangers(pid: number, target: Target): void {
  const isElsewhere = Object.values(target.endpoints).some(
    (endpoint) => endpoint !== undefined && !isOnLoopback(endpoint, target),
  );
  if (isElsewhere) {
    throw new TouchstoneError(
      'usage',
      '--pid names a process of this machine, and the target is on another one',
      'leave --pid out; --restart can start a target anywhere',
    );
  }
  if (isAlive(pid)) return;
  throw new TouchstoneError('usage', `there is no process ${pid}`, 'give the ID of the server');
}

function isAlive(pid: number): boolean {
  // An ended child is listed until its parent reads its exit code.
  return isProcess(pid) && !/^State:\s*Z/m.test(statusOf(pid));
}

/** Bytes in memory; undefined where the system does not tell. */
function memoryOf(pid: number): number | undefined {
  const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(statusOf(pid)) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns true if a process of the group is there. */
function isGroup(id: number): boolean {
  try {
    process.kill(-id, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends the processes of a group. */
function end(group: number): void {
  try {
    process.kill(-group, 'SIGTERM');
  } catch {
    // All have ended by themselves.
  }
}
