import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClauseReport, RunEvent } from '../model/index.ts';
import { campaignFinding, campaignOf } from '../report/campaign.fixture.ts';
import { FORMATS, writeReports } from '../report/formats.ts';
import { eventsOf } from '../report/ndjson.ts';
import { reportFromEvents } from '../report/report.ts';
import { runCli } from './run-cli.fixture.ts';

const cwd = mkdtempSync(join(tmpdir(), 'touchstone-forms-'));
const GOLDEN = fileURLToPath(new URL('../report/golden/run.ndjson', import.meta.url));
const events = eventsOf(readFileSync(GOLDEN, 'utf8'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function touchstone(...words: readonly string[]) {
  return runCli(['report', ...words], { cwd });
}

/** The golden run with its clauses changed, as a run.ndjson. */
function writeRun(name: string, change: (clause: ClauseReport) => ClauseReport): void {
  const lines = events.flatMap((event): readonly RunEvent[] => {
    if (event.kind === 'case') return [];
    return [event.kind === 'clause' ? { ...event, ...change(event) } : event];
  });
  writeFileSync(join(cwd, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

const SORTED = 'integration/timezones/sorted-by-label';
const passing = (clause: ClauseReport): ClauseReport => ({
  ...clause,
  verdict: 'pass',
  findings: [],
  cases: { ...clause.cases, pass: 2, fail: 0, blocked: 0, error: 0, skipped: 0 },
});

beforeAll(() => {
  copyFileSync(GOLDEN, join(cwd, 'run.ndjson'));
  writeRun('mended.ndjson', (clause) => (clause.id === SORTED ? passing(clause) : clause));
  writeRun('skipped.ndjson', (clause) =>
    clause.id === SORTED
      ? { ...passing(clause), verdict: 'skipped', cases: { ...clause.cases, fail: 0, skipped: 1 } }
      : clause,
  );
  for (const [name, findings] of [
    ['one', [campaignFinding(1)]],
    ['two', [campaignFinding(1), campaignFinding(2)]],
  ] as const) {
    mkdirSync(join(cwd, name));
    writeReports(join(cwd, name), campaignOf(findings));
  }
});

describe('report render', () => {
  it.each(Object.keys(FORMATS))('prints %s as a run writes it', async (format) => {
    const { code, out } = await touchstone('render', 'run.ndjson', '--format', format);
    expect(code).toBe(0);
    expect(out).toBe(FORMATS[format]?.text(reportFromEvents(events)));
    expect(out.length).toBeGreaterThan(100);
  });

  it('prints what a terminal shows where no form is named, and takes folders of campaigns', async () => {
    expect((await touchstone('render', 'run.ndjson')).out).toContain('FAIL  integration/');
    expect((await touchstone('render', 'one')).out).toContain('1 finding');
  });

  it('writes every form into a folder', async () => {
    const { code, out } = await touchstone('render', 'run.ndjson', '--out', 'again');
    expect([code, out]).toEqual([0, '']);
    const files = Object.values(FORMATS).flatMap(({ file }) => file ?? []);
    expect(readdirSync(join(cwd, 'again')).sort()).toEqual([...files].sort());
  });

  it.each([
    ['what is not there', 'nothing'],
    ['what is no report', 'one/junit.xml'],
  ])('refuses %s', async (_, path) => {
    const { code, err } = await touchstone('render', path);
    expect(code).toBe(2);
    expect(err).toContain('report-unreadable');
  });
});

describe('report compare', () => {
  it('tells what came, and fails on it when asked', async () => {
    const compared = ['compare', 'mended.ndjson', 'run.ndjson'];
    const { code, out } = await touchstone(...compared);
    expect(code).toBe(0);
    expect(out).toMatch(/^run.ndjson compared with mended.ndjson: 1 new, 0 worse, 0 gone/m);
    expect(out).toMatch(new RegExp(`^ {2}new {4}fail ${SORTED}: `, 'm'));
    expect(out).toMatch(new RegExp(`^pass +fail +${SORTED}$`, 'm'));
    expect((await touchstone(...compared, '--fail-on', 'new')).code).toBe(1);
  });

  it('tells what went, and fails on nothing then', async () => {
    const { code, out } = await touchstone(
      'compare',
      'run.ndjson',
      'mended.ndjson',
      '--fail-on',
      'new',
    );
    expect(code).toBe(0);
    expect(out).toContain('0 new, 0 worse, 1 gone');
  });

  it('calls nothing gone that was not judged', async () => {
    const { out } = await touchstone('compare', 'run.ndjson', 'skipped.ndjson');
    expect(out).toContain('0 new, 0 worse, 0 gone');
    expect(out).toMatch(new RegExp(`^fail +skipped +${SORTED}$`, 'm'));
  });

  it('is a matrix for more than two', async () => {
    const { out } = await touchstone('compare', 'run.ndjson', 'mended.ndjson', 'skipped.ndjson');
    expect(out).toMatch(new RegExp(`^fail +pass +skipped +${SORTED}$`, 'm'));
    expect(out.match(/ compared with run\.ndjson: /g)).toHaveLength(2);
  });

  it('compares campaigns by their findings', async () => {
    const { code, out } = await touchstone('compare', 'one', 'two', '--fail-on', 'new');
    expect(code).toBe(1);
    expect(out).toContain('two compared with one: 1 new, 0 worse, 0 gone, 0 drift, 1 stayed');
  });

  it.each(['markdown', 'json'])('comes as %s', async (format) => {
    const { out } = await touchstone('compare', 'mended.ndjson', 'run.ndjson', '--format', format);
    expect(out).toContain(SORTED);
    expect(out).toMatch({ markdown: /^## /, json: /^\{/ }[format] ?? /^$/);
  });

  it('tells drift of what the documents leave open', async () => {
    writeRun('drifted.ndjson', (clause) => ({
      ...clause,
      observations: clause.observations.map((one) => ({ ...one, value: 'HTTP 418; {}' })),
    }));
    const { out } = await touchstone('compare', 'run.ndjson', 'drifted.ndjson');
    expect(out).toMatch(/^ {2}drift {2}integration\/open\/.*418/m);
  });

  it.each([
    [['run.ndjson'], 'one report is compared with nothing'],
    [['run.ndjson', 'one'], 'is of `check`, and'],
  ])('refuses %j', async (paths, why) => {
    const { code, err } = await touchstone('compare', ...paths);
    expect(code).toBe(2);
    expect(err).toContain(why);
  });
});
