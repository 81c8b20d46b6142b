import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { figureIn, oldOnes, pageOf, resultsIn } from './proofs/book.js';

const PROOFS = parse(
  readFileSync(fileURLToPath(new URL('proofs/proofs.yaml', import.meta.url)), 'utf8'),
);
const RESULT = {
  result: 'holds',
  figure: 'a | b',
  date: '2026-11-26',
  commit: 'abc123456',
  duration: '3 min',
};

it('reads the page that it writes', () => {
  const results = new Map([['seeds', RESULT]]);
  expect(resultsIn(pageOf(PROOFS, results)).get('seeds')).toEqual(RESULT);
});

it('is the page of docs, whose proofs all exist', () => {
  const page = readFileSync(fileURLToPath(new URL('../docs/proofs.md', import.meta.url)), 'utf8');
  expect(pageOf(PROOFS, resultsIn(page))).toBe(page);
});

it('names proofs without a result, of many commits ago, and of another history', () => {
  const one = { shows: '' };
  const proofs = { none: one, old: one, new: one, elsewhere: one };
  const of = (commit: string) => ({ ...RESULT, commit });
  const results = new Map([
    ['old', of('a')],
    ['new', of('b')],
    ['elsewhere', of('c')],
  ]);
  const since = (commit: string) =>
    new Map([
      ['a', 151],
      ['b', 150],
    ]).get(commit);
  expect(oldOnes(proofs, results, since)).toEqual([
    'none: not yet',
    'old: 151 commits old',
    'elsewhere: of c, which is not in this history',
  ]);
});

it.each([
  [undefined, '3 runs: 0 flagged'],
  ['^\\d+ kills ', '4 kills in 3 s'],
  ['kills|runs', '4 kills in 3 s; 3 runs: 0 flagged'],
])('takes the lines of %s', (pattern, figure) => {
  expect(
    figureIn('4  kills in 3 s\n\u001b[31mother\u001b[0m\n3 runs: 0 flagged\n\n', pattern),
  ).toBe(figure);
});
