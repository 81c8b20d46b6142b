import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Ajv } from 'ajv';
import draft04 from 'ajv-draft-04';
import formats from 'ajv-formats';
import picocolors from 'picocolors';
import { describe, expect, test } from 'vitest';
import { create } from 'xmlbuilder2';
import { causesOf } from '../findings/index.ts';
import { writePainted } from '../io/index.ts';
import type { ClauseReport, RunReport } from '../model/index.ts';
import { campaignFinding, campaignOf } from './campaign.fixture.ts';
import { campaignLines } from './campaign.ts';
import { ctrfText } from './ctrf.ts';
import { FORMATS } from './formats.ts';
import { githubLines } from './github.ts';
import { gitlabText } from './gitlab.ts';
import { junitXml } from './junit.ts';
import { markdownText } from './markdown.ts';
import { eventsOf } from './ndjson.ts';
import { type AnyReport, pageOf } from './page-of.ts';
import { reportFromEvents } from './report.ts';
import { sarifText } from './sarif.ts';
import { summaryLines } from './summary.ts';

const require = createRequire(import.meta.url);
const events = eventsOf(readFileSync(new URL('golden/run.ndjson', import.meta.url), 'utf8'));
const golden = reportFromEvents(events);

const HOSTILE =
  '</b>\u202e[x](javascript:1) ![i](http://a.example/) @all #1 `a` |\n::error::\u0000 %0A <img src=x>';

function saying(text: string): RunReport {
  const clauses = golden.clauses.map(
    (clause): ClauseReport => ({
      ...clause,
      reasons: [text],
      findings: clause.findings.map((finding) => ({ ...finding, message: text, actual: text })),
    }),
  );
  return { ...golden, clauses, problems: [text], target: { name: text } };
}

const REPORTS: readonly (readonly [string, AnyReport])[] = [
  ['a run', golden],
  [
    'a run without a finding',
    {
      ...golden,
      clauses: golden.clauses.filter(({ verdict }) => verdict === 'pass'),
      problems: [],
      stale: [],
      exitCode: 0,
    },
  ],
  ['a run that was cut short', reportFromEvents(events.slice(0, 4))],
  ['a run of a hostile target', saying(HOSTILE)],
  ['a campaign', campaignOf([campaignFinding(1), campaignFinding(2, HOSTILE)])],
  ['a campaign without a finding', campaignOf([])],
  ['a campaign that could not judge', campaignOf([], { problems: ['lost'], exitCode: 2 })],
];

function schemaOf(path: string): object {
  return JSON.parse(readFileSync(path, 'utf8'));
}

const UNSAFE = 'x\u001b[2J\u009b\u202e\u2028\u0007\r\n::error::owned\n##[error]owned##vso[task.a]';

/** The members that have words of ours. */
const OURS =
  /^(?:kind|modes?|verdict|level|id|operation|startedAt|where|known|version|credential|exitCode)$/;

/** With unsafe text at the end of each text that may come from outside. */
function unsafeIn(value: unknown): unknown {
  if (typeof value === 'string') return value + UNSAFE;
  if (Array.isArray(value)) return value.map(unsafeIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      OURS.test(name) ? member : unsafeIn(member),
    ]),
  );
}

