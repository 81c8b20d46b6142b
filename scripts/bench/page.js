// report.html with 10,000 findings in Chromium: how long it opens, and how long a search takes.
import { accessSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { eventsOf, FORMATS, reportFromEvents } from '../../dist/report/index.js';
import { interleaved } from './measure.js';

const CLAUSES = 500;
const FINDINGS = 20;
const CHROMIUM = process.env.TOUCHSTONE_CHROMIUM ?? '/usr/bin/chromium';

export async function measure({ rounds }) {
  try {
    accessSync(CHROMIUM);
  } catch {
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  const path = join(folder, 'report.html');
  const html = reportPage();
  writeFileSync(path, html);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const { way } = await interleaved({ way: () => opened(page, path) }, Math.min(rounds, 5));
    const row = (what, { median, spread }, most) => ({
      ...{ what, value: median, unit: 'ms', spread },
      goal: { figure: 'value', most },
    });
    return [
      {
        ...row(`opening a report of ${CLAUSES * FINDINGS} findings`, way.open, 1_000),
        note: `${(Buffer.byteLength(html) / 1e6).toFixed(1)} MB`,
      },
      row('the slowest search in it', way.search, 200),
    ];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

function reportPage() {
  const golden = new URL('../../src/report/golden/run.ndjson', import.meta.url);
  const report = reportFromEvents(eventsOf(readFileSync(golden, 'utf8')));
  const failing = report.clauses.filter(({ findings }) => findings.length > 0);
  const clauses = Array.from({ length: CLAUSES }, (_, at) => {
    const like = failing[at % failing.length];
    const findings = Array.from({ length: FINDINGS }, (_, number) => {
      const own = `${at}-${number} ${'lorem ipsum '.repeat(6)}`;
      const [first] = like.findings;
      const message = `${first.message} ${own}`;
      return { ...first, message, actual: own, case: `${like.id}/${own}` };
    });
    return { ...like, id: `${like.id}/${at}`, verdict: 'fail', findings };
  });
  return FORMATS.html.text({ ...report, clauses });
}

async function opened(page, path) {
  await page.goto(pathToFileURL(path).href);
  const open = await page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd");
  const searches = await page.evaluate(`['4', '49', '499-19', 'nothing fits', ''].map((text) => {
    const began = performance.now();
    document.getElementById('text').value = text;
    document.getElementById('filter').dispatchEvent(new Event('input'));
    document.body.offsetHeight;
    return performance.now() - began;
  })`);
  return { open, search: Math.max(...searches) };
}
