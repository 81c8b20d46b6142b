import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Case, contentOf, type Outcome, TouchstoneError } from '../model/index.ts';
import { openRecording, type Recording } from './folder.ts';
import { summed } from './lines.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { manifestFixture, TOOL } from './recording.fixture.ts';
import { replayTransport } from './replayer.ts';

const limits = { timeoutMs: 1000, totalMs: 1000, maxBodyBytes: 1e6 };
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-folder-'));
const never = new AbortController().signal;
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function caseOf(name: string): Case {
  return {
    id: `things/${name}`,
    title: name,
    document: 'content',
    evidence: [],
    origin: { kind: 'scenario' },
    steps: [],
  };
}

function answer(body: string): Outcome {
  const bytes = new TextEncoder().encode(body);
  const content = contentOf(bytes, [], 'complete', 1e6);
  const headers = [['Date', new Date().toUTCString()]] as const;
  return {
    kind: 'answer',
    status: 200,
    reason: 'OK',
    headers,
    body: { bytes, completeness: 'complete', content },
  };
}

/** Some time after the last one, as it is in another run. */
let clock = 1_700_000_000_000;

function recorderIn(
  folder: string,
  more: { readonly keepOthers?: boolean; readonly mostBytes?: number; readonly body?: string } = {},
): Recorder {
  const { keepOthers = false, mostBytes, body = '' } = more;
  clock += 1_000_000;
  let ids = clock / 1000;
  return openRecorder({
    folder,
    inner: {
      send: async ({ method, target }) => {
        ids += 1;
        const says = {
          id: method === 'POST' ? ids : 1,
          target,
          at: new Date(ids).toISOString(),
          body,
        };
        return { outcome: answer(JSON.stringify(says)), resent: false };
      },
      close: async () => {},
    },
    manifest: manifestFixture(limits),
    secrets: [],
    now: () => clock,
    monotonic: () => clock,
    finish: { tool: TOOL, keepOthers, ...(mostBytes !== undefined && { mostBytes }) },
  });
}

async function send(recorder: Recorder, name: string, judged = true): Promise<void> {
  const item = caseOf(name);
  for (const [step, method] of [
    ['create', 'POST'],
    ['read', 'GET'],
  ] as const) {
    await recorder.transport.send(
      { method, target: `/${name}/${step}`, headers: [], body: undefined },
      'http://127.0.0.1:1',
      never,
      { case: item, step, operation: `things/${step}` },
    );
  }
  const verdicts = [['a/clause', 'pass']] as const;
  if (judged) recorder.keep({ case: item, exchanges: [] }, { verdicts, observations: [] });
}

const NAMES = Array.from({ length: 20 }, (_, at) => `n${String(at).padStart(2, '0')}`);

async function recorded(
  name: string,
  names: readonly string[] = NAMES,
  more: Parameters<typeof recorderIn>[1] = {},
): Promise<string> {
  const folder = join(scratch, name);
  const recorder = recorderIn(folder, more);
  for (const each of names) await send(recorder, each);
  await recorder.finish();
  return folder;
}

