import { PassThrough } from 'node:stream';
import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { writeJson, writeLine, writeLines, writePainted } from '../io/index.ts';
import { TouchstoneError } from './errors.ts';
import {
  escapeControls,
  escapeJson,
  escapeLine,
  escapeLines,
  escapePainted,
  hasControls,
} from './escape.ts';

const colours = picocolors.createColors(true);

describe('text from outside', () => {
  it.each([
    ['a\nb\tc\rd', 'a\\nb\\tc\\rd'],
    ['\u001b[2J\u0000\u007f', '\\u{1b}[2J\\u{0}\\u{7f}'],
    ['\u0085\u009b31m', '\\u{85}\\u{9b}31m'],
    ['\u202eabc\u2066\u200f', '\\u{202e}abc\\u{2066}\\u{200f}'],
    ['a\u2028b\u2029\ufeff\u200b', 'a\\u{2028}b\\u{2029}\\u{feff}\\u{200b}'],
    ['\ud800', '\\u{d800}'],
    ['\ufffe\uffff\u{1fffe}', '\\u{fffe}\\u{ffff}\\u{1fffe}'],
    ['\u{e0041}', '\\u{e0041}'],
    ['čeština 不明 🎈 \\u{1b}', 'čeština 不明 🎈 \\u{1b}'],
  ])('%j is shown as %s, once and for all', (text, expected) => {
    expect(escapeControls(text)).toBe(expected);
    expect(escapeControls(expected)).toBe(expected);
    expect(hasControls(text)).toBe(text !== expected);
  });

  it.each([
    ['::error file=x::owned', '\\u{3a}:error file=x::owned'],
    ['  ::add-mask::a', '  \\u{3a}:add-mask::a'],
    ['a ##[error]b', 'a \\u{23}#[error]b'],
    ['##vso[task.setvariable variable=a]b', '\\u{23}#vso[task.setvariable variable=a]b'],
    ['x ##teamcity[buildStop]', 'x \\u{23}#teamcity[buildStop]'],
    ['GET http://[::1]:80/ ## a', 'GET http://[::1]:80/ ## a'],
  ])('%j is no command of a CI system', (line, expected) => {
    expect(escapeLine(line)).toBe(expected);
    expect(escapeLines(`a\n${line}`)).toBe(`a\n${expected}`);
    expect(escapePainted(line)).toBe(expected);
    expect(escapePainted(colours.red(line)).replaceAll(/\p{Cc}\[\d+m/gu, '')).toBe(expected);
  });

  it('keeps colours of ours, and nothing else that steers a terminal', () => {
    const line = colours.red(`a${colours.bold('b')}\u001b[2J\u001b[8m\u001b]0;x\u0007`);
    const expected = colours.red(`a${colours.bold('b')}\\u{1b}[2J\\u{1b}[8m\\u{1b}]0;x\\u{7}`);
    expect(escapePainted(line)).toBe(expected);
  });

  it('stays the same value in JSON', () => {
    const value = { text: '\u009b\u202e\n::error\u{e0041} ##[error]', list: ['::error::'] };
    const json = escapeJson(JSON.stringify(value, null, 2));
    expect(JSON.parse(json)).toEqual(value);
    expect(json).not.toMatch(/[^\n\P{C}]|##\[/u);
  });

  it('is escaped in the message and the hint of an error', () => {
    const { message, hint } = new TouchstoneError('usage', 'a\u001b[2J\n::error::b', '\u202e');
    expect([message, hint]).toEqual(['a\\u{1b}[2J\n\\u{3a}:error::b', '\\u{202e}']);
  });
});

describe('a screen', () => {
  const HOSTILE = 'a\u001b[31m\u009b\u202e\n::error::b';
  it.each<readonly [string, (screen: PassThrough) => void, string]>([
    [
      'a line',
      (screen) => writeLine(screen, HOSTILE),
      'a\\u{1b}[31m\\u{9b}\\u{202e}\\n::error::b\n',
    ],
    [
      'several lines',
      (screen) => writeLines(screen, HOSTILE),
      'a\\u{1b}[31m\\u{9b}\\u{202e}\n\\u{3a}:error::b\n',
    ],
    [
      'lines without colours',
      (screen) => writePainted(screen, [HOSTILE, 'c'], false),
      'a\\u{1b}[31m\\u{9b}\\u{202e}\\n::error::b\nc\n',
    ],
    ['no lines', (screen) => writePainted(screen, [], true), ''],
    [
      'JSON',
      (screen) => writeJson(screen, JSON.stringify(HOSTILE)),
      '"a\\u001b[31m\\u009b\\u202e\\n::error::b"\n',
    ],
  ])('shows %s escaped', (_, write, expected) => {
    const screen = new PassThrough();
    write(screen);
    expect(String(screen.read() ?? '')).toBe(expected);
  });
});
