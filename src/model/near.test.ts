import { expect, test } from 'vitest';
import { nearNames } from './near.ts';

const IDS = ['integration/timezones', 'integration/dependencies', 'content/posts/list'];

test.each([
  ['integration/timezone', 'integration/timezones'],
  ['timezones', 'integration/timezones'],
  ['Integration/Dependancies', 'integration/dependencies'],
  ['posts', 'content/posts/list'],
])('%s is nearest to %s', (wanted, name) => {
  expect(nearNames(wanted, IDS)[0]).toBe(name);
});

test('what is like nothing gets no offer', () => {
  expect(nearNames('qqq', IDS)).toEqual([]);
});

test('three names are offered at most, each once', () => {
  expect(nearNames('ab', ['abc', 'abd', 'abe', 'abf', 'abc'])).toHaveLength(3);
});
