#!/usr/bin/env node
// Runs the tool against hostile servers: `node scripts/hostile.js [--short] [--list] [PART OF A NAME…]`, after a build.
// Each mode of `hostile-modes.js` is met by `check --record`, `fuzz`, `record` with a small client, and `replay --to`,
// each as a process of its own. Each has to end in time, in little memory, with exit code 1 or 2, and with the reason
// on the terminal. Prints a table. Exits with 1 otherwise.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { serveReference } from '../dist/reference/serve.js';
import { given } from './given.js';
import { MODES } from './hostile-modes.js';

const CLI = fileURLToPath(new URL('../bin/touchstone.js', import.meta.url));
const CLIENT = fileURLToPath(new URL('./hostile-client.js', import.meta.url));
const PROFILE = fileURLToPath(new URL('../fixtures/targets/reference.yaml', import.meta.url));

/** Seconds that a campaign is given, and seconds beyond what it was given in which each run has to end. */
const TIME_S = 2;
const BEYOND_S = 30;
const MOST_MEMORY_MB = 400;
const MODES_AT_ONCE = 3;

/** One mode of each kind, for `--short`. The others differ little from them. */
const SHORT = new Set([
  'endless body',
  'gzip bomb',
  '100,000 headers',
  'never answers',
  'resets within the body',
  'wrong chunk sizes',
  '500 to everything',
  '429 for a day',
  '429 for a second, for ever',
]);

const ONLY = ['content/posts/list', 'content/pages/list', 'integration/timezones'];

/** A named failure, a reported problem, or an error with its code. */
const REASON =
  /\bFAIL|\bproblem|\berror [a-z-]+:|gave no answer|judged|changed|interrupted|given up|removed|value|nothing came by/;

const {
  values: { short, list },
  positionals: names,
} = given({
  options: { short: { type: 'boolean' }, list: { type: 'boolean' } },
  allowPositionals: true,
});
const isAsked = ({ name }) => names.some((part) => name.includes(part));
const modes = MODES.filter((mode) =>
  names.length > 0 ? isAsked(mode) : !short || SHORT.has(mode.name),
);
if (modes.length === 0) {
  process.stderr.write('no mode has such a name\n');
  process.exit(2);
}
if (list) {
  for (const { name } of modes) console.log(name);
  process.exit(0);
}

