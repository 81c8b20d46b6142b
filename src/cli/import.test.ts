import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.fixture.ts';

const HAR = fileURLToPath(new URL('../../fixtures/imports', import.meta.url));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-import-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function touchstone(...args: readonly string[]) {
  return runCli(args, { cwd: folder });
}

describe('touchstone record --import', () => {
  it('finds the base URLs, judges what it can, and says what was lost', async () => {
    const { code, out } = await touchstone(
      'record',
      '--import',
      join(HAR, 'chrome.har'),
      '--out',
      'c',
    );
    expect(out).toContain('integration API   https://platform.example/v3\n');
    expect(out).toContain('content API       https://docs.example\n');
    expect(out).toMatch(/^integration\/timezones +200 +42 ms {2}conforms\n +lost: that it was h2/m);
    expect(out).toMatch(/^integration\/dependencies +200 +42 ms {2}conforms$/m);
    expect(out).toMatch(/^GET \/style.css +200 .*outside the documents$/m);
    expect(out).toContain(
      'not imported: entry 7, GET wss://docs.example/socket: it is wss: and not HTTP',
    );
    expect(out.match(/credentials and cookies/g)).toHaveLength(1);
    expect(out).toContain('lost in the whole file: credentials and cookies, if there were any\n');
    expect(out).toContain('5 of 7 entries imported');
    expect(code).toBe(0);
    const again = await touchstone('replay', 'c');
    expect(again.out).toMatch(/0 failed|pass/);
    expect(again.code).toBe(0);
  });

  it('fails where a kept answer breaks the document, also when it is judged again', async () => {
    const { code, out } = await touchstone(
      'record',
      '--import',
      join(HAR, 'safari.har'),
      '--out',
      's',
      '--report',
      's-report',
    );
    expect(out).toMatch(/breaks the document\n +FAIL integration\/timezones\/sorted-by-label/);
    expect(readdirSync(join(folder, 's-report'))).toContain('report.html');
    expect(code).toBe(1);
    const again = await touchstone('replay', 's');
    expect(again.out).toContain('integration/timezones/sorted-by-label');
    expect(again.code).toBe(1);
  });

  it('exits 2 where an entry cannot be read, and keeps the others clean', async () => {
    const { code, out } = await touchstone(
      'record',
      '--import',
      join(HAR, 'mitmproxy.har'),
      '--out',
      'm',
    );
    expect(out).toContain("entry 4, GET https://docs.example/bad: the answer's body is not base64");
    expect(out).toContain('3 of 4 entries imported');
    expect(code).toBe(2);
    const kept = readdirSync(join(folder, 'm'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.har'))
      .map((name) => readFileSync(join(folder, 'm', name), 'utf8'))
      .join('');
    expect(kept).toContain('Bearer REDACTED-');
    expect(kept).not.toContain('not-a-real-token');
  });

  it('shows no secret of an entry, whether it is imported or not', async () => {
    const request = (url: string, more: object = {}) => ({
      request: { method: 'GET', url, headers: [], ...more },
      response: { status: 200, headers: [], content: { size: 2, text: '{}' } },
    });
    const base64 = { size: 5, encoding: 'base64', text: '@@@@' };
    const entries = [
      request('wss://docs.example/live?access_token=LEAKED-1abcdef'),
      {
        ...request('https://docs.example/api?token=LEAKED-2abcdef'),
        response: { status: 200, content: base64 },
      },
      request('https://u:LEAKED-3abcdef@docs.example:99999/'),
      // Where the address is cut, the secret is too.
      request(`wss://docs.example/${'x'.repeat(92)}/LEAKED-4abcdef`),
      request('https://docs.example/y', {
        headers: [{ name: 'x-token', value: 'LEAKED-4abcdef' }],
      }),
      request('https://docs.example/y', { method: 'LEAKED-4abcdef' }),
    ];
    writeFileSync(join(folder, 'leaks.har'), JSON.stringify({ log: { entries } }));
    const { code, out } = await touchstone('record', '--import', 'leaks.har', '--out', 'l');
    expect(out).not.toContain('LEAK');
    expect(out).toContain(
      'not imported: entry 1, GET wss://docs.example/live?access_token=REDACTED-',
    );
    expect(out).toContain('2 of 6 entries imported');
    expect(code).toBe(2);
  });

  it('does not judge an answer whose body the browser has forgotten', async () => {
    const response = {
      status: 200,
      headers: [{ name: 'content-length', value: '133' }],
      content: { size: 0, mimeType: 'application/json' },
    };
    const request = { method: 'GET', url: 'https://h.example/p/api/get/all/timezones' };
    const text = JSON.stringify({ log: { entries: [{ request, response }] } });
    writeFileSync(join(folder, 'forgotten.har'), text);
    const { code, out, err } = await touchstone(
      'record',
      '--import',
      'forgotten.har',
      '--out',
      'f',
    );
    expect(out).toContain("lost: the answer's body (133 bytes)");
    expect(out).not.toContain('FAIL');
    expect(err).toContain('nothing was judged');
    expect(code).toBe(2);
  });

  it('leaves nothing behind for a file that is none', async () => {
    const { code, err } = await touchstone('record', '--import', 'nowhere.har', '--out', 'n');
    expect(err).toMatch(/recording-unreadable: .*nowhere.har cannot be read: ENOENT/);
    expect(code).toBe(2);
    expect(readdirSync(folder)).not.toContain('n');
  });
});
