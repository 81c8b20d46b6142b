import { choice } from './choice.ts';

export const errorChoices = {
  'error-body': choice('7', 'the shape of an error', {
    coded: '`code`, `message`, `data.status`, `data.params`',
    nested: 'the same below `error`',
    problem: 'application/problem+json',
    empty: 'no body',
  }),
  'error-place': choice('7', 'where the status of an error stands', {
    head: 'in the head of its answer',
    body: 'only in the body, under HTTP 200, if there is a body',
  }),
  'error-codes': choice('7', 'the words of error codes', {
    plain: '`invalid_parameter` and the like',
    prefixed: 'the same after `rest_`',
    numeric: 'the status as text',
  }),
  'invalid-status': choice('7', 'the status of a parameter that breaks its schema', {
    'bad-request': '400',
    unprocessable: '422',
  }),
  'odd-password': choice('7', 'the status where a password is no text', {
    refused: 'that of a parameter that breaks its schema',
    breakdown: '500',
  }),
  'unknown-route': choice('7', 'the status of a route that there is not', {
    'not-found': '404',
    'bad-request': '400',
  }),
  'wrong-method': choice('7', 'the status of a method that a route has not', {
    'not-found': '404',
    'not-allowed': '405',
  }),
  'missing-item': choice('7', 'the status of an id that there is not', {
    'not-found': '404',
    gone: '410',
  }),
  'far-id': choice('7', 'an id that no 32 bits hold', {
    missing: 'as any id that there is not',
    'bad-request': '400',
  }),
  'missing-parent': choice('7', 'the status of revisions of a parent that there is not', {
    'not-found': '404',
    'bad-request': '400',
  }),
  'unknown-parameters': choice('7', 'query parameters and body members that no table names', {
    ignore: 'not looked at',
    refuse: 'refused with 400',
  }),
  'broken-json': choice('7', 'a body that is not JSON', {
    refuse: '400',
    unsupported: '415',
  }),
} as const;
