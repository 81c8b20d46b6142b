#!/usr/bin/env node
// Writes a digest of what each fault and variation changes into fixtures/faults/digests/<document>.json: of all answers to
// the requests of the plan, with the plan's hash. Two faults with one digest are one fault. After a build:
//
//   node scripts/fault-digests.js integration      # seconds
//   node scripts/fault-digests.js content          # about half an hour
//
// Lists those that have the digest of another one, and those that change no answer. Exit code 1 if two faults are equal.

import { mkdirSync, writeFileSync } from 'node:fs';
import { loadContract } from '../dist/contract/contract.js';
import { deviations } from '../dist/reference/deviations.js';
import { digestOf, requestsOfPlan } from '../dist/selftest/digests.js';

const [document = 'integration'] = process.argv.slice(2);
const contract = loadContract();
const plan = await requestsOfPlan(contract, document);
const digests = {};
const names = new Map();
let equal = 0;
for (const deviation of deviations().filter((one) => one.document === document)) {
  const { kind, name } = deviation;
  const digest = await digestOf(contract, plan, [deviation]);
  digests[name] = digest;
  const other = names.get(`${kind} ${digest}`);
  if (digest === 'none') console.log(`${kind} ${name} changes no answer`);
  else if (other !== undefined) {
    console.log(`${kind} ${name} does the same as ${other}`);
    if (kind === 'fault') equal += 1;
  }
  names.set(`${kind} ${digest}`, other ?? name);
}
const folder = new URL('../fixtures/faults/digests/', import.meta.url);
mkdirSync(folder, { recursive: true });
const sorted = Object.fromEntries(Object.entries(digests).sort(([a], [b]) => (a < b ? -1 : 1)));
const text = JSON.stringify({ plan: plan.hash, digests: sorted }, null, 2);
writeFileSync(new URL(`${document}.json`, folder), `${text}\n`);
process.exit(equal > 0 ? 1 : 0);
