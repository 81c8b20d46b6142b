#!/usr/bin/env node
// Runs the long proofs of scripts/proofs/proofs.yaml, one after another, and writes what they measured to docs/proofs.md:
//
//   npm run proofs [-- NAME…] [--again] [--list] [--old]
//
// Without names it runs those that have no result of this commit: after an interruption it goes on with the rest. --again
// runs them anyway. --list prints the names. --old names those without a result of the last 150 commits, and runs none.
// A proof whose programs or variables are missing is left out, and says so. Exit code 1 if a proof does not hold, 2 for an
// unknown name, or if files are changed that the commit does not have.

import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { figureIn, oldOnes, pageOf, resultsIn } from './proofs/book.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = join(ROOT, 'docs/proofs.md');
const PROOFS = parse(readFileSync(new URL('proofs/proofs.yaml', import.meta.url), 'utf8'));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    again: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    old: { type: 'boolean', default: false },
  },
});
process.exitCode = await main();

async function main() {
  if (values.list) return say(Object.keys(PROOFS));
  if (values.old) {
    const old = oldOnes(PROOFS, results(), since);
    return say(
      old.length === 0
        ? ['proofs: all of the last 150 commits']
        : ['proofs that are old:', ...old.map((one) => `  ${one}`)],
    );
  }
  const unknown = positionals.filter((name) => !Object.hasOwn(PROOFS, name));
  if (unknown.length > 0) {
    return fail(
      `no proof is called ${unknown.join(', ')}; there are ${Object.keys(PROOFS).join(', ')}`,
    );
  }
  const changed = git('status', '--porcelain', '--', '.', ':!docs/proofs.md');
  if (changed !== '')
    return fail(`a result belongs to a commit, and these files are changed:\n${changed}`);
  const commit = git('rev-parse', '--short=9', 'HEAD');
  let holds = true;
  for (const name of positionals.length > 0 ? positionals : Object.keys(PROOFS)) {
    const proof = PROOFS[name];
    const missing = (proof.wants ?? []).filter((want) => !isHere(want));
    if (missing.length > 0) {
      say([`${name}: left out, as ${missing.join(', ')} is missing`]);
      continue;
    }
    if (!values.again && isOf(results().get(name)?.commit, commit)) continue;
    say([`${name}: ${proof.command}`]);
    const result = await resultOf(proof, commit);
    holds &&= result.result === 'holds';
    say([`  ${result.result}, ${result.duration}: ${result.figure}`]);
    writeFileSync(PAGE, pageOf(PROOFS, new Map([...results(), [name, result]])));
  }
  return holds ? 0 : 1;
}

function results() {
  return existsSync(PAGE) ? resultsIn(readFileSync(PAGE, 'utf8')) : new Map();
}

async function resultOf({ command, env = {}, figure }, commit) {
  const began = performance.now();
  const child = spawn('sh', ['-c', command], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    output += piece;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const seconds = Math.round((performance.now() - began) / 1000);
  return {
    result: code === 0 ? 'holds' : `fails (exit code ${code})`,
    figure: figureIn(output, figure),
    date: new Date().toISOString().slice(0, 10),
    commit,
    duration: seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`,
  };
}

/** A program on the PATH, or a variable in capitals that is set. */
function isHere(want) {
  if (/^[A-Z_]+$/.test(want)) return (process.env[want] ?? '') !== '';
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, want), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** True if only docs/proofs.md was committed after the result. */
function isOf(known, commit) {
  if (known === undefined || known === '') return false;
  if (known === commit) return true;
  const { status } = spawnSync(
    'git',
    ['diff', '--quiet', known, commit, '--', '.', ':!docs/proofs.md'],
    { cwd: ROOT },
  );
  return status === 0;
}

function since(commit) {
  const { status, stdout } = spawnSync('git', ['rev-list', '--count', `${commit}..HEAD`], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return status === 0 ? Number(stdout) : undefined;
}

function git(...args) {
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim();
}

function say(lines) {
  for (const line of lines) process.stdout.write(`${line}\n`);
  return 0;
}

function fail(why) {
  process.stderr.write(`${why}\n`);
  return 2;
}
