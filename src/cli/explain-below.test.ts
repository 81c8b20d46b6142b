import { expect, it } from 'vitest';
import { belowLines } from './explain-below.ts';

const clauses = ['a/posts/list/one', 'a/posts/list/two', 'a/posts/get', 'a/postscript/x'].map(
  (id) => ({ id }),
);

it.each(['a/posts', 'a/posts/'])('%s is explained by the clauses below it', (id) => {
  expect(belowLines(id, clauses)).toEqual([
    '3 clauses begin with a/posts/',
    '  a/posts/list/  2 clauses',
    '  a/posts/get',
  ]);
});

it('an ID without others below it is none', () => {
  expect(belowLines('a/post', clauses)).toEqual([]);
});
