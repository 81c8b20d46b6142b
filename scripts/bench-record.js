// How fast recording, replaying and the proxy are: node scripts/bench-record.js [rounds] (after npm run build)
//
// 1. Recording over one connection, against the same transport without a recorder.
// 2. The proxy, judging and redacting, against a direct connection: one client and eight. Target, proxy and
//    client are processes of their own; rounds take turns and medians are compared. Beside it the time to
//    the first byte, and the memory of the proxy over 100,000 exchanges. An exchange that is like one
//    before is not judged again, so the proxy is also measured where no answer is like another.
// 3. Replaying in process from 100, 10,000 and 100,000 entries, the first answer from 10,000, and making
//    the files of 100,000.
// 4. The same recording with Polly's own fetch adapter and file persister, and the proxy with talkback, where
//    these packages are there: npm install --no-save @pollyjs/adapter-fetch @pollyjs/persister-fs talkback
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';

const ROUND_MS = 500;
const SIZES = [100, 10_000, 100_000];
const REPLAYED = 4000;
const PATH = '/api/get/all/timezones';
const HEADERS = { accept: 'application/json', authorization: 'Bearer bench-token-0000-xyz' };
const signal = new AbortController().signal;
const SECRETS = [{ name: 'integration-1', value: 'bench-token-0000-xyz' }];
const TOOL = { name: 'touchstone', version: '0.0.0' };
const LIMITS = { timeoutMs: 10_000, totalMs: 30_000, maxBodyBytes: 4_000_000 };
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

const [role, ...rest] = process.argv.slice(2);
const roles = { target: serveTarget, proxy: serveProxy, load, talkback: serveTalkback };
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
  const { default: talkback } = await import('talkback');
  const server = talkback({ host: url, port: 0, path: folder, record: 'OVERWRITE', silent: true });
  const http = await server.start();
  process.send(`http://127.0.0.1:${http.address().port}`);
}

