import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { main } from '../cli/main.ts';
import { recordFinding } from '../fuzz/recording.ts';
import { asked, campaignOn, contract, json, targetAt } from '../fuzz/site.fixture.ts';
import type { Outcome, RunReport } from '../model/index.ts';
import { openRecording, type Recording } from '../record/index.ts';
import { judgeByRules, rulesIn } from './rejudge-rules.ts';

const TOOL = { name: 'touchstone', version: '0' };
const folder = mkdtempSync(join(tmpdir(), 'touchstone-rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The recording of a finding: a server that breaks down on every search. */
async function found(): Promise<string> {
  const place = join(folder, 'found');
  const { shown } = await campaignOn((request) =>
    asked(request).has('search') ? json({ code: 'broken' }, 500) : json([]),
  );
  const [first] = shown.filter(({ finding }) => finding.clause === 'robust/no-server-error');
  if (!first) throw new Error('nothing was found');
  const target = targetAt('http://127.0.0.1:1');
  await recordFinding(place, first, { contract, target, seed: 1, tool: TOOL, now: () => 0 });
  return place;
}

const place = await found();

function eventsOf(recording: Recording) {
  const run = { contract, target: targetAt('http://127.0.0.1:1'), strict: false };
  return [
    ...judgeByRules(recording, {
      ...run,
      failOn: new Set<'warn'>(),
      signal: new AbortController().signal,
      startedAt: '2026-11-22T00:00:00Z',
      monotonic: () => 0,
      again: 'again',
    }),
  ];
}

describe('the recording of a finding that breaks a rule', () => {
  it('is judged by that rule, and fails again', () => {
    const recording = openRecording(place, TOOL);
    expect([...rulesIn(recording).values()].flat().map(({ id }) => id)).toEqual([
      'robust/no-server-error',
    ]);
    const events = eventsOf(recording);
    const clauses = events.filter((event) => event.kind === 'clause');
    expect(clauses).toMatchObject([
      {
        id: 'robust/no-server-error',
        verdict: 'fail',
        findings: [{ actual: 'HTTP 500', where: 'status', reproduce: { touchstone: 'again' } }],
      },
    ]);
    expect(events.at(-1)).toMatchObject({ kind: 'footer', exitCode: 1 });
  });

  it('passes where the answers keep the rule', () => {
    const recording = openRecording(place, TOOL);
    const mended = (outcome: Outcome): Outcome =>
      outcome.kind === 'answer' ? { ...outcome, status: 200 } : outcome;
    const events = eventsOf({
      ...recording,
      ofCase: (item) =>
        recording.ofCase(item).map((entry) => ({
          ...entry,
          read: () => ({ ...entry.read(), outcome: mended(entry.read().outcome) }),
        })),
    });
    expect(events.find((event) => event.kind === 'clause')).toMatchObject({ verdict: 'pass' });
    expect(events.at(-1)).toMatchObject({ kind: 'footer', exitCode: 0 });
  });

  it('is judged so by touchstone replay', async () => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const { signal } = new AbortController();
    const args = ['replay', place, '--json'];
    const code = await main(args, { stdout, stderr, env: {}, cwd: folder, signal });
    const report: RunReport = JSON.parse(String(stdout.read()));
    expect(report.clauses.map(({ id, verdict }) => `${verdict} ${id}`)).toEqual([
      'fail robust/no-server-error',
    ]);
    expect(String(stderr.read())).toMatch(/FAIL {2}robust\/no-server-error/);
    expect(code).toBe(1);
  });
});
