/** A disk that is full while recording: the recording stops, the traffic does not, and what is said is so. */

import fs, { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { main } from './main.ts';
import { runCli } from './run-cli.fixture.ts';

/** How many bytes have room yet on the disk. */
const disk = { room: Number.POSITIVE_INFINITY };
const { writeSync } = fs;

/** A disk that fills up takes a part at first. */
function writeInto(file: number, bytes: Uint8Array, at = 0): number {
  if (disk.room <= 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const length = Math.min(disk.room, bytes.length - at);
  disk.room -= length;
  return writeSync(file, bytes, at, length);
}

function putInPlace(write: object): void {
  Object.assign(fs, { writeSync: write });
  syncBuiltinESMExports();
}

const BODY = JSON.stringify({ text: 'x'.repeat(2_000) });
const server = createServer((_, response) => response.end(BODY));
let folder = '';
let target = '';
beforeAll(async () => {
  putInPlace(writeInto);
  folder = mkdtempSync(join(tmpdir(), 'touchstone-full-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  disk.room = Number.POSITIVE_INFINITY;
});
afterAll(() => {
  putInPlace(writeSync);
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command that serves, with a client at work, and ends it then. */
async function serving(args: readonly string[], client: (address: string) => Promise<void>) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const stop = new AbortController();
  let out = '';
  let atWork: Promise<void> | undefined;
  stdout.on('data', (piece: Buffer) => {
    out += piece.toString();
    const [, address] = /^content API +(\S+)\n/m.exec(out) ?? [];
    if (address !== undefined && out.includes('stop with Ctrl-C')) {
      atWork ??= client(address).finally(() => stop.abort());
    }
  });
  const code = await main(args, { stdout, stderr, env: {}, cwd: folder, signal: stop.signal });
  await atWork;
  return { code, out, err: String(stderr.read() ?? '') };
}

async function askTenTimes(address: string, fill: number): Promise<void> {
  for (let at = 0; at < 10; at += 1) {
    if (at === fill) disk.room = 100;
    expect(await (await fetch(`${address}/a${at}`)).text()).toBe(BODY);
  }
}

const STOPPED = [
  'the recording has stopped: cannot write FOLDER/journal.ndjson: ENOSPC',
  'requests and answers still pass, and none of them is recorded any more',
];

function stoppedIn(out: string): string {
  return STOPPED.join('\n').replace('FOLDER', join(folder, out));
}

it('record: every client gets its answer, and what came before is recorded', async () => {
  const args = ['record', '--content', target, '--out', 'room-again'];
  const { code, out, err } = await serving(args, async (address) => {
    await askTenTimes(address, 6);
    disk.room = Number.POSITIVE_INFINITY;
  });
  expect(code).toBe(2);
  expect(err.split(stoppedIn('room-again'))).toHaveLength(2);
  expect(err).toMatch(/^error output-unwritable: cannot write \S+journal\.ndjson: ENOSPC$/m);
  expect(out.match(/not kept: all of it: the recording has stopped/g)).toHaveLength(4);
  expect(out).toMatch(/^10 exchanges: /m);
  expect(out).toContain('not kept, 4 times: all of it: the recording has stopped\n');
  expect(out).toContain('recording: room-again\n');
  const shown = await runCli(['show', 'room-again'], { cwd: folder });
  expect(shown.out.match(/\/a\d/g)).toEqual(['/a0', '/a1', '/a2', '/a3', '/a4', '/a5']);
  expect(shown.err).toBe('');
});

it('record: where the files cannot be made either, the journal has all of it', async () => {
  const args = ['record', '--content', target, '--out', 'no-room'];
  const { code, out, err } = await serving(args, (address) => askTenTimes(address, 6));
  expect(code).toBe(2);
  expect(out).toContain('not kept, 4 times: all of it: the recording has stopped\n');
  expect(out).not.toContain('recording: ');
  const made = join(folder, 'no-room');
  expect(err).toContain(`all that was recorded is in ${join(made, 'journal.ndjson')}`);
  expect(err).toContain(`\`touchstone show ${made}\` makes the files`);
  expect(readdirSync(made)).toEqual(['journal.ndjson']);
  disk.room = Number.POSITIVE_INFINITY;
  const shown = await runCli(['show', 'no-room'], { cwd: folder });
  expect(shown.out.match(/\/a\d/g)).toEqual(['/a0', '/a1', '/a2', '/a3', '/a4', '/a5']);
  expect(shown.err).toBe(
    'the recording had been cut short: 6 exchanges of 0 cases were recovered\n',
  );
});
