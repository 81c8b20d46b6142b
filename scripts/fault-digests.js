#!/usr/bin/env node
// Writes fixtures/faults/digests/<document>.json: for each fault and variation a digest of the answers that it changes, of all
// answers to the requests of the plan. The plan is sent in parts. A deviation is tried with the next part only while
// another one has the same digests, or while it changes nothing. After a build:
//
//   node scripts/fault-digests.js integration      # seconds
//   node scripts/fault-digests.js content          # about half an hour
//
// Lists faults and variations that do the same as another one, and those that change no answer. Exit code 1 if two
// faults do the same.

import { mkdirSync, writeFileSync } from 'node:fs';
import { loadContract } from '../dist/contract/contract.js';
import { deviations } from '../dist/reference/deviations.js';
import { digestOf, PARTS_OF_PLAN, requestsOfPlan } from '../dist/selftest/digests.js';

const [document = 'integration'] = process.argv.slice(2);
const contract = loadContract();
const all = deviations().filter((one) => one.document === document);
const digests = new Map(all.map(({ name }) => [name, []]));
const plans = [];
const parts = PARTS_OF_PLAN[document];
let open = all;
for (let index = 1; index <= parts && open.length > 0; index += 1) {
  const plan = await requestsOfPlan(contract, document, { index, of: parts });
  plans.push(plan.hash);
  console.log(`part ${index} of ${parts}: ${open.length} to try, ${plan.requests.length} requests`);
  for (const deviation of open) {
    digests.get(deviation.name).push(await digestOf(contract, plan, [deviation]));
  }
  open = all.filter((one) => sameAs(one).length > 0 || changesNothing(one));
}
const equal = all.filter((one) => {
  const [first] = sameAs(one).filter((other) => all.indexOf(other) < all.indexOf(one));
  if (changesNothing(one)) console.log(`${one.kind} ${one.name} changes no answer`);
  else if (first) console.log(`${one.kind} ${one.name} does the same as ${first.name}`);
  return first !== undefined && one.kind === 'fault' && !changesNothing(one);
});
const folder = new URL('../fixtures/faults/digests/', import.meta.url);
mkdirSync(folder, { recursive: true });
const names = [...digests.keys()].sort();
const text = {
  plans,
  digests: Object.fromEntries(names.map((name) => [name, digests.get(name).join(' ')])),
};
writeFileSync(new URL(`${document}.json`, folder), `${JSON.stringify(text, null, 2)}\n`);
process.exit(equal.length > 0 ? 1 : 0);

function sameAs({ kind, name }) {
  const own = digests.get(name).join(' ');
  return all.filter(
    (other) =>
      other.kind === kind && other.name !== name && digests.get(other.name).join(' ') === own,
  );
}

function changesNothing({ name }) {
  return digests.get(name).every((digest) => digest === 'none');
}
