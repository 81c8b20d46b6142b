// Measures the speed of recording, replaying and the proxy: node scripts/bench-record.js [rounds] (after npm run build)
//
// 1. Recording over one connection, verdicts included, against undici and against the same transport
//    without a recorder. Each is a process of its own: one must not grow the memory of another, or make
//    its compiled code general. Rounds take turns and medians are compared.
// 2. The proxy, judging and redacting, against a direct connection: one client, and eight of autocannon's.
//    Target, proxy and client are processes of their own; rounds take turns and medians are compared. Also
//    the time to the first byte, and the memory of the proxy over 100,000 exchanges. An exchange that is
//    like one before is not judged again, so the proxy is also measured where no answer is like another.
// 3. Replaying in process from 100, 10,000 and 100,000 entries, the first answer from 10,000, and making
//    the files of 10,000 and 100,000.
// 4. The same recording with Polly's own fetch adapter and file persister, and the proxy with talkback.
//
// At its end stands each goal with its figure. It wants a quiet machine: other work shows in all of them.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { Pool } from 'undici';

const ROUND_MS = 500;
const WARM_MS = 5000;
const SIZES = [100, 10_000, 100_000];
const REPLAYED = 4000;
const PATH = '/api/get/all/timezones';
const HEADERS = { accept: 'application/json', authorization: 'Bearer bench-token-0000-xyz' };
const signal = new AbortController().signal;
const SECRETS = [{ name: 'integration-1', value: 'bench-token-0000-xyz' }];
const TOOL = { name: 'touchstone', version: '0.0.0' };
const LIMITS = { timeoutMs: 10_000, totalMs: 30_000, maxBodyBytes: 4_000_000 };
const VERDICTS = [['integration/timezones/success', 'pass']];
const BODY = JSON.stringify({
  additional_data: {},
  data: {
    timezones: Array.from({ length: 12 }, (_, at) => {
      const letter = String.fromCharCode(65 + at);
      return { label: `${letter} Time (Europe/${letter}-Town)`, value: `Europe/${letter}-Town` };
    }),
  },
  error_code: '',
  message: 'ok',
  status: 200,
  success: true,
});

/** The ways of sending that are compared, each in a process of its own. The first is what the others are measured by. */
const WAYS = {
  'undici, direct': bareUndici,
  'our transport, direct': ourTransport,
  'our transport, recording': ourRecorder,
  "Polly's fetch adapter and file persister": stockPolly,
};

/** Sentences about each goal. */
const goals = [];

const [role, ...rest] = process.argv.slice(2);
const roles = {
  target: serveTarget,
  proxy: serveProxy,
  load,
  sender: sendOn,
  talkback: serveTalkback,
  first: answerFirst,
};
if (role !== undefined && Object.hasOwn(roles, role)) await roles[role](...rest);
else await main(Number(role ?? 7));

// ---- processes ---------------------------------------------------------------------------------------

