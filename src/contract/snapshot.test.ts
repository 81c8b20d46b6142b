import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACT_ROOT, loadContract, rememberContract } from './contract.ts';
import { readSnapshot } from './snapshot.ts';

let folder = '';
const place = () => join(folder, 'contract.json');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-snapshot-'));
  for (const part of ['schemas', 'suites']) {
    cpSync(join(CONTRACT_ROOT, part), join(folder, part), { recursive: true });
  }
  rememberContract(folder, place());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs with one file of the contract changed, and puts it back. */
function changed(file: string, change: (text: string) => string, run: () => void): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, change(text));
  try {
    run();
  } finally {
    writeFileSync(path, text);
  }
}

describe('a contract that is recalled', () => {
  it('is the one that is read in full', () => {
    const full = loadContract(folder, undefined);
    const recalled = loadContract(folder, readSnapshot(place()));
    expect(recalled.digest).toBe(full.digest);
    expect(recalled.operations).toEqual(full.operations);
    expect(recalled.clauses).toEqual(full.clauses);
    expect(recalled.scenarios).toEqual(full.scenarios);
    const schema = 'integration/timezones-success.json';
    expect(recalled.schema(schema)).toEqual(full.schema(schema));
    expect(recalled.validate(recalled.schema(schema), {}).length).toBeGreaterThan(0);
  });

  it('comes from what is remembered, and from nothing else', () => {
    const snapshot = readSnapshot(place());
    const forged = Object.fromEntries(
      Object.entries(snapshot?.values ?? {}).map(([file, value]) =>
        file === 'suites/integration/scenarios.yaml'
          ? [file, { document: 'integration', scenarios: [] }]
          : [file, value],
      ),
    );
    const contract = loadContract(folder, { digest: snapshot?.digest ?? '', values: forged });
    expect(contract.scenarios.filter(({ document }) => document === 'integration')).toEqual([]);
  });
});

describe('a change to any file is seen, whatever is remembered', () => {
  it('of its text', () => {
    const file = 'schemas/integration/operations.yaml';
    const { digest } = loadContract(folder, readSnapshot(place()));
    changed(
      file,
      (text) => text.replace('title: ', 'title: Anew, '),
      () => expect(loadContract(folder, readSnapshot(place())).digest).not.toBe(digest),
    );
  });

  const broken: readonly (readonly [string, string, (text: string) => string, RegExp])[] = [
    [
      'text that is not YAML',
      'suites/content/clauses.yaml',
      (text) => `${text}\n  ]`,
      /^suites\/content\/clauses\.yaml:\d+: /,
    ],
    [
      'text that is not JSON',
      'schemas/integration/system-id.json',
      (text) => text.replace('"type"', '"type" "x"'),
      /^schemas\/integration\/system-id\.json:\d+: /,
    ],
    [
      'a member twice',
      'schemas/integration/system-id.json',
      (text) => text.replace('{', '{ "title": "x",\n"title": "y",'),
      /^schemas\/integration\/system-id\.json:\d+: .*unique/,
    ],
    [
      'a member that there is not',
      'schemas/content/operations/batch.yaml',
      (text) => text.replace('writes: true', 'write: true'),
      /^schemas\/content\/operations\/batch\.yaml:\d+: .*write/,
    ],
  ];
  it.each(broken)('%s is refused with file, line and reason', (_, file, change, message) => {
    changed(file, change, () => {
      expect(() => loadContract(folder, readSnapshot(place()))).toThrow(
        expect.objectContaining({
          code: 'contract-broken',
          message: expect.stringMatching(message),
        }),
      );
    });
  });
});

describe('what is remembered', () => {
  it.each(['', 'touchstone', '[]', '{"digest":1,"values":{}}', '{"digest":"x"}'])(
    'counts for nothing where the file says %j',
    (text) => {
      const path = join(folder, 'damaged.json');
      writeFileSync(path, text);
      expect(readSnapshot(path)).toBeUndefined();
    },
  );

  it('is nothing where there is no file', () => {
    expect(readSnapshot(join(folder, 'nowhere.json'))).toBeUndefined();
  });

  it('is nothing where a file is broken: it is not written', () => {
    const path = join(folder, 'not-written.json');
    changed(
      'suites/content/clauses.yaml',
      (text) => text.replace('level: stated', 'level: certain'),
      () => expect(() => rememberContract(folder, path)).toThrow(/level/),
    );
    expect(readSnapshot(path)).toBeUndefined();
  });
});
