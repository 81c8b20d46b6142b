import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { create } from 'xmlbuilder2';
import type { ClauseReport, RunEvent } from '../model/index.ts';
import { junitXml } from './junit.ts';
import { eventsOf } from './ndjson.ts';
import { reportFromEvents, reportJson } from './report.ts';
import { type TerminalOptions, terminalReporter } from './terminal.ts';

const GOLDEN = new URL('golden/', import.meta.url);
const events = eventsOf(readFileSync(new URL('run.ndjson', GOLDEN), 'utf8'));

function golden(name: string): string {
  return fileURLToPath(new URL(name, GOLDEN));
}

interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** What a terminal reporter writes for these events. */
function shown(
  reported: readonly RunEvent[],
  options: Omit<TerminalOptions, 'stream'>,
  screen: Screen = {},
): string {
  const stream = Object.assign(new PassThrough(), screen);
  const reporter = terminalReporter({ stream, ...options });
  for (const event of reported) reporter.write(event);
  reporter.close();
  return String(stream.read() ?? '');
}

/** The golden run with only those clauses that are kept, and another footer. */
function runOf(footer: object, keep: (clause: ClauseReport) => boolean): readonly RunEvent[] {
  const kept = events.filter(
    (event) => event.kind !== 'case' && (event.kind !== 'clause' || keep(event)),
  );
  return kept.map((event) => (event.kind === 'footer' ? { ...event, ...footer } : event));
}

const passes = (clause: ClauseReport) => clause.verdict === 'pass';

describe('the terminal', () => {
  test('plain, when piped', async () => {
    const text = shown(events, { colours: false });
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    await expect(text).toMatchFileSnapshot(golden('terminal.txt'));
  });

  test('in colours', async () => {
    await expect(shown(events, { colours: true })).toMatchFileSnapshot(golden('terminal.ansi'));
  });

  test('verbose', async () => {
    const text = shown(events, { colours: false, verbose: true });
    await expect(text).toMatchFileSnapshot(golden('terminal-verbose.txt'));
  });

  test('colours change nothing but colours', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what is to be removed.
    const bare = shown(events, { colours: true }).replaceAll(/\x1b\[\d+m/g, '');
    expect(bare).toBe(shown(events, { colours: false }));
  });

  test('progress is one line, rewritten, and gone at the end', () => {
    let time = 0;
    const clock = () => (time += 100);
    const text = shown(events, { colours: false, clock }, { isTTY: true, columns: 60 });
    const drawn = [...text.matchAll(/\d+\/6 cases[^\p{Cc}]*/gu)].map(([line]) => line);
    expect(drawn).toHaveLength(6);
    expect(drawn[0]).toMatch(/^1\/6 cases/);
    expect(drawn[5]).toBe('6/6 cases · 7 requests/s · 4 clauses fail, first integrati…');
    expect(drawn.every((line) => [...line].length < 60)).toBe(true);
    expect(text.split('\n').filter((line) => line.includes('/6 cases'))).toHaveLength(1);
    expect(text).toContain('\r\x1b[2KDoes not conform');
  });

  test('a target that gives no answer is one line, not one for each clause', () => {
    const silent = events.map((event) => {
      if (event.kind === 'clause') return { ...event, verdict: 'error' as const };
      return event.kind === 'footer' ? { ...event, problems: ['it gave no answer'] } : event;
    });
    const text = shown(silent, { colours: false });
    expect(text).toContain('· the run cannot vouch for the target');
    expect(text).not.toMatch(/^(ERROR|Not judged)/m);
    expect(shown(silent, { colours: false, verbose: true })).toMatch(/^ERROR/m);
    expect(shown(events, { colours: false })).toMatch(/^ERROR/m);
  });

  test('why clauses were skipped is shown, however many reasons blocked others', () => {
    const crowded = events.map((event) =>
      event.kind === 'clause' && event.verdict === 'blocked'
        ? { ...event, reasons: ['one', 'two', 'three', 'four', 'five'] }
        : event,
    );
    const text = shown(crowded, { colours: false });
    expect(text).toMatch(/\nNot judged:\n {2}blocked .*\n {2}skipped .*\n/);
    expect(text).toMatch(/reasons more \(--verbose\)/);
  });

  test('progress is a line each ten seconds in a log', () => {
    let time = 0;
    const text = shown(events, { colours: false, clock: () => (time += 3_000) });
    const lines = text.split('\n').filter((line) => /^\d\/6 cases · \d+ requests\/s/.test(line));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(6);
    expect(shown(events, { colours: false, clock: () => 5 })).not.toContain('/6 cases');
  });

  test('progress says about how long it still takes, from the pace so far', () => {
    let time = 0;
    const text = shown(events, { colours: false, clock: () => (time += 30_000) });
    // The clock is read three times for each case, which makes a minute and a half.
    expect(text).toMatch(/^1\/6 cases .* about 8 min left/m);
    expect(text).toMatch(/^5\/6 cases .* about 90 s left/m);
    expect(text).not.toMatch(/^6\/6 cases .* left/m);
  });

  test('the answer comes first, with the causes and how much was judged', () => {
    const [, , answer] = shown(events, { colours: false }).split('\n');
    expect(answer).toMatch(
      /^Does not conform · 3 of 9 judged clauses fail, by 3 mistakes; .* · 9 of 14 clauses judged$/,
    );
  });

  test('progress is drawn no oftener than it can be read', () => {
    const text = shown(events, { colours: false, clock: () => 5 }, { isTTY: true });
    expect(text.match(/\/6 cases/g)).toHaveLength(1);
  });

  test.each<[string, object, (clause: ClauseReport) => boolean, string]>([
    ['a run that passes', { exitCode: 0, stale: [], problems: [] }, passes, 'nothing failed'],
    [
      'a blocked clause',
      { exitCode: 0, stale: [], problems: [] },
      ({ verdict }) => verdict === 'pass' || verdict === 'blocked',
      'nothing failed, but 2 clauses could not be judged',
    ],
    [
      'a stale known failure',
      { exitCode: 1, stale: ['x'], problems: [] },
      passes,
      '1 stale known failure',
    ],
    [
      'nothing to judge',
      { exitCode: 2, stale: [], problems: [] },
      () => false,
      'nothing could be judged',
    ],
    [
      'warnings that fail',
      { exitCode: 1, stale: [], problems: [] },
      ({ verdict }) => verdict === 'warn',
      '1 clause warns, and that fails this run',
    ],
    [
      'a problem',
      { exitCode: 2, stale: [], problems: ['interrupted after 2 of 6 cases'] },
      passes,
      'the run cannot vouch for the target',
    ],
    [
      'one failure',
      { exitCode: 1, stale: [], problems: [] },
      ({ id }) => id.endsWith('sorted-by-label'),
      '1 clause fails',
    ],
    [
      'a failure that is known',
      { exitCode: 0, stale: [], problems: [] },
      ({ known }) => known !== undefined,
      'nothing new failed (1 known)',
    ],
  ])('%s ends in words', (_name, footer, keep, words) => {
    const lines = shown(runOf(footer, keep), { colours: false }).trimEnd().split('\n');
    expect(lines.at(-1)).toBe(words);
  });

  test('clauses with the same errors are told together', () => {
    const [header, ...rest] = runOf({ exitCode: 2, problems: [] }, () => true);
    const down = rest.map((event) =>
      event.kind === 'clause'
        ? { ...event, verdict: 'error' as const, findings: [], reasons: ['refused', 'not sent'] }
        : event,
    );
    const text = shown(header === undefined ? [] : [header, ...down], { colours: false });
    expect(text.match(/^ERROR.*$/gm)).toEqual([
      'ERROR 14 clauses, the first integration/success/status-code',
    ]);
    expect(text.match(/^ {6}\S.*$/gm)).toEqual(['      refused', '      not sent']);
  });

  test('a run without a footer is summed up at close', () => {
    const text = shown(events.slice(0, 4), { colours: false });
    expect(text).toContain('3 clauses fail');
    expect(text).toContain('FAIL  integration/timezones/sorted-by-label');
  });

  test('nothing is written of a run that never began', () => {
    expect(shown([], { colours: false })).toBe('');
  });
});

