/** `report.html` in a real browser: Debian's Chromium, or the one that `TOUCHSTONE_CHROMIUM` names. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClauseReport, escapeControls, type RunReport } from '../model/index.ts';
import { campaignFinding, campaignOf } from './campaign.fixture.ts';
import { reportHtml } from './html.ts';
import { eventsOf } from './ndjson.ts';
import type { AnyReport } from './page-of.ts';
import { reportFromEvents } from './report.ts';

const CHROMIUM = process.env.TOUCHSTONE_CHROMIUM ?? '/usr/bin/chromium';
const folder = mkdtempSync(join(tmpdir(), 'touchstone-html-'));
const golden = reportFromEvents(
  eventsOf(readFileSync(new URL('golden/run.ndjson', import.meta.url), 'utf8')),
);
let browser: Browser;

beforeAll(async () => {
  if (!existsSync(CHROMIUM)) {
    throw new Error(
      `${CHROMIUM} does not exist: apt-get install chromium, or name it in TOUCHSTONE_CHROMIUM`,
    );
  }
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Opened {
  readonly page: Page;
  /** What the browser complained of, and what it asked the network for. */
  readonly complaints: readonly string[];
}

async function opened(
  report: AnyReport,
  options: BrowserContextOptions = {},
  hash = '',
): Promise<Opened> {
  const path = join(folder, 'report.html');
  writeFileSync(path, reportHtml(report));
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) complaints.push(request.url());
  });
  await page.goto(`${pathToFileURL(path)}${hash}`);
  return { page, complaints };
}

const visibleCauses = (page: Page) => page.locator('.cause:visible').count();
const listed = (page: Page) => page.locator('#list .clause').count();

test.each([
  ['a campaign', campaignOf([campaignFinding(1), campaignFinding(2)])],
  ['a campaign without a finding', campaignOf([])],
])('the page of %s opens without a complaint', async (_, report) => {
  const { page, complaints } = await opened(report);
  expect(complaints).toEqual([]);
  expect(await visibleCauses(page)).toBe(report.findings.length);
  expect(await page.locator('.grid .cell').count()).toBe(report.classes.length);
});

