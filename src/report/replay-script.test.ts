import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { campaignFinding } from './campaign.fixture.ts';
import type { Replay } from './replay.ts';
import { replayScript } from './replay-script.ts';

let status = 200;
const server = createServer((_, answer) => answer.writeHead(status).end('{}'));
const folder = mkdtempSync(join(tmpdir(), 'touchstone-script-'));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** A finding of a clause, at a place of an answer. */
function scriptOf(pointer: string, expected: string): string {
  const { port } = server.address() as AddressInfo;
  const finding = { ...campaignFinding(1), clause: 'content/a', pointer, expected };
  const headers: readonly (readonly [string, string])[] = [];
  const request = { method: 'GET', target: '/a', headers, body: undefined } as const;
  const step = {
    ...{ id: 'it', purpose: 'asks', needed: false, cleansUp: false, request },
    url: `http://127.0.0.1:${port}/a`,
    credential: { kind: 'none' },
  } as const;
  const replay: Replay = {
    ...{ finding, steps: [step], captures: [], shows: 'it', insecure: false, reported: [] },
    limits: { timeoutMs: 10_000, totalMs: 30_000, maxBodyBytes: 1_000 },
    expectation: { kind: 'clause', clause: 'content/a', case: finding.case, known: {} },
  };
  return replayScript(replay);
}

function codeOf(script: string): Promise<number | null> {
  const path = join(folder, 'reproduce.sh');
  writeFileSync(path, script);
  return new Promise((resolve) => {
    spawn('bash', [path], { stdio: 'ignore' }).on('close', resolve);
  });
}

it.each([
  ['is there', 200, 1],
  ['is gone', 401, 0],
  ['has changed, and is there', 403, 1],
])('curl judges the status of any clause: the finding %s', async (_, answered, code) => {
  status = answered;
  const script = scriptOf('status', 'HTTP 401');
  expect(script).toContain('# Exit code: 1 while the finding is there, 0 when it is gone');
  expect(await codeOf(script)).toBe(code);
});

it('a script that cannot judge says so at its head', async () => {
  const script = scriptOf('/data', 'a list');
  expect(script).toContain('# Exit code: 2, as curl cannot judge this clause.');
  expect(await codeOf(script)).toBe(2);
});
