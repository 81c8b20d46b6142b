import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createCleaner, verifyClean } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-verify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function leaksIn(text: string) {
  const path = join(folder, 'a.log');
  writeFileSync(path, text);
  return verifyClean(path, []).map(({ line, what }) => `${line}: ${what}`);
}

const KEY = `-----BEGIN RSA PRIVATE KEY-----
MIIEabcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWX
abcd
-----END RSA PRIVATE KEY-----`;

it.each([
  ['a private key', `start\n${KEY}\nend\n`, 3],
  ['a block of YAML', 'host: a\npassword: |\n  line one 9f8a\n  line two\nport: 1\n', 3],
  ['a key far down', `${'all is well\n'.repeat(950)}${KEY}\n`, 952],
])('finds %s in a text, by its first line', (_, text, line) => {
  expect(leaksIn(text)).toEqual([`${line}: a secret in a text`]);
  expect(leaksIn(createCleaner([]).scope().text(text))).toEqual([]);
});

it('names each of several, and none twice', () => {
  const text = `${KEY}\ntoken=x9f8a7b6c5d4e3\n${KEY}\n`;
  expect(leaksIn(text)).toEqual([
    '2: a secret in a text',
    '5: a secret in a text',
    '7: a secret in a text',
  ]);
});

it('takes the base64 of a recorded body for no secret', () => {
  const bytes = Buffer.from(
    'x62fnFUiObnYOFHM2VZaDdShk3kgNz2yo6hRKgD8x62fnFUiObnYOFHM2VZa',
    'base64',
  );
  const content = { size: bytes.length, mimeType: 'image/png', encoding: 'base64' };
  const text = bytes.toString('base64');
  expect(leaksIn(`${JSON.stringify({ content: { ...content, text }, _wire: text })}\n`)).toEqual(
    [],
  );
});

it('does not show a secret that is the name of a member', () => {
  const known = [{ name: 'content-1', value: 'kn0wn-by-name' }];
  const path = join(folder, 'b.json');
  writeFileSync(path, '{"answers":{"kn0wn-by-name":"1"}}');
  expect(verifyClean(path, known)).toEqual([
    { file: path, line: 1, what: 'a secret in REDACTED-content-1' },
  ]);
});

it('takes what a run made up itself for no secret', () => {
  const body = '{"slug":"touchstone-1-posts","password":"touchstone"}';
  expect(leaksIn(`POST /posts ${body}\n`)).toEqual([]);
  expect(leaksIn(JSON.stringify({ request: `POST /posts ${body}` }))).toEqual([]);
  expect(leaksIn(`<failure>${body.replaceAll('"', '&quot;')}</failure>\n`)).toEqual([]);
  expect(leaksIn(`POST /posts ${body.replace('"}', '-9fK2"}')}\n`)).toHaveLength(1);
  const path = join(folder, 'known.log');
  writeFileSync(path, body);
  expect(verifyClean(path, [{ name: 'env-1', value: 'touchstone' }])).not.toEqual([]);
});
