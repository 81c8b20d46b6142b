/** Records of an API of one's own are read by the names that its `records.yaml` gives. */

import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { resourceCollectionsOf } from '../cleanup/collections.ts';
import { seenIn } from '../cleanup/listed.ts';
import { markedIn, plainQuery, type SendRequest } from '../cleanup/listing.ts';
import { isAnnounced, namesIn } from '../cleanup/object-names.ts';
import { loadContract, verifyRequest } from '../contract/index.ts';
import type { Json, Outcome, WireRequest } from '../model/index.ts';
import { changesOf } from '../traffic/changes.ts';
import { stepFrom } from '../traffic/scripts.ts';

const folder = fileURLToPath(new URL('../../fixtures/apis/todo', import.meta.url));
const contract = loadContract(undefined, undefined, [{ name: 'todo', from: folder }]);
const list = contract.operation('todo/tasks/list');
const [tasks] = [...resourceCollectionsOf(contract.operations).values()].filter(
  ({ name }) => name === 'todo/tasks',
);
if (!tasks) throw new Error('the to-do API has no tasks');

function answer(value: Json): Outcome {
  return {
    ...{ kind: 'answer', status: 201, reason: '', headers: [] },
    body: {
      ...{ bytes: Buffer.from(JSON.stringify(value)), completeness: 'complete' },
      content: { kind: 'json', value },
    },
  };
}

const task = (id: number, name: string) => ({
  ...{ id, handle: `handle-${id}`, done: false },
  label: { source: name, html: `<b>${name}</b>` },
  created_at: `2026-01-01T00:00:0${id % 10}Z`,
});

describe('cleanup', () => {
  it('lists the largest pages, the newest first', () => {
    expect(plainQuery(list)).toEqual({ limit: 20, sort: '-id' });
  });

  it('searches for what a run left, page by page', async () => {
    const asked: Json[] = [];
    const ask: SendRequest = async (_, { query }) => {
      asked.push(query);
      const amount = query.offset_page === undefined ? 20 : 3;
      return answer(
        Array.from({ length: amount }, (__, at) => task(amount * 100 + at, 'touchstone')),
      );
    };
    const found = await markedIn(tasks, contract, ask);
    expect(found.kind === 'seen' && found.seen.length).toBe(23);
    expect(asked).toEqual([
      { limit: 20, sort: '-id', contains: 'touchstone' },
      { limit: 20, sort: '-id', contains: 'touchstone', offset_page: 2 },
    ]);
  });

  it('knows a task by its names', () => {
    const names = namesIn({ label: { source: 'A task' }, handle: 'a-task' }, tasks.records);
    expect(names).toEqual({ slug: 'a-task', title: 'A task' });
    const isOne = (handle: string) => {
      const [seen] = seenIn(tasks, { ...task(7, 'Another'), handle });
      return seen !== undefined && isAnnounced(names, seen);
    };
    expect(
      ['a-task', 'a-task-2', 'a-task-copy', 'a-task.done'].filter((one) => !isOne(one)),
    ).toEqual([]);
    expect(['a-task-edited', 'a-task__trashed', 'a-tasks'].filter(isOne)).toEqual([]);
  });
});

it('a comparison expects a new task to have values of its own', async () => {
  const request = { method: 'POST', target: '/tasks', headers: [], body: undefined };
  const sideOf = (value: Json) => ({
    outcome: answer(value),
    baseUrl: 'http://a.example',
    startedAt: 0,
  });
  const changed = async (other: { readonly [member: string]: Json }) => {
    const before = task(7, 'A task');
    const operation = contract.operation('todo/tasks/create');
    const step = stepFrom(
      'one',
      {
        ...{ case: null, step: 'one', operation: operation.id, request },
        ...{ ...sideOf(before), durationMs: 1, at: 0, resent: false, unsent: false },
      },
      operation,
    );
    const sending = {
      sides: new Map([['one', sideOf({ ...before, ...other })]]),
      ...{ requests: new Map([['one', request]]), unsent: [], left: [] },
    };
    const script = { name: 'tasks', steps: [step], send: async () => sending };
    const { changes } = await changesOf([script], new AbortController().signal);
    return changes.map(({ place }) => place);
  };
  expect(await changed({ id: 8, handle: 'renamed', created_at: 'later' })).toEqual([]);
  expect(await changed({ handle: 'renamed', done: true })).toEqual(['/done']);
});

it('lenient reading takes a text for an object with the form that clients send', () => {
  const kindOf = (label: Json) => {
    const operation = contract.operation('todo/tasks/create');
    const rule = { part: 'body', pointer: '/label', keyword: 'type' } as const;
    const request: WireRequest = {
      ...{ method: 'POST', target: '/tasks' },
      headers: [['content-type', 'application/json']],
      body: Buffer.from(JSON.stringify({ label })),
    };
    const style = { routing: { kind: 'path' }, arrays: 'repeat' } as const;
    return verifyRequest(operation, request, style, rule, contract.validate).kind;
  };
  expect(kindOf('A task')).toBe('lenient');
  expect(kindOf(true)).toBe('proven');
});
