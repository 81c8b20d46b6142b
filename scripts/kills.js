#!/usr/bin/env node
// Kills runs that record, at random moments, and looks at what is left: `node scripts/kills.js [how many, 200]
// [seed, 1]`, after a build.
//
// Each time, `touchstone check --record` runs as a process of its own against a reference target in this one,
// which counts what it has answered, and is ended with SIGKILL. The moment is drawn: at the arrival of some
// request, or a moment later, or while the files are made. Every other time the folder has a recording already.
// Then `touchstone check --replay` has to say what it recovered, all but what was in flight has to be there,
// and every case that was carried out has to be judged as a live run judges it. Exit code 1 if anything is not so.

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { main } from '../dist/cli/main.js';
import { toolOf } from '../dist/io/tool.js';
import { openRecording } from '../dist/record/folder.js';
import { startServer } from '../dist/reference/http.js';
import { referenceHandler } from '../dist/reference/serve.js';
import { randomFrom } from './chance.js';

const CLI = fileURLToPath(new URL('../bin/touchstone.js', import.meta.url));
// With a profile the target is not discovered: on a busy machine that can take too long.
const PROFILE = fileURLToPath(new URL('../fixtures/targets/reference.yaml', import.meta.url));

/** Cases under way at once, each with one request; so many requests can be in flight. */
const CONCURRENCY = 8;

/** Plans to record. Planning the content API takes seconds, so it gets fewer kills. */
const PLANS = {
  integration: ['--runs', '60'],
  content: ['--runs', '1', '--only', 'content/blocks', 'content/posts/delete'],
};
const CONTENT_EVERY = 20;

/** Milliseconds after the last request, within which the files are made. */
const FINISHING_MS = 250;

