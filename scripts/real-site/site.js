// One WordPress site on loopback: starts it, takes snapshots, and always stops it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SITE = fileURLToPath(new URL('site.sh', import.meta.url));
const SNAPSHOT = fileURLToPath(new URL('snapshot.php', import.meta.url));

/** Sites that run, and children that work for them: what a signal has to end. */
const running = new Set();
const children = new Set();

/** @returns what a child printed; rejects where it does not end with 0 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    // A group of its own, so that what a child has called ends with it.
    const stdio = ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { stdio, detached: true, ...options });
    children.add(child);
    const pieces = [];
    const errors = [];
    child.stdout?.on('data', (piece) => pieces.push(piece));
    child.stderr?.on('data', (piece) => errors.push(piece));
    child.on('error', reject);
    child.on('close', (code) => {
      children.delete(child);
      const out = Buffer.concat(pieces).toString();
      if (code === 0 || options.anyCode) resolve({ code, out });
      else
        reject(new Error(`${[...errors].join('')}${out}`.trim().split('\n').slice(-5).join('\n')));
    });
  });
}

/** Starts a site in a folder, or starts it anew with other addresses; the environment that it describes itself by. */
export async function startSite({ dir, wordpress, permalinks, workers }) {
  const isNew = !running.has(dir);
  running.add(dir);
  // A process of its own ends the site, should this one be killed.
  if (isNew) watch(dir);
  const source =
    wordpress && !existsSync(join(dir, '.installed')) ? ['--wordpress', wordpress] : [];
  const port = isNew ? ['--port', String(await freePort())] : [];
  const shape = ['--permalinks', permalinks, '--workers', String(workers)];
  await run('bash', [SITE, ...source, '--dir', dir, ...port, ...shape]);
  return environmentIn(readFileSync(join(dir, 'site.env'), 'utf8'));
}

function environmentIn(text) {
  return Object.fromEntries(
    [...text.matchAll(/(SITE_\w+)='([^']*)'/g)].map(([, name, value]) => [name, value]),
  );
}

export async function snapshotOf(dir) {
  const { out } = await run('php', ['-d', 'memory_limit=512M', SNAPSHOT, dir]);
  return out.split('\n').sort().join('\n');
}

/** The log lines of the site since the last call. */
export function takeLog(dir, name) {
  const path = join(dir, name);
  if (!existsSync(path)) return '';
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  return text;
}

/** Ends a site and removes its folder. Waits, because it is called where nothing can be awaited. */
export function endSite(dir) {
  if (!running.has(dir)) return;
  if (existsSync(join(dir, '.real-site'))) {
    spawnSync('bash', [SITE, '--stop', '--dir', dir], { stdio: 'ignore' });
  }
  rmSync(dir, { recursive: true, force: true });
  running.delete(dir);
}

/** Lets a site run on. */
export function keepSite(dir) {
  running.delete(dir);
}

/** Ends everything that was started. A site that is still being set up ends itself on the signal. */
export async function endAll() {
  const ended = [...children].map(
    (child) =>
      new Promise((resolve) => {
        child.once('close', resolve);
        endGroup(child, 'SIGTERM');
        setTimeout(() => endGroup(child, 'SIGKILL'), 20_000).unref();
      }),
  );
  await Promise.all(ended);
  for (const dir of running) endSite(dir);
}

function endGroup({ pid }, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/** Ends the site where this process was killed; a site that is still being set up ends when that is done. */
function watch(dir) {
  const wait = `while kill -0 ${process.pid} 2>/dev/null; do sleep 1; done
[[ -f $1/.real-site && ! -f $1/.keep ]] || exit 0
flock "$1/.lock" true
bash "$2" --stop --dir "$1" && rm -rf "$1"`;
  const args = ['-c', wait, 'watch', dir, SITE];
  spawn('bash', args, { detached: true, stdio: 'ignore' }).unref();
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