/** Asks as fast as it can from so many connections; tells requests a second and the time to the first byte. */
function load() {
  process.on('message', async ({ url, clients, ms, count }) => {
    const { origin, pathname } = new URL(url);
    const path = `${pathname.replace(/\/$/, '')}${PATH}`;
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
    child.once('message', (told) => resolve({ child, told }));
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
    await benchRecording(target.told, folder, rounds);
    await benchProxy(target.told, folder, rounds);
    await benchReplay(folder);
  } finally {
    target.child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchRecording(url, folder, rounds) {
  const [{ liveTransport }, { openRecorder }] = await Promise.all([
    import('../dist/send/live.js'),
    import('../dist/record/recorder.js'),
  ]);
  const live = () => liveTransport({ limits: LIMITS, tls: { insecure: false }, connections: 1 });
  const direct = live();
  const recorder = openRecorder(recorderOptions(join(folder, 'recording'), live()));
  const pool = new Pool(url, { connections: 1, pipelining: 1 });
  const polly = await stockPolly(url, folder);
  const ways = {
    'undici, direct': async () => {
      const { body } = await pool.request({ path: PATH, method: 'GET', headers: HEADERS });
      await body.arrayBuffer();
    },
    'our transport, direct': (at) => direct.send(wire(at), url, signal),
    'our transport, recording': (at) => recorder.transport.send(wire(at), url, signal, errand(at)),
    ...(polly && { "Polly's fetch adapter and file persister": polly.send }),
  };
  const rates = await interleaved(rounds, ways);
  await direct.close();
  await recorder.transport.close();
  await pool.close();
  await recorder.finish();
  await polly?.stop();
  heading('Recording over one connection', 'requests/s');
  const base = rates['undici, direct'];
  for (const [name, rate] of Object.entries(rates)) row(name, rate, rate / base);
  goal('recording, of direct undici', rates['our transport, recording'] / base, 0.6);
  if (!polly)
    console.log("  Polly's fetch adapter and file persister are not installed: not compared");
}

/** Polly as it comes, on global fetch; undefined where it is not installed. */
async function stockPolly(url, folder) {
  try {
    const [{ Polly }, fetchAdapter, persister] = await Promise.all([
      import('@pollyjs/core'),
      import('@pollyjs/adapter-fetch'),
      import('@pollyjs/persister-fs'),
    ]);
    const unwrap = ({ default: value }) => value.default ?? value;
    const polly = new Polly('bench', {
      mode: 'record',
      adapters: [unwrap(fetchAdapter)],
      persister: unwrap(persister),
      persisterOptions: { fs: { recordingsDir: join(folder, 'polly') } },
      recordFailedRequests: true,
      flushRequestsOnStop: false,
      logLevel: 'silent',
    });
    return {
      send: async () => (await fetch(`${url}${PATH}`, { headers: HEADERS })).arrayBuffer(),
      stop: () => polly.stop(),
    };
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

async function benchProxy(url, folder, rounds) {
  const proxy = await start('proxy', url, join(folder, 'proxy'));
  const varying = await start('proxy', `${url}/varying`, join(folder, 'varying'));
  const client = await start('load');
  const talkback = await start('talkback', url, join(folder, 'talkback')).catch(() => undefined);
  const places = {
    direct: url,
    proxy: proxy.told,
    'proxy, every answer another': varying.told,
    ...(talkback && { talkback: talkback.told }),
  };
  try {
    for (const place of Object.values(places)) {
      await ask(client, { url: place, clients: 8, ms: 4 * ROUND_MS });
    }
    for (const [clients, least, aim] of [
      [1, 0.4, 0.48],
      [8, 0.2, 0.3],
    ]) {
      const rates = Object.fromEntries(Object.keys(places).map((name) => [name, []]));
      const firsts = Object.fromEntries(Object.keys(places).map((name) => [name, []]));
      for (let round = 0; round < rounds; round += 1) {
        for (const [name, place] of Object.entries(places)) {
          const told = await ask(client, { url: place, clients, ms: ROUND_MS });
          rates[name].push(told.rate);
          firsts[name].push(told.first);
        }
      }
      heading(`The proxy, ${clients === 1 ? 'one client' : `${clients} clients`}`, 'requests/s');
      const base = median(rates.direct);
      for (const [name, all] of Object.entries(rates)) row(name, median(all), median(all) / base);
      goal('proxy, of direct', median(rates.proxy) / base, least, aim);
      if (clients > 1) continue;
      const later = median(firsts.proxy) - median(firsts.direct);
      verdict('first byte later than direct', `${later.toFixed(2)} ms`, later <= 1, 'at most 1 ms');
    }
    if (!talkback) console.log('  talkback is not installed: not compared');
    await benchMemory(proxy, client);
  } finally {
    for (const { child } of [proxy, varying, client, ...(talkback ? [talkback] : [])]) child.kill();
  }
}

async function benchMemory(proxy, client) {
  heading('Memory of the proxy', 'MB');
  const before = await ask(proxy, 'memory');
  await ask(client, { url: proxy.told, clients: 8, count: 100_000 });
  const after = await ask(proxy, 'memory');
  const grown = (after.bytes - before.bytes) / 1e6;
  console.log(`  ${after.judged - before.judged} exchanges, all of them judged`);
  verdict('grown over them', `${grown.toFixed(1)} MB`, grown <= 20, 'at most 20 MB');
}

async function benchReplay(folder) {
  const [{ openRecorder }, { openRecording }, { replayTransport }] = await Promise.all([
    import('../dist/record/recorder.js'),
    import('../dist/record/folder.js'),
    import('../dist/record/replayer.js'),
  ]);
  heading('Replaying in process', 'requests/s');
  const url = 'http://127.0.0.1:1';
  const rates = [];
  let finishing = 0;
  let first = 0;
  for (const size of SIZES) {
    const place = join(folder, `replay-${size}`);
    const recorder = openRecorder(recorderOptions(place, canned()));
    for (let at = 0; at < size; at += 1) {
      await recorder.transport.send(wire(at), url, signal, errand(at));
      const { case: item } = errand(at);
      recorder.keep({ case: item, exchanges: [] }, { verdicts: [], observations: [] });
    }
    let begun = performance.now();
    await recorder.finish();
    finishing = performance.now() - begun;
    begun = performance.now();
    const recording = openRecording(place, TOOL);
    const opened = replayTransport(recording, SECRETS);
    await opened.send(wire(0), url, signal, errand(0));
    if (size === 10_000) first = performance.now() - begun;
    await opened.close();
    const times = [];
    // The first round warms up. Each asks for as many, whatever there is: a small recording is replayed often.
    for (let round = -1; round < 5; round += 1) {
      begun = performance.now();
      let replay = replayTransport(recording, SECRETS);
      for (let at = 0; at < REPLAYED; at += 1) {
        const nth = (at + Math.max(round, 0) * REPLAYED) % size;
        if (nth === 0 && at > 0) {
          await replay.close();
          replay = replayTransport(recording, SECRETS);
        }
        const { outcome } = await replay.send(wire(nth), url, signal, errand(nth));
        if (outcome.kind !== 'answer') throw new Error(outcome.message);
      }
      if (round >= 0) times.push((REPLAYED * 1000) / (performance.now() - begun));
      await replay.close();
    }
    rates.push(median(times));
    row(`${size} entries`, median(times), median(times) / rates[0]);
  }
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
  verdict('first answer from 10,000', `${Math.round(first)} ms`, first <= 150, 'at most 150 ms');
  const made = `${Math.round(finishing)} ms`;
  verdict('making the files of 100,000', made, finishing <= 3000, 'at most 3000 ms');
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

function errand(at) {
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

/** Requests a second of each way: medians of rounds that take turns. */
async function interleaved(rounds, ways) {
  const rates = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  let at = 0;
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, send] of Object.entries(ways)) {
      const begun = performance.now();
      let count = 0;
      while (performance.now() < begun + ROUND_MS) {
        at += 1;
        count += 1;
        await send(at);
      }
      // The first round warms up.
      if (round >= 0) rates[name].push((count * 1000) / (performance.now() - begun));
    }
  }
  return Object.fromEntries(Object.entries(rates).map(([name, all]) => [name, median(all)]));
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function heading(text, unit) {
  console.log(`\n${text} (${unit})`);
}

function row(name, rate, ratio) {
  console.log(`  ${name.padEnd(42)} ${String(Math.round(rate)).padStart(8)}   ${ratio.toFixed(2)}`);
}

function goal(what, ratio, least, aim = least) {
  const wanted = aim === least ? `at least ${least}` : `at least ${least}, better ${aim}`;
  verdict(what, ratio.toFixed(2), ratio >= least, wanted);
}

function verdict(what, value, good, wanted) {
  console.log(`  ${good ? 'met   ' : 'MISSED'} ${what}: ${value} (${wanted})`);
}
