// The proxy, judging and redacting, next to a direct connection, talkback, and mitmdump where it is installed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import { Pool } from 'undici';
import { interleaved, summary } from './measure.js';
import { bareTarget, unwrapped } from './recordings.js';
import { HEADERS, ZONES_PATH } from './servers.js';
import { startWorker } from './worker.js';

export async function measure({ rounds, quick }) {
  const target = await startWorker('servers.js', 'zonesServer');
  const sides = {
    direct: target,
    proxy: await openProxy(target.ready),
    'proxy, each answer another': await openProxy(`${target.ready}/varying`),
    talkback: await openTalkback(target.ready),
    ...(await openMitmdump(target.ready)),
  };
  const client = await startWorker('proxy.js', 'client');
  try {
    const warming = quick ? 500 : 3_000;
    for (const { ready } of Object.values(sides))
      await ask(client, { url: ready, clients: 8, ms: warming });
    const rows = [];
    for (const clients of [1, 8]) rows.push(...(await withClients(sides, client, clients, rounds)));
    return rows;
  } finally {
    for (const { stop } of [client, ...Object.values(sides)]) stop();
  }
}

async function withClients(sides, client, clients, rounds) {
  const ways = Object.fromEntries(
    Object.entries(sides).map(([name, { ready }]) => [
      name,
      () => ask(client, { url: ready, clients, ms: 500, cannon: clients > 1 }),
    ]),
  );
  const { direct, ...others } = await interleaved(ways, rounds);
  const who = clients === 1 ? 'one client' : `${clients} clients`;
  const rows = Object.entries(others).map(([name, { rate }]) => ({
    what: `${name}, ${who}`,
    value: rate.median,
    unit: 'requests/s',
    spread: rate.spread,
    beside: 'direct',
    ratio: rate.median / direct.rate.median,
    ...(name === 'proxy' ? { goal: { figure: 'ratio', least: clients === 1 ? 0.25 : 0.1 } } : {}),
  }));
  const { proxy, mitmdump } = others;
  if (mitmdump !== undefined) {
    const ratio = proxy.rate.median / mitmdump.rate.median;
    const goal = { figure: 'ratio', least: 3 };
    const what = `proxy, ${who}`;
    rows.push({
      what,
      value: proxy.rate.median,
      unit: 'requests/s',
      beside: 'mitmdump',
      ratio,
      goal,
    });
  }
  if (clients === 1) {
    rows.push({
      what: 'first byte later than direct',
      value: proxy.first.median - direct.first.median,
      unit: 'ms',
      goal: { figure: 'value', most: 1 },
    });
  }
  return rows;
}

/** Asks for zones in a loop: `{ url, clients, ms or count, cannon }` gives `{ rate, first }`. */
export const ask = (client, question) => client.ask(question);

export function client() {
  return { ask: (question) => (question.cannon ? withAutocannon(question) : withUndici(question)) };
}

function pathOf(url) {
  return `${new URL(url).pathname.replace(/\/$/, '')}${ZONES_PATH}`;
}

async function withAutocannon({ url, clients }) {
  const options = { connections: clients, duration: 1, headers: HEADERS };
  const found = await autocannon({ url: `${new URL(url).origin}${pathOf(url)}`, ...options });
  const { requests, duration, non2xx, errors } = found;
  if (non2xx + errors > 0) throw new Error(`${non2xx} wrong answers, ${errors} errors`);
  return { rate: requests.total / duration, first: 0 };
}

async function withUndici({ url, clients, ms, count }) {
  const pool = new Pool(new URL(url).origin, { connections: clients, pipelining: 1 });
  const request = { path: pathOf(url), method: 'GET', headers: HEADERS };
  const begun = performance.now();
  const firsts = [];
  let done = 0;
  const loop = async () => {
    while (count === undefined ? performance.now() < begun + ms : done < count) {
      done += 1;
      const asked = performance.now();
      const { statusCode, body } = await pool.request(request);
      firsts.push(performance.now() - asked);
      await body.dump({ limit: 1e9 });
      if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, loop));
  const rate = (done * 1000) / (performance.now() - begun);
  await pool.close();
  return { rate, first: summary(firsts).median };
}

/** The proxy in a process of its own; its recording goes when it stops. */
export function openProxy(url) {
  return inFolder((folder) => startWorker('proxy.js', 'proxy', url, folder));
}

async function inFolder(open) {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  const opened = await open(folder);
  const stop = () => {
    opened.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  return { ...opened, stop };
}

export async function proxy(url, folder) {
  const [{ openWatch }, { loadContract }] = await Promise.all([
    import('../../dist/traffic/watch.js'),
    import('../../dist/contract/contract.js'),
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
    folder: join(folder, 'recording'),
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
  const memory = () => {
    globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    return { judged, bytes: heapUsed + external };
  };
  return { ready: watch.addresses.integration, ask: memory };
}

function openTalkback(url) {
  return inFolder((folder) => startWorker('proxy.js', 'talkback', url, folder));
}

export async function talkback(url, folder) {
  const open = unwrapped(await import('talkback'));
  const server = open({ host: url, port: 0, path: folder, record: 'OVERWRITE', silent: true });
  const http = await server.start();
  return { ready: `http://127.0.0.1:${http.address().port}` };
}

/** Nothing where it is not installed. */
async function openMitmdump(url) {
  if (spawnSync('mitmdump', ['--version']).error !== undefined) return {};
  const port = await freePort();
  const words = ['--mode', `reverse:${url}`, '--listen-host', '127.0.0.1', '--listen-port', port];
  const child = spawn('mitmdump', ['-q', ...words.map(String)], { stdio: 'ignore' });
  const ready = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const answered = await fetch(`${ready}${ZONES_PATH}`).catch(() => undefined);
    if (answered?.ok) return { mitmdump: { ready, stop: () => child.kill() } };
    await setTimeout(100);
  }
  child.kill();
  return {};
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
