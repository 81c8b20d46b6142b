// Recording over one connection, verdicts included, next to undici, the same transport without a recorder, and Polly's own
// adapter and persister.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { interleaved } from './measure.js';
import { LIMITS, recorderOf, signal, unwrapped, wire } from './recordings.js';
import { HEADERS, ZONES_PATH } from './servers.js';
import { microseconds, startWorker } from './worker.js';

const SIDES = ['undici', 'transport', 'recorder', 'polly', 'cassette'];

export async function measure({ rounds }) {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  const server = await startWorker('servers.js', 'zonesServer');
  const workers = [];
  try {
    const ways = {};
    for (const side of SIDES) {
      const worker = await startWorker('recording.js', side, server.ready, join(folder, side));
      workers.push(worker);
      ways[side] = (round) => worker.ask(round < 0 ? 2_000 : 500);
    }
    return rowsOf(await interleaved(ways, rounds));
  } finally {
    for (const { stop } of [server, ...workers]) stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function rowsOf({ undici, transport, recorder, polly, cassette }) {
  const row = (what, side, beside, yardstick) => ({
    what,
    value: side.rate.median,
    unit: 'requests/s',
    spread: side.rate.spread,
    beside,
    ratio: side.rate.median / yardstick.rate.median,
  });
  return [
    {
      what: 'work that recording adds to an exchange of 1 KB',
      value: recorder.work.median - transport.work.median,
      unit: 'µs',
      spread: recorder.work.spread,
      beside: 'the same transport',
      ratio: recorder.work.median / transport.work.median,
      goal: { figure: 'value', most: 200 },
    },
    row('recording', recorder, 'bare undici', undici),
    row('a cassette that records', cassette, 'Polly’s own adapter and persister', polly),
  ];
}

/** Sends one after the other for so many milliseconds; its own work hardly depends on what else the machine does. */
function sending(send) {
  let at = 0;
  const ask = async (ms) => {
    const [first, begun, spent] = [at, performance.now(), process.cpuUsage()];
    while (performance.now() < begun + ms) {
      at += 1;
      await send(at);
    }
    const count = at - first;
    return {
      rate: (count * 1000) / (performance.now() - begun),
      work: microseconds(spent) / count,
    };
  };
  return { ask };
}

export function undici(url) {
  const pool = new Pool(url, { connections: 1, pipelining: 1 });
  return sending(async () => {
    const { body } = await pool.request({ path: ZONES_PATH, method: 'GET', headers: HEADERS });
    await body.arrayBuffer();
  });
}

async function liveOf() {
  const { liveTransport } = await import('../../dist/send/live.js');
  return liveTransport({ limits: LIMITS, tls: { insecure: false }, connections: 1 });
}

export async function transport(url) {
  const live = await liveOf();
  return sending((at) => live.send(wire(at), url, signal));
}

export async function recorder(url, folder) {
  const { send } = await recorderOf(folder, await liveOf());
  return sending((at) => send(at, url));
}

/** Polly in its default configuration, on global fetch. */
export async function polly(url, folder) {
  const [{ Polly }, fetchAdapter, persister] = await Promise.all([
    import('@pollyjs/core'),
    import('@pollyjs/adapter-fetch'),
    import('@pollyjs/persister-fs'),
  ]);
  new Polly('bench', {
    mode: 'record',
    adapters: [unwrapped(fetchAdapter)],
    persister: unwrapped(persister),
    persisterOptions: { fs: { recordingsDir: folder } },
    recordFailedRequests: true,
    flushRequestsOnStop: false,
    logLevel: 'silent',
  });
  return sending(() => fetched(url));
}

export async function cassette(url, folder) {
  const { insertCassette } = await import('../../dist/cassettes/cassette.js');
  await insertCassette('bench', { folder, mode: 'all' });
  return sending(() => fetched(url));
}

async function fetched(url) {
  return (await fetch(`${url}${ZONES_PATH}`, { headers: HEADERS })).arrayBuffer();
}
