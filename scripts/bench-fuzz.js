// Measures the speed of a campaign: the whole loop (generate, encode, verify the bytes, send, parse, validate, judge,
// count) with the posts list and create, against a minimal node:http server in another process, next to a
// bare client that sends one prepared request in a loop. Then only generation, with all requests verified, and
// json-schema-faker on the same schemas. `npm run build` first. Each of them is a process of its own, as a
// campaign is for its users: one must not grow the memory of another, or make its compiled code general.
// Rounds take turns, the first warms up, medians are printed, and one JSON line at the end.
//
//   node scripts/bench-fuzz.js [--rounds 5] [--requests 50000] [--concurrency 8] [--memory]
//
// Generation is measured over five times as many requests, from the first one on: making and verifying the
// lists that a stream deals from is in it. All modes find things here, for the server refuses nothing.
//
// --memory runs 100,000 and then 1,000,000 requests in processes of their own and compares what they hold:
// resident memory, and the live heap, in which V8 can let garbage pile up to several times its size.

import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { generate } from 'json-schema-faker';
import { Pool } from 'undici';
import { loadContract } from '../dist/contract/contract.js';
import { runCampaign } from '../dist/fuzz/campaign.js';
import { toolOf } from '../dist/io/tool.js';
import { MODES } from '../dist/model/fuzzing.js';
import { requestSchema } from '../dist/plan/generated.js';
import { openStream } from '../dist/plan/stream.js';
import { referenceTarget } from '../dist/profiles/choose.js';
import { liveTransport } from '../dist/send/live.js';
import { given } from './given.js';

const { values: options } = given({
  options: {
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '50000' },
    concurrency: { type: 'string', default: '8' },
    memory: { type: 'boolean', default: false },
    serve: { type: 'boolean', default: false },
    'one-campaign': { type: 'string' },
    way: { type: 'string' },
    url: { type: 'string' },
  },
});
const ONLY = ['content/posts/list', 'content/posts/create'];
const SELF = fileURLToPath(import.meta.url);
const requests = Number(options.requests);
const concurrency = Number(options.concurrency);

/** The variants compared, each in its own process, as functions of a seed. */
const WAYS = {
  bare: () => bare(options.url),
  valid: (contract, seed) => campaign(contract, options.url, seed, requests, ['valid']),
  all: (contract, seed) => campaign(contract, options.url, seed, requests, MODES),
  generationValid: (contract, seed) => generation(contract, seed, ['valid']),
  generationAll: (contract, seed) => generation(contract, seed, MODES),
};

if (options.serve) serve();
else if (options['one-campaign'] !== undefined) await holdOne();
else if (options.way !== undefined) runOn(options.way);
else await bench();

/** Lists nothing, creates anything, removes anything. */
function serve() {
  const answers = {
    GET: [200, '[]'],
    POST: [201, '{"id":4711,"title":{"raw":"a","rendered":"a"},"status":"draft"}'],
    DELETE: [200, '{"deleted":true}'],
  };
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const [status, body] = answers[request.method] ?? [405, '{}'];
      response.writeHead(status, {
        'content-type': 'application/json',
        'content-length': body.length,
      });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
}

async function startServer() {
  const child = spawn(process.execPath, [SELF, '--serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { url: String(line).trim(), stop: () => child.kill() };
}

/** Does one thing, with each seed that it is reported. */
function runOn(way) {
  const contract = loadContract();
  process.on('message', async (seed) => process.send(await WAYS[way](contract, seed)));
}

function startWay(way, url) {
  const args = ['--way', way, '--url', url];
  for (const name of ['requests', 'concurrency']) args.push(`--${name}`, options[name]);
  const child = fork(SELF, args);
  const run = (seed) =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`${way} ended with ${code}`)));
      child.send(seed);
    });
  return { run, stop: () => child.kill() };
}