describe('junit.xml', () => {
  test('as expected', async () => {
    await expect(junitXml(reportFromEvents(events))).toMatchFileSnapshot(golden('junit.xml'));
  });

  test('is well formed whatever the target said, and keeps what XML can carry', () => {
    const xml = junitXml(reportFromEvents(events));
    expect(xml).not.toMatch(/[^\n\P{C}]/u);
    expect(create(xml).root().node.textContent).toContain(
      '\\u{1b}[31mred\\u{0} <b>&\\u{202e}\\u{1}🎈',
    );
  });

  test('counts agree with the elements', () => {
    const xml = junitXml(reportFromEvents(events));
    const sums =
      /<testsuites [^>]*tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/.exec(xml);
    const elements = ['testcase', 'failure', 'error', 'skipped'].map((name) =>
      String(xml.match(new RegExp(`<${name}[ />]`, 'g'))?.length ?? 0),
    );
    expect(sums?.slice(1)).toEqual(elements);
  });

  test('a problem of the run is an error of its own', () => {
    const xml = junitXml(reportFromEvents(events.slice(0, 3)));
    expect(xml).toContain('<testcase classname="run" name="problems">');
  });
});

describe('report.json', () => {
  const schemas = new URL('../../schemas/files/', import.meta.url);
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  for (const name of ['report.json', 'run-event.json']) {
    ajv.addSchema(JSON.parse(readFileSync(new URL(name, schemas), 'utf8')), name);
  }
  const valid = (schema: string, value: unknown) => {
    ajv.validate(schema, JSON.parse(JSON.stringify(value)));
    return ajv.errors ?? [];
  };

  test('as expected', async () => {
    await expect(reportJson(reportFromEvents(events))).toMatchFileSnapshot(
      golden('report.json.txt'),
    );
  });

  test('conforms to its schema, whole or cut short', () => {
    expect(valid('report.json', reportFromEvents(events))).toEqual([]);
    for (let length = 1; length < events.length; length += 1) {
      expect(valid('report.json', reportFromEvents(events.slice(0, length)))).toEqual([]);
    }
  });

  test('every line of run.ndjson conforms to its schema', () => {
    for (const event of events) expect(valid('run-event.json', event)).toEqual([]);
  });

  const report = reportFromEvents(events);
  test.each<[string, object]>([
    ['an unknown verdict', { clauses: [{ ...report.clauses[0], verdict: 'passed' }] }],
    ['a missing count', { counts: { pass: 1 } }],
    ['an exit code of 3', { exitCode: 3 }],
    ['a member nobody knows', { secret: 1 }],
    ['a start that is no moment', { startedAt: 'yesterday' }],
    ['a finding without a curl line', { clauses: [{ ...report.clauses[1], findings: [{}] }] }],
  ])('the schema refuses %s', (_name, change) => {
    expect(valid('report.json', { ...report, ...change })).not.toEqual([]);
  });
});
