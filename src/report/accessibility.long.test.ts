/** Every page in Chromium: rules of WCAG 2.2 AA, no overflow on a phone, all by keyboard. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClauseReport, FindingReport, RunReport } from '../model/index.ts';
import { campaignFinding, campaignOf } from './campaign.fixture.ts';
import { historyHtml } from './history.ts';
import { reportHtml } from './html.ts';
import { eventsOf } from './ndjson.ts';
import { recordingHtml } from './recording-html.ts';
import { reportFromEvents } from './report.ts';

const CHROMIUM = process.env.TOUCHSTONE_CHROMIUM ?? '/usr/bin/chromium';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const golden = reportFromEvents(
  eventsOf(readFileSync(new URL('golden/run.ndjson', import.meta.url), 'utf8')),
);

/** The report with all that a page can show of a finding. */
function detailed(): RunReport {
  const message = {
    text: `HTTP 200\n\n{\n  "a": "${'long '.repeat(200)}"\n}`,
    marked: [3, 3],
  } as const;
  const exchange = { request: { text: 'GET /a' }, answer: message };
  const withMore = (finding: FindingReport): FindingReport => ({
    ...finding,
    operations: ['integration/timezones'],
    steps: [
      { step: 'one', request: 'POST /a', answer: '201', exchange, curl: 'curl -i http://a' },
      { step: 'two', request: 'GET /a', answer: '200' },
    ],
    exchange,
  });
  const clauses = golden.clauses.map(
    (clause): ClauseReport => ({ ...clause, findings: clause.findings.map(withMore) }),
  );
  // One field in two clauses: one mistake.
  const [first] = clauses.filter(({ verdict }) => verdict === 'fail');
  const alike = first && {
    ...first,
    id: 'integration/success/alike',
    findings: first.findings.map((one) => ({ ...one, actual: '7' })),
  };
  const cause = { verdict: 'fail', kind: 'value', at: '/a', clauses: { 'a/b': ['a'] } } as const;
  return {
    ...golden,
    clauses: alike ? [...clauses, alike] : clauses,
    notes: ['A note of the run.'],
    since: {
      ...{ report: 'reports/monday', startedAt: golden.startedAt, same: 2, uncompared: [] },
      ...{ new: [cause], worse: [], gone: [cause] },
    },
  };
}

const ROW = { method: 'GET', words: ['conforms'], operation: 'integration/timezones' };
const rows = Array.from({ length: 450 }, (_, at) => ({
  ...ROW,
  number: at + 1,
  verdict: at === 7 ? ('fail' as const) : ('pass' as const),
  status: at === 7 ? '500' : '200',
  target: `/api/get/all/timezones?page=${at}&${'long-parameter='.repeat(8)}`,
  extent: '3 ms · 12 B',
  request: `GET /api/${at}`,
  answer: 'HTTP 200 OK',
}));
const figures = [
  { operation: 'integration/timezones', count: 450, statuses: '200: 449, 500: 1' },
].map((one) => ({ ...one, median: '3 ms', longest: '9 ms', size: '5 kB' }));

const PAGES: { readonly [name: string]: string } = {
  'of a run': reportHtml(detailed()),
  'of a campaign': reportHtml(campaignOf([campaignFinding(1), campaignFinding(2)])),
  'of a recording': recordingHtml({ name: 'app', words: '450 exchanges', figures, rows }),
  'of a history': historyHtml([
    { name: 'reports/monday', report: golden },
    { name: 'reports/tuesday', report: { ...golden, startedAt: '2024-03-01T12:00:00.000Z' } },
  ]),
};

const MODES: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light', viewport: { width: 1280, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 900 } }],
  ['narrow', { colorScheme: 'light', viewport: { width: 320, height: 700 } }],
];

const WHERE = existsSync(CHROMIUM)
  ? 'in Chromium'
  : `in Chromium (skipped: ${CHROMIUM} is not here; apt-get install chromium, or name it in TOUCHSTONE_CHROMIUM)`;

