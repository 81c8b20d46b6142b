#!/usr/bin/env node
// Kills recorders of traffic at random moments, and looks at what is left: `node scripts/kills-traffic.js [how many,
// 200] [seed, 1]`, after a build. Each time, `touchstone record` stands between eight clients in this process and a
// server in it, and is ended with SIGKILL. Every exchange whose answer a client had whole has to be in the
// recording then. Exit code 1 if one is not.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { toolOf } from '../dist/io/tool.js';
import { openRecording } from '../dist/record/folder.js';
import { randomFrom } from './chance.js';

const CLI = fileURLToPath(new URL('../bin/touchstone.js', import.meta.url));
const CLIENTS = 8;
/** Milliseconds of traffic before a kill, at the most. */
const MOST_MS = 400;

const [count = 200, seed = 1] = process.argv.slice(2).map(Number);
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-kills-traffic-'));
const draw = randomFrom(seed);
const sums = { had: 0, kept: 0, lost: 0 };
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ asked: request.url }));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
try {
  for (let index = 0; index < count; index += 1) await kill(index, draw() * MOST_MS);
} finally {
  server.close();
  server.closeAllConnections();
  rmSync(scratch, { recursive: true, force: true });
}
console.log(
  `${count} kills, seed ${seed}: ${sums.had} answers that a client had whole, ${sums.kept} exchanges kept, ${sums.lost} lost`,
);
process.exitCode = sums.lost === 0 ? 0 : 1;

async function kill(index, afterMs) {
  const folder = join(scratch, `${index}`);
  const target = `http://127.0.0.1:${server.address().port}`;
  const args = ['record', '--integration', target, '--out', folder];
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const address = await addressIn(child);
  const had = [];
  const agent = new Agent({ keepAlive: true });
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    traffic(address, client, agent, had),
  );
  await sleep(afterMs);
  child.kill('SIGKILL');
  await Promise.all([ended, ...clients]);
  agent.destroy();
  const kept = new Set(
    openRecording(folder, toolOf()).entries.map((entry) => entry.asked().target),
  );
  const lost = had.filter((path) => !kept.has(path));
  if (lost.length > 0) console.log(`kill ${index} after ${afterMs.toFixed(1)} ms lost ${lost}`);
  sums.had += had.length;
  sums.kept += kept.size;
  sums.lost += lost.length;
}

function addressIn(child) {
  return new Promise((resolve) => {
    let text = '';
    child.stdout.on('data', (piece) => {
      text = `${text}${piece}`.slice(0, 1000);
      const [, address] = /integration API +(\S+)\n/.exec(text) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
}

/** One request after the other, until there is no answer any more. */
async function traffic(address, client, agent, had) {
  for (let index = 0; ; index += 1) {
    const path = `/${client}-${index}`;
    if (!(await isAnswered(`${address}${path}`, agent))) return;
    had.push(path);
  }
}

function isAnswered(url, agent) {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      response.on('error', () => resolve(false));
      response.on('close', () => resolve(response.complete));
      response.resume();
    });
    request.on('error', () => resolve(false));
  });
}
