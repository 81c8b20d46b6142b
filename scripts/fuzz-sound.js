// No finding against correct servers: campaigns over many seeds against the reference target, unchanged, with
// each variation by itself if asked, and with all variations of a document at once.
//
//   node scripts/fuzz-sound.js [--requests N] [--seeds M] [--variations none|all|each] [--over process|http]
//     [--mode valid|boundary|violation|edge|stateful|all]
//
// --requests is the sum over all seeds; the full measure is --requests 1000000 --seeds 20. All of it runs
// in this process, without sockets unless --over http is asked for: that is slower, and what a client or a
// server does to unusual requests on their way shows only there. Exit code 1 if anything is found.

import { loadContract } from '../dist/contract/contract.js';
import { runCampaign } from '../dist/fuzz/campaign.js';
import { toolOf } from '../dist/io/tool.js';
import { MODES } from '../dist/model/fuzzing.js';
import { discover } from '../dist/probe/discover.js';
import { referenceTarget } from '../dist/profiles/choose.js';
import { variations } from '../dist/reference/deviations.js';
import { referenceHandler, serveReference } from '../dist/reference/serve.js';
import { inProcess } from '../dist/reference/transport.js';
import { liveTransport } from '../dist/send/live.js';
import { given } from './given.js';

const { values } = given({
  options: {
    requests: { type: 'string', default: '20000' },
    seeds: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    variations: { type: 'string', default: 'all' },
    over: { type: 'string', default: 'process' },
    mode: { type: 'string', default: 'all' },
  },
});
const seeds = Number(values.seeds);
const each = Math.ceil(Number(values.requests) / seeds);
const contract = loadContract();
const BASE = 'http://127.0.0.1:1';

/** The plain target, then what was asked for. */
function variants() {
  const named = (document) =>
    variations()
      .filter((one) => one.document === document)
      .map(({ name }) => name);
  const all = [
    { name: 'all variations of the integration document', names: named('integration') },
    { name: 'all variations of the content document', names: named('content') },
  ];
  const alone = variations().map(({ name }) => ({ name, names: [name] }));
  const plain = [{ name: 'plain', names: [] }];
  if (values.variations === 'none') return plain;
  return values.variations === 'each' ? [...plain, ...alone, ...all] : [...plain, ...all];
}

/** A target with such variations, and the way there. */
async function start(names) {
  const options = { faults: [], variations: names, contract };
  if (values.over !== 'http') {
    const { handler } = referenceHandler(options, () => `${BASE}/content`);
    const urls = { integration: BASE, content: `${BASE}/content` };
    return { urls, transport: inProcess(handler), close: async () => {} };
  }
  const { integrationUrl, contentUrl, close } = await serveReference(options);
  const urls = { integration: integrationUrl, content: contentUrl };
  const { limits, tls, concurrency } = referenceTarget(contract, urls, 'limits');
  const transport = liveTransport({ limits, tls, connections: concurrency + 2 });
  const end = async () => {
    await transport.close();
    await close();
  };
  return { urls, transport, close: end };
}

let found = 0;
let total = 0;
const targets = variants();
for (let round = 0; round < seeds; round += 1) {
  const seed = Number(values.seed) + round;
  for (const { name, names } of targets) {
    const { urls, transport, close } = await start(names);
    const signal = new AbortController().signal;
    const target = referenceTarget(contract, urls, name);
    const { report } = await runCampaign({
      contract,
      target: await discover(contract, target, transport, signal),
      seed,
      modes: values.mode === 'all' ? MODES : [values.mode],
      only: [],
      bounds: { requests: Math.ceil(each / targets.length) },
      lane: { corpus: [], feedback: true },
      strict: true,
      failOnWarn: true,
      writes: 'loopback',
      transport,
      clock: { now: Date.now, monotonic: () => performance.now() },
      signal,
      tool: toolOf(),
      targetOptions: [],
    });
    total += report.requests;
    found += report.findings.length + report.problems.length;
    console.log(
      `seed ${seed}, ${name}: ${report.requests} requests, ${Math.round(report.rate)}/s, rules ${report.coverage.rules.reached}/${report.coverage.rules.of}, classes ${report.coverage.classes.reached}/${report.coverage.classes.of}, ${report.findings.length} findings`,
    );
    for (const { id, message, again, class: kind, reproduce } of report.findings) {
      console.log(
        `  FINDING ${id} [${kind}] ${message} (again ${again.times}/${again.of})\n    ${reproduce.curl.slice(0, 300)}`,
      );
    }
    for (const problem of report.problems) console.log(`  PROBLEM ${problem}`);
    await close();
  }
}
console.log(
  `${total} requests over ${seeds} seeds: ${found === 0 ? 'no finding' : `${found} findings`}`,
);
process.exitCode = found === 0 ? 0 : 1;
