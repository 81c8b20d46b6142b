#!/usr/bin/env node
// Kills runs that write, at random moments, has `touchstone cleanup` put things in order, and compares what is there
// with what was there before: `node scripts/kills-writes.js [how many, 50] [seed, 1]`, after a build.
//
//   --target <profile>     of a site of scripts/real-site/site.sh; without it, a reference target in this process
//   --snapshot <command>   prints all that it holds, such as `php scripts/real-site/snapshot.php DIR`
//   --within <ms>          each run is killed within so many after it wrote the first time (8000)
//
// Checks and campaigns take turns, as do the ways to name the target. The first is a profile that is found. `cleanup` runs
// in another folder with `--all`, and is not told the target. Exit code 1 if anything is left, if `cleanup` says that
// something is, or if a run kept no journal.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { REFERENCE_PASSWORD, REFERENCE_USER } from '../dist/reference/content/identity.js';
import { startServer } from '../dist/reference/http.js';
import { referenceHandler } from '../dist/reference/serve.js';
import { randomFrom } from './chance.js';
import { given } from './given.js';
import { leftBetween } from './real-site/left.js';
import { waysOf } from './ways.js';

const CLI = fileURLToPath(new URL('../bin/touchstone.js', import.meta.url));
const PROFILE = fileURLToPath(new URL('../fixtures/targets/reference.yaml', import.meta.url));

/**
 * Valid requests: on loopback a campaign also sends creations without a name. Of one that was killed before its answer,
 * cleanup only says where to look.
 */
const FUZZ = ['fuzz', '--time', '60', '--mode', 'valid'];

/** Commands to run. Each writes from its first second on. */
const RUNS = [
  ['check', '--only', 'content/posts/create', 'content/pages/delete', 'content/templates/create'],
  [...FUZZ, '--only', 'content/posts', 'content/blocks', 'content/template-parts'],
  ['check', '--only', 'content/state', 'content/media/edit'],
  FUZZ,
];

/** A template of no theme, which WordPress refuses after it has stored it: no route reaches it. */
const UNREACHABLE = { line: '^post \\d+ \\(wp_template(_part)? touchstone-[\\w-]+\\) left as ' };

const { values, positionals } = given({
  allowPositionals: true,
  options: {
    target: { type: 'string' },
    snapshot: { type: 'string' },
    within: { type: 'string', default: '8000' },
  },
});
const withinMs = Number(values.within);
const [count = 50, seed = 1] = positionals.map(Number);
if (
  !(count > 0) ||
  !(withinMs > 0) ||
  (values.target !== undefined && values.snapshot === undefined)
) {
  process.stderr.write(
    'usage: node scripts/kills-writes.js [--target profile.yaml --snapshot command] [--within ms] [how many] [seed]\n',
  );
  process.exit(2);
}
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-kills-writes-'));
const env = { ...process.env, XDG_STATE_HOME: join(scratch, 'state') };
const journals = join(scratch, 'state', 'touchstone', 'cleanup');
const draw = randomFrom(seed);
const site = values.target === undefined ? await ownSite() : givenSite();
const ways = waysOf(site.profile, scratch);
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
  // Each way meets each run in turn.
  const way = ways[(round + Math.floor(round / ways.length)) % ways.length];
  const child = spawn(
    process.execPath,
    [CLI, command, ...args, ...way.args, '--seed', String(seed + round)],
    { cwd: way.cwd, env: { ...env, ...way.env }, stdio: 'ignore' },
  );
  const ended = new Promise((done) => child.once('exit', done));
  const hasJournal = await written(child);
  const afterMs = draw() * withinMs;
  if (hasJournal) await Promise.race([sleep(afterMs), ended]);
  if (child.exitCode === null) sums.killed += 1;
  else sums.ended += 1;
  child.kill('SIGKILL');
  await ended;
  const cleaned = await outputOf([CLI, 'cleanup', '--all', '--yes'], { ...env, ...way.env });
  const [, removed = '0'] = /(\d+) removed, \d+ left/.exec(cleaned.out) ?? [];
  sums.removed += Number(removed);
  const after = await site.snapshot();
  const { left, kept: byItself } = site.between(before, after);
  for (const line of byItself) kept.add(line);
  if (left.length === 0 && cleaned.code === 0 && hasJournal) return;
  sums.left += 1;
  console.log(
    `round ${round}, ${command} ${[...args, ...way.args].join(' ')} (${way.way}), ${hasJournal ? `killed after ${afterMs.toFixed(0)} ms` : 'which kept no journal'}:`,
  );
  for (const line of left.slice(0, 10)) console.log(`  ${line.slice(0, 200)}`);
  console.log(`  cleanup said, with code ${cleaned.code}: ${cleaned.out.trim().slice(-400)}`);
}

/** Waits until its journal names something; false where the run ends without one. */
async function written(child) {
  let isThere = false;
  while (child.exitCode === null) {
    const names = existsSync(journals) ? readdirSync(journals) : [];
    isThere ||= names.length > 0;
    const texts = names.map((name) => textOf(join(journals, name)));
    if (texts.some((text) => text.includes('"entry"'))) return true;
    await sleep(20);
  }
  return isThere;
}

/** It is gone with the end of its run. */
function textOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function outputOf(args, variables) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: scratch, env: variables });
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
  const profile = parse(readFileSync(values.target, 'utf8'));
  const { keeps } = parse(
    readFileSync(new URL('real-site/expected.yaml', import.meta.url), 'utf8'),
  );
  return {
    profile,
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
  const { integration, content, ...rest } = parse(readFileSync(PROFILE, 'utf8'));
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
    profile: {
      ...rest,
      integration: { ...integration, url: server.url },
      content: { ...content, url: `${server.url}/content` },
    },
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
