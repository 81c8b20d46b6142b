import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hiddenByViolations } from '../judge/unjudged.ts';
import type { RunEvent } from '../model/index.ts';
import { eventsOf } from '../report/ndjson.ts';
import { runCli } from './run-cli.fixture.ts';

const cwd = mkdtempSync(join(tmpdir(), 'touchstone-compare-'));
const golden = new URL('../report/golden/run.ndjson', import.meta.url);
const PROBLEM = 'the target was given up on';
const CLAUSE = { level: 'stated', findings: [], reasons: [] } as const;
const REFUSED = {
  verdict: 'fail',
  ...{ case: 'a/case', step: 'it', where: '', actual: '', expected: '' },
  ...{ message: '', operations: ['a/list'], reproduce: { curl: '', touchstone: '' } },
} as const;
const HIDDEN = hiddenByViolations([
  { ...CLAUSE, id: 'a/fails', verdict: 'fail', findings: [REFUSED] },
  { ...CLAUSE, id: 'a/waits', verdict: 'blocked', unjudged: ['a/list'] },
]);

function write(name: string, change: (event: RunEvent) => readonly RunEvent[]): void {
  const events = eventsOf(readFileSync(golden, 'utf8')).flatMap(change);
  writeFileSync(join(cwd, name), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}

beforeAll(() => {
  const passing = (event: RunEvent): readonly RunEvent[] => {
    if (event.kind === 'clause') return event.verdict === 'pass' ? [event] : [];
    return event.kind === 'footer' ? [{ ...event, problems: [], stale: [], exitCode: 0 }] : [];
  };
  const withHeader = (change: (event: RunEvent) => readonly RunEvent[]) => (event: RunEvent) =>
    event.kind === 'header' ? [event] : change(event);
  const dying = (event: RunEvent): readonly RunEvent[] =>
    passing(event).map((one): RunEvent => {
      if (one.kind === 'clause') return { ...one, verdict: 'error' };
      return one.kind === 'footer' ? { ...one, problems: [PROBLEM], exitCode: 2 } : one;
    });
  const failing = (event: RunEvent): readonly RunEvent[] => {
    if (event.kind === 'clause') return [event];
    return event.kind === 'footer' ? [{ ...event, problems: [PROBLEM], exitCode: 1 }] : [];
  };
  write('known.ndjson', (event) =>
    event.kind === 'footer' ? [{ ...event, problems: HIDDEN, exitCode: 1 }] : [event],
  );
  write('green.ndjson', withHeader(passing));
  write('dead.ndjson', withHeader(dying));
  write('red.ndjson', withHeader(failing));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

it.each<readonly [string, readonly string[], number]>([
  ['nothing is new', ['green.ndjson', 'green.ndjson', '--fail-on', 'new'], 0],
  ['the later run died', ['green.ndjson', 'dead.ndjson', '--fail-on', 'new'], 2],
  ['the earlier run died', ['dead.ndjson', 'green.ndjson', '--fail-on', 'new'], 2],
  ['both fail alike, which hides a part', ['known.ndjson', 'known.ndjson', '--fail-on', 'new'], 0],
  ['nothing is to fail', ['green.ndjson', 'dead.ndjson'], 0],
])('ends with a code that says if anything was compared: %s', async (_, args, code) => {
  const ran = await runCli(['report', 'compare', ...args], { cwd });
  expect(ran.code).toBe(code);
  const died = args.includes('dead.ndjson');
  if (!args.includes('known.ndjson')) {
    expect(ran.err).toBe(died ? `problem of dead.ndjson: ${PROBLEM}\n` : '');
  }
});

it('what is new fails, also beside a problem', async () => {
  const args = ['report', 'compare', 'all.ndjson', 'red.ndjson', '--fail-on', 'new'];
  // In this one, what fails later was judged and passed.
  write('all.ndjson', (event) => {
    if (event.kind === 'case') return [];
    if (event.kind !== 'clause') return [event];
    const cases = { ...event.cases, pass: 1, fail: 0 };
    return [{ ...event, verdict: 'pass', findings: [], cases }];
  });
  const { code, err } = await runCli(args, { cwd });
  expect(err).toContain(`problem of red.ndjson: ${PROBLEM}`);
  expect(code).toBe(1);
});
