import { expect, test } from 'vitest';
import { count, formatNumber } from './amounts.ts';

test.each([
  [count(0, 'exchange'), '0 exchanges'],
  [count(1, 'exchange'), '1 exchange'],
  [count(3206, 'exchange'), '3,206 exchanges'],
  [count(1, 'body', 'bodies'), '1 body'],
  [count(1_234_567, 'body', 'bodies'), '1,234,567 bodies'],
  [formatNumber(19_607), '19,607'],
])('%s is %s', (written, wanted) => {
  expect(written).toBe(wanted);
});
