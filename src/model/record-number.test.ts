import { expect, test } from 'vitest';
import { numberOf, numberPlace } from './record-number.ts';

test.each<readonly [string, unknown, string | undefined]>([
  ['where it is asked for', [{ id: 7, cms_id: 8 }], '/0/id'],
  ['in the member beside a text', [{ id: 'theme//a', cms_id: 8, parent: 3 }], '/0/cms_id'],
  ['nowhere beside zero, which stands for none', [{ id: 'theme//a', cms_id: 0 }], undefined],
  ['nowhere where two members may be meant', [{ id: 'a', cms_id: 8, site_id: 9 }], undefined],
  ['nowhere in a text of digits', [{ id: '7' }], undefined],
  ['nowhere in an empty list', [], undefined],
])('the number of a record stands %s', (_, root, place) => {
  expect(numberPlace(root, '/0/id')).toBe(place);
});

test('a record without a number has what it has for an id', () => {
  expect(numberOf({ id: 'a', wp_id: 5 })).toBe(5);
  expect(numberOf({ id: 'a' })).toBe('a');
  expect(numberOf({})).toBeUndefined();
});