async function bare(url) {
  const pool = new Pool(url, { connections: concurrency });
  const path = '/index.php?rest_route=/cms/v2/posts&per_page=10&page=2&context=view';
  const headers = { accept: 'application/json' };
  const spent = process.cpuUsage();
  const started = performance.now();
  let sent = 0;
  const loop = async () => {
    while (sent < requests) {
      sent += 1;
      const { body } = await pool.request({ path, method: 'GET', headers });
      await body.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  const rate = (sent / (performance.now() - started)) * 1000;
  await pool.close();
  return { rate, cpu: microseconds(spent) / sent };
}

/** CPU time of this process since a reading, in microseconds. */
function microseconds(since) {
  const { user, system } = process.cpuUsage(since);
  return user + system;
}

async function campaign(contract, url, seed, count, modes) {
  const target = { ...referenceTarget(contract, { content: url }, 'minimal'), concurrency };
  const transport = liveTransport({
    limits: target.limits,
    tls: target.tls,
    connections: concurrency + 2,
  });
  const spent = process.cpuUsage();
  const { report } = await runCampaign({
    contract,
    target,
    seed,
    modes,
    only: ONLY,
    bounds: { requests: count },
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
  return { rate: report.rate, cpu: microseconds(spent) / report.requests };
}

function generation(contract, seed, modes) {
  const target = referenceTarget(contract, { content: 'http://127.0.0.1:1' }, 'none');
  const spent = process.cpuUsage();
  const started = performance.now();
  const stream = openStream(contract, target, { seed, modes, only: ONLY, writes: 'loopback' });
  let made = 0;
  for (let index = 0; made < 5 * requests; index += 1) {
    const fuzzCase = stream.at(index);
    if (fuzzCase?.case.unproven !== undefined) throw new Error(fuzzCase.case.unproven);
    made += fuzzCase?.marks.length ?? 0;
  }
  return {
    rate: (made / (performance.now() - started)) * 1000,
    cpu: microseconds(spent) / made,
  };
}

/** Valid requests of one operation: how many a second, and which share of them ajv accepts. */
async function values(contract, id, count, make) {
  const schema = requestSchema(contract.operation(id));
  const started = performance.now();
  const made = [];
  for (let at = 0; at < count; at += 1) made.push(await make(schema, at));
  const rate = (count / (performance.now() - started)) * 1000;
  const valid = made.filter((value) => contract.validate(schema, value).length === 0);
  return { rate, accepted: valid.length / count };
}

/** A schema on which it throws counts as not accepted. */
function faked(schema, seed) {
  return generate(schema, { seed }).catch(() => undefined);
}

function ours(contract, id) {
  const target = referenceTarget(contract, { content: 'http://127.0.0.1:1' }, 'none');
  const options = { seed: 1, modes: ['valid'], only: [id], writes: 'loopback' };
  const stream = openStream(contract, target, options);
  return ({ properties }, at) => {
    const fuzzCase = stream.at(at);
    const { path, query, body } = fuzzCase.case.steps.find((step) => step.id === 'request').request;
    const parts = { path, query, body: body.value };
    return Object.fromEntries(Object.entries(parts).filter(([part]) => part in properties));
  };
}

async function bench() {
  const contract = loadContract();
  const { url, stop } = await startServer();
  const names = Object.keys(WAYS);
  const rows = Object.fromEntries(names.map((name) => [name, []]));
  const cpu = Object.fromEntries(names.map((name) => [name, []]));
  const ways = names.map((name) => [name, startWay(name, url)]);
  try {
    for (let round = -1; round < Number(options.rounds); round += 1) {
      for (const [name, { run }] of ways) {
        const { rate, cpu: spent } = await run(100 + round);
        if (round < 0) continue;
        rows[name].push(rate);
        cpu[name].push(spent);
      }
    }
  } finally {
    for (const [, way] of ways) way.stop();
    stop();
  }
  const reported = Object.fromEntries(
    Object.entries(rows).map(([name, all]) => [name, Math.round(median(all))]),
  );
  const ratio = (rate) => Math.round((rate / reported.bare) * 100) / 100;
  console.log(`bare client          ${reported.bare} requests/s`);
  console.log(`campaign, valid      ${reported.valid} requests/s, ${ratio(reported.valid)} of it`);
  console.log(`campaign, all modes  ${reported.all} requests/s, ${ratio(reported.all)} of it`);
  console.log(`generation, valid    ${reported.generationValid} proven requests/s`);
  console.log(`generation, all      ${reported.generationAll} proven requests/s`);
  // On a machine that others use too, this says more than the rates: the CPU time of one request.
  const times = Object.fromEntries(Object.entries(cpu).map(([name, all]) => [name, median(all)]));
  const share = (name) => Math.round((times.bare / times[name]) * 100) / 100;
  console.log(
    `CPU time a request   ${times.bare.toFixed(0)} µs bare, ${times.valid.toFixed(0)} µs valid (${share('valid')}), ${times.all.toFixed(0)} µs all (${share('all')})`,
  );
  console.log(
    `CPU time to generate ${times.generationValid.toFixed(0)} µs valid, ${times.generationAll.toFixed(0)} µs all`,
  );
  const beside = {};
  for (const id of ONLY) {
    const count = Math.min(requests, 5_000);
    const sides = { touchstone: [count, ours(contract, id)], faker: [Math.ceil(count / 5), faked] };
    beside[id] = {};
    for (const [name, [wanted, make]] of Object.entries(sides)) {
      // The first time warms up.
      await values(contract, id, wanted, make);
      beside[id][name] = await values(contract, id, wanted, make);
    }
    for (const [name, { rate, accepted }] of Object.entries(beside[id])) {
      console.log(
        `${id} by ${name}: ${Math.round(rate)}/s, ${(accepted * 100).toFixed(1)} % accepted by ajv`,
      );
    }
  }
  const memory = options.memory ? await compareMemory() : undefined;
  console.log(
    JSON.stringify({
      ...reported,
      ratioValid: ratio(reported.valid),
      ratioAll: ratio(reported.all),
      beside,
      memory,
    }),
  );
}

function median(all) {
  return [...all].sort((one, other) => one - other)[all.length >> 1] ?? 0;
}

async function compareMemory() {
  const held = {};
  for (const count of [100_000, 1_000_000]) {
    const { url, stop } = await startServer();
    const child = spawn(
      process.execPath,
      ['--expose-gc', SELF, '--one-campaign', String(count), '--url', url],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let text = '';
    for await (const piece of child.stdout) text += piece;
    stop();
    held[count] = JSON.parse(text);
    const { resident, live } = held[count];
    console.log(
      `memory after ${count} requests: ${resident.toFixed(1)} MB resident, ${live.toFixed(1)} MB live`,
    );
  }
  return held;
}

/** Prints what the process holds after a campaign, in megabytes, garbage collected. */
async function holdOne() {
  await campaign(loadContract(), options.url, 1, Number(options['one-campaign']), MODES);
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  console.log(JSON.stringify({ resident: rss / 1024 / 1024, live: heapUsed / 1024 / 1024 }));
}
