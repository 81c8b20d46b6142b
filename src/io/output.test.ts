import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolder } from './output.ts';

const scratch = mkdtempSync(join(tmpdir(), 'touchstone-output-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('makeFolder', () => {
  it('makes the folders above too, and takes one that is there', () => {
    const path = join(scratch, 'a', 'b', 'c');
    makeFolder(path);
    makeFolder(path);
    expect(statSync(path).isDirectory()).toBe(true);
  });

  it('gives an error where a file has the name', () => {
    writeFileSync(join(scratch, 'file'), '');
    expect(() => makeFolder(join(scratch, 'file'))).toThrow(/cannot write .*file: EEXIST/);
    expect(() => makeFolder(join(scratch, 'file', 'below'))).toThrow(/ENOTDIR|EEXIST/);
  });

  it.runIf(process.platform === 'linux')('gives an error where no folder can be made', () => {
    expect(() => makeFolder('/proc/nope/reports')).toThrow(
      'cannot write /proc/nope/reports: ENOENT',
    );
  });
});