function filesIn(folder: string): { readonly [name: string]: string } {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names
      .filter((name) => /\.(?:har|ndjson)$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

/** What a recording holds, whatever its files. */
function holds(recording: Recording) {
  return {
    cases: [...recording.cases()].map(({ id, exchanges }) => [id, exchanges]),
    entries: recording.entries
      .map((ref) => `${ref.case} ${ref.at} ${ref.read().request.target}`)
      .sort(),
  };
}

function errorOf(act: () => unknown): TouchstoneError {
  try {
    act();
  } catch (error) {
    if (error instanceof TouchstoneError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

let whole = '';
beforeAll(async () => {
  whole = await recorded('whole');
});

describe('the files of a recording', () => {
  it('are HAR 1.2, one entry a line, by operation, sorted', () => {
    const { 'things/create.har': create = '', 'cases.ndjson': cases = '' } = filesIn(whole);
    expect(JSON.parse(create)).toMatchObject({ log: { version: '1.2', creator: TOOL } });
    const lines = create.split('\n').slice(1, -2);
    expect(lines.map((line) => /things\/n\d\d/.exec(line)?.[0])).toEqual(
      NAMES.map((name) => `things/${name}`),
    );
    expect(lines.slice(1).every((line) => line.startsWith(',{'))).toBe(true);
    expect(cases.split('\n').slice(0, -1)).toHaveLength(NAMES.length);
  });

  it('are divided when they grow, and no case moves when another comes', async () => {
    const one = filesIn(await recorded('parts', NAMES, { mostBytes: 6000 }));
    const names = Object.keys(one).filter((name) => name.startsWith('things/create'));
    expect(names.length).toBeGreaterThan(1);
    expect(names.every((name) => (one[name]?.length ?? 0) < 6500)).toBe(true);
    const folder = join(scratch, 'parts');
    const more = await recorded('parts', [...NAMES, 'n99'], { mostBytes: 6000 });
    expect(more).toBe(folder);
    const casesOf = (text = '') => text.match(/"_case":"things\/n\d\d"/g);
    const changed = Object.entries(filesIn(folder)).filter(
      ([name, text]) =>
        name.startsWith('things/create') && `${casesOf(text)}` !== `${casesOf(one[name])}`,
    );
    expect(changed).toHaveLength(1);
    expect(openRecording(folder, TOOL).entries).toHaveLength(2 * (NAMES.length + 1));
  });

  it('keep what a part that is recorded anew has not', async () => {
    const folder = join(scratch, 'part');
    cpSync(whole, folder, { recursive: true });
    await recorded('part', ['n03', 'm00'], { keepOthers: true, body: 'new' });
    const recording = openRecording(folder, TOOL);
    expect([...recording.cases()].map(({ id }) => id)).toEqual(
      ['m00', ...NAMES].map((name) => `things/${name}`),
    );
    expect(recording.find('things/n03', 'read', 0)?.read().outcome).toMatchObject({
      body: { content: { value: { body: 'new' } } },
    });
  });

  it('lose cases that a whole run no longer has', async () => {
    const folder = join(scratch, 'fewer');
    cpSync(whole, folder, { recursive: true });
    await recorded('fewer', ['n01']);
    expect([...openRecording(folder, TOOL).cases()].map(({ id }) => id)).toEqual(['things/n01']);
  });

  it('of two branches that add cases merge without conflict', async () => {
    const folder = join(scratch, 'merge');
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: folder,
        stdio: 'pipe',
      });
    const add = async (names: readonly string[], branch: string, from: string) => {
      git('checkout', '-q', '-b', branch, from);
      await recorded('merge', names, { keepOthers: true });
      git('add', '-A');
      git('commit', '-qm', branch);
    };
    await recorded('merge', NAMES);
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-qm', 'base');
    // At the same places: before all, between two, and after all.
    await add(['a1', 'n05-a', 'z1'], 'one', 'main');
    await add(['a2', 'n05-b', 'z2'], 'two', 'main');
    git('merge', '-q', '--no-edit', 'one');
    const recording = openRecording(folder, TOOL);
    const added = ['a1', 'a2', 'n05-a', 'n05-b', 'z1', 'z2'];
    expect([...recording.cases()].map(({ id }) => id)).toEqual(
      [...NAMES, ...added].sort().map((name) => `things/${name}`),
    );
    expect(recording.entries).toHaveLength(2 * (NAMES.length + added.length));
  });
});

describe('a recording of which a part is recorded anew', () => {
  const part = { keepOthers: true };

  it('keeps the rest, also where a checkout has put a CR before each line feed', async () => {
    const folder = await recorded('returns');
    for (const [name, text] of Object.entries(filesIn(folder))) {
      writeFileSync(join(folder, name), text.replaceAll('\n', '\r\n'));
    }
    await recorded('returns', ['n03'], part);
    expect([...openRecording(folder, TOOL).cases()]).toHaveLength(NAMES.length);
    for (const text of Object.values(filesIn(folder))) expect(text).not.toContain('\r');
  });

  it('loses nothing where it is broken: that is said before anything is sent', async () => {
    const folder = await recorded('half-broken');
    const path = join(folder, 'cases.ndjson');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"title":"n07"', '"title":'));
    const before = filesIn(folder);
    expect(() => recorderIn(folder, part)).toThrow(
      /cases\.ndjson:8 is cut or is not JSON, and what is not recorded anew would be lost/,
    );
    expect(filesIn(folder)).toEqual(before);
    // Where all of it is recorded anew, nothing of it is missed.
    await recorded('half-broken');
    expect([...openRecording(folder, TOOL).cases()]).toHaveLength(NAMES.length);
  });

  it('keeps its journal where it broke in the meantime', async () => {
    const folder = await recorded('broken-later');
    const recorder = recorderIn(folder, part);
    await send(recorder, 'n03');
    const path = join(folder, 'cases.ndjson');
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.slice(0, -20));
    await expect(recorder.finish()).rejects.toThrow(/cases\.ndjson:20 is cut/);
    expect(existsSync(join(folder, 'journal.ndjson'))).toBe(true);
    writeFileSync(path, whole);
    expect([...openRecording(folder, TOOL).cases()]).toHaveLength(NAMES.length);
  });
});

describe('a recording that was cut short', () => {
  it('is recovered up to the last whole line, wherever it was cut, 200 times', async () => {
    const folder = join(scratch, 'killed');
    const recorder = recorderIn(folder);
    for (const name of NAMES) await send(recorder, name);
    const journal = readFileSync(join(folder, 'journal.ndjson'));
    const first = journal.indexOf('"kind":"case"');
    const from = journal.lastIndexOf(10, first) + 1;
    let seed = 7;
    for (let kill = 0; kill < 200; kill += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      const at = from + (seed % (journal.length - from));
      const place = join(scratch, `killed-${kill}`);
      mkdirSync(place);
      writeFileSync(join(place, 'journal.ndjson'), journal.subarray(0, at));
      const kept = journal.subarray(0, at).toString().split('\n').slice(0, -1);
      const entries = kept.filter((line) => line.includes('"_case":'));
      const recording = openRecording(place, TOOL);
      expect(recording.entries).toHaveLength(entries.length);
      expect(recording.notes[0]).toMatch(/^the recording had been cut short: \d+ exchanges?/);
      const inMiddle = journal[at - 1] !== 10;
      expect(recording.notes.some((note) => note.includes('in the middle of line'))).toBe(inMiddle);
      expect(existsSync(join(place, 'journal.ndjson'))).toBe(false);
      // What was put in order is a recording like any other.
      expect(holds(openRecording(place, TOOL))).toEqual(holds(recording));
      rmSync(place, { recursive: true });
    }
    await recorder.finish();
  }, 60_000);

  it('keeps the exchanges of a case that was under way, and says so', async () => {
    const folder = join(scratch, 'under-way');
    const recorder = recorderIn(folder);
    await send(recorder, 'n00');
    await send(recorder, 'n01', false);
    const recording = openRecording(folder, TOOL);
    expect(recording.entries).toHaveLength(4);
    expect(recording.notes.join('\n')).toContain('1 case under way');
    expect([...recording.cases()].map(({ verdicts }) => verdicts?.length)).toEqual([1, undefined]);
  });

  it('leaves out the exchanges of a case that its journal does not tell of any more', async () => {
    const folder = join(scratch, 'untold');
    const recorder = recorderIn(folder);
    await send(recorder, 'n00');
    await send(recorder, 'n01');
    const path = join(folder, 'journal.ndjson');
    const lines = readFileSync(path, 'utf8').split('\n');
    const broken = lines.map((line) =>
      line.includes('"kind":"case","id":"things/n00"') ? line.replace('"title"', '"table"') : line,
    );
    writeFileSync(path, broken.join('\n'));
    const recording = openRecording(folder, TOOL);
    expect(recording.notes.join('\n')).toMatch(
      /line \d+ of the journal is broken .*\n2 exchanges of things\/n00 left out/,
    );
    expect([...recording.cases()].map(({ id }) => id)).toEqual(['things/n01']);
  });

  it('gives up nothing of an earlier recording that is whole', async () => {
    const folder = join(scratch, 'over');
    const first = recorderIn(folder);
    for (const name of ['n00', 'n01']) await send(first, name);
    await first.finish();
    const before = holds(openRecording(folder, TOOL));
    const second = recorderIn(folder);
    // One request of two, and then it is killed.
    await send(second, 'n00', false);
    const recording = openRecording(folder, TOOL);
    expect(recording.notes.join()).toContain('had been cut short');
    expect(holds(recording)).toEqual(before);
    expect([...recording.cases()].map(({ verdicts }) => verdicts?.length)).toEqual([1, 1]);
  });

  it('is put in order before another run records there', async () => {
    const folder = join(scratch, 'left-over');
    const recorder = recorderIn(folder);
    await send(recorder, 'n00');
    const journal = readFileSync(join(folder, 'journal.ndjson'), 'utf8');
    await recorder.finish();
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    // As another process would have left it, which began at another time.
    const [, ...rest] = journal.split('\n');
    const owner = { kind: 'process', pid: process.pid, host: hostname(), began: 1 };
    writeFileSync(join(folder, 'journal.ndjson'), [summed(owner), ...rest].join('\n'));
    const next = recorderIn(folder, { keepOthers: true });
    await send(next, 'n01');
    const { notes } = await next.finish();
    expect(notes[0]).toBe('the recording had been cut short: 2 exchanges of 1 case were recovered');
    expect(holds(openRecording(folder, TOOL)).cases).toEqual([
      ['things/n00', 2],
      ['things/n01', 2],
    ]);
  });

  it('can be finished again if it was killed while finishing', async () => {
    const folder = join(scratch, 'twice');
    const recorder = recorderIn(folder);
    for (const name of NAMES) await send(recorder, name);
    const journal = readFileSync(join(folder, 'journal.ndjson'));
    await recorder.finish();
    const before = filesIn(folder);
    for (const gone of ['manifest.ndjson', 'cases.ndjson', 'things/read.har']) {
      rmSync(join(folder, gone));
      writeFileSync(join(folder, 'journal.ndjson'), journal);
      writeFileSync(join(folder, 'things/read.har.partial'), 'half');
      const recording = openRecording(folder, TOOL);
      expect(recording.entries).toHaveLength(2 * NAMES.length);
      expect(filesIn(folder)).toEqual(before);
    }
  });
});

describe('a recording that is not as it was written', () => {
  const edit = (name: string, change: (text: string) => string) => (folder: string) => {
    const path = join(folder, name);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };
  const lines = (change: (lines: readonly string[]) => readonly string[]) => (text: string) =>
    change(text.split('\n')).join('\n');

  it.each<readonly [string, (folder: string) => void, RegExp]>([
    [
      'that is not there',
      (folder) => rmSync(folder, { recursive: true }),
      /there is no recording in/,
    ],
    [
      'that cannot be read',
      (folder) => {
        rmSync(join(folder, 'cases.ndjson'));
        mkdirSync(join(folder, 'cases.ndjson'));
      },
      /cases\.ndjson cannot be read: EISDIR/,
    ],
    [
      'of which it cannot be told whether it is there',
      (folder) => {
        rmSync(join(folder, 'manifest.ndjson'));
        symlinkSync('manifest.ndjson', join(folder, 'manifest.ndjson'));
      },
      /manifest\.ndjson cannot be read: ELOOP/,
    ],
    [
      'without a manifest',
      (folder) => rmSync(join(folder, 'manifest.ndjson')),
      /there is no recording in/,
    ],
    [
      'with a manifest that is cut',
      edit('manifest.ndjson', (text) => text.slice(0, 90)),
      /manifest\.ndjson/,
    ],
    [
      'of another version',
      (folder) => writeFileSync(join(folder, 'manifest.ndjson'), OTHER_VERSION),
      /is of version 2 of the format/,
    ],
    [
      'that is cut',
      edit('things/read.har', (text) => text.slice(0, 3000)),
      /read\.har:\d+ is cut or is not JSON/,
    ],
    [
      'that is cut between entries',
      edit(
        'things/read.har',
        lines((all) => all.slice(0, 5)),
      ),
      /read\.har is cut: its end is missing/,
    ],
    ['that is not JSON', edit('things/read.har', () => 'hello\nworld\n'), /read\.har is not JSON/],
    [
      'of another HAR version',
      edit('things/read.har', (text) => text.replace('"version":"1.2"', '"version":"1.1"')),
      /is HAR 1\.1/,
    ],
    [
      'that another program wrote',
      edit('things/read.har', (text) => JSON.stringify(JSON.parse(text), null, 2)),
      /another program wrote it/,
    ],
    [
      'that lacks an entry',
      edit(
        'things/read.har',
        lines((all) => all.filter((_, at) => at !== 3)),
      ),
      /has 1 of the 2 exchanges of things\/n02/,
    ],
    [
      'that lacks a file',
      (folder) => rmSync(join(folder, 'things/create.har')),
      /has 1 of the 2 exchanges of things\/n00/,
    ],
    [
      'that lacks a case',
      edit(
        'cases.ndjson',
        lines((all) => all.slice(1)),
      ),
      /exchanges of things\/n00, but not the case itself/,
    ],
    [
      'with a conflict',
      edit(
        'things/read.har',
        lines((all) => [...all.slice(0, 2), '<<<<<<< one', ...all.slice(2)]),
      ),
      /read\.har:3 is a conflict/,
    ],
  ])('says so of one %s', (_, damage, message) => {
    const folder = mkdtempSync(join(scratch, 'bad-'));
    cpSync(whole, folder, { recursive: true });
    damage(folder);
    const error = errorOf(() => openRecording(folder, TOOL));
    expect(error.code).toBe('recording-unreadable');
    expect(error.message).toMatch(message);
    expect(error.hint).toBeTruthy();
  });

  it.each<readonly [string, (folder: string) => void, string]>([
    [
      'an exchange',
      edit('things/read.har', (text) => text.replaceAll('"status":200', '"status":201')),
      'things/read.har was edited by hand: lines 2, 3, 4, 5, 6 and 15 more',
    ],
    [
      'a case',
      edit('cases.ndjson', (text) => text.replace('"pass"', '"fail"')),
      'cases.ndjson was edited by hand: line 1',
    ],
    [
      'the manifest',
      edit('manifest.ndjson', (text) => text.replace('"seed":', '"seed":1')),
      'manifest.ndjson was edited by hand: line 4',
    ],
  ])('reads %s that was edited by hand, and notes it', (_, damage, note) => {
    const folder = mkdtempSync(join(scratch, 'by hand '));
    cpSync(whole, folder, { recursive: true });
    damage(folder);
    const { notes, entries, cases } = openRecording(folder, TOOL);
    expect(notes).toEqual([note]);
    expect([...cases()]).toHaveLength(NAMES.length);
    const [first] = entries.filter(({ file }) => file === 'things/read.har');
    const status = note.startsWith('things') ? 201 : 200;
    expect(first?.read().outcome).toMatchObject({ kind: 'answer', status });
  });

  it('says so of two branches that differ about one exchange', async () => {
    const folder = mkdtempSync(join(scratch, 'bad-'));
    cpSync(whole, folder, { recursive: true });
    const other = filesIn(await recorded('other', NAMES, { body: 'other' }));
    const line = (other['things/read.har'] ?? '').split('\n')[4] ?? '';
    edit(
      'things/read.har',
      lines((all) => [...all.slice(0, 4), line, ...all.slice(4)]),
    )(folder);
    expect(errorOf(() => openRecording(folder, TOOL)).message).toMatch(
      /says something else of things/,
    );
  });
});

describe('a folder that cannot be written to', () => {
  it('is told of before anything is sent', () => {
    const file = join(scratch, 'file');
    writeFileSync(file, '');
    const error = errorOf(() => recorderIn(join(file, 'below')));
    expect(error.code).toBe('output-unwritable');
    expect(error.hint).toBeTruthy();
  });

  it('is told of when another run records there', () => {
    const folder = join(scratch, 'busy');
    recorderIn(folder);
    expect(errorOf(() => recorderIn(folder)).message).toMatch(/is there already/);
  });

  it.skipIf(!existsSync('/proc/self/fd'))(
    'lets requests go on when it fails in the middle, and loses nothing that it had',
    async () => {
      const folder = join(scratch, 'full');
      const recorder = recorderIn(folder);
      await send(recorder, 'n00');
      // From here on each write fails, as on a full disk.
      const journal = join(folder, 'journal.ndjson');
      const open = readdirSync('/proc/self/fd').find((fd) => targetOf(fd) === journal);
      closeSync(Number(open));
      const error = await send(recorder, 'n01').then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(TouchstoneError);
      expect(error).toMatchObject({ code: 'output-unwritable' });
      const item = { case: caseOf('n02'), step: 'read', operation: 'things/read' };
      const request = { method: 'DELETE', target: '/x', headers: [], body: undefined };
      const { outcome } = await recorder.transport.send(request, 'http://127.0.0.1:1', never, item);
      expect(outcome.kind).toBe('answer');
      const kept = openRecording(folder, TOOL);
      expect(holds(kept).cases).toEqual([['things/n00', 2]]);
    },
  );
});

function targetOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return '';
  }
}

