// A campaign (generate, encode, verify, send, read, judge, count) next to a bare client that sends one request in a loop.
import { Pool } from 'undici';
import { loadContract } from '../../dist/contract/contract.js';
import { runCampaign } from '../../dist/fuzz/campaign.js';
import { toolOf } from '../../dist/io/tool.js';
import { MODES } from '../../dist/model/fuzzing.js';
import { referenceTarget } from '../../dist/profiles/choose.js';
import { liveTransport } from '../../dist/send/live.js';
import { interleaved } from './measure.js';
import { microseconds, startWorker } from './worker.js';

export const ONLY = ['content/posts/list', 'content/posts/create'];
const CONCURRENCY = 8;
const LIST = '/index.php?rest_route=/cms/v2/posts&per_page=10&page=2&context=view';

export async function measure({ rounds, quick }) {
  const server = await startWorker('servers.js', 'postsServer');
  const requests = quick ? 5_000 : 20_000;
  const workers = {
    bare: await startWorker('campaign.js', 'bareClient', server.ready, requests),
    valid: await startWorker('campaign.js', 'campaign', server.ready, requests, 'valid'),
    all: await startWorker('campaign.js', 'campaign', server.ready, requests, 'all'),
  };
  try {
    const ways = Object.fromEntries(
      Object.entries(workers).map(([name, { ask }]) => [name, (round) => ask(100 + round)]),
    );
    const { bare, ...others } = await interleaved(ways, rounds);
    return Object.entries(others).map(([name, { rate, work }]) => ({
      what: name === 'valid' ? 'campaign of valid requests' : 'campaign in all modes',
      value: rate.median,
      unit: 'requests/s',
      spread: rate.spread,
      beside: 'bare undici',
      ratio: rate.median / bare.rate.median,
      goal: { figure: 'ratio', least: name === 'valid' ? 0.25 : 0.2 },
      note: `${Math.round(work.median)} µs of processor time a request, bare ${Math.round(bare.work.median)} µs`,
    }));
  } finally {
    for (const { stop } of [server, ...Object.values(workers)]) stop();
  }
}

export async function bareClient(url, count) {
  const headers = { accept: 'application/json' };
  const ask = async () => {
    const pool = new Pool(url, { connections: CONCURRENCY });
    const [spent, started] = [process.cpuUsage(), performance.now()];
    let sent = 0;
    const loop = async () => {
      while (sent < count) {
        sent += 1;
        const { body } = await pool.request({ path: LIST, method: 'GET', headers });
        await body.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, loop));
    const rate = (sent / (performance.now() - started)) * 1000;
    await pool.close();
    return { rate, work: microseconds(spent) / sent };
  };
  return { ask };
}

export function campaign(url, count, modes) {
  const contract = loadContract();
  return { ask: (seed) => runOne(contract, url, seed, Number(count), modes) };
}

export async function runOne(contract, url, seed, requests, modes) {
  const target = {
    ...referenceTarget(contract, { content: url }, 'minimal'),
    concurrency: CONCURRENCY,
  };
  const { limits, tls } = target;
  const transport = liveTransport({ limits, tls, connections: CONCURRENCY + 2 });
  const spent = process.cpuUsage();
  const { report } = await runCampaign({
    contract,
    target,
    seed,
    modes: modes === 'all' ? MODES : [modes],
    only: ONLY,
    bounds: { requests },
    strict: false,
    failOnWarn: false,
    writes: 'loopback',
    transport,
    clock: { now: Date.now, monotonic: () => performance.now() },
    signal: new AbortController().signal,
    tool: toolOf(),
    targetOptions: [],
  });
  await transport.close();
  return { rate: report.rate, work: microseconds(spent) / report.requests };
}
