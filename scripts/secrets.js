#!/usr/bin/env node
// Counts the secrets in fixtures/secrets that stay in a recording, and the look-alikes that are changed: node
// scripts/secrets.js (after npm run build). `--list` names them.
import { bodyOf } from '../dist/model/content.js';
import { readEntry } from '../dist/record/entry.js';
import { openTraffic } from '../dist/record/traffic.js';
import { verifyClean } from '../dist/secrets/index.js';
import { canBeMade, credentials, lookAlikes, measure, placements } from './secrets-corpus.js';

const list = process.argv.includes('--list');
const through = { openTraffic, bodyOf, readEntry, verifyClean };
let wrong = 0;

function tell(what, names, of, how) {
  process.stdout.write(`${what}: ${names.length} of ${of} ${how}\n`);
  if (list) for (const name of names) process.stdout.write(`  ${name}\n`);
  wrong += names.length;
}

for (const [what, items] of [
  ["the target's own credential", credentials().filter(canBeMade)],
  ['secrets that no option names', placements().filter(canBeMade)],
]) {
  const { leaked, dirty } = measure(items, through);
  tell(what, leaked, items.length, 'leaked');
  tell(what, dirty, items.length, 'found by --verify-clean in what was just recorded');
}
const harmless = lookAlikes().filter(canBeMade);
const { changed, dirty } = measure(harmless, through);
tell('look-alikes', changed, harmless.length, 'changed');
tell('look-alikes', dirty, harmless.length, 'found by --verify-clean');
process.exitCode = wrong === 0 ? 0 : 1;
