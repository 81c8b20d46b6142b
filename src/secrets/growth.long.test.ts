import { expect, it } from 'vitest';
import { steepAmong, TEXTS, TYPES } from './growth.fixture.ts';

it.each(TYPES)('takes less than six times the steps for four times each text: %s', (type) => {
  expect(steepAmong(TEXTS, type)).toEqual([]);
});