const scratch = mkdtempSync(join(tmpdir(), 'touchstone-hostile-'));
const env = { ...process.env, XDG_STATE_HOME: join(scratch, 'state'), NO_COLOR: '1' };
const wrong = [];
const began = performance.now();
let runs = 0;
try {
  const recording = await recordReference();
  console.log(
    `${'mode'.padEnd(34)}${COMMANDS()
      .map(({ name }) => name.padEnd(26))
      .join('')}`,
  );
  const waiting = modes.values();
  // Most of a run is waiting for the server.
  await Promise.all(
    Array.from({ length: MODES_AT_ONCE }, async () => {
      for (const mode of waiting) await meet(mode, recording);
    }),
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
for (const line of wrong) console.log(line);
const seconds = ((performance.now() - began) / 1000).toFixed(0);
console.log(
  `${modes.length} modes, ${runs} runs in ${seconds} s: ${wrong.length === 0 ? 'nothing wrong' : `${wrong.length} wrong`}`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;

/** Commands that run against each mode, with their time in seconds. */
function COMMANDS({ profile = '', recording = '', out = '', url = '' } = {}) {
  return [
    {
      name: 'check',
      given: 0,
      args: [
        'check',
        '--target',
        profile,
        '--record',
        `${out}-check`,
        '--seed',
        '1',
        '--runs',
        '2',
        '--only',
        ...ONLY,
        'content/posts/delete',
      ],
    },
    {
      name: 'fuzz',
      given: TIME_S,
      args: [
        'fuzz',
        '--target',
        profile,
        '--time',
        `${TIME_S}s`,
        '--seed',
        '1',
        '--out',
        `${out}-fuzz`,
        '--only',
        ...ONLY,
        'content/posts/create',
      ],
    },
    {
      name: 'record',
      // The client gives each of its nine requests a second.
      given: 9,
      args: [
        'record',
        '--target',
        profile,
        '--out',
        `${out}-record`,
        '--',
        process.execPath,
        CLIENT,
      ],
    },
    {
      name: 'replay --to',
      given: 0,
      args: [
        'replay',
        recording,
        '--target',
        profile,
        '--to-content',
        `${url}/content`,
        '--to-integration',
        url,
      ],
    },
  ];
}

async function recordReference() {
  const folder = join(scratch, 'reference');
  const server = await serveReference({ faults: [], variations: [] });
  const profile = profileFor({ integration: server.integrationUrl, content: server.contentUrl });
  const run = await start(
    [
      'check',
      '--target',
      profile,
      '--record',
      folder,
      '--seed',
      '1',
      '--runs',
      '1',
      '--only',
      ...ONLY,
    ],
    600,
  );
  await server.close();
  if (run.code !== 0) throw new Error(`the reference target cannot be recorded: ${run.text}`);
  return folder;
}

/** The profile of the reference target, at other addresses and with little patience. */
function profileFor({ integration, content }) {
  const given = parse(readFileSync(PROFILE, 'utf8'));
  const path = join(scratch, `${new URL(integration).port}.yaml`);
  const profile = {
    ...given,
    integration: { ...given.integration, url: integration },
    content: { ...given.content, url: content },
    limits: { timeoutMs: 700, totalMs: 1500 },
  };
  writeFileSync(path, stringify(profile));
  return path;
}

async function meet(mode, recording) {
  const server = await serve(mode);
  const profile = profileFor({ integration: server.url, content: `${server.url}/content` });
  const out = join(scratch, mode.name.replace(/\W+/g, '-'));
  const cells = [];
  for (const { name, given, args: own } of COMMANDS({ profile, recording, out, url: server.url })) {
    const run = await start(own, given + BEYOND_S);
    runs += 1;
    const faults = faultsOf(run, given + BEYOND_S);
    for (const fault of faults)
      wrong.push(`WRONG ${mode.name}, ${name}: ${fault}\n${indented(run.text)}`);
    const cell = `${run.code} ${run.seconds.toFixed(1)}s (${run.processor.toFixed(1)}) ${run.megabytes} MB${faults.length > 0 ? ' !' : ''}`;
    cells.push(cell.padEnd(26));
  }
  console.log(`${mode.name.padEnd(34)}${cells.join('')}`.trimEnd());
  await server.close();
}

function indented(text) {
  const lines = text.trim().split('\n');
  return [...lines.slice(0, 4), ...(lines.length > 12 ? ['…'] : []), ...lines.slice(4).slice(-8)]
    .map((line) => `      ${line.slice(0, 200)}`)
    .join('\n');
}

function faultsOf({ code, seconds, megabytes, text }, limit) {
  return [
    ...(seconds > limit ? [`it took ${seconds.toFixed(1)} s, and had ${limit} s`] : []),
    ...(megabytes > MOST_MEMORY_MB ? [`it took ${megabytes} MB`] : []),
    ...(code === 1 || code === 2 ? [] : [`its exit code is ${code}`]),
    ...(/error internal|unhandled|heap out of memory/i.test(text) ? ['it broke down'] : []),
    ...(REASON.test(text) ? [] : ['it says no reason']),
  ];
}

/** Runs the tool, and kills it after twice its time. Only the time of the tool itself counts. */
function start(argv, limitS) {
  return new Promise((resolve) => {
    const from = performance.now();
    const child = spawn(process.execPath, [CLI, ...argv], {
      cwd: scratch,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    let megabytes = 0;
    let time = { busy: 0, waited: 0 };
    // Time spent waiting for a busy processor does not count.
    const seconds = () => (performance.now() - from) / 1000 - time.waited;
    const hear = (piece) => {
      // The last of it says why; a megabyte is more than any of it needs.
      text = `${text}${piece}`.slice(-1_000_000);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const watch = setInterval(() => {
      megabytes = Math.max(megabytes, memoryOf(child.pid));
      time = timeOf(child.pid) ?? time;
      if (seconds() > 2 * limitS) child.kill('SIGKILL');
    }, 50);
    child.once('close', (code) => {
      clearInterval(watch);
      resolve({ code, text, megabytes, processor: time.busy, seconds: seconds() });
    });
  });
}

/** The most memory that a process ever had, in megabytes; 0 where the system does not tell. */
function memoryOf(pid) {
  try {
    const [, kilobytes = '0'] =
      /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return 0;
  }
}

/**
 * The seconds that a process kept a processor busy, with all its threads, and those that its main thread waited for
 * one; undefined where the system does not tell.
 */
function timeOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may have spaces: the 12th and 13th are ticks, a hundred a second.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return { busy: (Number(fields[11]) + Number(fields[12])) / 100, waited: Number(waited) / 1e9 };
  } catch {
    return undefined;
  }
}

/** A server that does one thing to whoever comes. */
function serve(mode) {
  const sockets = new Set();
  const server = createServer(
    { allowHalfOpen: mode.halfOpen === true, noDelay: true },
    (socket) => {
      let came = Buffer.alloc(0);
      // Each of its requests may wait for its end.
      socket.setMaxListeners(0);
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      socket.on('error', () => {});
      socket.on('data', (piece) => {
        came = Buffer.concat([came, piece]);
        for (let request = firstOf(came); request; request = firstOf(came)) {
          came = came.subarray(request.length);
          mode.serve(socket, request);
        }
      });
      mode.open?.(socket);
    },
  );
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({
        url: `http://127.0.0.1:${server.address().port}`,
        close: () =>
          new Promise((closed) => {
            for (const socket of sockets) socket.destroy();
            server.close(closed);
          }),
      });
    });
  });
}

function firstOf(bytes) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const text = bytes.toString('latin1', 0, end);
  const [, method = 'GET', target = '/'] = /^(\S+) (\S+)/.exec(text) ?? [];
  const [, body = '0'] = /\r\ncontent-length:\s*(\d+)/i.exec(text) ?? [];
  const length = end + 4 + Number(body);
  return bytes.length < length ? undefined : { method, target, length };
}
