// Measures the duration of the content suite: only planning, and a whole run against the reference site in a second
// process. `npm run build` first. Rounds are interleaved; medians are printed, and one JSON line at the end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { loadContract } from '../dist/contract/contract.js';
import { planCases } from '../dist/plan/plan.js';
import { referenceTarget } from '../dist/profiles/choose.js';
import { runLive } from '../dist/run/live-run.js';

const ROUNDS = Number(process.argv[2] ?? 5);
const BIN = fileURLToPath(new URL('../bin/touchstone.js', import.meta.url));

const contract = loadContract();
const server = spawn(process.execPath, [BIN, 'serve', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await firstUrl(server.stdout);
const { endpoints, ...rest } = referenceTarget(
  contract,
  { integration: url, content: `${url}/content` },
  'reference',
);
const target = { ...rest, endpoints: { content: endpoints.content } };

const rows = { plan: [], plan20: [], run: [], rate: [], fewRuns: [], manyRuns: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  const seed = 1000 + round;
  rows.plan.push(timed(() => planCases(contract, target, { seed, runs: 20 })));
  const whole = await judged(seed, 20);
  rows.run.push(whole.ms);
  rows.rate.push((whole.requests / whole.ms) * 1000);
  rows.fewRuns.push((await judged(seed, 10)).ms);
  rows.manyRuns.push((await judged(seed, 40)).ms);
}
server.kill();

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const told = {
  planMs: Math.round(median(rows.plan)),
  runMs: Math.round(median(rows.run)),
  requestsPerSecond: Math.round(median(rows.rate)),
  runMs10: Math.round(median(rows.fewRuns)),
  runMs40: Math.round(median(rows.manyRuns)),
};
console.log(`planning the content suite          ${told.planMs} ms`);
console.log(`running it (--runs 20)              ${told.runMs} ms`);
console.log(`judged requests a second            ${told.requestsPerSecond}`);
console.log(
  `running it with --runs 10, 20, 40   ${told.runMs10}, ${told.runMs}, ${told.runMs40} ms`,
);
console.log(JSON.stringify(told));

function timed(work) {
  const started = performance.now();
  work();
  return performance.now() - started;
}

async function judged(seed, runs) {
  const started = performance.now();
  let requests = 0;
  for await (const event of runLive({ contract, target, seed, runs })) {
    if (event.kind === 'footer') requests = event.requests;
    if (event.kind === 'clause' && ['fail', 'warn', 'error'].includes(event.verdict)) {
      throw new Error(`${event.id}: ${event.verdict}`);
    }
  }
  return { ms: performance.now() - started, requests };
}

async function firstUrl(stream) {
  for await (const line of createInterface(stream)) {
    const found = /http:\/\/[\d.]+:\d+/.exec(line);
    if (found) return found[0];
  }
  await once(server, 'exit');
  throw new Error('the reference target did not start');
}
