import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { contentOf } from '../model/index.ts';
import { openRecorder } from './recorder.ts';
import { manifestFixture, TOOL } from './recording.fixture.ts';
import { openTraffic } from './traffic.ts';

const limits = { timeoutMs: 1000, totalMs: 1000, maxBodyBytes: 1e6 };
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-occupied-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function folder(): string {
  return mkdtempSync(join(scratch, 'in-'));
}

function record(into: string) {
  return openRecorder({
    folder: into,
    inner: { send: () => Promise.reject(new Error('nothing is sent')), close: async () => {} },
    manifest: manifestFixture(limits),
    secrets: [],
    now: () => 0,
    monotonic: () => 0,
    finish: { tool: TOOL, keepOthers: false },
  });
}

function recordTraffic(into: string): void {
  const traffic = openTraffic({
    folder: into,
    manifest: manifestFixture(limits),
    secrets: [],
    finish: { tool: TOOL, keepOthers: false },
  });
  const bytes = new TextEncoder().encode('{}');
  const content = contentOf(bytes, [], 'complete', 1e6);
  traffic.keep({
    operation: null,
    baseUrl: 'http://127.0.0.1:1',
    request: { method: 'GET', target: '/', headers: [], body: undefined },
    outcome: {
      kind: 'answer',
      status: 200,
      reason: 'OK',
      headers: [],
      body: { bytes, completeness: 'complete', content },
    },
    resent: false,
    startedAt: 0,
    durationMs: 1,
    lost: [],
  });
  traffic.finish();
}

function filesIn(path: string): readonly string[] {
  return readdirSync(path).map((name) => `${name} ${readFileSync(join(path, name), 'utf8')}`);
}

describe('recording a plan into a folder', () => {
  it.each<readonly [string, (path: string) => void, RegExp]>([
    ['traffic', recordTraffic, /holds recorded traffic/],
    [
      'the HAR of a browser',
      (path) => writeFileSync(join(path, 'docs.har'), '{"log":{"version":"1.2","entries":[]}}'),
      /docs\.har was not written by a recording/,
    ],
  ])('that holds %s is refused before anything is sent, and nothing is lost', (_, fill, why) => {
    const path = folder();
    fill(path);
    const before = filesIn(path);
    expect(() => record(path)).toThrow(why);
    expect(filesIn(path)).toEqual(before);
  });

  it('that holds files of other kinds leaves them alone', async () => {
    const path = folder();
    writeFileSync(join(path, 'notes.txt'), 'mine');
    await record(path).finish();
    expect(readFileSync(join(path, 'notes.txt'), 'utf8')).toBe('mine');
  });
});