/** Under `/varying`, no answer is like another. */
function serveTarget() {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY) };
  let count = 1_000_000;
  const server = createServer((request, response) => {
    const varying = request.url.startsWith('/varying');
    if (varying) count += 1;
    const body = varying ? BODY.replace('"ok"', `"ok ${count}"`) : BODY;
    response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`));
}

async function serveProxy(url, folder) {
  const [{ openWatch }, { loadContract }] = await Promise.all([
    import('../dist/traffic/watch.js'),
    import('../dist/contract/contract.js'),
  ]);
  const endpoint = {
    baseUrl: url,
    secrets: ['another-secret-1234'],
    credentialFrom: { scheme: 'Bearer', variable: 'TOKEN' },
    known: {},
    style: { arrays: 'brackets', routing: { kind: 'path' } },
  };
  let judged = 0;
  const watch = await openWatch({
    contract: loadContract(),
    target: { ...bareTarget(), endpoints: { integration: endpoint } },
    folder,
    port: 0,
    strict: false,
    now: Date.now,
    monotonic: () => performance.now(),
    show: ({ verdict }) => {
      if (verdict.kind === 'judged') judged += 1;
    },
    say: () => {},
    failed: (error) => {
      throw error;
    },
  });
  process.on('message', () => {
    globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    process.send({ judged, bytes: heapUsed + external });
  });
  process.send(watch.addresses.integration);
}

async function serveTalkback(url, folder) {
  const talkback = unwrapped(await import('talkback'));
  const server = talkback({ host: url, port: 0, path: folder, record: 'OVERWRITE', silent: true });
  const http = await server.start();
  process.send(`http://127.0.0.1:${http.address().port}`);
}

/** Tells how many milliseconds the first answer of a recording takes, from opening it on. */
async function answerFirst(folder) {
  const [{ openRecording }, { replayTransport }] = await Promise.all([
    import('../dist/record/folder.js'),
    import('../dist/record/replayer.js'),
  ]);
  const begun = performance.now();
  const replay = replayTransport(openRecording(folder, TOOL), SECRETS);
  const { outcome } = await replay.send(wire(0), 'http://127.0.0.1:1', signal, requestContextOf(0));
  if (outcome.kind !== 'answer') throw new Error(outcome.message);
  process.send(performance.now() - begun);
}

/** Asks as fast as it can from so many connections; tells requests a second and the time to the first byte. */
function load() {
  process.on('message', async ({ url, clients, ms, count, cannon }) => {
    const { origin, pathname } = new URL(url);
    const path = `${pathname.replace(/\/$/, '')}${PATH}`;
    if (cannon) {
      const given = {
        url: `${origin}${path}`,
        connections: clients,
        duration: 1,
        headers: HEADERS,
      };
      const { requests, duration, non2xx, errors } = await autocannon(given);
      if (non2xx + errors > 0) throw new Error(`${non2xx} wrong answers, ${errors} errors`);
      process.send({ rate: requests.total / duration, first: 0 });
      return;
    }
    const pool = new Pool(origin, { connections: clients, pipelining: 1 });
    const end = performance.now() + ms;
    const firsts = [];
    let done = 0;
    const client = async () => {
      while (count === undefined ? performance.now() < end : done < count) {
        done += 1;
        const begun = performance.now();
        const { statusCode, body } = await pool.request({
          path,
          method: 'GET',
          headers: HEADERS,
        });
        firsts.push(performance.now() - begun);
        await body.dump({ limit: 1e9 });
        if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`);
      }
    };
    const begun = performance.now();
    await Promise.all(Array.from({ length: clients }, client));
    const rate = (done * 1000) / (performance.now() - begun);
    await pool.close();
    process.send({ rate, first: median(firsts) });
  });
  process.send('ready');
}

function start(...args) {
  const child = fork(fileURLToPath(import.meta.url), args, { execArgv: ['--expose-gc'] });
  return new Promise((resolve, reject) => {
    child.once('message', (reported) => resolve({ child, reported }));
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}`)));
  });
}

function ask({ child }, question) {
  return new Promise((resolve) => {
    child.once('message', resolve);
    child.send(question);
  });
}

// ---- measuring ---------------------------------------------------------------------------------------

