import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EarlierId } from '../model/index.ts';
import { type Announcing, type Creation, openJournal, type Restoration } from './journal.ts';
import { discard, readJournals, untrack } from './journal-reading.ts';
import type { ObjectNames } from './object-names.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-journal-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const owner = {
  pid: 42,
  host: 'here',
  startedAt: '2026-01-15T12:00:00.000Z',
  cwd: '/work',
  targetOptions: ['--content', 'http://127.0.0.1:1'],
};

const creation = (id: number): Creation => ({
  document: 'content',
  baseUrl: 'http://127.0.0.1:1',
  what: `content/posts ${id}`,
  method: 'DELETE',
  target: `/cms/v2/posts/${id}?force=true`,
  headers: [['accept', 'application/json']],
});

function fresh(name: string) {
  const path = join(folder, name);
  const said: string[] = [];
  return { path, said, journal: openJournal(path, owner, (line) => said.push(line)) };
}

describe('a journal', () => {
  it('names what was noted and not struck off, at any moment', () => {
    const { path, journal } = fresh('open');
    const strike = journal.note(creation(1));
    journal.note(creation(2));
    expect(readJournals(path)[0]?.open.map(({ what }) => what)).toEqual([
      'content/posts 1',
      'content/posts 2',
    ]);
    strike();
    strike();
    journal.note(creation(3));
    journal.close();
    expect(readJournals(path)).toEqual([
      {
        path: journal.path,
        announced: [],
        authors: new Set(),
        lasted: expect.anything(),
        changed: [],
        owner: { kind: 'run', version: 1, ...owner },
        open: [
          { kind: 'made', entry: 2, ...creation(2) },
          { kind: 'made', entry: 3, ...creation(3) },
        ],
        unreadable: [],
      },
    ]);
  });

  it('is gone at its end where it names nothing', () => {
    const { path, journal } = fresh('empty');
    journal.note(creation(1))();
    expect(readdirSync(path)).toHaveLength(1);
    journal.close();
    expect(readdirSync(path)).toEqual([]);
  });

  it('is its own file for each run, and for its owner alone', () => {
    const { path, journal } = fresh('two');
    const other = openJournal(path, owner);
    expect(other.path).not.toBe(journal.path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(statSync(other.path).mode & 0o777).toBe(0o600);
  });

  it('is put back where it is removed, and gone at its end where it names nothing', () => {
    const { path, journal, said } = fresh('removed');
    const strike = journal.note(creation(1));
    rmSync(path, { recursive: true });
    journal.note(creation(2));
    expect(readJournals(path)[0]?.open.map(({ what }) => what)).toEqual([
      'content/posts 1',
      'content/posts 2',
    ]);
    expect(said).toEqual([expect.stringMatching(/was removed .*; it is put back/)]);
    rmSync(path, { recursive: true });
    strike();
    journal.strike('content/posts 2');
    journal.close();
    expect(readdirSync(path)).toEqual([]);
  });

  it('is kept elsewhere where it cannot be put back, and says where', () => {
    const { path, journal, said } = fresh('replaced');
    journal.note(creation(1));
    rmSync(path, { recursive: true });
    writeFileSync(path, 'in the way');
    journal.note(creation(2));
    journal.close();
    expect(said).toEqual([
      expect.stringMatching(/was removed .* cannot be put back yet: E/),
      expect.stringMatching(/what may be left is named in .*cleanup --journal/),
    ]);
    const [, place = ''] = /named in (\S+):/.exec(said[1] ?? '') ?? [];
    expect(readJournals(place)[0]?.open).toHaveLength(2);
    rmSync(dirname(place), { recursive: true });
  });

  it('that cannot be written is refused at once', () => {
    expect(() => openJournal('/dev/null/x', owner)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('the cleanup journal "/dev/null/x'),
        hint: expect.stringContaining('set XDG_STATE_HOME'),
      }),
    );
  });
});

describe('the schema of journals', () => {
  const names: Required<ObjectNames> = { slug: 's', title: 't', url: 'u' };
  // The compiler demands each member that is written.
  const announcing: Required<Announcing> = {
    ...{ document: 'content', baseUrl: 'http://127.0.0.1:1' },
    ...{ collection: 'content/posts', newest: 1, author: 1, before: ['a//b'], ...names },
  };
  const created: Required<Creation> = {
    ...{ ...creation(1), trashed: '/t', own: true, confirmed: true, names, author: 1 },
    ...{ earlier: 'older', newest: '9007199254740993', shown: names },
  };
  const restoration: Required<Restoration> = {
    ...{ ...creation(1), method: 'PUT', body: '{}', read: '/r', written: [{}] },
  };
  const earlier: Readonly<Record<EarlierId, true>> = { listed: true, new: true, older: true };

  it('describes each member of each line, and no other', () => {
    const { path, journal } = fresh('schema');
    journal.note(created)();
    journal.announce(announcing);
    journal.noteChange(restoration);
    journal.close();
    const [account] = readJournals(path);
    expect(account).toMatchObject({ unreadable: [], announced: [{}], changed: [{}] });
    const lines = readFileSync(journal.path, 'utf8').trim().split('\n');
    const written = lines.map((line): object => JSON.parse(line));
    const { oneOf, $defs } = JSON.parse(
      readFileSync(new URL('../../schemas/files/journal.json', import.meta.url), 'utf8'),
    );
    const described = oneOf.map(({ properties }: { properties: object }) =>
      Object.keys(properties).sort(),
    );
    const membersOf = (one: object) => Object.keys(one).sort();
    expect(new Set(written.map((one) => membersOf(one).join()))).toEqual(
      new Set(described.map((one: readonly string[]) => one.join())),
    );
    expect(Object.keys($defs.names.properties)).toEqual(Object.keys(names));
    const made = oneOf.find(
      ({ properties }: { properties: { kind: object } }) =>
        JSON.stringify(properties.kind) === '{"const":"made"}',
    );
    expect(made.properties.earlier.enum).toEqual(Object.keys(earlier));
  });
});

describe('reading journals', () => {
  it('finds none where there is none', () => {
    expect(readJournals(join(folder, 'nowhere'))).toEqual([]);
  });

  it('takes a torn end for what it is, and what is struck off later still counts', () => {
    const { path, journal } = fresh('torn');
    journal.note(creation(1));
    appendFileSync(journal.path, '{"kind":"made","entry":2,"docum');
    const [account] = readJournals(path);
    if (account?.open[0] === undefined) throw new Error('an entry is needed');
    expect(account.unreadable).toEqual([3]);
    untrack(account, account.open[0]);
    expect(readJournals(path)[0]?.open).toEqual([]);
    discard(account);
    expect(readdirSync(path)).toEqual([]);
  });

  it.each([
    'null',
    '[]',
    '{"kind":"gone"}',
    '{"kind":"run","version":2}',
    JSON.stringify({ kind: 'made', entry: 1, ...creation(1), method: 'PUT' }),
    JSON.stringify({ kind: 'made', entry: 1, ...creation(1), target: '@evil.example/' }),
    JSON.stringify({ kind: 'made', entry: 1, ...creation(1), document: 'no name' }),
  ])('does not take %s for an entry', (line) => {
    const { path, journal } = fresh(`line-${line.length}-${line.slice(-9).replaceAll(/\W/g, '')}`);
    appendFileSync(journal.path, `${line}\n`);
    expect(readJournals(path)[0]).toMatchObject({ open: [], unreadable: [2] });
    expect(readFileSync(journal.path, 'utf8')).toContain(line);
  });
});
