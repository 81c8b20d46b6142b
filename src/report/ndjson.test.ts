import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunEvent, TouchstoneError } from '../model/index.ts';
import { FORMATS, writeReports } from './formats.ts';
import { clearRun, eventsOf, openRunLog } from './ndjson.ts';
import { reportFromEvents } from './report.ts';

const text = readFileSync(new URL('golden/run.ndjson', import.meta.url), 'utf8');
const events = eventsOf(text);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-report-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function refusal(action: () => unknown): TouchstoneError {
  try {
    action();
  } catch (error) {
    if (error instanceof TouchstoneError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('run.ndjson', () => {
  test('has each line as soon as it is written', () => {
    const log = openRunLog(join(folder, 'new', 'deep'));
    const written: RunEvent[] = [];
    for (const event of events) {
      log.write(event);
      written.push(event);
      expect(eventsOf(readFileSync(log.path, 'utf8'))).toEqual(written);
    }
    log.close();
    log.close();
    expect(readFileSync(log.path, 'utf8').split('\n')).toHaveLength(events.length + 1);
  });

  test('replaces an earlier one', () => {
    writeFileSync(join(folder, 'run.ndjson'), 'earlier\n');
    const log = openRunLog(folder);
    log.close();
    expect(readFileSync(log.path, 'utf8')).toBe('');
  });

  test('takes the reports of an earlier run away, and no other file', () => {
    const out = mkdtempSync(join(folder, 'again-'));
    writeReports(out, reportFromEvents(events));
    writeFileSync(join(out, 'notes.txt'), 'mine');
    openRunLog(out).close();
    expect(readdirSync(out).sort()).toEqual(['notes.txt', 'run.ndjson']);
    writeReports(out, reportFromEvents(events));
    clearRun(out);
    clearRun(join(out, 'none'));
    expect(readdirSync(out)).toEqual(['notes.txt']);
  });

  test('cannot be written where an earlier report cannot be removed', () => {
    const out = mkdtempSync(join(folder, 'stuck-'));
    mkdirSync(join(out, 'junit.xml'));
    for (const action of [() => openRunLog(out), () => clearRun(out)]) {
      const error = refusal(action);
      expect(error.code).toBe('output-unwritable');
      expect(error.message).toContain('junit.xml');
      expect(error.hint).toContain('something else has that name');
    }
  });

  test('cannot be written to when closed', () => {
    const log = openRunLog(join(folder, 'closed'));
    log.close();
    expect(refusal(() => events.forEach(log.write)).code).toBe('internal');
  });

  test('is read without a last line that was cut off', () => {
    for (const cut of [1, 10, 100]) {
      expect(eventsOf(text.slice(0, -cut))).toEqual(events.slice(0, -1));
    }
    expect(eventsOf('')).toEqual([]);
  });

  test.each(['{', '7', '{"kind":"footnote"}', '', '[]'])('with the line %j is refused', (line) => {
    const [first = '', ...rest] = text.split('\n');
    const error = refusal(() => eventsOf([first, line, ...rest].join('\n'), 'a/run.ndjson'));
    expect(error.code).toBe('report-unreadable');
    expect(error.message).toContain('a/run.ndjson:2 ');
  });
});

describe('a folder that cannot be written to', () => {
  const report = reportFromEvents(events);

  test('because a file has its name', () => {
    const path = join(folder, 'file');
    writeFileSync(path, '');
    for (const action of [() => openRunLog(path), () => writeReports(path, report)]) {
      const error = refusal(action);
      expect(error.code).toBe('output-unwritable');
      expect(error.message).toContain(path);
      expect(error.hint).toContain('something else has that name');
    }
  });

  test.runIf(process.platform === 'linux')('because the disk is full', () => {
    const full = mkdtempSync(join(folder, 'full-'));
    symlinkSync('/dev/full', join(full, 'run.ndjson'));
    symlinkSync('/dev/full', join(full, 'report.json.partial'));
    const log = openRunLog(full);
    for (const action of [() => events.forEach(log.write), () => writeReports(full, report)]) {
      const error = refusal(action);
      expect(error.code).toBe('output-unwritable');
      expect(error.message).toContain('ENOSPC');
      expect(error.hint).toContain('make room');
    }
    log.close();
  });
});

test('a finished run leaves the file of each format, whole', () => {
  const out = join(folder, 'out');
  const report = reportFromEvents(events);
  const paths = writeReports(out, report);
  const files = Object.values(FORMATS).flatMap(({ file }) => file ?? []);
  expect(files).toContain('report.json');
  expect(paths.toSorted()).toEqual(files.map((name) => join(out, name)).toSorted());
  expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toEqual(report);
});
