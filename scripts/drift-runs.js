#!/usr/bin/env node
// Drift, both ways: `node scripts/drift-runs.js [runs, 50] [seed, 1]`, after a build. Whole suites are recorded on
// a reference target in this process and run again as often as asked, each run at another moment (the clock is
// moved by up to two years): no drift may be reported. Then a run on a server that answers some of what the
// documents leave open otherwise, in ways that are drawn, and one on servers with variations: each difference has to
// be reported, in its tier, and nothing else. Exit code 1 if anything is not so.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadContract } from '../dist/contract/contract.js';
import { toolOf } from '../dist/io/tool.js';
import { referenceTarget } from '../dist/profiles/choose.js';
import { openRecording } from '../dist/record/folder.js';
import { startServer } from '../dist/reference/http.js';
import { referenceHandler } from '../dist/reference/serve.js';
import { runLive } from '../dist/run/live-run.js';
import { randomFrom } from './chance.js';

const TWO_YEARS_MS = 2 * 365 * 86_400_000;

/** Variations that show in an observation, and the drift to report for each. */
const VARIATIONS = {
  'unknown-system-422': 'value integration/open/unknown-system status',
  'envelope-with-more-members': 'added integration/open/request-content-type /request_id',
};

/** Ways in which an answer with an object for its body can differ, and how each is to be reported. */
const WAYS = [
  () => ({ tier: 'value', place: 'status', alter: otherStatus }),
  () => ({ tier: 'value', place: 'header content-type', alter: otherType }),
  () => ({
    tier: 'added',
    place: '/touchstone-new',
    alter: inBody((body) => ({ ...body, 'touchstone-new': 1 })),
  }),
  (name) => ({
    tier: 'removed',
    place: `/${name}`,
    alter: inBody(({ [name]: _, ...rest }) => rest),
  }),
  (name) => ({
    tier: 'type',
    place: `/${name}`,
    alter: inBody((body) => ({ ...body, [name]: [body[name]] })),
  }),
];

const [count, seed] = numbersIn(process.argv.slice(2));
const draw = randomFrom(seed);
const now = Date.now;
let offset = 0;
Date.now = () => now() + offset;

