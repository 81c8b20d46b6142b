import { expect, test } from 'vitest';
import { bodyOf, type Outcome, type WireRequest } from '../model/index.ts';
import { answerLines, requestLines } from './exchange-text.ts';

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0xff]);

const exchange = (type: string): { readonly request: WireRequest; readonly outcome: Outcome } => {
  const headers = [['Content-Type', type]] as const;
  const body = bodyOf(PNG, headers, 'complete', 1000);
  return {
    request: { method: 'POST', target: '/x', headers, body: PNG },
    outcome: { kind: 'answer', status: 200, reason: 'OK', headers, body },
  };
};

test.each([
  ['image/png', '5 bytes of image/png', '5 bytes of image/png'],
  ['text/plain; charset=utf-8', '5 bytes that are no text', '5 bytes: invalid UTF-8 at byte 0'],
])('a body of %s', (type, asked, answered) => {
  const { request, outcome } = exchange(type);
  const place = { case: null, at: 0, operation: null, step: '', baseUrl: 'http://a.example' };
  const times = { resent: false, unsent: false, startedAt: 0, durationMs: 0 };
  expect(requestLines({ ...place, ...times, request, outcome }).at(-1)).toBe(asked);
  expect(answerLines(outcome).at(-1)).toBe(answered);
});
