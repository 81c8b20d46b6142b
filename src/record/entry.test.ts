import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type Answer, bodyOf, MOST_BODY_BYTES, type WireRequest } from '../model/index.ts';
import { type CleaningScope, createCleaner } from '../secrets/index.ts';
import { entryOf, readEntry } from './entry.ts';

const cleaner = createCleaner([{ name: 'known', value: 'known-secret-1' }]);

function asking(target: string, headers: WireRequest['headers'] = []): WireRequest {
  return { method: 'GET', target, headers, body: undefined };
}

function answering(text: string): Answer {
  const body = bodyOf(new TextEncoder().encode(text), [], 'complete', 1000);
  return { kind: 'answer', status: 200, reason: 'OK', headers: [], body };
}

function entryFor(scope: CleaningScope, request: WireRequest, outcome: Answer = answering('')) {
  return entryOf(scope, {
    ...{ case: 'a', at: 0, operation: 'b', step: 'c', baseUrl: 'http://known-secret-1.example' },
    ...{ request, outcome, resent: false, unsent: false, startedAt: 0, durationMs: 1 },
    lost: ['the end of known-secret-1'],
  });
}

it('of an exchange says of a body from which a secret was taken that it was changed', () => {
  const scope = cleaner.scope();
  const entries = [
    entryFor(scope, asking('/a?x=known-secret-1')),
    entryFor(scope, asking('/a'), answering('known-secret-1')),
  ];
  expect(entries.map(({ _redacted }) => _redacted)).toEqual([undefined, true]);
  expect(JSON.stringify(entries)).toContain('REDACTED-known');
  expect(JSON.stringify(entries)).not.toContain('known-secret-1');
});

it('of an exchange is without a secret that its case has shown before, and another case has not', () => {
  const [one, other] = [cleaner.scope(), cleaner.scope()];
  const echo = () => answering('hello hunter2-Found');
  const textOf = (scope: CleaningScope) =>
    entryFor(scope, asking('/'), echo()).response.content.text;
  expect(textOf(one)).toContain('hunter2-Found');
  entryFor(one, asking('/', [['cookie', 'sid=hunter2-Found']]));
  expect(textOf(one)).not.toContain('hunter2-Found');
  expect(textOf(other)).toContain('hunter2-Found');
});

it('of an exchange has placeholders that are numbered by case', () => {
  const [one, other] = [cleaner.scope(), cleaner.scope()];
  const cookieOf = (scope: CleaningScope, secret: string) =>
    entryFor(scope, asking('/', [['cookie', `a=${secret}`]])).request.headers[0]?.value;
  expect(cookieOf(one, 'first-Secret-1')).toBe('a=REDACTED-1');
  expect(cookieOf(one, 'second-Secret-2')).toBe('a=REDACTED-2');
  expect(cookieOf(other, 'third-Secret-3')).toBe('a=REDACTED-1');
  expect(cookieOf(one, 'third-Secret-3')).toBe('a=REDACTED-3');
  expect(cookieOf(one, 'first-Secret-1')).toBe('a=REDACTED-1');
});

it('of an exchange has a body as it came that unpacks to more than the limit, there and back', () => {
  const headers = [['content-encoding', 'gzip']] as const;
  const packed = (size: number) => new Uint8Array(gzipSync(Buffer.alloc(size, '. ')));
  const entryWith = (size: number, limit?: number) => {
    const body = bodyOf(packed(size), headers, 'complete', 9);
    const outcome: Answer = { kind: 'answer', status: 200, reason: 'OK', headers, body };
    const exchange = {
      ...{ case: null, at: 0, operation: null, step: '', baseUrl: 'http://a.example' },
      ...{ request: asking('/'), outcome, resent: false, unsent: false },
      ...{ startedAt: 0, durationMs: 1 },
    };
    const entry = { _sum: '', ...entryOf(cleaner.scope(), exchange, limit) };
    const { outcome: read } = readEntry(entry, limit);
    const { content, bytes = undefined } = read.kind === 'answer' ? read.body : {};
    expect(bytes).toEqual(packed(size));
    return { stands: entry.response.content.size, content };
  };
  expect(entryWith(10, 10)).toEqual({
    stands: 10,
    content: { kind: 'text', text: '. . . . . ', why: expect.anything() },
  });
  for (const [size, limit] of [
    [11, 10],
    [MOST_BODY_BYTES + 1, undefined],
  ] as const) {
    expect(entryWith(size, limit)).toEqual({
      stands: packed(size).length,
      content: { kind: 'binary', why: expect.stringContaining('unpacks to more than') },
    });
  }
});