const [count, seed] = numbersIn(process.argv.slice(2));
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-kills-'));
const draw = randomFrom(seed);
const began = performance.now();
const wrong = [];
const sums = {
  before: 0,
  under: 0,
  after: 0,
  ended: 0,
  answered: 0,
  recovered: 0,
  lost: 0,
  most: 0,
};
try {
  const baselines = {};
  baselines.integration = await baselineOf('integration');
  if (count >= CONTENT_EVERY) baselines.content = await baselineOf('content');
  const rounds = Array.from({ length: count }, (_, index) => roundOf(index, baselines));
  // Two at a time: what takes longest is the start of a process.
  await Promise.all([0, 1].map((lane) => inTurn(rounds.filter((_, at) => at % 2 === lane))));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
for (const line of wrong) console.log(line);
const seconds = ((performance.now() - began) / 1000).toFixed(0);
console.log(
  `${count} kills in ${seconds} s, seed ${seed}: ${sums.before} before the first exchange, ${sums.under} under way, ${sums.after} while the files were made, ${sums.ended} after the end`,
);
console.log(
  `${sums.answered} exchanges answered and to be kept, ${sums.recovered} recovered, ${sums.lost} lost in flight, ${sums.most} at the most of ${CONCURRENCY}: ${wrong.length === 0 ? 'nothing wrong' : `${wrong.length} wrong`}`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;

/** All that chance decides about a kill is drawn beforehand, so that it does not depend on which comes first. */
function roundOf(index, baselines) {
  const document = index % CONTENT_EVERY === CONTENT_EVERY - 1 ? 'content' : 'integration';
  const { answered } = baselines[document];
  const at = 1 + Math.floor(draw() * answered * 1.2);
  const afterMs = draw() < 0.5 ? 0 : draw() * (at > answered ? FINISHING_MS : 4);
  return { index, document, at, afterMs, over: index % 2 === 1, baseline: baselines[document] };
}

async function inTurn(rounds) {
  for (const round of rounds) await kill(round);
}

/** A run without a kill: its number of requests before it records, and its recording. */
async function baselineOf(document) {
  const folder = join(scratch, `baseline-${document}`);
  const served = await serve();
  const code = await record(served, document, folder).ended;
  await served.close();
  const recording = openRecording(folder, toolOf());
  const ofCases = recording.entries.filter((entry) => entry.case !== null);
  if (code !== 0 || ofCases.length === 0) {
    throw new Error(`the run without a kill ended with ${code}`);
  }
  // Requests before the first case, and the listing after the last, belong to no case.
  const first = Math.min(...ofCases.map((entry) => entry.read().startedAt));
  const learnt = served.answered.filter((at) => at < first).length;
  return { folder, answered: served.answered.length, kept: ofCases.length, learnt };
}

async function kill({ index, document, at, afterMs, over, baseline }) {
  const say = (what) =>
    wrong.push(`kill ${index}, ${document}, request ${at} + ${afterMs.toFixed(1)} ms: ${what}`);
  const folder = join(scratch, `${index}`);
  if (over) cpSync(baseline.folder, folder, { recursive: true });
  const served = await serve();
  const run = record(served, document, folder);
  const last = Math.min(at, baseline.answered);
  await Promise.race([served.reached(last), run.ended]);
  if (afterMs > 0) await Promise.race([sleep(afterMs), run.ended]);
  run.kill();
  const ended = await run.ended;
  await served.close();
  const journal = existsSync(join(folder, 'journal.ndjson'));
  const begun = existsSync(folder) && (journal || existsSync(join(folder, 'manifest.ndjson')));
  const answered = Math.min(Math.max(0, served.answered.length - baseline.learnt), baseline.kept);
  if (ended === 0) sums.ended += 1;
  else if (answered === 0) sums.before += 1;
  else if (answered < baseline.kept) sums.under += 1;
  else sums.after += 1;
  if (!begun) {
    if (answered > CONCURRENCY) say(`nothing was kept of ${answered} exchanges`);
    return;
  }
  const shown = await replay(folder);
  const [, exchanges] =
    /had been cut short: ([\d,]+) exchanges? of [\d,]+ cases? were recovered/.exec(shown.all) ?? [];
  if (journal && exchanges === undefined) say(`no word of a recovery: ${shown.all}`);
  if (existsSync(join(folder, 'journal.ndjson'))) say('the journal is still there');
  const recording = openRecording(folder, toolOf());
  if (recording.notes.length > 0) say(`it is recovered twice: ${recording.notes}`);
  if (exchanges !== undefined) {
    const recovered = Math.max(
      0,
      Number(exchanges.replaceAll(',', '')) - recording.ofCase(null).length,
    );
    const lost = answered - recovered;
    sums.answered += answered;
    sums.recovered += recovered;
    sums.lost += Math.max(0, lost);
    sums.most = Math.max(sums.most, lost);
    if (lost < 0 || lost > CONCURRENCY) say(`${recovered} of ${answered} exchanges were recovered`);
  }
  const cases = [...recording.cases()];
  const whole = cases.filter(({ verdicts }) => verdicts !== undefined);
  const before = over ? openRecording(baseline.folder, toolOf()).entries.length : 0;
  if (over && recording.entries.length < before * 0.9) {
    say(`of a recording of ${before} exchanges, ${recording.entries.length} are left`);
  }
  judgeReplay(shown, whole.length, say);
}

/** A replay of whole cases has no error and no failure; without any, it says that nothing was to be judged. */
function judgeReplay({ code, all, report }, whole, say) {
  if (whole === 0) {
    if (code !== 2) say(`code ${code} without a whole case: ${all}`);
    return;
  }
  const { error = 0, fail = 0, warn = 0 } = report?.counts ?? { error: 1 };
  if (code !== 0 || error + fail + warn > 0)
    say(`its replay: code ${code}, ${error} errors, ${fail} failures: ${all}`);
}

/** The reference target, which notes when it has answered. */
async function serve() {
  const answered = [];
  let waiting;
  const { handler } = referenceHandler(
    { faults: [], variations: [] },
    () => `${server.url}/content`,
  );
  const server = await startServer(async (request) => {
    const reply = await handler(request);
    answered.push(Date.now());
    if (waiting && answered.length >= waiting.least) waiting.resolve();
    return reply;
  });
  const reached = (least) =>
    new Promise((resolve) => {
      waiting = { least, resolve };
      if (answered.length >= least) resolve();
    });
  return { url: server.url, answered, reached, close: server.close };
}

function record({ url }, document, folder) {
  // The target as most people name it: by a profile that is found.
  const cwd = mkdtempSync(join(scratch, 'found-'));
  const address = document === 'content' ? `${url}/content` : url;
  writeFileSync(join(cwd, 'touchstone.yaml'), profileOf(document, address));
  const args = [CLI, 'check', '--record', folder, '--seed', '11'];
  const env = { ...process.env, XDG_STATE_HOME: join(scratch, 'state') };
  const child = spawn(process.execPath, [...args, ...PLANS[document]], {
    cwd,
    env,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  return { ended, kill: () => child.kill('SIGKILL') };
}

/** The profile of the reference target with only one document. */
function profileOf(document, url) {
  const { name, [document]: own } = parse(readFileSync(PROFILE, 'utf8'));
  // This process does other work too, and answers can be slow on a busy machine.
  const limits = { timeoutMs: 120_000, totalMs: 240_000 };
  return stringify({ name, [document]: { ...own, url }, limits });
}

/** The next command, in this process. */
async function replay(folder) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const texts = { out: '', err: '' };
  stdout.on('data', (piece) => {
    texts.out += piece;
  });
  stderr.on('data', (piece) => {
    texts.err += piece;
  });
  const signal = new AbortController().signal;
  const args = ['check', '--replay', folder, '--json'];
  const code = await main(args, { stdout, stderr, env: {}, cwd: scratch, signal });
  await new Promise((resolve) => setImmediate(resolve));
  const report = texts.out === '' ? undefined : JSON.parse(texts.out);
  return { code, report, all: texts.err.trim() };
}

function numbersIn(args) {
  const [count = 200, seed = 1] = args.map(Number);
  if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed) || seed < 0) {
    process.stderr.write('usage: node scripts/kills.js [how many, 200] [seed, 1]\n');
    process.exit(2);
  }
  return [count, seed];
}