/** The sum is right, so it is not taken for an edited one. */
const OTHER_VERSION = '{"_sum":"c8e35ff4","kind":"recording","version":2}\n';

describe('replaying', () => {
  const request = { method: 'GET', target: '/n00/read', headers: [], body: undefined };
  const requestContext = { case: caseOf('n00'), step: 'read', operation: 'things/read' };

  it.each([
    [
      'another target',
      { ...request, target: '/n00/other' },
      requestContext,
      'target is "/n00/other" and was "/n00/read"',
    ],
    [
      'another method',
      { ...request, method: 'PUT' },
      requestContext,
      'method is "PUT" and was "GET"',
    ],
    [
      'another header',
      { ...request, headers: [['x-a', '1']] as const },
      requestContext,
      'header x-a is new',
    ],
    ['a body', { ...request, body: new Uint8Array([65]) }, requestContext, 'the body is new'],
    [
      'another step',
      request,
      { ...requestContext, step: 'write' },
      'nearest is step read of things/n00 in things/read.har',
    ],
    [
      'another case',
      request,
      { ...requestContext, case: caseOf('n77') },
      'nearest is step read of things/n00 in things/read.har',
    ],
  ])('names the nearest entry for %s', async (_, asked, sought, says) => {
    const transport = replayTransport(openRecording(whole, TOOL), []);
    const { outcome } = await transport.send(asked, 'http://x', never, sought);
    expect(outcome).toMatchObject({ kind: 'fault', code: 'unrecorded' });
    expect(outcome.kind === 'fault' && outcome.message).toContain(says);
  });

  it('answers a step as often as it was sent, and not more often', async () => {
    const transport = replayTransport(openRecording(whole, TOOL), []);
    const first = await transport.send(request, 'http://x', never, requestContext);
    const second = await transport.send(request, 'http://x', never, requestContext);
    expect([first, second].map(({ outcome }) => outcome.kind)).toEqual(['answer', 'fault']);
    expect(second.outcome.kind === 'fault' && second.outcome.message).toContain('sent less often');
  });
});
