import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.fixture.ts';

const UNSAFE = '\u001b[2J\u001b[31m\u009b\u202e\r\n::error::owned';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-unsafe-'));
  writeFileSync(join(folder, 'a.har'), har('1'));
  writeFileSync(join(folder, 'b.har'), har('2'));
  writeFileSync(join(folder, 'bad.yaml'), JSON.stringify({ name: 'a', [`x${UNSAFE}`]: 1 }));
  writeFileSync(join(folder, 'cut.yaml'), `"${UNSAFE.replace('\r\n', '')}": [`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Entries with unsafe text wherever a program could have it. */
function har(value: string): string {
  const text = `{"${value}":"\u009b\u202e"}\n::error::${UNSAFE}`;
  const headers = [
    { name: 'content-type', value: 'application/json' },
    { name: `x${UNSAFE}`, value: UNSAFE },
  ];
  const entry = (method: string, url: string) => ({
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 1,
    request: { method, url, headers, postData: { mimeType: UNSAFE, text } },
    response: { status: 200, statusText: UNSAFE, headers, content: { size: 900, text } },
  });
  const entries = [
    entry(`GET\r\nX: y\r\n::error::owned`, `https://docs.example/a${UNSAFE}`),
    entry('::error::owned', 'https://docs.example/b'),
    entry('GET', `https://docs.example/cms/v2/posts?page=${UNSAFE}`),
    entry('GET', `wss://docs.example/${UNSAFE}`),
    entry('GET', UNSAFE),
  ];
  return JSON.stringify({ log: { creator: { name: UNSAFE, version: UNSAFE }, entries } });
}

/** Colours of ours are the only escape sequences, where a person looks. */
function expectSafe(text: string, colours: boolean): void {
  const shown = colours ? text.replaceAll(/\p{Cc}\[(?:[0-2]|22|3\d)m/gu, '') : text;
  expect(shown).not.toMatch(/[^\n\P{C}]|[\u2028\u2029]/u);
  expect(shown).not.toMatch(/^\s*::/m);
  // A colour from outside stays before the character that follows it there.
  expect(text).not.toContain('\u001b[31m\\u{9b}');
}

describe('unsafe text from outside', () => {
  it.each([false, true])('is escaped in all that commands print (colours: %s)', async (colours) => {
    const env = colours ? { FORCE_COLOR: '1' } : {};
    const [one, other] = colours ? ['c', 'd'] : ['e', 'f'];
    const commands = [
      ['record', '--import', 'a.har', '--out', one],
      ['record', '--import', 'b.har', '--out', other],
      ['show', one],
      ['show', one, '1'],
      ['show', one, '--stats'],
      ['show', one, '--curl'],
      ['show', '.'],
      ['diff', one, other],
      ['replay', one, '--verbose'],
      ['show', `none${UNSAFE}`],
      ['check', '--target', join(folder, 'bad.yaml')],
      ['check', '--target', join(folder, 'cut.yaml')],
      [`no-command${UNSAFE}`],
    ];
    for (const args of commands) {
      const { out, err } = await runCli(args, { cwd: folder, env });
      expect(`${out}${err}`, args.join(' ')).not.toBe('');
      expectSafe(out, colours);
      expectSafe(err, colours);
    }
  });

  it('is the same value in JSON', async () => {
    await runCli(['record', '--import', 'a.har', '--out', 'g'], { cwd: folder });
    const { out } = await runCli(['show', 'g', '--json'], { cwd: folder });
    expectSafe(out, false);
    const shown: unknown = JSON.parse(out);
    expect(shown).toMatchObject([{ method: 'GET\r\nX: y\r\n::error::owned' }, {}, {}]);
  });
});