const contract = loadContract();
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-drift-'));
const wrong = [];
const began = performance.now();
try {
  const plain = await serve();
  const folder = join(scratch, 'kept');
  await runOn(plain, { record: folder });
  const kept = openRecording(folder, toolOf());
  await again(plain, kept);
  await plain.close();
  await altered(kept);
  for (const [name, wanted] of Object.entries(VARIATIONS)) await variation(kept, name, wanted);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
for (const line of wrong) console.log(`WRONG ${line}`);
const seconds = ((performance.now() - began) / 1000).toFixed(0);
console.log(
  `${seconds} s, seed ${seed}: ${wrong.length === 0 ? 'nothing wrong' : `${wrong.length} wrong`}`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;

/** Runs on the server that was recorded. */
async function again(plain, kept) {
  let compared = 0;
  let reported = 0;
  for (let run = 1; run <= count; run += 1) {
    offset = Math.floor(draw() * TWO_YEARS_MS);
    const watch = await runOn(plain, { driftFrom: kept });
    compared += watch.compared();
    reported += watch.drifts().length;
    for (const drift of watch.drifts())
      wrong.push(`run ${run}, ${offset} ms later: ${nameOf(drift)}`);
    if (watch.compared() === 0) wrong.push(`run ${run} compared nothing`);
  }
  offset = 0;
  console.log(
    `${count} runs on the server as it was: ${compared} observations compared, ${reported} drifts reported`,
  );
}

/** One run on a server that answers otherwise what was observed, each of a clause in a way that is drawn. */
async function altered(kept) {
  const planned = alterations(kept);
  const server = await serve([], (request, reply) => {
    const own = planned.get(keyOf(request.method, request.target, request.body));
    if (own === undefined) return reply;
    own.hits += 1;
    return own.alter(reply);
  });
  const watch = await runOn(server, { driftFrom: kept });
  await server.close();
  const reported = watch.drifts().map(nameOf);
  const wanted = [...planned.values()].filter(({ hits }) => hits > 0);
  for (const { name } of wanted) if (!reported.includes(name)) wrong.push(`not reported: ${name}`);
  // One answer may be evidence for several clauses, but not of another difference.
  const kinds = new Set(wanted.map(({ tier, place }) => `${tier} ${place}`));
  for (const { clause, tier, place } of watch.drifts()) {
    if (!kinds.has(`${tier} ${place}`))
      wrong.push(`reported and not done: ${tier} ${clause} ${place}`);
  }
  if (wanted.length < 10) wrong.push(`only ${wanted.length} answers could be altered`);
  const tiers = new Map();
  for (const { tier } of wanted) tiers.set(tier, (tiers.get(tier) ?? 0) + 1);
  const counts = [...tiers].map(([tier, all]) => `${all} ${tier}`).join(', ');
  console.log(
    `1 run on a server with ${wanted.length} answers altered: ${counts}; ${reported.length} drifts reported`,
  );
}

async function variation(kept, name, wanted) {
  const server = await serve([name]);
  const watch = await runOn(server, { driftFrom: kept, only: ['integration'] });
  await server.close();
  const reported = watch.drifts().map(nameOf);
  if (!reported.includes(wanted)) wrong.push(`variation ${name}: not reported: ${wanted}`);
  const [tier] = wanted.split(' ');
  const others = reported.filter((one) => !one.startsWith(`${tier} `));
  for (const one of others) wrong.push(`variation ${name}: reported in another tier: ${one}`);
  console.log(
    `variation ${name}: ${reported.length} drifts reported, all of tier ${tier}: ${others.length === 0}`,
  );
}

function alterations(kept) {
  const planned = new Map();
  const clauses = new Set();
  let way = Math.floor(draw() * WAYS.length);
  for (const { id, case: item, observations = [] } of kept.cases()) {
    for (const { clause, step, pointer, value } of observations) {
      const entry = kept.find(id, step, 0);
      if (!entry || pointer !== '' || clauses.has(clause)) continue;
      const { request, outcome } = entry.read();
      const members = membersOf(outcome, value);
      const key = keyOf(
        request.method,
        `${prefixOf(item.document)}${request.target}`,
        request.body,
      );
      if (members.length === 0 || planned.has(key)) continue;
      const made = WAYS[way % WAYS.length](members[Math.floor(draw() * members.length)]);
      way += 1;
      clauses.add(clause);
      planned.set(key, { ...made, name: nameOf({ ...made, clause }), hits: 0 });
    }
  }
  return planned;
}

/** Members of an answer that an observation shows one by one, and that cannot be absent or null by chance. */
function membersOf(outcome, observed) {
  if (outcome.kind !== 'answer' || outcome.body.content.kind !== 'json') return [];
  const { value } = outcome.body.content;
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    /\d members}$/.test(observed)
  )
    return [];
  return Object.keys(value).filter((name) => value[name] !== null && !Array.isArray(value[name]));
}

function otherStatus(reply) {
  return { ...reply, status: reply.status < 300 ? 203 : 418 };
}

function otherType(reply) {
  const headers = reply.headers.map(([name, value]) =>
    /^content-type$/i.test(name) ? [name, 'application/problem+json'] : [name, value],
  );
  return { ...reply, headers };
}

function inBody(change) {
  return (reply) => {
    const text = typeof reply.body === 'string' ? reply.body : Buffer.from(reply.body).toString();
    const headers = reply.headers.filter(([name]) => !/^content-length$/i.test(name));
    return { ...reply, headers, body: JSON.stringify(change(JSON.parse(text))) };
  };
}

function keyOf(method, target, body) {
  return `${method} ${target}\n${Buffer.from(body ?? []).toString('base64')}`;
}

function prefixOf(document) {
  return document === 'content' ? '/content' : '';
}

function nameOf({ tier, clause, place }) {
  return `${tier} ${clause} ${place}`;
}

async function serve(variations = [], alter = (_, reply) => reply) {
  const { handler } = referenceHandler(
    { faults: [], variations, contract },
    () => `${server.url}/content`,
  );
  const server = await startServer(async (request) => alter(request, await handler(request)));
  return server;
}

/** A run of both suites; what it found drifted, where it was asked. */
async function runOn({ url }, more) {
  const addresses = { integration: url, content: `${url}/content` };
  const target = referenceTarget(contract, addresses, 'reference target');
  let watch;
  const onDrift = (found) => {
    watch = found;
  };
  for await (const event of runLive({ contract, target, seed: 1, runs: 1, onDrift, ...more })) {
    if (event.kind !== 'footer' || event.problems.length === 0) continue;
    wrong.push(`a run had problems: ${event.problems.join('; ')}`);
  }
  return watch;
}

function numbersIn(args) {
  const [count = 50, seed = 1] = args.map(Number);
  if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed) || seed < 0) {
    process.stderr.write('usage: node scripts/drift-runs.js [runs, 50] [seed, 1]\n');
    process.exit(2);
  }
  return [count, seed];
}
