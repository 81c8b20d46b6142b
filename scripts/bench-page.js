#!/usr/bin/env node
// Measures report.html with 10,000 findings in Chromium: its size, how long it opens, and how long a search takes.
// `npm run build && node scripts/bench-page.js`; needs Chromium (TOUCHSTONE_CHROMIUM, or /usr/bin/chromium).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { eventsOf, FORMATS, reportFromEvents } from '../dist/report/index.js';

const CLAUSES = 500;
const FINDINGS = 20;
const golden = new URL('../src/report/golden/run.ndjson', import.meta.url);
const report = reportFromEvents(eventsOf(readFileSync(golden, 'utf8')));
const failing = report.clauses.filter(({ findings }) => findings.length > 0);
const clauses = Array.from({ length: CLAUSES }, (_, at) => {
  const like = failing[at % failing.length];
  const findings = Array.from({ length: FINDINGS }, (_, number) => {
    const own = `${at}-${number} ${'lorem ipsum '.repeat(6)}`;
    const [first] = like.findings;
    return { ...first, message: `${first.message} ${own}`, actual: own, case: `${like.id}/${own}` };
  });
  return { ...like, id: `${like.id}/${at}`, verdict: 'fail', findings };
});

const folder = mkdtempSync(join(tmpdir(), 'touchstone-page-'));
const path = join(folder, 'report.html');
const html = FORMATS.html.text({ ...report, clauses });
writeFileSync(path, html);
const browser = await chromium.launch({
  executablePath: process.env.TOUCHSTONE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(path).href);
  const opened = await page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd");
  const searches = await page.evaluate(`['4', '49', '499-19', 'nothing fits', ''].map((text) => {
    const began = performance.now();
    document.getElementById('text').value = text;
    document.getElementById('filter').dispatchEvent(new Event('input'));
    document.body.offsetHeight;
    return Math.round(performance.now() - began);
  })`);
  const size = (Buffer.byteLength(html) / 1e6).toFixed(1);
  process.stdout.write(
    `${CLAUSES * FINDINGS} findings: ${size} MB, open in ${Math.round(opened)} ms, searches in ${searches.join(', ')} ms\n`,
  );
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
