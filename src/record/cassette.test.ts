import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../model/index.ts';
import { ownFiles } from './collected.ts';
import { manifestFixture, TOOL } from './recording.fixture.ts';
import { openTraffic } from './traffic.ts';

const REFERENCE = fileURLToPath(new URL('../../recordings/reference', import.meta.url));
const SCHEMA = new URL('../../schemas/files/cassette.json', import.meta.url);

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
ajv.addSchema(JSON.parse(readFileSync(SCHEMA, 'utf8')), 'cassette.json');

const folder = mkdtempSync(join(tmpdir(), 'touchstone-cassette-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What one kind of document is refused for; each kind has a definition of its own, or the reasons drown. */
function wrongIn(value: unknown, kind: 'har' | 'case' | 'manifest'): readonly string[] {
  ajv.validate(`cassette.json#/$defs/${kind}`, value);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The reasons why files of a recording are not as the schema has them; empty where they are. */
function wrongInFolder(place: string): {
  readonly files: number;
  readonly wrong: readonly string[];
} {
  const files = ownFiles(place);
  const wrong = files.flatMap((name) => {
    const text = readFileSync(join(place, name), 'utf8');
    if (name.endsWith('.har')) return wrongIn(JSON.parse(text), 'har').map((why) => name + why);
    const kind = name === 'manifest.ndjson' ? 'manifest' : 'case';
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.flatMap((line) => wrongIn(JSON.parse(line), kind).map((why) => name + why));
  });
  return { files: files.length, wrong: wrong.slice(0, 10) };
}

/** A recording of traffic with all that an entry may have. */
function recorded(): string {
  const place = join(folder, 'traffic');
  const limits = { timeoutMs: 1, totalMs: 1, maxBodyBytes: 1 };
  const traffic = openTraffic({
    folder: place,
    manifest: manifestFixture(limits),
    secrets: [{ name: 'known-1', value: 'a-secret-that-is-known' }],
    finish: { tool: TOOL, keepOthers: false },
  });
  const bytes = new Uint8Array([0, 255, 1]);
  const answer = (status: number, completeness: 'complete' | 'cut-off'): Outcome => ({
    kind: 'answer',
    status,
    reason: '',
    headers: [['Content-Type', 'text/plain']],
    body: { bytes, completeness, content: { kind: 'binary', why: 'invalid UTF-8' } },
  });
  const outcomes: readonly Outcome[] = [
    answer(200, 'complete'),
    answer(777, 'cut-off'),
    { kind: 'fault', code: 'reset', message: 'the connection was reset' },
  ];
  for (const [at, outcome] of outcomes.entries()) {
    traffic.keep({
      operation: at === 0 ? 'content/posts/list' : null,
      baseUrl: 'http://127.0.0.1:1/content',
      request: {
        method: 'POST',
        target: `/?token=a-secret-that-is-known&n=${at}`,
        headers: [['Host', '127.0.0.1:1']],
        body: at === 0 ? bytes : new TextEncoder().encode('{"password":"correct horse"}'),
      },
      outcome,
      resent: at === 2,
      startedAt: 0,
      durationMs: 1.5,
      lost: at === 1 ? ['what was said after it'] : [],
    });
  }
  traffic.finish();
  return place;
}

describe('the schema of recordings', () => {
  it('fits every file of the recording of the reference target', () => {
    const { files, wrong } = wrongInFolder(REFERENCE);
    expect(wrong).toEqual([]);
    expect(files).toBeGreaterThan(80);
  });

  it('fits every file of a recording of traffic', () => {
    expect(wrongInFolder(recorded())).toEqual({ files: 3, wrong: [] });
  });

  const entry = () => {
    const text = readFileSync(join(REFERENCE, 'content/index.har'), 'utf8');
    const har: { log: { version: string; entries: Record<string, unknown>[] } } = JSON.parse(text);
    return har;
  };

  it.each<readonly [string, (har: ReturnType<typeof entry>) => void]>([
    ['of another version', (har) => Object.assign(har.log, { version: '1.1' })],
    ['with a member that nobody knows', (har) => Object.assign(har.log.entries[0] ?? {}, { x: 1 })],
    ['without a sum', (har) => delete har.log.entries[0]?._sum],
    ['with a time below zero', (har) => Object.assign(har.log.entries[0] ?? {}, { time: -1 })],
    [
      'with a fault of no kind',
      (har) => {
        Object.assign(har.log.entries[0]?.response ?? {}, {
          _error: { code: 'lost', message: '' },
        });
      },
    ],
  ])('refuses a file %s', (_, change) => {
    const har = entry();
    change(har);
    expect(wrongIn(har, 'har')).not.toEqual([]);
  });

  it('refuses a manifest with a credential', () => {
    const line = readFileSync(join(REFERENCE, 'manifest.ndjson'), 'utf8').split('\n')[4] ?? '';
    expect(wrongIn(JSON.parse(line), 'manifest')).toEqual([]);
    const open = line.replaceAll(/REDACTED-[a-z]+-\d/g, 'c2VjcmV0');
    expect(wrongIn(JSON.parse(open), 'manifest')).not.toEqual([]);
  });
});
