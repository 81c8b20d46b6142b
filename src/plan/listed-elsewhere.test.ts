import { expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { listedElsewhere } from './listed-elsewhere.ts';

const contract = loadContract();
const elsewhere = listedElsewhere(contract, 'content');
const written = ['publish', 'future', 'draft', 'pending', 'private'];

test.each([
  ['what lists take, of a status that is written', 'status', written, ['trash', 'inherit']],
  [
    'what is published, of the status of media',
    'status',
    ['inherit', 'private', 'trash'],
    ['publish', 'future'],
  ],
  [
    'what other lists are ordered by, of revisions',
    'orderby',
    ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'],
    ['author', 'modified', 'parent', 'menu_order'],
  ],
  ['nothing, where all tables list the same', 'order', ['asc', 'desc'], []],
  ['nothing, where no table lists the name', 'touchstone', ['a'], []],
])('finds %s', (_, name, listed, first) => {
  expect(elsewhere(name, listed).slice(0, Math.max(first.length, 1))).toEqual(first);
});

test('finds nothing in the tables of another API', () => {
  expect(listedElsewhere(contract, 'integration')('status', [])).toEqual([]);
});
