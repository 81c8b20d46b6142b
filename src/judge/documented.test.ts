import { expect, it } from 'vitest';
import type { AnswerContract } from '../model/index.ts';
import type { StepResult } from './check.ts';
import { conforms } from './checks/conforms.ts';
import { documented } from './checks/documented.ts';

/** What the check says of an answer to an operation with documented answers. */
function judged(
  { status, route = '/a' }: { readonly status: number; readonly route?: string },
  answers: readonly AnswerContract[],
  options: { readonly part: string; readonly others?: true },
) {
  const kind = status < 300 ? 'succeeded' : 'rejected';
  const answer = { status, headers: [], body: { content: { kind: 'empty' } } };
  const step = {
    step: { id: 'first' },
    operation: { answers, route, method: 'GET' },
    standing: { kind, answer },
  };
  const findings = documented.judge(
    { steps: [step as unknown as StepResult], validate: () => [] } as unknown as Parameters<
      typeof documented.judge
    >[0],
    options,
  );
  return [findings].flat().map((one) => ('kind' in one ? one.kind : one));
}

const ONLY = [{ name: 'success', status: 200 }];

it('a success with another status is a violation, unless `default` stands for others', () => {
  expect(judged({ status: 201 }, ONLY, { part: 'status' })).toEqual(['violated']);
  expect(judged({ status: 201 }, ONLY, { part: 'status', others: true })).toEqual(['holds']);
});

it('404 needs no mention where a path has a parameter', () => {
  const part = 'refusal';
  expect(judged({ status: 404, route: '/a/{id}' }, ONLY, { part })).toEqual(['holds']);
  expect(judged({ status: 404 }, ONLY, { part })).toEqual(['violated']);
  expect(judged({ status: 409, route: '/a/{id}' }, ONLY, { part })).toEqual(['violated']);
});

it('the body of an undocumented success is not judged by the schema of another one', () => {
  const judge = (status: number, answers: readonly AnswerContract[]) => {
    const body = { content: { kind: 'json', value: {} } };
    const answer = { kind: 'answer', status, headers: [], body };
    const step = {
      step: { id: 'first' },
      operation: { answers },
      standing: { kind: 'succeeded', answer },
    };
    const context = { steps: [step], all: [], validate: () => [] };
    const options = { at: '/a', schema: {} };
    return conforms
      .judge(context as unknown as Parameters<typeof conforms.judge>[0], options)
      .map(({ kind }) => kind);
  };
  const listed = [{ name: 'success', status: 200, types: ['application/json'] }];
  expect(judge(200, listed)).toEqual(['violated']);
  expect(judge(201, listed)).toEqual(['not-judgeable']);
  expect(judge(201, [{ name: 'success', status: 200, upTo: 299, types: [] }])).toEqual([
    'violated',
  ]);
  // The two documents name no media types, and their statuses are not all there are.
  expect(judge(201, ONLY)).toEqual(['violated']);
});

it('the location of a new object ends in its ID, wherever its collection is', () => {
  const judge = (location: string, id: unknown, operations?: readonly object[]) => {
    const headers = [['Location', location]];
    const body = { content: { kind: 'json', value: { id } } };
    const answer = { kind: 'answer', status: 201, headers, body };
    const step = {
      step: { id: 'first' },
      operation: { answers: [], route: '/a', document: 'd' },
      exchange: { url: 'http://x.example/v1/a' },
      standing: { kind: 'succeeded', answer },
    };
    const context = { steps: [step], validate: () => [], operations };
    const options = { part: 'location', ...(operations && { others: true }) };
    return documented
      .judge(context as unknown as Parameters<typeof documented.judge>[0], options)
      .map(({ kind }) => kind);
  };
  expect(judge('/v1/a/7', 7)).toEqual(['holds']);
  expect(judge('http://x.example/v1/a/b%20c?x=1', 'b c')).toEqual(['holds']);
  expect(judge('/v1/a/6', 7)).toEqual(['violated']);
  expect(judge('/v1/tasks/6', 7)).toEqual(['not-judgeable']);
  expect(judge('/v1/a/6', undefined)).toEqual(['not-judgeable']);
  expect(judge('http://y.example/v1/a/7', 7)).toEqual(['holds']);
  expect(judge('http://y.example/v1/a/6', 7)).toEqual(['not-judgeable']);
  const reads = [{ document: 'd', method: 'GET', route: '/a/{id}' }];
  expect(judge('a/7', 7, reads)).toEqual(['holds']);
  expect(judge('a/6', 7, reads)).toEqual(['violated']);
  expect(judge('/web/7', 7, reads)).toEqual(['violated']);
  expect(judge('http://files.example/7', 7, reads)).toEqual(['not-judgeable']);
  // Its beginning can be that of another base URL, and not none.
  expect(judge('/v2/a/7', 7, reads)).toEqual(['holds']);
  expect(judge('/a/7', 7, reads)).toEqual(['violated']);
  expect(judge('/a/7', 7)).toEqual(['holds']);
});
