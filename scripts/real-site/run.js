#!/usr/bin/env node
// Sets up a WordPress site and checks it read-only and with writes. Prints failures and warnings by cause, what could
// not be judged, and what was left behind. `npm run real-site -- --help`
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { crashesIn, failuresOf, fatalsIn } from './causes.js';
import { leftBetween } from './left.js';
import { LOGINS, optionsIn, USAGE } from './options.js';
import { detailsOf, headOf, rowOf, togetherOf } from './print.js';
import { runVariants } from './run-variants.js';
import { endAll, endSite, keepSite, run, snapshotOf, startSite, takeLog } from './site.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOL = join(ROOT, 'bin/touchstone.js');
const EXPECTED = parse(readFileSync(new URL('expected.yaml', import.meta.url), 'utf8'));

const options = optionsIn(process.argv.slice(2));
if (options.help) {
  say(USAGE);
  process.exit(0);
}
if (options.problem !== undefined) fail(options.problem);
if (!existsSync(join(ROOT, 'dist/cli/index.js'))) fail('not built yet: run `npm run build`');

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    interrupted = true;
    say(`${signal}: ending the site`);
    endAll().finally(() => process.exit(130));
  });
}

const folder = mkdtempSync(join(tmpdir(), 'touchstone-real-site-'));
const out = resolve(options.out ?? join(folder, 'results'));
mkdirSync(out, { recursive: true });
let sites = 0;
let dir;

try {
  process.exitCode = (await everything()) ? 0 : 1;
} catch (error) {
  if (!interrupted) say(`real-site: ${error.message}`);
  process.exitCode = 2;
} finally {
  if (!interrupted && dir !== undefined && !options.keep) endSite(dir);
}

async function everything() {
  if (options.variants.length > 0) return allVariants();
  const outcomes = [];
  if (options.matrix) say(headOf());
  for (const one of options.runs) {
    const outcome = await carryOut(one);
    outcomes.push(outcome);
    say(options.matrix ? rowOf(outcome) : detailsOf(outcome));
    if (outcome.left.length > 0 && !options.keep) {
      endSite(dir);
      dir = undefined;
    }
  }
  if (options.matrix) say(togetherOf(outcomes));
  const wrong = outcomes.filter(({ ok }) => !ok).length;
  say(
    wrong === 0
      ? `all of ${outcomes.length} runs as expected`
      : `${wrong} of ${outcomes.length} runs not as expected`,
  );
  say(`reports and logs: ${out}`);
  if (options.keep && dir !== undefined) {
    writeFileSync(join(dir, '.keep'), '');
    keepSite(dir);
    say(
      `the site runs on: . ${dir}/site.env; to stop: bash scripts/real-site/site.sh --stop --dir ${dir}`,
    );
  }
  return wrong === 0;
}

async function allVariants() {
  const { wordpress, workers } = options;
  dir = join(folder, 'site-1');
  const site = { dir, wordpress, workers };
  const wrong = await runVariants(options.variants, { site, out, tool: TOOL, say });
  say(wrong === 0 ? 'all variants as demanded' : `${wrong} variants not as demanded`);
  say(`reports and logs: ${out}`);
  return wrong === 0;
}

/** One run against a site that is as it was set up; a site that a run left something on is set up anew. */
async function carryOut(one) {
  if (dir === undefined) {
    sites += 1;
    dir = join(folder, `site-${sites}`);
  }
  const { wordpress, workers } = options;
  const site = await startSite({ dir, wordpress, permalinks: one.permalinks, workers });
  const name = [one.login, one.permalinks, `c${one.concurrency}`, `seed${one.seed}`, one.mode].join(
    '-',
  );
  const place = join(out, name);
  mkdirSync(place, { recursive: true });
  const before = await snapshotOf(dir);
  const started = performance.now();
  const { code, out: printed } = await touchstone(one, site, place);
  const seconds = Math.round((performance.now() - started) / 1000);
  const after = await snapshotOf(dir);
  const logs = {
    'out.txt': printed,
    before,
    after,
    'crashes.log': takeLog(dir, 'crashes.log'),
    'debug.log': takeLog(dir, 'debug.log'),
  };
  for (const [file, text] of Object.entries(logs)) writeFileSync(join(place, file), text);
  const { left, kept } = leftBetween(before, after, EXPECTED.keeps);
  const report = reportIn(place, one);
  const failures = failuresOf(report?.clauses ?? [], EXPECTED.failures);
  const unjudged = code === 2 || (one.mode !== 'fuzz' && report === undefined);
  return {
    ...one,
    place,
    site: site.SITE_WORDPRESS,
    code,
    seconds,
    printed,
    report,
    failures,
    left,
    kept,
    crashes: crashesIn(logs['crashes.log']),
    fatals: fatalsIn(logs['debug.log']),
    ok:
      failures.every(({ expected }) => expected !== undefined) &&
      left.length === 0 &&
      (!unjudged || EXPECTED.unjudged.includes(one.login)),
  };
}

function reportIn(place, { mode }) {
  const path = join(place, 'report.json');
  return mode !== 'fuzz' && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

function touchstone(one, site, place) {
  const { user, password } = LOGINS[one.login](site);
  const profile = join(place, 'profile.yaml');
  const login =
    user === undefined ? [] : ['user: $' + '{SITE_LOGIN}', 'password: $' + '{SITE_LOGIN_PASSWORD}'];
  const lines = [`url: ${site.SITE_CONTENT_URL}`, ...login, `routing: ${site.SITE_ROUTING}`];
  writeFileSync(
    profile,
    `preset: wordpress\nname: WordPress ${site.SITE_WORDPRESS}\ncontent:\n${lines.map((line) => `  ${line}\n`).join('')}limits: { timeoutMs: 30000, totalMs: 90000 }\n`,
  );
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TOUCHSTONE_'));
  const what = one.mode === 'fuzz' ? ['fuzz', '--time', String(options.fuzz)] : ['check'];
  const args = [
    ...[TOOL, ...what, '--target', profile, '--out', place],
    ...['--seed', String(one.seed), '--concurrency', String(one.concurrency)],
    ...(one.mode === 'read-only' ? ['--read-only'] : []),
    ...(options.only.length > 0 ? ['--only', ...options.only] : []),
  ];
  return run(process.execPath, args, {
    anyCode: true,
    cwd: place,
    env: {
      ...Object.fromEntries(own),
      ...site,
      NO_COLOR: '1',
      XDG_STATE_HOME: join(folder, 'state'),
      ...(user !== undefined && { SITE_LOGIN: user, SITE_LOGIN_PASSWORD: password }),
    },
  });
}

function say(text) {
  process.stdout.write(`${text}\n`);
}

function fail(problem) {
  process.stderr.write(`real-site: ${problem}\n`);
  process.exit(2);
}
