import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { notComparedWith, type RunEvent } from '../model/index.ts';
import { junitXml } from './junit.ts';
import { markdownText } from './markdown.ts';
import { eventsOf } from './ndjson.ts';
import { reportFromEvents } from './report.ts';
import { terminalReporter } from './terminal.ts';

const FILE = 'staging.baseline.yaml';
const golden = eventsOf(readFileSync(new URL('golden/run.ndjson', import.meta.url), 'utf8'));
const newer = golden.find(
  (event) => event.kind === 'clause' && event.id.endsWith('sorted-by-label'),
);

/** One failure that is known, and one whose clause is newer than the baseline. */
const events = golden.flatMap((event): readonly RunEvent[] => {
  if (event.kind === 'case') return [];
  if (event === newer && event.kind === 'clause') {
    return [{ ...event, known: notComparedWith(FILE) }];
  }
  if (event.kind === 'clause') return event.known === undefined ? [] : [event];
  if (event.kind !== 'footer') return [event];
  const uncompared = [
    { verdict: 'fail', kind: 'value', at: '/data', clauses: { 'a/newer': [] } },
  ] as const;
  const baseline = { file: FILE, new: [], worse: [], gone: [], accepted: 1, uncompared };
  return [{ ...event, exitCode: 0, stale: [], problems: [], baseline }];
});

test.each([true, false])('not compared is counted apart from known (quiet: %s)', (quiet) => {
  const stream = new PassThrough();
  const terminal = terminalReporter({ stream, colours: false, quiet });
  for (const event of events) terminal.write(event);
  terminal.close();
  const lines = String(stream.read()).trimEnd().split('\n');
  expect(lines.at(-1)).toBe('nothing new failed (1 known, 1 not compared)');
  expect(lines).toContain('  not compared  fail a/newer: another value (/data)');
});

test('files for CI do not call it known either', () => {
  const report = reportFromEvents(events);
  expect(junitXml(report)).toContain(
    `<skipped message="not compared: the clause is newer than ${FILE}"/>`,
  );
  expect(junitXml(report).match(/message="known failure: /g)).toHaveLength(1);
  expect(markdownText(report)).toContain('1 known, 1 not compared');
});