describe.each([
  ['a run', unsafeIn(golden) as AnyReport],
  ['a campaign', unsafeIn(campaignOf([campaignFinding(1)])) as AnyReport],
])('%s with unsafe text in every place', (_, report) => {
  const lines = 'kind' in report ? campaignLines(report, { colours: false }) : plainLines(report);
  const texts = Object.entries(FORMATS).map(([name, { text }]) => [name, text(report)]);
  test.each([...texts, ['terminal', shownOf(lines)]])('is safe to print as %s', (name, text) => {
    expect(text).toContain('owned');
    expect(text).not.toMatch(/[^\n\P{C}]|[\u2028\u2029]/u);
    const own = name === 'github' ? /^::(?:error|warning) title=[^:]*::/gm : /(?!)/g;
    expect(text?.replaceAll(own, '')).not.toMatch(/^\s*::/m);
    expect(text).not.toMatch(/##(?:vso)?\[/);
  });
});

test.each(Object.values(FORMATS).filter(({ file }) => file !== undefined))(
  '$file has a row in docs/reports.md',
  ({ file }) => {
    expect(readFileSync(new URL('../../docs/reports.md', import.meta.url), 'utf8')).toContain(
      `\`${file}\``,
    );
  },
);

function plainLines(report: RunReport): readonly string[] {
  return summaryLines(report, { colours: picocolors.createColors(false), verbose: true });
}

function shownOf(lines: readonly string[]): string {
  const screen = new PassThrough();
  writePainted(screen, lines, false);
  return String(screen.read());
}

describe('SARIF', () => {
  const path = require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
  // The schema has a pattern that is none in Unicode mode.
  const options = { allErrors: true, strict: false, unicodeRegExp: false } as const;
  const fits = formats.default(new draft04.default(options)).compile(schemaOf(path));
  const errorsIn = (text: string) => {
    fits(JSON.parse(text));
    return fits.errors ?? [];
  };

  test.each(REPORTS)('of %s fits the published schema', (_, report) => {
    expect(errorsIn(sarifText(report))).toEqual([]);
  });

  test('that is wrong does not', () => {
    expect(errorsIn(sarifText(golden).replace('"error"', '"wrong"'))).not.toEqual([]);
  });

  test('has a result for each cause, with a rule, and the same fingerprint the next time', () => {
    const read = () => JSON.parse(sarifText(golden)).runs[0];
    const { results, tool } = read();
    expect(results).toHaveLength(causesOf(golden.clauses).length);
    for (const { ruleId, ruleIndex } of results) {
      expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    }
    const prints = results.map((one: { partialFingerprints: object }) => one.partialFingerprints);
    expect(new Set(prints.map((print: object) => JSON.stringify(print))).size).toBe(results.length);
    expect(read().results[0].partialFingerprints).toEqual(prints[0]);
  });
});

describe('CTRF', () => {
  const schema = schemaOf(join(dirname(require.resolve('ctrf')), 'ctrf-schema-0.0.json'));
  const fits = formats.default(new Ajv({ allErrors: true, strict: false })).compile(schema);

  test.each(REPORTS)('of %s fits the published schema', (_, report) => {
    fits(JSON.parse(ctrfText(report)));
    expect(fits.errors ?? []).toEqual([]);
  });

  test('that is wrong does not', () => {
    expect(fits(JSON.parse(ctrfText(golden).replace('"CTRF"', '"x"')))).toBe(false);
  });

  test('counts what it lists', () => {
    const { summary, tests } = JSON.parse(ctrfText(golden)).results;
    const amount = (status: string) =>
      tests.filter((one: { status: string }) => one.status === status).length;
    expect(summary.tests).toBe(tests.length);
    for (const status of ['passed', 'failed', 'skipped', 'other']) {
      expect(summary[status]).toBe(amount(status));
      expect(amount(status)).toBeGreaterThan(0);
    }
  });
});

describe('code quality for GitLab', () => {
  /** What its documentation says of a report ("Code Quality report format"); it publishes no schema. */
  const fits = new Ajv({ allErrors: true }).compile({
    type: 'array',
    items: {
      type: 'object',
      required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
      additionalProperties: false,
      properties: {
        description: { type: 'string', minLength: 1 },
        check_name: { type: 'string', minLength: 1 },
        fingerprint: { type: 'string', pattern: '^[0-9a-f]{32}$' },
        severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
        location: {
          type: 'object',
          required: ['path', 'lines'],
          properties: {
            path: { type: 'string', pattern: '^[^./\\s][^\\s]*$' },
            lines: {
              type: 'object',
              required: ['begin'],
              properties: { begin: { type: 'integer', minimum: 1 } },
            },
          },
        },
      },
    },
  });

  test.each(REPORTS)('of %s is as documented', (_, report) => {
    const entries = JSON.parse(gitlabText(report));
    fits(entries);
    expect(fits.errors ?? []).toEqual([]);
    const prints = entries.map(({ fingerprint }: { fingerprint: string }) => fingerprint);
    expect(new Set(prints).size).toBe(prints.length);
    expect(prints).toHaveLength(pageOf(report).causes.length);
  });
});

describe('Markdown', () => {
  test.each(REPORTS)('of %s fits a comment', (_, report) => {
    expect(markdownText(report).length).toBeLessThan(65_536);
  });

  test('of a thousand long causes fits too', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => campaignFinding(at, 'x'.repeat(9_000)));
    const text = markdownText(campaignOf(many));
    expect(text.length).toBeLessThan(65_536);
    expect(text).toContain('And 980 more causes');
  });

  test('says what is wrong, what the document says, and how to see it again', () => {
    const text = markdownText(golden);
    expect(text).toMatch(/^## ❌ Does not conform: staging/);
    expect(text).toContain('label that sorts after its predecessor');
    expect(text).toContain('    npx touchstone check --only');
  });

  test('has the lines to paste as code, and not in the last item of a list', () => {
    const lines = markdownText(golden).split('\n');
    const at = lines.findIndex((line) => line.startsWith('    '));
    expect(at).toBeGreaterThan(0);
    const before = lines.slice(0, at).findLast((line) => line !== '');
    expect(before).not.toMatch(/^- /);
  });

  test('has what is to be known of the run, such as that it asked as nobody', () => {
    const text = markdownText({ ...golden, caveats: ['asked as <nobody>'] });
    expect(text).toContain('> asked as &lt;nobody&gt;');
  });

  test('has what a target says as text: it makes no link, picture, mention or element', () => {
    const own = markdownText(saying(HOSTILE)).replaceAll(/<\/?(?:details|summary|sub)>/g, '');
    const outside = own
      .split('\n')
      .filter((line) => !/^( {4}|>)/.test(line))
      .join('\n');
    expect(outside).not.toMatch(/<[a-z/]|@all|(?<!\\)\]\(|(?<!\\)!\[|:\/\/|(?<!&|\\)#1/);
    expect(own.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe('annotations', () => {
  test('are one for each cause, ten of a kind at the most', () => {
    const lines = githubLines(
      campaignOf(Array.from({ length: 99 }, (_, at) => campaignFinding(at))),
    );
    expect(lines).toHaveLength(10);
    expect(githubLines(golden).filter((line) => line.startsWith('::warning '))).toHaveLength(1);
  });

  test('a target cannot write one of its own', () => {
    for (const line of githubLines(saying(`a\n::error::b\r\n%0A::warning::c`))) {
      expect(line).toMatch(/^::(error|warning) title=[^:,]*::[^\n\r]*$/);
    }
  });
});

test.each(REPORTS)('junit.xml of %s is well formed, and counts its tests', (_, report) => {
  const xml = junitXml(report);
  create(xml);
  const [, tests] = /<testsuites [^>]*tests="(\d+)"/.exec(xml) ?? [];
  expect(xml.match(/<testcase[ />]/g) ?? []).toHaveLength(Number(tests));
  expect(Number(tests)).toBeGreaterThan(0);
});

test.each(REPORTS)('each form of %s is made', (_, report) => {
  for (const { text } of Object.values(FORMATS)) expect(typeof text(report)).toBe('string');
});
