#!/usr/bin/env node
// Replays a recording against targets: `node scripts/changes.js [changes, 50] [seed, 1] [recording]`, after a build;
// the recording is that of the reference target if none is named. First against fresh reference targets, where no
// change may be reported. Then against targets that change one answer of one operation, drawn from the recording: each
// change has to be reported, at its operation only. Everything runs in this process, without sockets. Exits with 1
// otherwise.

import { fileURLToPath } from 'node:url';
import { loadContract } from '../dist/contract/contract.js';
import { matcherOf } from '../dist/contract/match.js';
import { toolOf } from '../dist/io/tool.js';
import { referenceTarget } from '../dist/profiles/choose.js';
import { openRecording } from '../dist/record/folder.js';
import { referenceHandler } from '../dist/reference/serve.js';
import { inProcess } from '../dist/reference/transport.js';
import { changesOf } from '../dist/traffic/changes.js';
import { caseScripts } from '../dist/traffic/scripts.js';
import { randomFrom } from './chance.js';

const REFERENCE = fileURLToPath(new URL('../recordings/reference', import.meta.url));
const HOSTS = ['http://127.0.0.1:1', 'http://127.0.0.1:65000', 'http://localhost:2'];

/** Values that are new with each answer or each thing that is made: another one is no change. */
const MOVING =
  /^(?:id|date\w*|modified\w*|guid|link|slug|generated_slug|href|parent|rendered|raw)$/;

const [args, place = REFERENCE] = [process.argv.slice(2, 4), process.argv[4]];
const [count, seed] = numbersIn(args);
const draw = randomFrom(seed);
const contract = loadContract();
const recording = openRecording(place, toolOf());
const operationsOf = new Map(
  [...recording.cases()].map(({ id, case: item }) => [id, usedBy(item)]),
);
const wrong = [];

