#!/usr/bin/env node
// Makes docs/report.png, the picture of a report that the README shows: a run against the reference target with three
// faults. `npm run build && node scripts/picture.js`; needs Chromium (TOUCHSTONE_CHROMIUM, or /usr/bin/chromium).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { serveReference } from '../dist/reference/index.js';

const TOOL = fileURLToPath(new URL('../bin/touchstone.js', import.meta.url));
const PICTURE = fileURLToPath(new URL('../docs/report.png', import.meta.url));
const FAULTS = ['unsorted-at-end', 'author-as-text', 'per-page-maximum-ignored'];

const out = mkdtempSync(join(tmpdir(), 'touchstone-picture-'));
const server = await serveReference({ faults: FAULTS, variations: [] });
try {
  const urls = ['--integration', server.integrationUrl, '--content', server.contentUrl];
  await check([...urls, '--read-only', '--seed', '1', '--runs', '5', '--quiet', '--out', out]);
  const browser = await chromium.launch({
    executablePath: process.env.TOUCHSTONE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({ viewport: { width: 1080, height: 860 } });
  await page.goto(pathToFileURL(join(out, 'report.html')).href);
  await page.screenshot({ path: PICTURE });
  await browser.close();
  process.stdout.write(`${PICTURE}: ${Math.round(statSync(PICTURE).size / 1024)} KB\n`);
} finally {
  await server.close();
  rmSync(out, { recursive: true });
}

/** A run that finds something ends with 1. */
function check(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [TOOL, 'check', ...args], { stdio: 'ignore', cwd: out });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 1 ? resolve() : reject(new Error(`check ended with ${code}`)),
    );
  });
}
