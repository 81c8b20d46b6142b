import { expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { listedElsewhere } from './listed-elsewhere.ts';

const contract = loadContract();
const elsewhere = listedElsewhere(contract, 'content');
const written = ['publish', 'future', 'draft', 'pending', 'private'];

test.each([
  ['what lists take, of a status that is written', 'status', written, 'trash'],
  [
    'what is published, of the status of media',
    'status',
    ['inherit', 'private', 'trash'],
    'publish',
  ],
  ['nothing, where all tables list the same', 'order', ['asc', 'desc'], undefined],
  ['nothing, where no table lists the name', 'touchstone', ['a'], undefined],
])('finds %s', (_, name, listed, word) => {
  expect(elsewhere(name, listed)).toBe(word);
});

test('finds nothing in the tables of another API', () => {
  expect(listedElsewhere(contract, 'integration')('status', [])).toBeUndefined();
});
