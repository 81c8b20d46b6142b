import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordingRules } from '../model/index.ts';
import { cassette } from '../vitest.ts';

let server: Server;
let origin: string;
let folder: string;
let asked = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-rules-'));
  server = createServer((request, response) => {
    asked += 1;
    if (request.url === '/logo') response.setHeader('content-type', 'image/png');
    response.end(request.url === '/self' ? `at ${origin}/self` : `answer ${asked}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (path: string, init?: RequestInit) =>
  (await fetch(`${origin}${path}`, init)).text();

/** What is answered within a cassette. */
async function taped(
  name: string,
  mode: 'all' | 'none',
  recording: RecordingRules,
  client: () => Promise<string>,
): Promise<string> {
  const tape = await cassette(name, { folder, mode, recording, target: {} });
  const answered = await client().catch(String);
  await tape.eject();
  return answered;
}

function targetsOn(name: string): readonly unknown[] {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.har'));
  const text = files.map((file) => readFileSync(join(folder, name, file), 'utf8')).join();
  return [...text.matchAll(/"_target":"([^"]*)"/g)].map(([, target]) => target);
}

test('what is not to be recorded passes, in every mode', async () => {
  const rules = { only: [{ path: '^/(?:in|logo)' }], except: [{ types: ['image/*'] }] };
  const both = async () => `${await ask('/in')}, ${await ask('/out')}`;
  const before = asked;
  const pictured = async () => `${await both()}, ${await ask('/logo')}`;
  expect(await taped('only', 'all', rules, pictured)).toBe(
    `answer ${before + 1}, answer ${before + 2}, answer ${before + 3}`,
  );
  expect(targetsOn('only')).toEqual(['/in']);
  expect(await taped('only', 'none', rules, both)).toBe(
    `answer ${before + 1}, answer ${before + 4}`,
  );
});

test.each<readonly [string, RecordingRules, () => Promise<string>, () => Promise<string>, string]>([
  [
    'parameters that are ignored',
    { match: { ignore: { query: ['nonce'] } } },
    () => ask('/a?x=1&nonce=1'),
    () => ask('/a?nonce=2&x=1'),
    'nonce=2',
  ],
  [
    'members that are ignored',
    { match: { ignore: { members: ['/meta/*'] } } },
    () => ask('/b', { method: 'POST', body: '{"a":1,"meta":{"id":1}}' }),
    () => ask('/b', { method: 'POST', body: '{"meta":{"id":2},"a":1}' }),
    'the body differs',
  ],
  [
    'ranges that are ignored',
    { match: { ignore: { headers: ['Range'] } } },
    () => ask('/c', { headers: { range: 'bytes=0-1' } }),
    () => ask('/c', { headers: { range: 'bytes=2-3' } }),
    'header range is "bytes=2-3" and was "bytes=0-1"',
  ],
])('%s do not tell requests apart, and otherwise do', async (name, rules, one, other, why) => {
  const recorded = await taped(name, 'all', rules, one);
  expect(recorded).toMatch(/^answer/);
  expect(await taped(name, 'none', rules, other)).toBe(recorded);
  await expect(taped(name, 'none', {}, other)).rejects.toThrow(why);
});

test('fields that are named tell requests apart', async () => {
  const rules = { match: { headers: ['Accept-Language'] } };
  const inLanguage = (value: string) => () => ask('/d', { headers: { 'accept-language': value } });
  await taped('named', 'all', rules, inLanguage('de'));
  await expect(taped('named', 'none', rules, inLanguage('fr'))).rejects.toThrow(
    '"fr" and was "de"',
  );
  expect(await taped('named', 'none', {}, inLanguage('fr'))).toMatch(/^answer/);
});

test('addresses in answers become those of today, where it is asked for', async () => {
  const rules = { rewriteUrls: true };
  await taped('moved', 'all', rules, () => ask('/self'));
  const elsewhere = async () => (await fetch('http://elsewhere.invalid/self')).text();
  expect(await taped('moved', 'none', rules, elsewhere)).toBe('at http://elsewhere.invalid/self');
  expect(await taped('moved', 'none', {}, elsewhere)).toBe(`at ${origin}/self`);
});

const send = (method: string, body: string, headers: Record<string, string> = {}) =>
  ask('/same', { method, body, headers });
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const override = (method: string) => ({ 'x-http-method-override': method });

test.each<readonly [string, () => Promise<string>, () => Promise<string>]>([
  ['a method that is named', () => send('DELETE', ''), () => send('POST', '', override('DELETE'))],
  [
    'a form in another order',
    () => send('POST', 'title=a+b&s=d', FORM),
    () => send('POST', 's=d&title=a%20b', FORM),
  ],
  ['a query with other escapes', () => ask('/q?a[]=1&b=x+y'), () => ask('/q?b=x%20y&a%5B%5D=1')],
  [
    'a number with more zeros',
    () => send('POST', '{"a":9007199254740993}'),
    () => send('POST', '{"a":9007199254740993.0}'),
  ],
])('%s asks the same', async (name, one, other) => {
  const recorded = await taped(`same ${name}`, 'all', {}, one);
  expect(recorded).toMatch(/^answer/);
  expect(await taped(`same ${name}`, 'none', {}, other)).toBe(recorded);
});

test.each<readonly [string, () => Promise<string>, () => Promise<string>, string]>([
  [
    'another method that is named',
    () => send('POST', '', override('PUT')),
    () => send('POST', '', override('DELETE')),
    'method is "DELETE" and was "PUT"',
  ],
  [
    'another digit beyond 2^53',
    () => send('POST', '{"a":9007199254740992}'),
    () => send('POST', '{"a":9007199254740993}'),
    '/a is 9007199254740993 and was 9007199254740992',
  ],
])('%s asks something else', async (name, one, other, why) => {
  await taped(`other ${name}`, 'all', {}, one);
  await expect(taped(`other ${name}`, 'none', {}, other)).rejects.toThrow(why);
});
