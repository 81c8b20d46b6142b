#!/usr/bin/env node
// The types of the package compile with every vitest that it allows, those of libraries checked as well: `node
// scripts/types.js [version…, 4 5]`. Packs the package, installs it next to each vitest in an empty folder (this takes
// the npm registry, or its cache), and compiles `scripts/types/consumer.ts` there. Exit code 1 if one does not compile,
// 2 if it cannot be tried.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CONSUMER = fileURLToPath(new URL('types/consumer.ts', import.meta.url));
const require = createRequire(import.meta.url);
const { version: VERSION } = require('../package.json');
const TSC = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');

/** vitest 5 asks for the types of Node 22 or newer. */
const TYPES_OF_NODE = '@types/node@22';

const COMPILER = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023', 'ESNext.Disposable'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  },
  include: ['consumer.ts'],
};

const versions = process.argv.length > 2 ? process.argv.slice(2) : ['4', '5'];
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-types-'));
try {
  run(ROOT, 'npm', ['pack', '--ignore-scripts', '--pack-destination', scratch]);
  for (const version of versions) {
    const errors = compiled(version);
    console.log(`${errors === '' ? 'PASS' : 'FAIL'}  vitest ${version}`);
    if (errors !== '') console.log(errors);
    process.exitCode ||= errors === '' ? 0 : 1;
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** The errors of the compiler, none if empty. */
function compiled(version) {
  const folder = join(scratch, version);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER));
  copyFileSync(CONSUMER, join(folder, 'consumer.ts'));
  const packed = join(scratch, `touchstone-${VERSION}.tgz`);
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  run(folder, 'npm', ['install', ...quiet, `vitest@${version}`, TYPES_OF_NODE, packed]);
  const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', '.'], {
    ...{ cwd: folder, encoding: 'utf8' },
  });
  return status === 0 ? '' : stdout || `the compiler ended with ${status}`;
}

function run(cwd, command, args) {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(`${command} ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
}
