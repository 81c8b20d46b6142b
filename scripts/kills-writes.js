#!/usr/bin/env node
// Kills runs that write, at random moments, has `touchstone cleanup` put things in order, and compares what is there
// with what was there before: `node scripts/kills-writes.js [how many, 50] [seed, 1]`, after a build.
//
//   --target <profile>     of a site of scripts/real-site/site.sh; without it, a reference target in this process
//   --snapshot <command>   prints all that it holds, such as `php scripts/real-site/snapshot.php DIR`
//
// Checks and campaigns take turns. Exit code 1 if anything is left, or if `cleanup` says that something is.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { REFERENCE_PASSWORD, REFERENCE_USER } from '../dist/reference/content/identity.js';
import { startServer } from '../dist/reference/http.js';
import { referenceHandler } from '../dist/reference/serve.js';
import { randomFrom } from './chance.js';
import { given } from './given.js';
import { leftBetween } from './real-site/left.js';

const CLI = fileURLToPath(new URL('../bin/touchstone.js', import.meta.url));
const PROFILE = fileURLToPath(new URL('../fixtures/targets/reference.yaml', import.meta.url));

/** What is run; each writes from its first second on. */
const RUNS = [
  ['check', '--only', 'content/posts/create', 'content/pages/delete', 'content/templates/create'],
  ['fuzz', '--time', '60', '--only', 'content/posts', 'content/blocks', 'content/template-parts'],
  ['check', '--only', 'content/state', 'content/media/edit'],
  ['fuzz', '--time', '60'],
];

/** Milliseconds after the first journal line within which a run is killed. */
const WITHIN_MS = 8_000;

/** A template of no theme, which WordPress refuses after it has stored it: no route reaches it. */
const UNREACHABLE = { line: '^post \\d+ \\(wp_template(_part)? touchstone-[\\w-]+\\) left as ' };

const { values, positionals } = given({
  allowPositionals: true,
  options: { target: { type: 'string' }, snapshot: { type: 'string' } },
});
const [count = 50, seed = 1] = positionals.map(Number);
if (!(count > 0) || (values.target !== undefined && values.snapshot === undefined)) {
  process.stderr.write(
    'usage: node scripts/kills-writes.js [--target profile.yaml --snapshot command] [how many] [seed]\n',
  );
  process.exit(2);
}
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-kills-writes-'));
const env = { ...process.env, XDG_STATE_HOME: join(scratch, 'state') };
const journals = join(scratch, 'state', 'touchstone', 'cleanup');
const draw = randomFrom(seed);
const site = values.target === undefined ? await ownSite() : givenSite();
const sums = { killed: 0, ended: 0, removed: 0, left: 0 };
const kept = new Set();
try {
  for (let round = 0; round < count; round += 1) await kill(round);
} finally {
  await site.close();
  rmSync(scratch, { recursive: true, force: true });
}
for (const line of kept) console.log(`kept by the site itself: ${line.slice(0, 160)}`);
console.log(
  `${sums.killed} kills and ${sums.ended} runs that had ended, seed ${seed}: ${sums.removed} removed by cleanup, ${sums.left} rounds left something`,
);
process.exitCode = sums.left === 0 ? 0 : 1;

async function kill(round) {
  const before = await site.snapshot();
  const [command, ...args] = RUNS[round % RUNS.length];
  const child = spawn(
    process.execPath,
    [CLI, command, ...site.target, ...args, '--seed', String(seed + round)],
    { env, stdio: 'ignore' },
  );
  const ended = new Promise((done) => child.once('exit', done));
  const began = await Promise.race([written(child), ended.then(() => 'ended')]);
  const afterMs = draw() * WITHIN_MS;
  if (began !== 'ended') await Promise.race([sleep(afterMs), ended]);
  if (child.exitCode === null) sums.killed += 1;
  else sums.ended += 1;
  child.kill('SIGKILL');
  await ended;
  const cleaned = await outputOf([CLI, 'cleanup', ...site.target]);
  const [, removed = '0'] = /(\d+) removed, \d+ left/.exec(cleaned.out) ?? [];
  sums.removed += Number(removed);
  const after = await site.snapshot();
  const { left, kept: byItself } = site.between(before, after);
  for (const line of byItself) kept.add(line);
  if (left.length === 0 && cleaned.code === 0) return;
  sums.left += 1;
  console.log(
    `round ${round}, ${command} ${args.join(' ')}, killed after ${afterMs.toFixed(0)} ms:`,
  );
  for (const line of left.slice(0, 10)) console.log(`  ${line.slice(0, 200)}`);
  console.log(`  cleanup said, with code ${cleaned.code}: ${cleaned.out.trim().slice(-400)}`);
}

/** Waits until its journal names something. */
async function written(child) {
  while (child.exitCode === null) {
    const names = existsSync(journals) ? readdirSync(journals) : [];
    const texts = names.map((name) => readFileSync(join(journals, name), 'utf8'));
    if (texts.some((text) => text.includes('"entry"'))) return;
    await sleep(20);
  }
}

function outputOf(args) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { env });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece) => {
        out += piece;
      });
    }
    child.once('exit', (code) => done({ code, out }));
  });
}

/** A site of `scripts/real-site/site.sh` that runs, with the snapshot that is taken of it. */
function givenSite() {
  const target = ['--target', resolve(values.target)];
  const { keeps } = parse(
    readFileSync(new URL('real-site/expected.yaml', import.meta.url), 'utf8'),
  );
  return {
    target,
    snapshot: async () =>
      execFileSync('bash', ['-c', values.snapshot], { encoding: 'utf8', maxBuffer: 1e9 }),
    between: (before, after) => leftBetween(before, after, [...keeps, UNREACHABLE]),
    close: async () => {},
  };
}

/** The reference target. */
async function ownSite() {
  const { handler } = referenceHandler(
    { faults: [], variations: [] },
    () => `${server.url}/content`,
  );
  const server = await startServer(handler);
  const urls = ['--integration', server.url, '--content', `${server.url}/content`];
  const STATUSES = 'publish,future,draft,pending,private,trash';
  const LISTS = ['posts', 'pages', 'blocks', 'menu-items'].map(
    (name) => `${name}&context=edit&per_page=100&status=${STATUSES}`,
  );
  const ALL = [
    ...LISTS,
    'media&context=edit&per_page=100&status=inherit,private,trash',
    'templates',
    'template-parts',
  ];
  const authorization = `Basic ${Buffer.from(`${REFERENCE_USER}:${REFERENCE_PASSWORD}`).toString('base64')}`;
  return {
    target: ['--target', PROFILE, ...urls],
    snapshot: async () => {
      const lines = [];
      for (const list of ALL) {
        const url = `${server.url}/content/index.php?rest_route=/cms/v2/${list}`;
        const answer = await fetch(url, { headers: { authorization } });
        if (!answer.ok) throw new Error(`${url}: HTTP ${answer.status}`);
        for (const { id, slug, status, title, content } of await answer.json())
          lines.push(JSON.stringify([list.split('&')[0], id, slug, status, title, content]));
      }
      return lines;
    },
    between: (before, after) => ({
      left: [
        ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
        ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
      ],
      kept: [],
    }),
    close: server.close,
  };
}
