import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Cassette, type CassetteOptions, insertCassette } from './index.ts';

let server: Server;
let origin: string;
let folder: string;
let asked = 0;

const har = () => readFileSync(join(folder, 'a', 'other.har'), 'utf8');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-expiry-'));
  server ??= createServer((request, response) => {
    asked += 1;
    response.end(request.url);
  });
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await ended({ mode: 'all' }, '/x?route=/posts');
  asked = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => void server.close());

/** Asks paths within a cassette. @returns what it printed, or the error of its end */
async function ended(
  options: CassetteOptions,
  path: string,
  prepare: (tape: Cassette) => void = () => {},
): Promise<string> {
  let printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  const tape = insertCassette('a', { folder, target: {}, mode: 'none', ...options });
  prepare(tape);
  await fetch(origin + path).catch(() => 'swallowed');
  try {
    await tape.eject();
    return printed;
  } catch (error) {
    return `thrown: ${(error as Error).message}`;
  }
}

const AGE =
  /a: GET http:\S+\/x\?route=\/posts was recorded on \d{4}-\d\d-\d\d, and `expiresIn` is "1ms"/;

test('the mode none sends nothing, also for exchanges that are too old', async () => {
  const before = har();
  const text = await ended({ expiresIn: '1ms', expiryStrategy: 'record' }, '/x?route=/posts');
  expect(text).toMatch(AGE);
  expect(text).toContain(
    'the mode `none` sends nothing; TOUCHSTONE_RECORD=all records the cassette anew',
  );
  expect([asked, har()]).toEqual([0, before]);
});

test.each([
  ['what is not recorded', '/y', { recordIfMissing: true }, 'not in the recording'],
  [
    'another span of time',
    '/x?route=/posts',
    { expiresIn: '1 millisecond', expiryStrategy: 'record' },
    '/x?route=/posts is to be recorded anew, and the mode `none` sends nothing',
  ],
] as const)(
  'the mode none sends nothing if a route asks for it: %s',
  async (_, path, config, why) => {
    const before = har();
    const text = await ended({}, path, ({ polly }) => void polly.server.any().configure(config));
    expect(text).toContain(why);
    expect([asked, har()]).toEqual([0, before]);
  },
);

test('once records anew what is too old, and needs the variables of the profile for it', async () => {
  const renewed = { mode: 'once', expiresIn: '1ms', expiryStrategy: 'record' } as const;
  expect(await ended(renewed, '/x?route=/posts')).toBe('');
  expect(asked).toBe(1);
  const target = join(folder, 'profile.yaml');
  writeFileSync(target, `name: t\nintegration:\n  url: ${origin}\n  token: \${NOT_SET_ANYWHERE}\n`);
  expect(() => insertCassette('a', { folder, target, ...renewed })).toThrow('NOT_SET_ANYWHERE');
});

test('by default, the cassette names what is too old', async () => {
  const text = await ended({ expiresIn: '1ms' }, '/x?route=/posts');
  expect(text).toMatch(
    /^\S*a: answered from exchanges that are too old\nGET http:\S+\/x\?route=\/posts was recorded on \S+, and `expiresIn` is "1ms"\nTOUCHSTONE_RECORD=all records the cassette anew\n$/,
  );
  expect(await ended({ expiresIn: '1.5d 2h' }, '/x?route=/posts')).toBe('');
  expect(asked).toBe(0);
});

test('the strategy error names the cassette and the whole request', async () => {
  const text = await ended({ expiresIn: '1ms', expiryStrategy: 'error' }, '/x?route=/posts');
  expect(text).toMatch(AGE);
  expect(text).toMatch(/^thrown: .*; TOUCHSTONE_RECORD=all records the cassette anew$/);
});
