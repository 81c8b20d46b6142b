#!/usr/bin/env node
// Runs the default tests next to busy loops, one program each: no test depends on speed.
//
//   node scripts/load.js [--loops 8] [-- PATH…]
//
// All of it is nice to other programs. The exit code is that of the tests.

import { spawn, spawnSync } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { given } from './given.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

const { values, positionals } = given({
  allowPositionals: true,
  options: { loops: { type: 'string', default: '8' } },
});
setPriority(10);
// Each loop ends with this program, also if that is killed.
const loops = Array.from({ length: Number(values.loops) }, () =>
  spawn(process.execPath, ['-e', 'const of = process.ppid; while (process.ppid === of);'], {
    stdio: 'ignore',
  }),
);
const { status } = spawnSync(process.execPath, [VITEST, 'run', ...positionals], {
  cwd: ROOT,
  stdio: 'inherit',
});
for (const loop of loops) loop.kill();
process.exitCode = status ?? 1;