for (const host of HOSTS) {
  const { compared, equal, volatile, changes } = await against(host, recording, (reply) => reply);
  console.log(
    `unchanged, at ${host}: ${compared} exchanges compared, ${equal} equal, ${volatile} moving, ${changes.length} changes told`,
  );
  for (const change of changes) wrong.push(`reported for an unchanged target: ${nameOf(change)}`);
}
const tally = { exactly: 0, nearby: 0 };
for (let done = 0; done < count; ) {
  const change = drawChange();
  if (change === undefined) continue;
  done += 1;
  await look(change, done);
}
for (const line of wrong) console.log(`WRONG ${line}`);
console.log(
  `${count} changes, seed ${seed}: ${tally.exactly} told at their place, ${tally.nearby} at a place nearby, ${wrong.length} wrong`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;

async function look(change, number) {
  const { operation } = change;
  const some = {
    ...recording,
    cases: function* () {
      for (const item of recording.cases())
        if (operationsOf.get(item.id)?.has(operation)) yield item;
    },
  };
  let hits = 0;
  const { changes } = await against(HOSTS[0], some, (reply, asked) => {
    if (asked !== operation || reply.status < 200 || reply.status > 299) return reply;
    const altered = change.alter(reply);
    if (altered !== reply) hits += 1;
    return altered;
  });
  const own = changes.filter((one) => one.operation === operation);
  const name = `${operation} ${change.tier} ${change.place}`;
  if (own.some((one) => one.tier === change.tier && one.place === change.place)) tally.exactly += 1;
  else if (own.length > 0) {
    tally.nearby += 1;
    console.log(`${number}: ${name} was told as ${own.map(nameOf).join('; ')}`);
  } else wrong.push(`${number}: not told, in ${hits} answers: ${name}`);
  const strays = changes.filter((one) => one.operation !== operation).map(nameOf);
  // Requests take ids from answers, and what was made is known again by its id and slug: where these change,
  // so does what comes after.
  if (/\/(?:id|slug)$/.test(change.place)) return;
  for (const stray of strays) wrong.push(`${number}: ${name} was told as ${stray} too`);
}

/** Replays the recording against a target whose answers are altered. */
async function against(host, what, alter) {
  const addresses = { integration: host, content: `${host}/content` };
  const target = referenceTarget(contract, addresses, 'reference target');
  const { handler } = referenceHandler(
    { faults: [], variations: [], contract },
    () => addresses.content,
  );
  const operationOf = placing(target);
  const transport = inProcess(async (request) => {
    const reply = await handler(request);
    return alter(reply, operationOf(request));
  });
  const destination = {
    contract,
    target,
    transport,
    writes: 'loopback',
    signal: new AbortController().signal,
    now: Date.now,
    monotonic: () => performance.now(),
  };
  return changesOf(caseScripts(what, destination), destination.signal, () => {});
}

function placing({ endpoints }) {
  const content = matcherOf(contract.operations, 'content', endpoints.content.style);
  const integration = matcherOf(contract.operations, 'integration', endpoints.integration.style);
  return ({ method, target }) => {
    const below = target.startsWith('/content') ? target.slice('/content'.length) : undefined;
    const found = below === undefined ? integration(method, target) : content(method, below);
    return found?.operation.id;
  };
}

/** A change of one kind at one place in the answers of one operation; undefined if the draw is not possible. */
function drawChange() {
  const entry = recording.entries[Math.floor(draw() * recording.entries.length)];
  const { operation, outcome } = entry.read();
  if (operation === null || outcome.kind !== 'answer' || outcome.status > 299) return undefined;
  const kind = oneOf([
    'removed',
    'added',
    'type',
    'value',
    'value',
    'status',
    'header',
    'order',
    'element',
  ]);
  if (kind === 'status') {
    return {
      operation,
      tier: 'value',
      place: 'status',
      alter: (reply) => ({ ...reply, status: 203 }),
    };
  }
  if (kind === 'header') return { operation, ...headerChange() };
  if (outcome.body.content.kind !== 'json') return undefined;
  const path = pathInto(outcome.body.content.value);
  const change = path && bodyChange(kind, path);
  return change && { operation, ...change };
}

function headerChange() {
  const set = (reply, change) => ({ ...reply, headers: change(reply.headers) });
  return oneOf([
    {
      tier: 'added',
      place: 'header x-new',
      alter: (reply) => set(reply, (all) => [...all, ['X-New', '1']]),
    },
    {
      tier: 'removed',
      place: 'header content-type',
      alter: (reply) => set(reply, (all) => all.filter(([name]) => !/^content-type$/i.test(name))),
    },
    {
      tier: 'value',
      place: 'header content-type',
      alter: (reply) =>
        set(reply, (all) =>
          all.map(([name, value]) => [
            name,
            /^content-type$/i.test(name) ? 'application/problem+json' : value,
          ]),
        ),
    },
  ]);
}

/** A random path into a value, with `*` for elements of lists; undefined if it has no members. */
function pathInto(value) {
  const path = [];
  let at = value;
  for (;;) {
    if (Array.isArray(at)) {
      if (at.length === 0) break;
      path.push('*');
      at = at[Math.floor(draw() * at.length)];
    } else if (typeof at === 'object' && at !== null && Object.keys(at).length > 0) {
      const name = oneOf(Object.keys(at));
      path.push(name);
      at = at[name];
    } else break;
    if (path.at(-1) !== '*' && draw() < 0.4) break;
  }
  return path.length === 0 || path.at(-1) === '*' ? undefined : { path, value: at };
}

function bodyChange(kind, { path, value }) {
  const name = path.at(-1);
  const pointer = (tokens) =>
    tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const at = (tier, where, change) => ({
    tier,
    place: where,
    alter: inBody((body) => edit(body, path, change)),
  });
  const parent = path.slice(0, -1);
  switch (kind) {
    case 'removed':
      return at('removed', pointer(path), (object) => delete object[name]);
    case 'added':
      return at('added', pointer([...parent, 'touchstone-new']), (object) => {
        object['touchstone-new'] = true;
      });
    case 'type':
      return at('type', pointer(path), (object) => {
        object[name] = Array.isArray(object[name]) ? { was: object[name] } : [object[name]];
      });
    case 'value':
      if (MOVING.test(name) || typeof value === 'object') return undefined;
      return at('value', pointer(path), (object) => {
        object[name] = otherThan(object[name]);
      });
    case 'order':
      if (!Array.isArray(value) || value.length < 2) return undefined;
      return at('value', `${pointer(path)} in order`, (object) => object[name]?.reverse?.());
    default:
      if (!Array.isArray(value) || value.length === 0) return undefined;
      return at('removed', pointer([...path, '*']), (object) => object[name]?.shift?.());
  }
}

function otherThan(value) {
  if (typeof value === 'string') return `${value} otherwise`;
  return typeof value === 'number' ? value + 1 : !value;
}

function edit(value, [token, ...rest], change) {
  if (token === '*' && Array.isArray(value)) for (const one of value) edit(one, rest, change);
  else if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  else if (!Object.hasOwn(value, token)) return;
  else if (rest.length === 0) change(value);
  else edit(value[token], rest, change);
}

function inBody(change) {
  return (reply) => {
    const text = typeof reply.body === 'string' ? reply.body : Buffer.from(reply.body).toString();
    let body;
    try {
      body = JSON.parse(text);
    } catch {
      return reply;
    }
    change(body);
    const altered = JSON.stringify(body);
    if (altered === JSON.stringify(JSON.parse(text))) return reply;
    const headers = reply.headers.filter(([name]) => !/^content-length$/i.test(name));
    return { ...reply, headers, body: altered };
  };
}

function usedBy({ steps }) {
  return new Set(steps.map(({ request }) => request.operation));
}

function nameOf({ operation, tier, place: where }) {
  return `${operation} ${tier} ${where}`;
}

function oneOf(list) {
  return list[Math.floor(draw() * list.length)];
}

function numbersIn(given) {
  const [many = 50, first = 1] = given.map(Number);
  if (!Number.isInteger(many) || many < 1 || !Number.isInteger(first) || first < 0) {
    process.stderr.write('usage: node scripts/changes.js [changes, 50] [seed, 1] [recording]\n');
    process.exit(2);
  }
  return [many, first];
}
