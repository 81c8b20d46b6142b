#!/usr/bin/env node
// Records both suites whole against `touchstone serve`, stops that server, and replays under other hosts, ports and
// prefixes with the network cut off: `node scripts/offline.js [seed, 1]`, after a build. Every verdict on every case
// has to come out the same, and every exchange has to be answered from the recording. The network is cut off by
// `unshare --net` where that is allowed, and in any case by a guard that makes all opening of sockets fail. Then the
// suites are sent to `replay --serve` of the recording: the verdicts have to be the same there. Exits with 1 otherwise.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../bin/touchstone.js', import.meta.url));
const PROFILE = fileURLToPath(new URL('../fixtures/targets/reference.yaml', import.meta.url));
const GUARD = `data:text/javascript,${encodeURIComponent(
  "import { Socket } from 'node:net'; Socket.prototype.connect = () => { console.error('a socket was opened'); process.exit(70); };",
)}`;

const [seed = '1'] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-offline-'));
const env = { ...process.env, XDG_STATE_HOME: join(scratch, 'state') };
try {
  process.exitCode = await proof();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function proof() {
  const server = await serve('serve');
  const recording = join(scratch, 'recording');
  // One case after the other: what is created at once gets its ids in another order each time.
  const at = ({ integration, content }) => [
    ...['--target', PROFILE, '--integration', integration, '--content', content],
    ...['--seed', seed, '--concurrency', '1'],
  ];
  const live = await check('live', [...at(server), '--record', recording]);
  await server.stop();
  const netless = spawnSync('unshare', ['-rn', 'true']).status === 0;
  const elsewhere = [
    '--integration',
    'https://elsewhere.invalid:8443/deep/er',
    '--content',
    'http://other.invalid:81/x',
  ];
  const again = await check(
    'again',
    ['--replay', recording, ...elsewhere],
    netless ? ['unshare', '-rn'] : [],
  );
  const stand = await serve('replay', recording, '--serve', '--target', PROFILE);
  const served = await check('served', at(stand));
  await stand.stop();
  const differing = differingFrom(live, again);
  const differingServed = differingFrom(live, served);
  console.log(
    `recorded live: ${live.requests} requests, ${live.verdicts.size} verdicts, exit code ${live.code}`,
  );
  console.log(
    `replayed ${netless ? 'without a network' : 'under a guard of sockets'}: ${again.requests} requests, ${again.verdicts.size} verdicts, exit code ${again.code}, ${differing.length} verdicts otherwise`,
  );
  console.log(
    `served: ${served.requests} requests, ${served.verdicts.size} verdicts, exit code ${served.code}, ${differingServed.length} verdicts otherwise`,
  );
  const isSame = ({ requests, verdicts, code }) =>
    requests === live.requests && verdicts.size === live.verdicts.size && code === 0;
  const all = [...differing, ...differingServed];
  return all.length === 0 && [live, again, served].every(isSame) ? 0 : 1;
}

function differingFrom(live, other) {
  const differing = [...live.verdicts].filter(
    ([name, verdict]) => other.verdicts.get(name) !== verdict,
  );
  for (const [name, verdict] of differing.slice(0, 20)) {
    console.log(`WRONG ${name}: ${verdict}, then ${other.verdicts.get(name)}`);
  }
  return differing;
}

/** `touchstone serve`, or a served recording, as a process of its own. */
async function serve(...words) {
  const child = spawn(process.execPath, [CLI, ...words, '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let text = '';
  // To its end: a served recording writes a line for each request.
  await new Promise((resolve) => {
    child.stdout.on('data', (piece) => {
      if (text.includes('stop with Ctrl-C')) return;
      text += piece;
      if (text.includes('stop with Ctrl-C')) resolve();
    });
  });
  const addressOf = (name) => new RegExp(`^${name} API +(\\S+)$`, 'm').exec(text)?.[1] ?? '';
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
  };
  return { integration: addressOf('integration'), content: addressOf('content'), stop };
}

/** The events of a run: each verdict by case and clause, and by clause only. */
async function check(name, args, before = []) {
  const out = join(scratch, name);
  const guard = name === 'again' ? ['--import', GUARD] : [];
  const words = [...before, process.execPath, ...guard, CLI, 'check', ...args, '--out', out];
  const [command, ...rest] = words;
  const child = spawn(command, rest, { env, cwd: scratch, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  const verdicts = new Map();
  let requests = 0;
  const lines = readFileSync(join(out, 'run.ndjson'), 'utf8').split('\n');
  for (const event of lines.filter((line) => line !== '').map((line) => JSON.parse(line))) {
    if (event.kind === 'footer') requests = event.requests;
    if (event.kind === 'clause') verdicts.set(event.id, event.verdict);
    if (event.kind !== 'case') continue;
    for (const { clause, verdict } of event.verdicts)
      verdicts.set(`${event.id} ${clause}`, verdict);
  }
  return { code, verdicts, requests };
}
