import { expect, it } from 'vitest';
import type { CheckContext } from './check.ts';
import { asked } from './checks/asked.ts';
import { pages } from './checks/pages.ts';

interface Ask {
  readonly id?: string;
  readonly query: object;
  readonly shown: readonly object[];
}

function contextOf(asks: readonly Ask[]): CheckContext {
  const steps = asks.map(({ id = '', query, shown }) => ({
    step: { id, request: { query } },
    operation: { route: '/a', method: 'GET' },
    standing: { kind: 'succeeded', answer: { body: { content: { kind: 'json', value: shown } } } },
  }));
  return { steps, all: steps } as unknown as CheckContext;
}

/** The verdicts on lists that show one member of each record. */
function filtered(
  ...answers: readonly (readonly [value: string | boolean, ...shown: unknown[]])[]
) {
  const asks = answers.map(([is, ...shown]) => ({
    query: { is },
    shown: shown.map((one) => ({ is: one })),
  }));
  const options = { part: 'equals', parameter: 'is', list: '', member: '/is' };
  return asked.judge(contextOf(asks), options).map(({ kind }) => kind);
}

it('a filter may show more than its value, and may not be ignored', () => {
  expect(filtered([true, true, false], [false, false])).toEqual(['holds']);
  expect(filtered([true, true, false], [false, true, false])).toEqual(['violated']);
  expect(filtered([true, false], [false, true])).toEqual(['violated']);
  expect(filtered(['low', 'low', 'high'], ['high', 'high'])).toEqual(['holds']);
  expect(filtered(['low', 'low', 'high'], ['high', 'low', 'high'])).toEqual(['violated']);
  expect(filtered(['food', 'fruit'], ['pets', 'dogs'])).toEqual(['not-judgeable']);
  expect(filtered(['low', 'high'])).toEqual(['not-judgeable']);
  expect(filtered(['low', 'high'], ['high'])).toEqual(['not-judgeable']);
});

it('a list is in the order of the member that the value names, if it names one', () => {
  const judged = (values: readonly unknown[], by: string) =>
    asked
      .judge(contextOf([{ query: { sort: 'new' }, shown: values.map((at) => ({ at })) }]), {
        ...{ part: 'order', parameter: 'sort', list: '', order: { new: by, old: '/at' } },
      })
      .map(({ kind }) => kind);
  expect(judged([3, 2, 1], '-/at')).toEqual(['holds']);
  expect(judged([1, 2, 3], '-/at')).toEqual(['violated']);
  expect(judged([3, 2, 1], '+/at')).toEqual(['violated']);
  expect(judged([3, 2, 1], '/at')).toEqual(['holds']);
  expect(judged([3, 1, 2], '/at')).toEqual(['violated']);
  expect(judged([3, 2, 1], '+/other')).toEqual(['not-judgeable']);
  expect(judged(['-1', '-2', '-10'], '-/at')).toEqual(['holds']);
});

it('a total is no less than the records; it can be more than a capped page shows', () => {
  const judged = (total: unknown, count: number) => {
    const [shown] = contextOf([{ query: { limit: 101 }, shown: [] }]).steps;
    const value = { data: Array.from({ length: count }, () => ({})), total };
    const standing = { kind: 'succeeded', answer: { body: { content: { kind: 'json', value } } } };
    const steps = [{ ...shown, standing }];
    const options = { part: 'total', parameter: 'limit', list: '/data', member: '/total' };
    const context = { steps, all: steps } as unknown as CheckContext;
    return asked.judge(context, options).map(({ kind }) => kind);
  };
  expect(judged(250, 100)).toEqual(['holds']);
  expect(judged(1799, 2)).toEqual(['holds']);
  expect(judged(1, 2)).toEqual(['violated']);
  expect(judged(null, 2)).toEqual(['not-judgeable']);
});

it('the last page may come for one beyond the end; an address is no cursor', () => {
  const judged = (by: string, value: string, next: readonly number[], more?: readonly number[]) => {
    const ask = (id: string, ids: readonly number[], p: string) => ({
      ...{ id, query: { p }, shown: ids.map((one) => ({ id: one })) },
    });
    const asks = [ask('page', [1, 2], '1'), ask('next', next, value), ask('again', [1, 2], '1')];
    const all = more === undefined ? asks : [...asks, ask('more', more, '1')];
    return pages
      .judge(contextOf(all), { parameter: 'p', by, list: '', id: '/id' })
      .map(({ kind }) => kind);
  };
  expect(judged('page', '2', [1, 2], [1, 2])).toEqual(['not-judgeable']);
  expect(judged('page', '2', [1, 2])).toEqual(['not-judgeable']);
  expect(judged('page', '2', [1, 2], [1, 2, 3])).toEqual(['violated']);
  expect(judged('page', '2', [2, 3])).toEqual(['violated']);
  expect(judged('page', '2', [3], [1, 2, 3])).toEqual(['holds']);
  expect(judged('cursor', 'bmV4dA==', [1, 2])).toEqual(['violated']);
  expect(judged('cursor', '/a?p=2', [1, 2])).toEqual(['not-judgeable']);
});
