// Within how many requests a campaign finds each fault of the reference target that a single request can
// show, and as how many findings it reports it. Honest by construction: the faults are not the campaign's.
//
//   node scripts/fuzz-faults.js [--requests 20000] [--only PREFIX] [--part I/N] [--seed N] [--all] [--beyond N]
//
// A fault counts as one that a single request can show where one of the clauses that it breaks is judged
// on successes, on refusals or on credentials, by one answer. --all tries every fault. --beyond N goes on for N requests
// after a fault is found, and counts the findings; without it, each campaign ends with its first cause.
// --part I/N tries every N-th fault, so that several processes can share the work.

import { loadContract } from '../dist/contract/contract.js';
import { runCampaign } from '../dist/fuzz/campaign.js';
import { toolOf } from '../dist/io/tool.js';
import { MODES } from '../dist/model/fuzzing.js';
import { discover } from '../dist/probe/discover.js';
import { referenceTarget } from '../dist/profiles/choose.js';
import { faults } from '../dist/reference/deviations.js';
import { referenceHandler } from '../dist/reference/serve.js';
import { inProcess } from '../dist/reference/transport.js';
import { given } from './given.js';

const { values } = given({
  options: {
    requests: { type: 'string', default: '20000' },
    beyond: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
  },
});
const contract = loadContract();
const BASE = 'http://127.0.0.1:1';
const SINGLE = new Set(['success', 'valid', 'unauthorised', 'refusal']);

/** Families whose faults do not list their violations yet. They name what a request and its answer show. */
const FAMILIES = new Set(['ignored constraint', 'index']);

/** It holds the answers to a batch against those to each of its members, sent singly. */
const SEVERAL = 'batch-answers';

function isSingle({ breaks, family }) {
  if (breaks.length === 0) return FAMILIES.has(family);
  return breaks.some((id) =>
    contract.clauses.some(
      ({ id: own, on, judged }) =>
        own === id && SINGLE.has(on) && judged.every(({ check }) => check !== SEVERAL),
    ),
  );
}

async function campaignAgainst(fault, bounds) {
  const { handler } = referenceHandler(
    { faults: [fault.name], variations: [], contract },
    () => `${BASE}/content`,
  );
  const transport = inProcess(handler);
  const signal = new AbortController().signal;
  const both = referenceTarget(
    contract,
    { integration: BASE, content: `${BASE}/content` },
    fault.name,
  );
  const { report } = await runCampaign({
    contract,
    target: await discover(contract, both, transport, signal),
    seed: Number(values.seed),
    modes: MODES,
    only: [],
    bounds,
    strict: true,
    failOnWarn: true,
    writes: 'loopback',
    transport,
    clock: { now: Date.now, monotonic: () => performance.now() },
    signal,
    tool: toolOf(),
    targetOptions: [],
  });
  return report;
}

const [part, parts] = values.part.split('/').map(Number);
const tried = faults()
  .filter(
    (fault) =>
      (fault.family.startsWith(values.only) || fault.name.startsWith(values.only)) &&
      (values.all || isSingle(fault)),
  )
  .filter((_, at) => at % parts === part - 1);
const missed = [];
const within = [];
let single = 0;
let byClause = 0;
for (const fault of tried) {
  const first = await campaignAgainst(fault, { requests: Number(values.requests), causes: 1 });
  if (first.findings.length === 0) {
    missed.push(fault.name);
    console.log(`missed  ${fault.name} (${fault.family}): ${first.requests} requests`);
    continue;
  }
  within.push(first.requests);
  let reported = '';
  if (Number(values.beyond) > 0) {
    const bounds = { requests: first.requests + Number(values.beyond) };
    const { findings } = await campaignAgainst(fault, bounds);
    if (findings.length === 1) single += 1;
    // A fault that violates several clauses can be reported by each of them.
    else if (findings.length <= fault.breaks.length) byClause += 1;
    reported = `, ${findings.length} findings: ${findings
      .slice(0, 4)
      .map(({ id }) => id)
      .join(' ; ')}`;
  }
  console.log(
    `found   ${fault.name} (${fault.family}): ${first.requests} requests, ${first.findings[0].id}${reported}`,
  );
}
within.sort((one, other) => one - other);
const share = tried.length === 0 ? 0 : (within.length / tried.length) * 100;
console.log(
  `${within.length} of ${tried.length} faults found within ${values.requests} requests (${share.toFixed(1)} %); median ${within[within.length >> 1] ?? 'none'} requests`,
);
if (Number(values.beyond) > 0) {
  console.log(
    `${single} of them as one finding, ${byClause} as no more findings than they break clauses`,
  );
}
if (missed.length > 0) console.log(`missed: ${missed.join(', ')}`);
process.exitCode = share >= 95 ? 0 : 1;
