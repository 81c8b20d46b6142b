import { expect, it } from 'vitest';
import { type BenchRow, isMet, pageOf, plotOf, tableText } from './book.js';

const row: BenchRow = {
  what: 'proxy, one client',
  value: 1234.5,
  unit: 'requests/s',
  spread: 0.1,
  beside: 'direct',
  ratio: 0.2,
  goal: { figure: 'ratio', least: 0.25 },
};

it.each([
  ['a ratio below its least', row, false],
  ['a ratio at its least', { ...row, ratio: 0.25 }, true],
  ['a value above its most', { ...row, goal: { figure: 'value', most: 1000 } } as const, false],
  ['no goal', { what: 'a', value: 1, unit: 'ms' }, undefined],
])('judges %s', (_, one, met) => {
  expect(isMet(one)).toBe(met);
});

it('prints each figure next to its goal', () => {
  expect(tableText([row])).toBe(
    [
      'what               median            spread  ratio  to      goal                   remark',
      'proxy, one client  1,235 requests/s  ±5 %    0.2    direct  at least 0.25  missed',
    ].join('\n'),
  );
});

it('writes a page with the command of each area, and its plot', () => {
  const series = { name: 'replaying', x: 'exchanges', at: 100 };
  const areas = [{ name: 'proxy', about: 'The proxy', rows: [{ ...row, series }] }];
  const windows = { all: 9, disturbed: 1 };
  const results = { machine: '2 cores', date: '2026-01-01', commit: 'abc', windows, areas };
  const page = pageOf(results, new Map([['replaying', 'performance/replaying.svg']]));
  expect(page).toContain('`npm run bench -- --only proxy`');
  expect(page).toContain('1 of 9 windows stayed disturbed');
  expect(page).toContain('![replaying](performance/replaying.svg)');
  expect(page).toContain('| proxy, one client | 1,235 requests/s | ±5 % | 0.2 | direct |');
});

it('draws linear growth as a straight line', () => {
  const points = [
    [10, 1],
    [100, 10],
    [1000, 100],
  ] as const;
  const [, line = ''] = /points="([^"]*)"/.exec(plotOf('a', 'ms', 'size', points)) ?? [];
  const [[x0 = 0, y0 = 0] = [], [x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = line
    .split(' ')
    .map((pair) => pair.split(',').map(Number));
  expect([x1 - x0, y1 - y0]).toEqual([x2 - x1, y2 - y1]);
});

it('draws nearly equal figures at nearly equal heights', () => {
  const points = [
    [100, 11_436],
    [10_000, 11_113],
  ] as const;
  const [, y0, y1] = /points="\d+,(\d+) \d+,(\d+)"/.exec(plotOf('a', 'ms', 'size', points)) ?? [];
  expect(Math.abs(Number(y0) - Number(y1))).toBeLessThan(10);
});
