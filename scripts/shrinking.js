#!/usr/bin/env node
import { loadContract } from '../dist/contract/contract.js';
// Measures how short failing sequences become. Judges the reference site with each fault of its state, and shrinks the
// first failing sequence of each clause as a run would. Then it tries all parts of that sequence that are shorter by
// two steps or more: does one of them show the same? `npm run build` first; `node scripts/shrinking.js [beginning of a
// fault]`. Exits with 1 if fewer than nine in ten of the faults are shown within one step of the shortest.
import { encode } from '../dist/contract/encode.js';
import { judge } from '../dist/judge/judge.js';
import { planCases } from '../dist/plan/plan.js';
import { discover } from '../dist/probe/discover.js';
import { referenceTarget } from '../dist/profiles/choose.js';
import { faults } from '../dist/reference/deviations.js';
import { referenceHandler } from '../dist/reference/serve.js';
import { inProcess } from '../dist/reference/transport.js';
import { SHRINK_REQUESTS } from '../dist/run/minimising.js';
import { shrinks, smallestFor } from '../dist/run/shrinking.js';
import { paceOf } from '../dist/send/pace.js';
import { sendCases } from '../dist/send/send.js';

const SEED = 1;
const URL_OF_NOBODY = 'http://127.0.0.1:1/content';
/** More parts than this are not tried of one sequence; then it is said that some were not. */
const MOST_PARTS = 20_000;

const begins = process.argv[2] ?? '';
const contract = loadContract();
const never = new AbortController().signal;
const rows = [];
for (const fault of faults()) {
  if (fault.document !== 'content' || fault.family !== 'state') continue;
  if (!fault.name.startsWith(begins)) continue;
  const shown = await measure(fault.name);
  rows.push({ name: fault.name, shown });
  console.log(fault.name.padEnd(34) + (shown.length === 0 ? 'shown without a sequence' : ''));
  for (const one of shown) console.log(line(one));
}
const shrunk = rows.filter(({ shown }) => shown.length > 0);
const near = shrunk.filter(({ shown }) => shown.every(({ shorter }) => shorter === 0));
console.log(
  `\n${shrunk.length} of ${rows.length} faults of state are shown by sequences; ` +
    `of ${near.length} of them each is within one step of the shortest`,
);
process.exitCode = shrunk.length > 0 && near.length >= 0.9 * shrunk.length ? 0 : 1;

function line({ clause, planned, steps, shorter, tried, requests }) {
  const reported = shorter === 0 ? 'none two steps shorter' : `${shorter} steps do it, too`;
  const parts = tried >= MOST_PARTS ? `of the first ${tried} parts` : `of ${tried} parts`;
  return `  ${planned} -> ${steps} steps by ${requests} requests; ${reported} ${parts}  ${clause}`;
}

/** Sends the suite's sequences, and of each clause that fails makes the first failing one smaller. */
async function measure(name) {
  const site = siteWith(name);
  const learnt = await discover(contract, site.target, site.transport, never);
  const plan = planCases(contract, learnt, { seed: SEED, runs: 20, writes: 'anywhere' });
  const known = new Set();
  const rows = [];
  for (const item of plan.filter(({ origin }) => origin.kind === 'sequence')) {
    const found = await judged(site, item);
    const clauses = item.evidence.filter(
      (id) => !known.has(id) && failsAt(found, id) !== undefined,
    );
    if (clauses.length === 0 || !shrinks(item)) continue;
    for (const id of clauses) known.add(id);
    let requests = 0;
    const smallest = await smallestFor(found, clauses, {
      contract,
      endpoint: learnt.endpoints.content,
      failsAt,
      tryOut: async (candidate) => {
        if (requests >= SHRINK_REQUESTS) return undefined;
        const tried = await judged(site, candidate);
        requests += tried.trace.exchanges.length + (tried.trace.removals ?? []).length;
        return tried;
      },
    });
    for (const [clause, { trace }] of smallest) {
      const steps = acting(trace.case);
      const { shorter, tried } = await shortestPart(site, item, clause, steps - 2);
      rows.push({ clause, planned: acting(item), steps, shorter, tried, requests });
    }
  }
  return rows;
}

function siteWith(fault) {
  const { handler } = referenceHandler(
    { contract, faults: [fault], variations: [] },
    () => URL_OF_NOBODY,
  );
  const target = referenceTarget(contract, { content: URL_OF_NOBODY }, 'reference');
  return { target, transport: inProcess(handler) };
}

/** The size of the smallest failing part of a case, of at most so many steps; 0 where none of them fails. */
async function shortestPart(site, item, clause, most) {
  let tried = 0;
  const steps = item.steps.filter(({ role }) => role !== 'cleanup');
  const needs = steps.map(({ request }) => {
    const reported = JSON.stringify(request);
    return steps.flatMap(({ id }, at) => (reported.includes(`"$from":"${id}#`) ? [at] : []));
  });
  for (let size = 1; size <= most; size += 1) {
    for (const part of partsOf(needs, size)) {
      if (tried >= MOST_PARTS) return { shorter: 0, tried };
      tried += 1;
      const kept = new Set(part.map((at) => steps[at].id));
      const rest = item.steps.filter(({ id, role, request }) => {
        if (role !== 'cleanup') return kept.has(id);
        const reported = JSON.stringify(request);
        return !steps.some((one) => !kept.has(one.id) && reported.includes(`"$from":"${one.id}#`));
      });
      if (failsAt(await judged(site, { ...item, steps: rest }), clause) !== undefined) {
        return { shorter: size, tried };
      }
    }
  }
  return { shorter: 0, tried };
}

/** Every choice of so many steps that has all that its steps build on. */
function* partsOf(needs, size, chosen = [], from = 0) {
  if (chosen.length === size) {
    yield chosen;
    return;
  }
  for (let at = from; at <= needs.length - (size - chosen.length); at += 1) {
    if (needs[at].every((one) => chosen.includes(one))) {
      yield* partsOf(needs, size, [...chosen, at], at + 1);
    }
  }
}

async function judged({ target, transport }, item) {
  const traces = sendCases([item], {
    target,
    transport,
    operationOf: contract.operation,
    encode,
    clock: () => performance.now(),
    signal: never,
    concurrency: 1,
    pace: paceOf(undefined),
    operations: contract.operations,
    writes: 'anywhere',
  });
  for await (const trace of traces) return { trace, findings: judge(contract, {}, trace) };
  throw new Error(`${item.id} gave no trace`);
}

function failsAt({ findings }, id) {
  const one = findings.find(({ clause }) => clause.id === id);
  return one?.findings.find(({ kind }) => kind === 'violated')?.where.step;
}

function acting({ steps }) {
  return steps.filter(({ role }) => role !== 'cleanup').length;
}
