import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type CassetteMode, insertCassette } from './index.ts';

let server: Server;
let origin: string;
let folder: string;
let printed = '';
/** Numbers the answers, so that each is told apart. */
let answers = 0;

beforeAll(async () => {
  server = createServer((_request, response) => {
    answers += 1;
    response.end(`answer ${answers}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-results-'));
  printed = '';
  answers = 0;
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

interface Try {
  readonly mode: CassetteMode;
  readonly attempt?: number;
  readonly test?: string;
  readonly hasFailed?: boolean;
}

/** A try of a test that asks paths. @returns what it got */
async function tried(
  { mode, attempt = 0, test: id = 'one', hasFailed = false }: Try,
  ...paths: readonly string[]
): Promise<readonly string[]> {
  const tape = insertCassette(
    'a',
    { folder, target: {}, mode, unused: 'ignore' },
    { attempt, test: id },
  );
  const got: string[] = [];
  for (const path of paths) got.push(await (await fetch(origin + path)).text());
  await tape.eject();
  tape.noteResult(hasFailed);
  return got;
}

function files(): { readonly [name: string]: string } {
  const names = readdirSync(join(folder, 'a')).sort();
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(folder, 'a', name), 'utf8')]),
  );
}

test.each(['all', 'once', 'new-episodes'] as const)(
  'a second try sends its requests again, and the cassette has only its answers: %s',
  async (mode) => {
    expect(await tried({ mode, hasFailed: true }, '/a', '/b')).toEqual(['answer 1', 'answer 2']);
    expect(await tried({ mode, attempt: 1 }, '/a')).toEqual(['answer 3']);
    expect(await tried({ mode: 'none' }, '/a')).toEqual(['answer 3']);
    expect(files()['other.har']).not.toContain('/b');
  },
);

test.each(['once', 'none'] as const)('a second try of a replay replays: %s', async (mode) => {
  await tried({ mode: 'once' }, '/a');
  await tried({ mode, hasFailed: true }, '/a');
  expect(await tried({ mode, attempt: 1 }, '/a')).toEqual(['answer 1']);
  expect(printed).toBe('');
});

test.each(['all', 'new-episodes'] as const)(
  'a test that fails leaves the earlier cassette as it was: %s',
  async (mode) => {
    await tried({ mode: 'once' }, '/a', '/b');
    const before = files();
    await tried({ mode, hasFailed: true }, '/a', '/c');
    expect(files()).toEqual(before);
    expect(printed).toMatch(/a: the test failed while recording, so the earlier cassette stays\n$/);
    const got = mode === 'all' ? ['answer 5', 'answer 6'] : ['answer 1', 'answer 4'];
    expect(await tried({ mode, attempt: 1 }, '/a', '/c')).toEqual(got);
    expect(await tried({ mode: 'none' }, '/a', '/c')).toEqual(got);
  },
);

test('a second try that opens its cassette twice begins it anew once', async () => {
  await tried({ mode: 'once', hasFailed: true }, '/a');
  await tried({ mode: 'once', attempt: 1, hasFailed: true }, '/a', '/b');
  await tried({ mode: 'once', attempt: 1 }, '/a');
  expect(await tried({ mode: 'none' }, '/a', '/b')).toEqual(['answer 2', 'answer 3']);
});

test('a second try of another test leaves what a failed one began', async () => {
  await tried({ mode: 'once', hasFailed: true }, '/a', '/b');
  await tried({ mode: 'once', test: 'two', hasFailed: true }, '/b');
  await tried({ mode: 'once', test: 'two', attempt: 1 }, '/b');
  expect(await tried({ mode: 'none' }, '/a', '/b')).toEqual(['answer 1', 'answer 2']);
});

const JOURNAL_OF_OTHERS = 'of another run\n';

/** Another run begins to record there. */
const beginElsewhere = () => {
  mkdirSync(join(folder, 'a'), { recursive: true });
  writeFileSync(join(folder, 'a', 'journal.ndjson'), JOURNAL_OF_OTHERS);
};

test('a test that fails because another run records there leaves that alone', async () => {
  await tried({ mode: 'once' }, '/a');
  const before = files();
  const tape = insertCassette('a', { folder, target: {}, mode: 'all' });
  beginElsewhere();
  await fetch(`${origin}/b`).catch(() => {});
  await expect(tape.eject()).rejects.toThrow('journal.ndjson is there already');
  tape.noteResult(true);
  expect(files()).toEqual({ ...before, 'journal.ndjson': JOURNAL_OF_OTHERS });
  expect(printed).toBe('');
});

test('a test that fails leaves what another run began after its end', async () => {
  await tried({ mode: 'once' }, '/a');
  const before = files();
  const tape = insertCassette('a', { folder, target: {}, mode: 'all' });
  await fetch(`${origin}/b`);
  await tape.eject();
  beginElsewhere();
  tape.noteResult(true);
  expect(files()).toEqual({ ...before, 'journal.ndjson': JOURNAL_OF_OTHERS });
});

test('a first recording stays, also if its test fails', async () => {
  await tried({ mode: 'once', hasFailed: true }, '/a');
  expect(await tried({ mode: 'none' }, '/a')).toEqual(['answer 1']);
  expect(printed).toBe('');
});