describe.skipIf(!existsSync(CHROMIUM))(`the pages, ${WHERE}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-pages-'));
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function opened(name: string, options: BrowserContextOptions = {}): Promise<Page> {
    const path = join(folder, 'page.html');
    writeFileSync(path, PAGES[name] ?? '');
    // The policy of the pages allows no script but their own.
    const page = await (await browser.newContext({ ...options, bypassCSP: true })).newPage();
    await page.goto(pathToFileURL(path).href);
    return page;
  }

  async function openAll(page: Page): Promise<void> {
    // What was closed makes its content when it is opened.
    for (let round = 0; round < 2; round += 1) {
      await page.evaluate(
        "for (const one of [...document.querySelectorAll('details')].slice(0, 40)) one.open = true",
      );
      await page.waitForTimeout(100);
    }
  }

  const all = Object.keys(PAGES).flatMap((name) =>
    MODES.map(([mode, options]) => [name, mode, options] as const),
  );

  test.each(all)(
    'the page %s, %s, breaks no rule of WCAG AA and fits',
    async (name, _, options) => {
      const page = await opened(name, options);
      await openAll(page);
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(wide).toBeLessThanOrEqual(0);
      await page.evaluate(AXE);
      const broken = await page.evaluate(
        `axe.run({ runOnly: ${JSON.stringify(TAGS)} }).then(({ violations }) => violations.map(
        ({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))]))`,
      );
      expect(broken).toEqual([]);
    },
  );

  test('findings are headings, and causes of one mistake stand below one', async () => {
    const page = await opened('of a run');
    const levels = await page
      .locator('#causes :is(h2, h3, h4)')
      .evaluateAll((all) => all.map(({ tagName, textContent }) => [tagName, textContent ?? '']));
    expect(levels[0]?.[0]).toBe('H2');
    expect(levels[1]).toEqual(['H3', expect.stringContaining('Probably one mistake')]);
    expect(levels.slice(2, 4).map(([tag]) => tag)).toEqual(['H4', 'H4']);
    expect(levels.slice(4).every(([tag]) => tag === 'H3')).toBe(true);
  });

  test('a filter says what it leaves, to readers of a screen too', async () => {
    const page = await opened('of a run');
    const found = page.locator('#found[aria-live=polite]');
    expect(await found.textContent()).toBe('');
    await page.fill('#text', 'sorted-by-label');
    expect(await found.textContent()).toMatch(
      /^1 of \d+ causes and 1 of \d+ clauses fit the filter$/,
    );
  });

  test('everything of a finding is reached by keyboard', async () => {
    const page = await opened('of a run');
    await page.locator('.cause summary').first().focus();
    const before = await page
      .locator('.cause')
      .first()
      .evaluate((one) => one.hasAttribute('open'));
    await page.keyboard.press('Enter');
    const after = await page
      .locator('.cause')
      .first()
      .evaluate((one) => one.hasAttribute('open'));
    expect(after).toBe(!before);
  });

  test('a recording is searched, filtered and paged', async () => {
    const page = await opened('of a recording');
    const listed = () => page.locator('#list .cause').count();
    expect(await listed()).toBe(200);
    await page.click('text=Show the next 200 of 250 more');
    expect(await listed()).toBe(400);
    await page.keyboard.press('/');
    await page.keyboard.type('page=449');
    expect(await listed()).toBe(1);
    expect(await page.locator('#shown').textContent()).toBe('1 of 450');
    await page.click('#clear');
    await page.check('.chip input[value=fail]', { force: true });
    expect(await listed()).toBe(1);
    await page.locator('#list summary').first().click();
    expect(await page.locator('#list pre').allTextContents()).toEqual([
      'GET /api/7',
      'HTTP 200 OK',
    ]);
    await page.click('#clear');
    await page.selectOption('#status', '500');
    expect(await page.locator('#shown').textContent()).toBe('1 of 450');
  });
});