describe('the page', () => {
  test('opens without a complaint, and asks nothing of the network', async () => {
    const { complaints } = await opened(golden);
    expect(complaints).toEqual([]);
  });

  test('is searched and filtered, causes and clauses alike', async () => {
    const { page } = await opened(golden);
    const all = await visibleCauses(page);
    await page.keyboard.press('/');
    await page.keyboard.type('sorted-by-label');
    expect(await listed(page)).toBe(1);
    expect(await visibleCauses(page)).toBeLessThan(all);
    await page.click('#clear');
    expect(await visibleCauses(page)).toBe(all);
    await page.check('.chip input[value=pass]', { force: true });
    expect(await listed(page)).toBe(golden.counts.pass);
    expect(await visibleCauses(page)).toBe(0);
    expect(await page.locator('#no-causes').isVisible()).toBe(true);
  });

  test('has an anchor for each clause', async () => {
    const id = golden.clauses.find(({ verdict }) => verdict === 'pass')?.id ?? '';
    const { page } = await opened(golden, {}, `#${id}`);
    await page.locator('#list .clause[open] blockquote').waitFor();
    expect(await page.locator('#list .clause[open] summary code').textContent()).toBe(id);
  });

  test('copies a command', async () => {
    const { page } = await opened(golden, { permissions: ['clipboard-read', 'clipboard-write'] });
    const command = page.locator('.cause[open] .command').first();
    await command.locator('button').click();
    await page.locator('text=Copied').first().waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(await command.locator('code').textContent());
  });

  test('has the verdict and the causes without scripts', async () => {
    const { page } = await opened(golden, { javaScriptEnabled: false });
    expect(await page.locator('h1').textContent()).toBe('Does not conform');
    expect(await visibleCauses(page)).toBeGreaterThan(2);
    expect(await page.locator('#filter').isVisible()).toBe(false);
  });

  test.each([
    ['a phone', { viewport: { width: 360, height: 740 } }],
    ['a desk in the dark', { colorScheme: 'dark' as const }],
  ])('fits %s', async (_, options) => {
    const { page } = await opened(golden, options);
    const openAll = "for (const one of document.querySelectorAll('details')) one.open = true";
    // What was closed makes its content when it is opened.
    for (let round = 0; round < 2; round += 1) {
      await page.evaluate(openAll);
      await page.waitForTimeout(100);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThan(
      1,
    );
  });

  test('shows in print what it marks, and sets nothing larger than the message', async () => {
    const { page } = await opened(marking(35, 40));
    await page.emulateMedia({ media: 'print' });
    const boxes = page.locator('.cause[open] pre:has(.marked)');
    expect(await boxes.count()).toBeGreaterThan(0);
    for (const box of await boxes.all()) {
      const { y = 0, height = 0 } = (await box.boundingBox()) ?? {};
      const mark = await box.locator('.marked').last().boundingBox();
      expect((mark?.y ?? 0) + (mark?.height ?? 0)).toBeLessThanOrEqual(y + height);
    }
    const sizeOf = async (place: string) =>
      Number(
        await page.evaluate(
          `parseFloat(getComputedStyle(document.querySelector('${place}')).fontSize)`,
        ),
      );
    expect(await sizeOf('.cause small')).toBeLessThan(await sizeOf('.cause .message'));
  });

  test('is printed on fewer than six sheets', async () => {
    const { page } = await opened(golden);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    const sheets = pdf.match(/\/Type\s*\/Page\b/g) ?? [];
    expect(sheets.length).toBeGreaterThan(0);
    expect(sheets.length).toBeLessThan(6);
  });
});

const HOSTILE = [
  '</script><script>window.owned = 1</script>',
  '<img src=x onerror="window.owned = 1">',
  '<!--<script>',
  ']]>"\'` onload=window.owned=1 ',
  '\u2028window.owned = 1\u2029',
  'a\u202eb\u2066c\u0000\u001b[31m',
  '</style></title></textarea>',
];

/** The report with a text of the target's own in every place that it may write to. */
function saying(text: string): RunReport {
  const message = { text: `HTTP 200 ${text}\nx: ${text}`, marked: [0, 0] } as const;
  const clauses = golden.clauses.map(
    (clause): ClauseReport => ({
      ...clause,
      reasons: [text],
      observations: clause.observations.map((one) => ({ ...one, value: text, where: text })),
      findings: clause.findings.map((finding) => ({
        ...finding,
        message: text,
        actual: text,
        expected: text,
        where: text,
        case: text,
        steps: [{ step: text, request: text, answer: text }],
        exchange: { request: message, answer: message },
        reproduce: { curl: text, touchstone: text },
      })),
    }),
  );
  return {
    ...golden,
    clauses,
    problems: [text],
    notes: [text],
    target: { name: text, content: text },
  };
}

test.each(HOSTILE)('what the target says is shown as text: %j', async (text) => {
  const { page, complaints } = await opened(saying(text));
  await page.check('.chip input[value=fail]', { force: true });
  for (const summary of await page.locator('#list summary').all()) await summary.click();
  await page.locator('#list .finding').first().waitFor();
  expect(complaints).toEqual([]);
  expect(await page.evaluate('window.owned')).toBeUndefined();
  expect(await page.locator('img, style, script').count()).toBe(3);
  const shown = (await page.locator('#list .finding p').first().textContent()) ?? '';
  expect(shown).toBe(escapeControls(text));
  expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
});

/** The report with an answer of many lines to each finding, of which one is marked. */
function marking(line: number, lines: number): RunReport {
  const text = Array.from({ length: lines }, (_, at) => `line ${at}`).join('\n');
  const exchange = {
    request: { text: 'GET /' },
    answer: { text, marked: [line, line] as const },
  };
  const clauses = golden.clauses.map(
    (clause): ClauseReport => ({
      ...clause,
      findings: clause.findings.map((finding) => ({ ...finding, exchange })),
    }),
  );
  return { ...golden, clauses };
}

test('a box shows the place that is wrong, however far down it is', async () => {
  const { page } = await opened(marking(300, 400));
  await page.locator('.cause[open] .marked').first().waitFor();
  const scrolled = "document.querySelector('.cause[open] pre:has(.marked)').scrollTop";
  await expect.poll(() => page.evaluate(scrolled)).toBeGreaterThan(0);
  const [mark, box] = await Promise.all([
    page.locator('.cause[open] .marked').first().boundingBox(),
    page.locator('.cause[open] pre:has(.marked)').first().boundingBox(),
  ]);
  const within = (mark?.y ?? 0) - (box?.y ?? 0);
  expect(within).toBeGreaterThan(0);
  expect(within).toBeLessThan(box?.height ?? 0);
});

test('ten thousand findings take less than 3 MB, and open in less than 2 s', async () => {
  const failing = golden.clauses.filter(({ findings }) => findings.length > 0);
  const clauses = Array.from({ length: 500 }, (_, at): ClauseReport[] => {
    const like = failing[at % failing.length];
    const [first] = like?.findings ?? [];
    if (like === undefined || first === undefined) return [];
    const findings = Array.from({ length: 20 }, (_, number) => {
      const own = `${at}-${number} ${'lorem ipsum '.repeat(6)}`;
      return {
        ...first,
        message: `${first.message} ${own}`,
        actual: own,
        case: `${like.id}/${own}`,
      };
    });
    return [{ ...like, id: `${like.id}/${at}`, verdict: 'fail', findings }];
  }).flat();
  expect(clauses.flatMap(({ findings }) => findings)).toHaveLength(10_000);
  const report = { ...golden, clauses };
  expect(Buffer.byteLength(reportHtml(report))).toBeLessThan(3_000_000);
  const { page } = await opened(report);
  const opening = await page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd");
  expect(opening).toBeGreaterThan(0);
  await page.fill('#text', '499-19');
  expect(await listed(page)).toBe(1);
});
