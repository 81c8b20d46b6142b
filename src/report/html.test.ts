import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { verifyClean } from '../secrets/index.ts';
import { reportHtml } from './html.ts';
import { eventsOf } from './ndjson.ts';
import { reportFromEvents } from './report.ts';

const GOLDEN = new URL('golden/', import.meta.url);
const events = eventsOf(readFileSync(new URL('run.ndjson', GOLDEN), 'utf8'));

describe('report.html', () => {
  const html = reportHtml(reportFromEvents(events));
  // Style and script are files of their own, and change with other things than reports.
  const own = html
    .replace(/<style>.*?<\/style>/s, '<style></style>')
    .replace(/<script>.*?<\/script>/s, '<script></script>')
    .replace(/&#39;sha256-[^&]+&#39;/g, '&#39;sha256-…&#39;');

  test('as expected', async () => {
    await expect(own).toMatchFileSnapshot(fileURLToPath(new URL('report.html.txt', GOLDEN)));
  });

  test('escapes what the target said, and loads nothing', () => {
    expect(own).toContain('&lt;b&gt;&amp;');
    expect(own).not.toMatch(/<b>&|<script src=| src=|url\(|@import| on\w+=| style=/);
    expect(own.match(/<script/g)).toHaveLength(2);
    expect(own.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });

  test('has nothing that looks like a secret in it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-golden-'));
    const path = join(folder, 'report.html');
    writeFileSync(path, html);
    expect(verifyClean(path, [])).toEqual([]);
    writeFileSync(path, html.replace('</h1>', ' password: Abc123xyz0Def456</h1>'));
    expect(verifyClean(path, [])).toHaveLength(1);
    rmSync(folder, { recursive: true });
  });

  test('names in its policy the digests of what it runs', () => {
    const policy = /content="(default-src[^"]+)"/.exec(html)?.[1]?.replaceAll('&#39;', "'");
    for (const [directive, name] of [
      ['style-src', 'style'],
      ['script-src', 'script'],
    ] as const) {
      const text = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(html)?.[1] ?? '';
      const digest = createHash('sha256').update(text).digest('base64');
      expect(policy).toContain(`${directive} 'sha256-${digest}'`);
    }
    expect(policy).not.toContain('unsafe');
  });

  test('tells causes before everything else, and has the verdict without its script', () => {
    const order = ['Does not conform', 'id="causes"', 'sorted-by-label', 'id="areas"', '<script'];
    const places = order.map((text) => html.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});
