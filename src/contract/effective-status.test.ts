import { describe, expect, test } from 'vitest';
import type { Answer, Json } from '../model/index.ts';
import { loadContract } from './contract.ts';
import { effectiveStatusIn, statusOf } from './effective-status.ts';

const contract = loadContract();
const create = contract.operation('content/posts/create');
const dependencies = contract.operation('integration/dependencies');

function answer(status: number, value: Json): Answer {
  const body = {
    bytes: new Uint8Array(1),
    completeness: 'complete',
    content: { kind: 'json', value },
  };
  return { kind: 'answer', status, reason: '', headers: [], body } as Answer;
}

const coded = (status: Json) => ({ code: 'no', message: 'No.', data: { status } });

describe('the status that an answer of the content API tells', () => {
  test.each<[string, Json, number]>([
    ['with a code', coded(404), 404],
    ['with a code in numbers', { ...coded(400), code: 17 }, 400],
    ['below `error`', { error: coded(403) }, 403],
    ['as a problem of RFC 9457', { type: 'about:blank', title: 'No.', status: 410 }, 410],
  ])('is that of an error, told under HTTP 200 %s', (_, body, status) => {
    expect(statusOf(create, answer(200, body), contract.validate)).toBe(status);
  });

  test('is that of the error, where other members hold numbers as well', () => {
    const body = { error: coded(403), data: { status: 200 }, status: 1 };
    expect(statusOf(create, answer(200, body), contract.validate)).toBe(403);
  });

  test.each<[string, Json]>([
    ['a record that tells of an error beside', { id: 4711, error: coded(500), ...coded(400) }],
    [
      'a record, whose status is that of its content',
      { id: 4711, title: { raw: 'a' }, status: 'draft' },
    ],
    ['a list', [coded(404)]],
    ['a message of success', coded(200)],
    ['a code without a status', { code: 'no', message: 'No.', data: {} }],
    ['a status without a code', { data: { status: 404 } }],
    ['a text', 'no'],
  ])('is the HTTP status where the body is %s', (_, body) => {
    expect(statusOf(create, answer(201, body), contract.validate)).toBe(201);
  });

  test('is the HTTP status where that is none of success', () => {
    expect(statusOf(create, answer(302, coded(404)), contract.validate)).toBe(302);
    expect(statusOf(create, answer(500, coded(404)), contract.validate)).toBe(500);
  });

  test('is told by what a batch answers for a member, too', () => {
    expect(effectiveStatusIn(create.refusal, 200, coded(404), contract.validate)).toBe(404);
    expect(effectiveStatusIn(undefined, 200, coded(404), contract.validate)).toBe(200);
  });
});

test('a failure in the envelope of the integration API has no status of its own', () => {
  const body = { success: false, error_code: 'no', message: '', data: {} };
  expect(statusOf(dependencies, answer(200, body), contract.validate)).toBe(400);
});
