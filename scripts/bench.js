#!/usr/bin/env node
// Measures everything that matters next to its yardstick, and prints each ratio next to its goal:
//
//   npm run bench [-- --only AREA…] [--quick] [--rounds N] [--json FILE] [--write]
//
// Areas run one after another, each in a process of its own. --quick takes about two minutes. --write writes
// docs/performance.md and its plots, with the areas that ran; the others stay as they are. It wants a quiet machine.
// Exit code 0 also if a goal is missed; 2 for an unknown area.

import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMet, pageOf, plotOf, tableText } from './bench/book.js';
import { windows } from './bench/measure.js';
import { given } from './given.js';

/** Title, file, and what a profile shows as the limit. */
const AREAS = {
  starting: [
    'The start of the command line',
    'starting.js',
    'Help loads four files and the parser of the command line; the rest is the start of Node.',
  ],
  suite: [
    'The content suite',
    'suite.js',
    'Two thirds of planning find and prove invalid requests: each is encoded, decoded, and read leniently.',
  ],
  verifying: ['Verifying requests', 'verifying.js'],
  generation: ['Generating requests', 'generation.js'],
  campaign: ['Campaigns', 'campaign.js'],
  recording: ['Recording and cassettes', 'recording.js'],
  replaying: ['Replaying', 'replaying.js'],
  proxy: ['The proxy', 'proxy.js'],
  cleaning: ['Searching for secrets', 'cleaning.js'],
  reference: ['The reference target', 'reference.js'],
  page: ['The report in a browser', 'page.js'],
  memory: ['Memory', 'memory.js'],
};
const RESULTS = fileURLToPath(new URL('bench/results.json', import.meta.url));
const DOCS = fileURLToPath(new URL('../docs/', import.meta.url));

const { values, positionals } = given({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true, default: [] },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    area: { type: 'string' },
  },
});
const asked = [...values.only, ...positionals];
const unknown = asked.filter((name) => !Object.hasOwn(AREAS, name));
const options = { quick: values.quick, rounds: Number(values.rounds ?? (values.quick ? 3 : 9)) };

if (values.area !== undefined) await measureHere(values.area);
else if (unknown.length > 0) {
  const there = Object.keys(AREAS).join(', ');
  process.stderr.write(`no area is called ${unknown.join(', ')}; there are ${there}\n`);
  process.exitCode = 2;
} else await main(asked.length > 0 ? asked : Object.keys(AREAS));

async function measureHere(name) {
  const { measure } = await import(`./bench/${AREAS[name][1]}`);
  process.send({ rows: await measure(options), windows });
  process.disconnect();
}

async function main(names) {
  const areas = [];
  const total = { all: 0, disturbed: 0 };
  for (const name of names) {
    const [about, , limit] = AREAS[name];
    const found = await measured(name);
    if (found === undefined) {
      process.stderr.write(`${name}: it ended without figures\n`);
      process.exitCode = 1;
      continue;
    }
    areas.push({ name, about, rows: found.rows, ...(limit && { limit }) });
    total.all += found.windows.all;
    total.disturbed += found.windows.disturbed;
    process.stdout.write(`${about}\n${tableText(found.rows)}\n\n`);
    // After each area: an interruption loses no more than the area that it meets.
    if (values.write) write(resultsOf(areas, total));
  }
  const goals = areas.flatMap(({ rows }) => rows).filter((row) => row.goal !== undefined);
  const missed = goals.filter((row) => !isMet(row));
  process.stdout.write(
    `${goals.length - missed.length} of ${goals.length} goals are met; ${total.disturbed} of ${total.all} windows stayed disturbed\n`,
  );
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify(resultsOf(areas, total), null, 2)}\n`);
}

function resultsOf(areas, windows) {
  const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).trim();
  return {
    machine: `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`,
    date: new Date().toISOString().slice(0, 10),
    commit: git('rev-parse', '--short=9', 'HEAD'),
    windows,
    areas,
  };
}

async function measured(name) {
  const words = ['--area', name, '--rounds', `${options.rounds}`];
  if (options.quick) words.push('--quick');
  const child = fork(fileURLToPath(import.meta.url), words, { execArgv: ['--expose-gc'] });
  let found;
  child.on('message', (message) => {
    found = message;
  });
  await once(child, 'exit');
  return found;
}

function write(results) {
  const before = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')).areas : [];
  const now = new Map([...before, ...results.areas].map((area) => [area.name, area]));
  const areas = Object.keys(AREAS).flatMap((name) => now.get(name) ?? []);
  const all = { ...results, areas };
  mkdirSync(`${DOCS}performance`, { recursive: true });
  const rows = areas.flatMap((area) => area.rows).filter(({ series }) => series !== undefined);
  const plots = new Map();
  for (const name of new Set(rows.map(({ series }) => series.name))) {
    const own = rows.filter(({ series }) => series.name === name);
    const file = `performance/${name.replaceAll(/\W+/g, '-')}.svg`;
    const points = own.map(({ series, value }) => [series.at, value]);
    if (points.length < 2) continue;
    writeFileSync(`${DOCS}${file}`, plotOf(name, own[0].unit, own[0].series.x, points));
    plots.set(name, file);
  }
  writeFileSync(`${DOCS}performance.md`, pageOf(all, plots));
  writeFileSync(RESULTS, `${JSON.stringify(all, null, 2)}\n`);
}
