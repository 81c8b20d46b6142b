// The memory of a campaign and of the proxy after much traffic and a garbage collection.
import { loadContract } from '../../dist/contract/contract.js';
import { runOne } from './campaign.js';
import { ask, openProxy } from './proxy.js';
import { startWorker } from './worker.js';

export async function measure({ quick }) {
  return [...(await campaigns(quick)), ...(await proxies(quick))];
}

async function campaigns(quick) {
  const server = await startWorker('servers.js', 'postsServer');
  const held = [];
  for (const count of quick ? [10_000, 100_000] : [100_000, 1_000_000]) {
    const worker = await startWorker('memory.js', 'campaign', server.ready, count);
    held.push([count, await worker.ask('run')]);
    worker.stop();
  }
  server.stop();
  const [[, few], [count, many]] = held;
  return [
    {
      what: `live memory after a campaign of ${count} requests`,
      value: many.live,
      unit: 'MB',
      beside: 'a tenth of them',
      ratio: many.live / few.live,
      goal: { figure: 'ratio', most: 1.5 },
      note: `${Math.round(many.resident)} MB resident`,
    },
  ];
}

export function campaign(url, count) {
  const run = async () => {
    await runOne(loadContract(), url, 1, Number(count), 'all');
    globalThis.gc();
    const { rss, heapUsed } = process.memoryUsage();
    return { resident: rss / 1e6, live: heapUsed / 1e6 };
  };
  return { ask: run };
}

async function proxies(quick) {
  const count = quick ? 10_000 : 100_000;
  const target = await startWorker('servers.js', 'zonesServer');
  const proxy = await openProxy(target.ready);
  const client = await startWorker('proxy.js', 'client');
  try {
    await ask(client, { url: proxy.ready, clients: 8, count: 5_000 });
    const before = await proxy.ask('memory');
    await ask(client, { url: proxy.ready, clients: 8, count });
    const after = await proxy.ask('memory');
    return [
      {
        what: `the proxy grows over ${count} exchanges`,
        value: (after.bytes - before.bytes) / 1e6,
        unit: 'MB',
        goal: { figure: 'value', most: 20 },
        note: `${after.judged - before.judged} of them judged`,
      },
    ];
  } finally {
    for (const { stop } of [target, proxy, client]) stop();
  }
}