async function main(rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  const target = await start('target');
  try {
    await benchRecording(target.reported, folder, rounds);
    await benchProxy(target.reported, folder, rounds);
    await benchReplay(folder);
    tellGoals();
  } finally {
    target.child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchRecording(url, folder, rounds) {
  heading('Recording over one connection', 'requests/s');
  const figures = Object.fromEntries(Object.keys(WAYS).map((name) => [name, []]));
  const senders = [];
  try {
    for (const name of Object.keys(WAYS)) {
      senders.push([name, await start('sender', url, folder, name)]);
    }
    for (let round = -1; round < rounds; round += 1) {
      for (const [name, sender] of senders) {
        // The first round warms up: that much code is slow until it has run some thousand times.
        const reported = await ask(sender, { ms: round < 0 ? WARM_MS : ROUND_MS });
        if (round >= 0) figures[name].push(reported);
      }
    }
    const rates = Object.entries(figures).map(([, all]) => median(all.map(({ rate }) => rate)));
    const [base] = rates;
    const works = Object.values(figures).map((all) => median(all.map(({ work }) => work)));
    for (const [at, name] of Object.keys(figures).entries()) {
      row(name, rates[at], rates[at] / base, `${Math.round(works[at])} µs of work each`);
    }
    const [, direct, recording] = works;
    const cost = Math.round(recording - direct);
    verdict('recording an exchange', `${cost} µs of work`, cost <= 1000, 'at most 1000 µs');
    const [, polly] = senders.at(-1);
    const { stopped } = await ask(polly, 'stop');
    console.log(`  Polly's own persister took ${Math.round(stopped)} ms to write at the end`);
  } finally {
    for (const [, { child }] of senders) child.kill();
  }
}

/**
 * Sends in one of the ways for as long as it is asked to, one after the other, and tells requests a second
 * and the microseconds of its own work in each. That work hardly depends on what else the machine does.
 */
async function sendOn(url, folder, name) {
  const { send, stop } = await WAYS[name](url, folder);
  let at = 0;
  process.on('message', async (question) => {
    const begun = performance.now();
    if (question === 'stop') {
      await stop();
      process.send({ stopped: performance.now() - begun });
      return;
    }
    const first = at;
    const before = process.cpuUsage();
    while (performance.now() < begun + question.ms) await send(++at);
    const rate = ((at - first) * 1000) / (performance.now() - begun);
    const { user, system } = process.cpuUsage(before);
    process.send({ rate, work: (user + system) / (at - first) });
  });
  process.send('ready');
}

function bareUndici(url) {
  const pool = new Pool(url, { connections: 1, pipelining: 1 });
  const send = async () => {
    const { body } = await pool.request({ path: PATH, method: 'GET', headers: HEADERS });
    await body.arrayBuffer();
  };
  return { send, stop: () => pool.close() };
}

async function ourTransport(url) {
  const { liveTransport } = await import('../dist/send/live.js');
  const live = liveTransport({ limits: LIMITS, tls: { insecure: false }, connections: 1 });
  return { live, send: (at) => live.send(wire(at), url, signal), stop: () => live.close() };
}

async function ourRecorder(url, folder) {
  const { openRecorder } = await import('../dist/record/recorder.js');
  const { live } = await ourTransport(url);
  const recorder = openRecorder(recorderOptions(join(folder, 'recording'), live));
  const send = async (at) => {
    const requestContext = requestContextOf(at);
    await recorder.transport.send(wire(at), url, signal, requestContext);
    recorder.keep(
      { case: requestContext.case, exchanges: [] },
      { verdicts: VERDICTS, observations: [] },
    );
  };
  return { send, stop: () => recorder.finish() };
}

/** Polly in its default configuration, on global fetch. */
async function stockPolly(url, folder) {
  const [{ Polly }, fetchAdapter, persister] = await Promise.all([
    import('@pollyjs/core'),
    import('@pollyjs/adapter-fetch'),
    import('@pollyjs/persister-fs'),
  ]);
  const polly = new Polly('bench', {
    mode: 'record',
    adapters: [unwrapped(fetchAdapter)],
    persister: unwrapped(persister),
    persisterOptions: { fs: { recordingsDir: join(folder, 'polly') } },
    recordFailedRequests: true,
    flushRequestsOnStop: false,
    logLevel: 'silent',
  });
  return {
    send: async () => (await fetch(`${url}${PATH}`, { headers: HEADERS })).arrayBuffer(),
    stop: () => polly.stop(),
  };
}

/** The default export of a CommonJS module. */
function unwrapped({ default: value }) {
  return value.default ?? value;
}

async function benchProxy(url, folder, rounds) {
  const proxy = await start('proxy', url, join(folder, 'proxy'));
  const varying = await start('proxy', `${url}/varying`, join(folder, 'varying'));
  const client = await start('load');
  const talkback = await start('talkback', url, join(folder, 'talkback'));
  const places = {
    direct: url,
    proxy: proxy.reported,
    'proxy, every answer another': varying.reported,
    talkback: talkback.reported,
  };
  try {
    for (const place of Object.values(places)) {
      await ask(client, { url: place, clients: 8, ms: WARM_MS });
    }
    for (const clients of [1, 8]) {
      const rates = Object.fromEntries(Object.keys(places).map((name) => [name, []]));
      const firsts = Object.fromEntries(Object.keys(places).map((name) => [name, []]));
      for (let round = 0; round < rounds; round += 1) {
        for (const [name, place] of Object.entries(places)) {
          const how = { url: place, clients, ms: ROUND_MS, cannon: clients > 1 };
          const reported = await ask(client, how);
          rates[name].push(reported.rate);
          firsts[name].push(reported.first);
        }
      }
      const who = clients === 1 ? 'one client' : `${clients} clients`;
      heading(`The proxy, ${who}`, 'requests/s');
      const base = median(rates.direct);
      for (const [name, all] of Object.entries(rates)) row(name, median(all), median(all) / base);
      if (clients > 1) continue;
      const later = median(firsts.proxy) - median(firsts.direct);
      verdict('first byte later than direct', `${later.toFixed(2)} ms`, later <= 1, 'at most 1 ms');
    }
    await benchMemory(proxy, client);
  } finally {
    for (const { child } of [proxy, varying, client, talkback]) child.kill();
  }
}

async function benchMemory(proxy, client) {
  heading('Memory of the proxy', 'MB');
  const before = await ask(proxy, 'memory');
  await ask(client, { url: proxy.reported, clients: 8, count: 100_000 });
  const after = await ask(proxy, 'memory');
  const grown = (after.bytes - before.bytes) / 1e6;
  console.log(`  ${after.judged - before.judged} exchanges, all of them judged`);
  verdict('grown over them', `${grown.toFixed(1)} MB`, grown <= 20, 'at most 20 MB');
}

async function benchReplay(folder) {
  const [{ openRecorder }, { openRecording }] = await Promise.all([
    import('../dist/record/recorder.js'),
    import('../dist/record/folder.js'),
  ]);
  const url = 'http://127.0.0.1:1';
  const finishing = new Map();
  const recordings = new Map();
  for (const size of SIZES) {
    const place = join(folder, `replay-${size}`);
    const recorder = openRecorder(recorderOptions(place, canned()));
    for (let at = 0; at < size; at += 1) {
      const requestContext = requestContextOf(at);
      await recorder.transport.send(wire(at), url, signal, requestContext);
      recorder.keep(
        { case: requestContext.case, exchanges: [] },
        { verdicts: VERDICTS, observations: [] },
      );
    }
    const begun = performance.now();
    await recorder.finish();
    finishing.set(size, performance.now() - begun);
    recordings.set(size, openRecording(place, TOOL));
  }
  heading('Replaying in process', 'requests/s');
  const times = new Map(SIZES.map((size) => [size, []]));
  for (let round = -2; round < 7; round += 1) {
    for (const [size, recording] of recordings) {
      const took = await replayMany(recording, size, Math.max(round, 0) * REPLAYED);
      // The first rounds warm up.
      if (round >= 0) times.get(size).push((REPLAYED * 1000) / took);
    }
  }
  const rates = [...times.values()].map(median);
  SIZES.forEach((size, at) => {
    row(`${size} entries`, rates[at], rates[at] / rates[0]);
  });
  const firsts = [];
  for (let round = 0; round < 3; round += 1) {
    // In a process of its own, where nothing has run before.
    const { child, reported } = await start('first', join(folder, 'replay-10000'));
    firsts.push(reported);
    child.kill();
  }
  const first = median(firsts);
  const [small = 0] = rates;
  const spread = Math.max(...rates.map((rate) => Math.abs(rate / small - 1)));
  const least = Math.min(...rates);
  verdict(
    'slowest',
    `${Math.round(least)} requests/s`,
    least >= 10_000,
    'at least 10000 requests/s',
  );
  const within = `${Math.round(spread * 100)} %`;
  verdict('apart from 100 entries', within, spread <= 0.25, 'within 25 %');
  verdict('first answer from 10,000', `${Math.round(first)} ms`, first <= 300, 'at most 300 ms');
  const [few, many] = [finishing.get(10_000), finishing.get(100_000)];
  const made = `${Math.round(many)} ms`;
  verdict('making the files of 100,000', made, many <= 6000, 'at most 6000 ms');
  const growth = many / few;
  verdict('that, of 10,000', `${growth.toFixed(1)} times`, growth <= 15, 'linear: about 10 times');
}

/** Replays so many requests, however few there are; tells the milliseconds. */
async function replayMany(recording, size, from) {
  const { replayTransport } = await import('../dist/record/replayer.js');
  let took = 0;
  for (let done = 0; done < REPLAYED; ) {
    // Each answer is replayed only once, so a small recording is opened often.
    const replay = replayTransport(recording, SECRETS);
    const begun = performance.now();
    for (let at = (from + done) % size; at < size && done < REPLAYED; at += 1) {
      const { outcome } = await replay.send(
        wire(at),
        'http://127.0.0.1:1',
        signal,
        requestContextOf(at),
      );
      if (outcome.kind !== 'answer') throw new Error(outcome.message);
      done += 1;
    }
    took += performance.now() - begun;
    await replay.close();
  }
  return took;
}

// ---- what is sent ------------------------------------------------------------------------------------

function wire(at) {
  return {
    method: 'GET',
    target: `${PATH}?n=${at}`,
    headers: Object.entries(HEADERS),
    body: undefined,
  };
}

function requestContextOf(at) {
  const id = `integration/timezones/bench/${at}`;
  const operation = 'integration/timezones';
  const request = { operation, path: {}, query: {}, headers: [], body: { kind: 'none' } };
  const steps = [{ id: 'request', role: 'valid', request }];
  const item = { id, title: 'is sent', document: 'integration', evidence: [], steps };
  return { case: { ...item, origin: { kind: 'scenario' } }, step: 'request', operation };
}

/** A transport that answers without a network. */
function canned() {
  const bytes = new TextEncoder().encode(BODY);
  const headers = [['content-type', 'application/json']];
  const body = {
    bytes,
    completeness: 'complete',
    content: { kind: 'json', value: JSON.parse(BODY) },
  };
  const outcome = { kind: 'answer', status: 200, reason: 'OK', headers, body };
  return { send: async () => ({ outcome, resent: false }), close: async () => {} };
}

function bareTarget() {
  const rest = { tls: { insecure: false }, concurrency: 1, off: [], knownFailures: [] };
  return { name: 'bench', endpoints: {}, limits: LIMITS, ...rest };
}

function recorderOptions(folder, inner) {
  const { name, endpoints, limits, concurrency, off, knownFailures } = bareTarget();
  return {
    folder,
    inner,
    manifest: [
      { kind: 'contract', digest: 'bench' },
      { kind: 'plan', seed: 0, runs: 0, only: [], strict: false, discover: false },
      { kind: 'target', target: { name, endpoints, limits, concurrency, off, knownFailures } },
    ],
    secrets: SECRETS,
    now: Date.now,
    monotonic: () => performance.now(),
    finish: { tool: TOOL, keepOthers: false },
  };
}

// ---- telling -----------------------------------------------------------------------------------------

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function heading(text, unit) {
  console.log(`\n${text} (${unit})`);
}

function row(name, rate, ratio, more = '') {
  const figures = `${String(Math.round(rate)).padStart(8)}   ${ratio.toFixed(2)}   ${more}`;
  console.log(`  ${name.padEnd(42)} ${figures}`.trimEnd());
}

function verdict(what, value, good, wanted) {
  const line = `  ${good ? 'met   ' : 'MISSED'} ${what}: ${value} (${wanted})`;
  goals.push(line);
  console.log(line);
}

function tellGoals() {
  const load = loadavg()
    .map((one) => one.toFixed(1))
    .join(' ');
  console.log(`\nAll goals, with a load of ${load} on ${availableParallelism()} cores at the end`);
  for (const line of goals) console.log(line);
}
