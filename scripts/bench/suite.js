// Planning, and a whole run of the content suite against the reference site in a process of its own.
import { loadContract } from '../../dist/contract/contract.js';
import { planCases } from '../../dist/plan/plan.js';
import { referenceTarget } from '../../dist/profiles/choose.js';
import { serveReference } from '../../dist/reference/serve.js';
import { runLive } from '../../dist/run/live-run.js';
import { interleaved } from './measure.js';
import { startWorker } from './worker.js';

export async function measure({ rounds, quick }) {
  const server = await startWorker('suite.js', 'target');
  const few = await startWorker('suite.js', 'suite', server.ready);
  try {
    const sizes = quick ? [20] : [10, 20, 40];
    const ways = {
      plan: (round) => few.ask({ seed: 1000 + round, runs: 20, plans: true }),
      ...Object.fromEntries(
        sizes.map((runs) => [runs, (round) => few.ask({ seed: 1000 + round, runs })]),
      ),
    };
    // A round is four whole runs, a minute and more.
    const figures = await interleaved(ways, Math.min(rounds, quick ? 3 : 5));
    const whole = figures[20];
    return [
      {
        what: 'planning the content suite',
        value: figures.plan.ms.median,
        unit: 'ms',
        spread: figures.plan.ms.spread,
        beside: 'running it',
        ratio: figures.plan.ms.median / whole.ms.median,
      },
      {
        what: 'judged requests of the content suite',
        value: whole.rate.median,
        unit: 'requests/s',
        spread: whole.rate.spread,
        goal: { figure: 'value', least: 4_000 },
      },
      {
        what: 'greatest memory of such runs',
        value: whole.resident.median,
        unit: 'MB',
        goal: { figure: 'value', most: 250 },
      },
      ...sizes.map((runs) => ({
        what: `the content suite with --runs ${runs}`,
        value: figures[runs].ms.median,
        unit: 'ms',
        spread: figures[runs].ms.spread,
        series: {
          name: 'the content suite',
          x: 'requests sent',
          at: figures[runs].requests.median,
        },
      })),
    ];
  } finally {
    server.stop();
    few.stop();
  }
}

export async function target() {
  const { url } = await serveReference({ faults: [], variations: [] });
  return { ready: `${url}/content` };
}

export function suite(url) {
  const contract = loadContract();
  const all = referenceTarget(contract, { content: url, integration: url }, 'reference');
  const target = { ...all, endpoints: { content: all.endpoints.content } };
  const ask = async ({ seed, runs, plans }) => {
    const started = performance.now();
    if (plans) {
      planCases(contract, target, { seed, runs });
      return { ms: performance.now() - started };
    }
    let requests = 0;
    for await (const event of runLive({ contract, target, seed, runs })) {
      if (event.kind === 'footer') requests = event.requests;
      if (event.kind === 'clause' && ['fail', 'warn', 'error'].includes(event.verdict)) {
        throw new Error(`${event.id}: ${event.verdict}`);
      }
    }
    const ms = performance.now() - started;
    const resident = process.resourceUsage().maxRSS / 1024;
    return { ms, requests, rate: (requests / ms) * 1000, resident };
  };
  return { ask };
}
